import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Cover, contrast, type Lyrics, type Palette, placeWords, toGroundTone } from '@songreel/kit'
import { describeCover } from '@songreel/kit/input'
import { planBar } from './lyric-karaoke-fill/bars.ts'
import { findMelts, shapeCover } from './lyric-karaoke-fill/cover.ts'
import { planKaraoke } from './lyric-karaoke-fill/layout.ts'
import type { SungRow } from './lyric-karaoke-fill/rows.ts'
import { GROUND_CONTRAST } from './lyric-karaoke-fill/stage.ts'
import { inkWords, layBar, placeRow } from './lyric-karaoke-fill/words.ts'

const FIXTURE = JSON.parse(
  readFileSync(new URL('./lyric-karaoke-fill/fixture.json', import.meta.url), 'utf8'),
)
const FPS = 30
const SECS = 8
const SIZES = { '16x9': { width: 1920, height: 1080 }, '9x16': { width: 1080, height: 1920 } }
const AUDIO = { bpm: 120 }

function plan(size: { width: number; height: number }, logoSize?: { width: number; height: number }) {
  const lyrics = { lines: FIXTURE.lyrics } as Lyrics
  const print = size.width > size.height ? { ratio: 0.86, isWhole: false } : { ratio: 1.25, isWhole: false }
  return planKaraoke(size, {
    song: FIXTURE.song,
    lyrics,
    font: 'MODERN',
    durationSecs: SECS,
    logoSize,
    print,
  })
}

function planTimes(times: readonly (readonly [number, number])[], text = 'Hold the line') {
  const lines = times.map(([startSecs, endSecs]) => ({ text, startSecs, endSecs }))
  const lyrics = { lines } as unknown as Lyrics
  const print = { ratio: 1.25, isWhole: false }
  return planKaraoke(SIZES['9x16'], {
    song: FIXTURE.song,
    lyrics,
    font: 'MODERN',
    durationSecs: 14,
    print,
  })
}

for (const [ratio, size] of Object.entries(SIZES)) {
  test(`${ratio}: one row stands in the place where rows are sung, from its first word to its last, and the next below it`, () => {
    const { rows, next } = plan(size)
    const front = rows.filter(({ isBehind }) => !isBehind)
    for (let frame = 30; frame < SECS * FPS; frame++) {
      const secs = frame / FPS
      const isSeen = ({ showSecs, hideSecs }: { showSecs: number; hideSecs: number }) =>
        secs >= showSecs && secs < hideSecs
      assert.equal(front.filter(isSeen).length, 1, `at ${secs}`)
      assert.ok(next.filter(isSeen).length <= 1, `at ${secs}`)
    }
    for (const [index, { line, showSecs, hideSecs }] of front.entries()) {
      assert.ok(showSecs < line.startSecs && hideSecs > line.endSecs, line.text)
      const waits = next.find((each) => each.hideSecs === showSecs)
      assert.ok(index === 0 || (waits && waits.showSecs < line.startSecs - 1), line.text)
    }
  })

  test(`${ratio}: rows, names and cover stand clear of each other`, () => {
    const { cover, slots, artist, rows } = plan(size)
    const { sung, next } = slots
    assert.ok(sung.y + sung.height < next.y)
    for (const slot of [sung, next]) {
      const isClear = slot.y + slot.height <= cover.y || slot.x + slot.width <= cover.x
      assert.ok(isClear, 'the cover is free of type')
      assert.ok(artist.box.y + artist.box.height <= slot.y)
    }
    for (const { text, isBehind } of rows) {
      const slot = isBehind ? next : sung
      assert.ok(text.block.bottom <= slot.height + 1 && text.block.right <= slot.width + 1)
    }
  })

  test(`${ratio}: the row that is sung is huge, and the next one smaller, but read on a phone`, () => {
    const { rows, next } = plan(size)
    const sizes = rows.filter(({ isBehind }) => !isBehind).map(({ text }) => text.sizePx)
    assert.ok(Math.min(...sizes) > 0.115 * 1080, `${sizes}`)
    for (const { text } of next) {
      assert.ok(text.sizePx > 40 && text.sizePx < 0.6 * Math.min(...sizes), `${text.sizePx}`)
      assert.equal(text.isTruncated, false)
    }
  })
}

test('rows of like length have one size, and a short one is larger: no crumb in an empty field', () => {
  const sizeOf = (text: string) => planTimes([[1, 3]], text).rows[0]!.text.sizePx
  assert.equal(sizeOf('Throw me a line from your window'), sizeOf('Throw me a rope from your garden'))
  assert.ok(sizeOf('stay') > 1.6 * sizeOf('Throw me a line from your window'))
})

test('in a tall frame names stand right above the rows, whatever the cover leaves of the height', () => {
  for (const ratio of [1, 1.25, 1.8]) {
    const lyrics = { lines: FIXTURE.lyrics } as Lyrics
    const print = { ratio, isWhole: false }
    const words = { song: FIXTURE.song, lyrics, font: 'MODERN', durationSecs: SECS, print } as const
    const layout = planKaraoke(SIZES['9x16'], words)
    const front = layout.rows.filter(({ isBehind }) => !isBehind)
    const head = Math.min(...front.map((row) => placeRow(layout, row).y))
    const air = head - layout.artist.box.y - layout.artist.box.height
    assert.ok(air >= 20 && air < 80, `${ratio}: ${air}`)
  }
})

