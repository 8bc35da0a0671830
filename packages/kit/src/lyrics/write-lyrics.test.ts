import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DraftLine, type DraftPiece, finishLines } from './draft-line.ts'
import { type LyricLine, type LyricsData, roundLyrics } from './lyrics.ts'
import { parseLyrics } from './parse-lyrics.ts'
import { type LyricsFormat, writeLyrics } from './write-lyrics.ts'

const WORDS = [
  'Oh',
  'boats,',
  "rock'n'roll",
  '夜の',
  'שלום',
  '🌙',
  '<3',

  'R&B',
  '->',
  '[hey]',
  '(x)',
  'é',
  '12:30',
]
/** What a format would take for a command of its own; it is replaced by something that reads alike. */
const COMMANDS = ['<i>', '-->', '{\\an8}', '\\N', '{k}', '<00:12.00>', '[00:12.00]']
const AGENTS = ['v1', 'Mira Tide', 'A & B', 'x, y']

const word = fc.constantFrom(...WORDS)
const piece = fc.record({
  text: word,
  gapMs: fc.integer({ min: 0, max: 300 }),
  ms: fc.integer({ min: 20, max: 900 }),
})
const space = fc.constantFrom('', ' ')
const drafts = fc.array(
  fc.record({
    gapMs: fc.integer({ min: 20, max: 5000 }),
    tailMs: fc.integer({ min: 20, max: 3000 }),
    pieces: fc.array(fc.tuple(piece, space), { minLength: 1, maxLength: 5 }),
    isTimed: fc.boolean(),
    agent: fc.option(fc.constantFrom(...AGENTS), { nil: undefined }),
    isBackground: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
)

type Drawn = typeof drafts extends fc.Arbitrary<infer Value> ? Value : never

/** Lines that overlap, with gaps between their words, syllables, singers and voices behind. */
const lyrics = drafts.map((drawn): LyricsData => {
  const lines = finishLines(placeLines(drawn))
  return { lines, timing: lines.some(({ words }) => words) ? 'WORD' : 'LINE' }
})

function placeLines(drawn: Drawn): DraftLine[] {
  let startMs = 0
  return drawn.map(({ gapMs, tailMs, pieces, isTimed, agent, isBackground }) => {
    startMs += gapMs
    let now = startMs
    const placed = pieces.map(([{ text, gapMs, ms }, space], index): DraftPiece => {
      const from = now + (index === 0 ? 0 : gapMs)
      now = from + ms
      return { startSecs: from / 1000, endSecs: now / 1000, text: `${text}${space}` }
    })
    return {
      startSecs: startMs / 1000,
      endSecs: (now + tailMs) / 1000,
      text: placed.map(({ text }) => text).join(''),
      ...(isTimed && { pieces: placed }),
      agent,
      isBackground,
    }
  })
}

/** What is left of lyrics in a format (docs/lyrics.md). */
const HELD: Record<Exclude<LyricsFormat, 'json'>, (lines: readonly LyricLine[]) => LyricLine[]> = {
  ttml: (lines) => [...lines],
  vtt: (lines) => [...lines],
  ass: (lines) =>
    lines.map(({ agent, ...line }) => ({ ...line, ...(agent && { agent: agent.replaceAll(',', ';') }) })),
  srt: (lines) => lines.map(({ startSecs, endSecs, text }) => ({ startSecs, endSecs, text })),
  lrc: (lines) => {
    const sung = lines.filter(({ isBackground }) => !isBackground)
    return sung.map(({ startSecs, endSecs, text, words }, index) => {
      const nextSecs = sung[index + 1]?.startSecs ?? Number.POSITIVE_INFINITY
      return {
        startSecs,
        endSecs: words ? endSecs : Math.min(endSecs, nextSecs),
        text,
        ...(words && { words }),
      }
    })
  },
}

for (const [format, held] of Object.entries(HELD) as [Exclude<LyricsFormat, 'json'>, typeof HELD.srt][])
  test(`${format}: what is written is read again, as far as the format can hold it`, () => {
    const digits = format === 'lrc' || format === 'ass' ? 2 : 3
    fc.assert(
      fc.property(lyrics, (given) => {
        const lines = held(given.lines)
        fc.pre(lines.length > 0)
        const timing = lines.some(({ words }) => words) ? 'WORD' : 'LINE'
        const read = parseLyrics(writeLyrics(given, format), 600)
        assert.equal(read.source, format.toUpperCase())
        assert.deepEqual(round(read, digits), round({ lines, timing }, digits))
      }),
      { numRuns: 300 },
    )
  })

test('lyrics without times are written as TTML without times, and read as such', () => {
  const given = parseLyrics('Paper boats\n\n[Chorus]\nRock & roll', 100)
  const ttml = writeLyrics(given, 'ttml')
  assert.match(ttml, /itunes:timing="None"/)
  assert.doesNotMatch(ttml, /begin=/)
  const read = parseLyrics(ttml, 100)
  assert.equal(read.timing, 'ESTIMATED')
  assert.deepEqual(
    read.lines.map(({ text }) => text),
    ['Paper boats', 'Rock & roll'],
  )
})

test('words that a format would obey are written as words that read alike', () => {
  for (const format of Object.keys(HELD) as Exclude<LyricsFormat, 'json'>[])
    for (const command of COMMANDS) {
      const text = `${command} sea`
      const given: LyricsData = { timing: 'LINE', lines: [{ startSecs: 1, endSecs: 2, text }] }
      const { lines } = parseLyrics(writeLyrics(given, format), 10)
      const [{ text: read } = { text: '' }] = lines
      assert.equal(lines.length, 1, `${format} ${command}`)
      if (format === 'ttml') assert.equal(read, text)
      else assert.match(read, /^\S+ sea$/, `${format} ${command}`)
      assert.equal(lines[0]?.words, undefined)
    }
})

test('files say what song they are of, and that times are estimated', () => {
  const names = { title: 'Rock & [roll]', artist: 'Mira' }
  const given = parseLyrics('Paper boats', 10)
  assert.match(
    writeLyrics(given, 'lrc', names),
    /^\[ti:Rock & {2}roll \]\n\[ar:Mira\]\n\[re:Songreel\]\n\[#:.*estimated/,
  )
  assert.match(writeLyrics(given, 'ttml', names), /<ttm:title>Rock &amp; \[roll\]</)
  assert.match(writeLyrics(given, 'ass', names), /Title: Rock & \[roll\]/)
  assert.match(
    writeLyrics(given, 'vtt', names),
    /^WEBVTT\n\nNOTE The times are estimated\.\n\n00:00:00\.000 --> 00:00:10\.000\n/,
  )
  assert.deepEqual(JSON.parse(writeLyrics(given, 'json')), {
    timing: 'ESTIMATED',
    lines: [{ startSecs: 0, endSecs: 10, text: 'Paper boats' }],
  })
})

/** In whole units of the format, so that two ways to the same moment meet. */
function round({ lines, timing }: LyricsData, digits: number): unknown {
  const text = JSON.stringify(roundLyrics({ lines, timing }), (_, value) =>
    typeof value === 'number' ? Math.round(value * 10 ** digits) : value,
  )
  return JSON.parse(text)
}
