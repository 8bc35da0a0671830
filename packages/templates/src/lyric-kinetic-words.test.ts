import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cover, contrast, type LyricLine, planFrame, type Song, toGroundTone } from '@songreel/kit'
import { describeCover } from '@songreel/kit/input'
import { BAND_CONTRAST } from './lyric-kinetic-words/colour-bands.ts'
import { planPrintStage } from './lyric-kinetic-words/layout.ts'
import { keepsPhoto } from './lyric-kinetic-words/photo.ts'
import { planPhrases } from './lyric-kinetic-words/phrases.ts'
import { inkWords } from './lyric-kinetic-words/words.ts'

const BOX = { x: 65, y: 270, width: 875, height: 1170 }

function sing(text: string, startSecs: number, isBackground = false): LyricLine {
  const words = text.split(' ').map((word, i) => {
    const from = startSecs + 0.3 * i
    return { text: word, startSecs: from, endSecs: from + 0.3 }
  })
  return { text, startSecs, endSecs: startSecs + 2, words, ...(isBackground && { isBackground }) }
}

test('the same words have the same size each time, with voices behind them or without', () => {
  const lines = [
    sing('Louder than rain', 0),
    sing('louder than rain!', 4),
    sing('oh oh', 4.2, true),
    sing('Come home', 8),
  ]
  const phrases = planPhrases(lines, { box: BOX, font: 'CONDENSED', durationSecs: 12 })
  const sizes = (startSecs: number) =>
    phrases
      .find((phrase) => phrase.startSecs === startSecs && !phrase.isBackground)
      ?.words.map(({ row }) => Math.round(row.sizePx))
  const [first = [], again = []] = [sizes(0), sizes(4)]
  assert.equal(first.length, 3)
  for (const [i, size] of first.entries())
    assert.ok(Math.abs(size / (again[i] ?? 0) - 1) < 0.2, `word ${i}: ${size} px, then ${again[i]}`)
  const [behind] = phrases.filter(({ isBackground }) => isBackground)
  const lowest = Math.max(
    ...phrases
      .filter(({ startSecs }) => startSecs === 4)
      .flatMap(({ words }) => words.map(({ box }) => box.y + 0.8 * box.height)),
  )
  assert.ok(behind && lowest <= (behind.words[0]?.box.y ?? 0) + 0.2 * BOX.height, 'voices behind stand below')
})

test('a word of one or two letters stands in one row with the next', () => {
  for (const text of ['I hear', 'I hear thunder', 'Go to the river', 'Oh my love']) {
    const [phrase] = planPhrases([sing(text, 0)], { box: BOX, font: 'CONDENSED', durationSecs: 4 })
    const rows = [...new Set(phrase?.words.map(({ row }) => row))]
    for (const row of rows.slice(0, -1)) {
      const words = row.lines.map((line) => line.text).join(' ')
      assert.ok(words.length > 2, `"${words}" of "${text}" is alone`)
    }
  }
})

test('phrases are parted alike in a frame of any size', () => {
  const part = (text: string, scale: number) => {
    const box = { x: 0, y: 0, width: BOX.width * scale, height: 0.4 * BOX.height * scale }
    const [phrase] = planPhrases([sing(text, 0)], { box, font: 'GROTESK', durationSecs: 4 })
    return [...new Set(phrase?.words.map(({ row }) => row.lines.map((line) => line.text).join(' ')))]
  }
  for (const text of [
    'Say it louder',
    'through every wall',
    'somebody remembered',
    'over the mountains we go',
  ])
    assert.deepEqual(part(text, 0.1), part(text, 1))
})

test('a subject that a beat would push out of the frame is not shown in a band', () => {
  const size = { width: 1080, height: 1080 }
  const edges = [{ secs: 0, y: 500 }]
  // A thing whose foot is so far below the cover's head that only a band at rest has room for it.
  const show = (rows: number) => {
    const weights = Float32Array.from({ length: 1600 }, (_, i) => {
      const isInside = i % 40 >= 16 && i % 40 < 24 && Math.floor(i / 40) < rows
      return isInside ? 1 / (8 * rows) : 0
    })
    const salience = {
      columns: 40,
      rows: 40,
      weights,
      faces: [{ x: 0.4, y: 0, width: 0.2, height: rows / 40 }],
    }
    return keepsPhoto({ width: 1000, height: 1000, salience } as unknown as Cover, size, edges)
  }
  assert.equal(show(14), true)
  assert.equal(show(24), false)
})

test('in a tall frame a whole cover is as wide as the frame, as wide as the words or clearly less: no sliver beside it', () => {
  const size = { width: 1080, height: 1920 }
  const frame = planFrame(size)
  for (const title of ['Night', 'ليل طويل']) {
    for (const ratio of [0.5, 0.67, 0.8, 1, 1.1, 1.2, 1.5, 2]) {
      const song = { title, artist: 'Vesna' } as Song
      const cover = { width: 1000 * ratio, height: 1000 } as Cover
      const { print, below } = planPrintStage(frame, { song, font: 'CONDENSED', cover })
      const left = print.x
      const right = size.width - print.x - print.width
      const isClear = Math.min(left, right) >= 60 || print.width <= 0.7 * size.width
      assert.ok(isClear || Math.abs(print.width - size.width) < 1, `${ratio}: ${left}, ${right}`)
      assert.ok(Math.abs(print.width / print.height - ratio) < 0.01 && below.y + below.height < print.y)
    }
  }
})

test('on a cover without colour what has been sung stays nearly as light as what is sung now', () => {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(64 * 64 * 4))
  for (let i = 0; i < 64 * 64; i++) pixels.set([3 * (i % 64), 3 * (i % 64), 3 * (i % 64), 255], 4 * i)
  const picture = { pixels, width: 64, height: 64, originalWidth: 64, originalHeight: 64, hasAlpha: false }
  for (const theme of ['DARK', 'LIGHT'] as const) {
    const { palette } = describeCover(picture, picture, { theme }, false)
    const { now, sung } = inkWords(palette)
    const band = toGroundTone('#808080', palette.text, BAND_CONTRAST)
    assert.equal(now, palette.text)
    assert.ok(contrast(sung, band) > 6.2, `${contrast(sung, band)}`)
    assert.ok(contrast(now, sung) > 1.1, 'and still a step')
  }
})
