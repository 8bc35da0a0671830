import { type DraftLine, finishLines } from './draft-line.ts'
import type { LyricsData, LyricsTiming } from './lyrics.ts'
import { isAss, parseAss } from './parse-ass.ts'
import { parseCues } from './parse-cues.ts'
import { hasLrcTime, parseLrc } from './parse-lrc.ts'
import { parseTtml } from './parse-ttml.ts'
import { refuseLyrics } from './refuse-lyrics.ts'

/** Far more than any song has; what is longer is no lyrics. */
const MAX_LINES = 2000
const MAX_LINE_CHARACTERS = 1000

/** Marks that re-order text behind the reader's back, and controls other than line ends and tabs. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu

/** An empty line between verses is about as long as a short line. */
const PAUSE_CHARACTERS = 12

/** Reads lyrics as what they look like, for a song of this length; throws `LYRICS_INVALID` with the line that cannot be read. */
export function parseLyrics(source: string, songSecs: number): LyricsData {
  const text = source.replace(/^\ufeff/, '').replace(HIDDEN, '')
  const lines = text.split(/\r\n|[\r\n]/)
  if (text.trim() === '')
    throw refuseLyrics('The lyrics are empty.', 'Send the words, or leave the field out.')
  refuseTooMany(lines.length)
  const drafts = findDrafts(text, lines)
  const sung = finishLines(drafts ?? spreadLines(lines, songSecs))
  refuseTooMany(sung.length)
  const long = sung.find((line) => line.text.length > MAX_LINE_CHARACTERS)
  if (long)
    throw refuseLyrics(
      `The lyrics have a line of ${long.text.length} characters, and at most ${MAX_LINE_CHARACTERS} are read.`,
      'Break it into lines.',
    )
  const timed: LyricsTiming = sung.some(({ words }) => words) ? 'WORD' : 'LINE'
  return { lines: sung, timing: drafts ? timed : 'ESTIMATED' }
}

/** Undefined: plain text. */
function findDrafts(text: string, lines: string[]): DraftLine[] | undefined {
  if (text.trimStart().startsWith('<')) return parseTtml(text.trimStart())
  if (isAss(lines)) return parseAss(lines)
  if (lines.some((line) => line.includes('-->'))) return parseCues(lines)
  return lines.some(hasLrcTime) ? parseLrc(lines) : undefined
}

function refuseTooMany(count: number): void {
  if (count <= MAX_LINES) return
  throw refuseLyrics(
    `The lyrics have ${count} lines, and at most ${MAX_LINES} are read.`,
    "Send the song's own.",
  )
}

/** Without times, each line gets as much of the song as it has of the text. */
function spreadLines(lines: string[], songSecs: number): DraftLine[] {
  const weights = lines.map((line) => line.trim().length || PAUSE_CHARACTERS)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  return lines.map((text, index) => {
    const startSecs = (songSecs * before) / all
    before += weights[index] ?? 0
    return { startSecs, endSecs: (songSecs * before) / all, text }
  })
}