test('in a pause there is always a line to look at, and the one that follows is counted in', () => {
  const { rows } = planTimes([
    [0.5, 2],
    [2.2, 4],
    [9, 10.5],
    [10.6, 12],
  ])
  assert.deepEqual(
    rows.map(({ isCountedIn }) => isCountedIn),
    [false, false, true, false],
  )
  for (const [index, { hideSecs }] of rows.slice(0, -1).entries())
    assert.equal(hideSecs, rows[index + 1]!.showSecs)
  assert.ok(rows[2]!.showSecs < 5.2, `${rows[2]!.showSecs}`)
})

test('what is sung mostly during another line is a voice behind it: the held line stays', () => {
  const { rows } = planTimes([
    [0.5, 6],
    [2, 4],
    [6.5, 7.5],
  ])
  const held = rows[0]!
  assert.ok(!held.isBehind && held.hideSecs > 6)
  assert.deepEqual(
    rows.filter(({ isBehind }) => isBehind).map(({ line }) => line.startSecs),
    [2],
  )
})

test('a row whose line is followed at once gives way before the next word is sung', () => {
  const { rows } = planTimes([
    [1, 3],
    [3, 5],
    [5, 7],
  ])
  for (const { line, showSecs } of rows)
    assert.ok(showSecs < line.startSecs && showSecs > line.startSecs - 1.01, `${showSecs}`)
})

/** The bar along a line of type, as `words.ts` has it. */
function runAlong(row: SungRow, line: number) {
  const words = placeWords(row.text, row.line).filter((word) => word.line === line)
  const run = words.map((word) => ({ ...word, from: 100 + word.left }))
  const to = 130 + words.at(-1)!.right
  return {
    words,
    to,
    run: { from: run[0]!.from, to, words: run, isCountedIn: false, showSecs: row.showSecs },
  }
}

test('the bar is at each word when it is sung, has passed the last when that is over, and never goes back or jumps', () => {
  for (const row of plan(SIZES['16x9']).rows)
    for (const line of row.text.lines.keys()) {
      const { words, run, to } = runAlong(row, line)
      const barAt = planBar(run, AUDIO)
      for (const [index, word] of words.entries())
        assert.ok(Math.abs(barAt(word.startSecs) - run.words[index]!.from) < 1, word.text)
      assert.ok(Math.abs(barAt(words.at(-1)!.endSecs) - to) < 1)
      assert.equal(barAt(words[0]!.startSecs - 0.3), 0)
      for (let secs = 0; secs < SECS; secs += 1 / FPS) {
        const way = barAt(secs + 1 / FPS) - barAt(secs)
        assert.ok(way >= 0 && way < 0.14 * 1920, `${way} px at ${secs}`)
      }
    }
})

test('after a pause the bar steps in on the three last beats', () => {
  const words = [{ startSecs: 6, sung: (secs: number) => (secs - 6) / 2, from: 90 }]
  const barAt = planBar({ from: 90, to: 500, words, isCountedIn: true, showSecs: 0 }, AUDIO)
  const steps = [4.4, 4.9, 5.4, 5.9].map((secs) => Math.round(barAt(secs)))
  assert.deepEqual(steps, [0, 30, 60, 90])
})

test('a bar keeps clear of the letters until the first is sung, and is past the last a little before that ends', () => {
  const words = [{ startSecs: 2, sung: (secs: number) => secs - 2, from: 80 }]
  const barAt = planBar({ from: 80, to: 500, words, isCountedIn: false, showSecs: 0 }, AUDIO)
  assert.ok(barAt(1.99) > 40 && barAt(1.99) < 0.8 * 80, `${barAt(1.99)} px before it is sung`)
  assert.ok(barAt(2.8) < 500)
  assert.equal(barAt(2.9), 500)
})

test('bars come from the edge of the frame, end beyond their last letter, and two leave a gap', () => {
  const layout = plan(SIZES['9x16'])
  const row = layout.rows[0]!
  const place = placeRow(layout, row)
  const bars = row.text.lines.map((_, line) => layBar(layout, { text: row.text, place, line, isRtl: false }))
  for (const [line, bar] of bars.entries()) {
    assert.equal(bar.x, 0)
    assert.ok(bar.width > place.x + row.text.lines[line]!.ink.right + 0.1 * row.text.sizePx)
    const before = bars[line - 1]
    if (before) assert.ok(bar.y - before.y - before.height > 0.04 * row.text.sizePx)
  }
})

