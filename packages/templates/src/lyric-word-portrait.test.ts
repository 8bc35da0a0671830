import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { createAudioTrack, silentAudioTrackData } from '@songreel/kit/core'
import { createCover } from '@songreel/kit/drawing'
import { describeCover } from '@songreel/kit/input'
import { planLayout } from './lyric-word-portrait/layout.ts'
import { planWindows } from './lyric-word-portrait/word-windows.ts'

const FPS = 30

function play(secs: number) {
  return createAudioTrack(silentAudioTrackData(secs * FPS, FPS))
}

function sing(secs: number) {
  return Array.from({ length: Math.floor(secs / 2) }, (_, i) => ({
    startSecs: 2 * i,
    endSecs: 2 * i + 2,
    text: `line number ${i} of a song`,
  }))
}

describe('the words that a portrait is made of', () => {
  test('are those that are sung near, so that a corrected word changes only some seconds', () => {
    const audio = play(32)
    const lines = sing(32)
    const corrected = lines.map((line, i) => (i === 9 ? { ...line, text: 'another line of the song' } : line))
    const [before, after] = [lines, corrected].map((each) => planWindows({ audio, lines: each, names: [] }))
    assert.ok(before && after && before.length >= 3, `${before?.length} stretches`)
    const changed = before.filter(({ texts }, i) => texts.join() !== after[i]?.texts.join())
    assert.equal(changed.length, 1)
    assert.ok(changed[0]?.texts.includes('line number 9 of a song'))
  })

  test('are never too few for a picture, and come from near lines in a pause', () => {
    const lines = [
      { startSecs: 0, endSecs: 1, text: 'Oh' },
      { startSecs: 2, endSecs: 4, text: 'a much longer line that fills a row by itself' },
    ]
    for (const { texts } of planWindows({ audio: play(32), lines, names: [] })) {
      assert.ok(texts.join(' ').length > 40, `${texts}`)
    }
  })

  test('are the names where nobody sings, and notes where there are none', () => {
    const windowsOf = (names: string[]) => planWindows({ audio: play(16), lines: [], names })
    assert.deepEqual(windowsOf(['Harbour Lights', '', 'North & Vale'])[0]?.texts, [
      'Harbour Lights',
      'North & Vale',
    ])
    assert.equal(windowsOf(['', ' ']).length, 1)
    assert.ok((windowsOf(['', ' '])[0]?.texts.length ?? 0) > 0)
  })

  test('are parted where they are long, and nothing of them is lost', () => {
    const text = `${'word '.repeat(30).trim()} ${'長'.repeat(90)}`
    const texts =
      planWindows({ audio: play(8), lines: [{ startSecs: 0, endSecs: 4, text }], names: [] })[0]?.texts ?? []
    assert.ok(
      texts.length > 4 && texts.every((each) => each.length <= 48),
      `${texts.map((each) => each.length)}`,
    )
    assert.equal(texts.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
  })
})

const SIDE = 320
const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1350 },
  { width: 1920, height: 1080 },
]

/** A plain cover with boxes on it, in fractions of its side. */
function paintCover(boxes: readonly (readonly [number, number, number, number])[]) {
  const ctx = createCanvas(SIDE, SIDE).getContext('2d')
  ctx.fillStyle = '#203040'
  ctx.fillRect(0, 0, SIDE, SIDE)
  ctx.fillStyle = '#ff9a3c'
  for (const [x, y, width, height] of boxes) ctx.fillRect(x * SIDE, y * SIDE, width * SIDE, height * SIDE)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(SIDE * SIDE * 4))
  pixels.set(ctx.getImageData(0, 0, SIDE, SIDE).data)
  const picture = {
    pixels,
    width: SIDE,
    height: SIDE,
    originalWidth: SIDE,
    originalHeight: SIDE,
    hasAlpha: false,
  }
  return createCover(describeCover(picture, picture, {}, false))
}

test('subjects at both edges are whole in the widest shot of every shape, and the line stands beside or below them', () => {
  const boxes = [
    [0.02, 0.08, 0.2, 0.8],
    [0.78, 0.08, 0.2, 0.8],
  ] as const
  const cover = paintCover(boxes)
  for (const size of SIZES) {
    const { shots, window, line } = planLayout(size, cover)
    const [widest, closer] = shots
    assert.ok(widest && closer && closer.width > 1.1 * widest.width, 'the second shot is closer')
    const lowest = window && size.width > size.height ? size.height : 1.05 * line.y
    for (const [x, y, width, height] of boxes) {
      const [left, right] = [x, x + width].map((at) => widest.x + at * widest.width)
      const [top, bottom] = [y, y + height].map((at) => widest.y + at * widest.height)
      const seen = `${size.width}x${size.height}: ${left} to ${right}, ${top} to ${bottom} of ${lowest}`
      assert.ok(left! >= 0 && right! <= size.width && top! >= 0 && bottom! <= lowest, seen)
    }
    if (window)
      assert.ok(line.x + line.width <= window.x || line.y >= 0.85 * window.height, 'the line is free')
  }
})

test('a small subject fills the frame, without a window', () => {
  const cover = paintCover([[0.4, 0.35, 0.2, 0.2]])
  for (const size of SIZES) assert.equal(planLayout(size, cover).window, undefined)
})

test('a right-to-left title has the window on the other side', () => {
  const cover = paintCover([
    [0.02, 0.08, 0.2, 0.8],
    [0.78, 0.08, 0.2, 0.8],
  ])
  const [size] = SIZES.slice(-1)
  assert.equal(planLayout(size!, cover, true).window?.x, 0)
})