for (const logoSize of [
  { width: 300, height: 90 },
  { width: 50, height: 100, ink: 0.1 },
])
  test(`a logo of ${logoSize.width}x${logoSize.height} stands beside the names, clear of them, of rows and of the cover`, () => {
    for (const size of Object.values(SIZES)) {
      const { logo, title, artist, cover, slots } = plan(size, logoSize)
      assert.ok(logo)
      for (const { box, text } of [title, artist])
        assert.ok(box.x + text.ink.right + 0.04 * size.width < logo.x, 'clear of the names')
      assert.ok(logo.y + logo.height <= slots.sung.y, 'above the rows')
      assert.ok(logo.y + logo.height < cover.y || logo.x + logo.width < cover.x, 'off the cover')
    }
  })

for (const [name, tint] of [
  ['a grey', [1, 1, 1]],
  ['a brown', [1, 0.6, 0.2]],
  ['a green', [0.4, 1, 0.3]],
] as const)
  for (const theme of ['DARK', 'LIGHT'] as const) {
    test(`${name} cover, ${theme}: words can be read ahead and on the bar, and the bar is told from its ground`, () => {
      const pixels = new Uint8ClampedArray(new SharedArrayBuffer(64 * 64 * 4))
      for (let i = 0; i < 64 * 64; i++) pixels.set([...tint.map((share) => share * 3 * (i % 64)), 255], 4 * i)
      const picture = {
        pixels,
        width: 64,
        height: 64,
        originalWidth: 64,
        originalHeight: 64,
        hasAlpha: false,
      }
      const { palette } = describeCover(picture, picture, { theme }, false)
      const { text, quiet, bar, onBar } = inkWords(palette)
      const ground = toGroundTone('#808080', palette.text, GROUND_CONTRAST)
      for (const ink of [text, quiet]) assert.ok(contrast(ink, ground) > 7, `${ink} on ${ground}`)
      assert.ok(contrast(onBar, bar) > 7, `${onBar} on ${bar}`)
      assert.ok(contrast(bar, ground) > 4.5, `${bar} on ${ground}`)
    })
  }

test('of a cover without a colour the bar is the ink itself', () => {
  const grey = {
    ...{ accent: '#9a9a9a', accent2: '#9a9a9a', grounds: ['#222222', '#333333'] },
    ...{ background: '#101010', surface: '#181818', text: '#ffffff', theme: 'DARK' },
  } as unknown as Palette
  assert.equal(inkWords(grey).bar, '#ffffff')
})

test('the cover stands at the edges of the frame, large and never stretched, and no row comes near it', () => {
  const words = { song: FIXTURE.song, lyrics: undefined, font: 'MODERN', durationSecs: SECS } as const
  for (const ratio of [0.7, 1, 1.25, 1.78])
    for (const isWhole of [true, false]) {
      const tall = planKaraoke(SIZES['9x16'], { ...words, print: { ratio, isWhole } })
      const wide = planKaraoke(SIZES['16x9'], { ...words, print: { ratio: Math.min(1, ratio), isWhole } })
      const { cover, slots } = tall
      assert.ok(cover.y - slots.next.y - slots.next.height >= 40, `${ratio}: ${cover.y}`)
      assert.deepEqual([cover.x + cover.width, cover.y + cover.height], [1080, 1920])
      assert.ok(cover.width >= (ratio < 1 ? 0.6 : 0.85) * 1080, `${ratio}: ${cover.width}`)
      assert.ok(wide.cover.x - wide.room.x - wide.room.width >= 50, `${ratio}: ${wide.cover.x}`)
      assert.equal(wide.cover.y + wide.cover.height, 1080)
      for (const { width, height } of [cover, ...(isWhole ? [wide.cover] : [])])
        assert.ok(
          isWhole === false || Math.abs(width / height - ratio) < 0.02 || ratio > 1,
          `${width}x${height}`,
        )
    }
})

test('16x9: a cover that has something to see at its sides stands whole and crisp, at the full height of the frame', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600)).fill(1 / 400)
  const cover = { width: 1000, height: 1000, salience: { columns: 20, rows: 20, weights, faces: [] } }
  const print = shapeCover(cover as unknown as Cover, 'WIDE')
  assert.ok(print.isWhole)
  const words = { song: FIXTURE.song, lyrics: undefined, font: 'MODERN', durationSecs: SECS } as const
  const { width, height } = planKaraoke(SIZES['16x9'], { ...words, print }).cover
  assert.deepEqual([width, height], [1080, 1080])
})

test('a cover melts only where nothing of its subject is, and only towards the type', () => {
  const subjectFrom = (first: number) => {
    const weights = Float32Array.from({ length: 400 }, (_, i) =>
      i % 20 >= first && i % 20 < 18 ? 1 / 400 : 0,
    )
    const salience = { columns: 20, rows: 20, weights, faces: [] }
    return { width: 1000, height: 1000, salience, picture: undefined } as unknown as Cover
  }
  const print = { ratio: 1, isWhole: true }
  const meltOf = (first: number, isMirrored = false) =>
    findMelts(subjectFrom(first), 'WIDE', { print, isMirrored })
  assert.equal(meltOf(0).side, 0)
  assert.ok(meltOf(8).side > 0.3, `${meltOf(8).side}`)
  assert.ok(meltOf(8, true).side < 0.2, `${meltOf(8, true).side}`)
  assert.equal(meltOf(8).head, 0)
})
