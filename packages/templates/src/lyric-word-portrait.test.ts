import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { fitText } from '@songreel/kit'
import { createAudioTrack, silentAudioTrackData } from '@songreel/kit/core'
import { createCover } from '@songreel/kit/drawing'
import { describeCover } from '@songreel/kit/input'
import { planLayout } from './lyric-word-portrait/layout.ts'
import { fillPauses } from './lyric-word-portrait/sung-lines.ts'
import { spreadTones } from './lyric-word-portrait/tones.ts'
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

/** Subjects are known to a cell of a coarse grid. */
const NEAR_PX = 8

test('subjects at both edges are whole in every shape, and the words have a place of their own', () => {
  const boxes = [
    [0.02, 0.08, 0.2, 0.8],
    [0.78, 0.08, 0.2, 0.8],
  ] as const
  const cover = paintCover(boxes)
  for (const size of SIZES) {
    const { shots, picture, line, names } = planLayout(size, cover)
    for (const shot of shots) {
      for (const [x, y, width, height] of boxes) {
        const [left, right] = [x, x + width].map((at) => shot.x + at * shot.width)
        const [top, bottom] = [y, y + height].map((at) => shot.y + at * shot.height)
        const seen = `${size.width}x${size.height}: ${left} to ${right}, ${top} to ${bottom}`
        assert.ok(left! >= picture.x - NEAR_PX && right! <= picture.x + picture.width + NEAR_PX, seen)
        assert.ok(top! >= picture.y - NEAR_PX && bottom! <= picture.y + picture.height + NEAR_PX, seen)
      }
    }
    for (const words of [line, names]) {
      const isFree = words.y + words.height <= picture.y || words.x + words.width <= picture.x
      assert.ok(isFree && words.height > 60, `${size.width}x${size.height}: ${JSON.stringify(words)}`)
    }
    assert.ok(picture.width * picture.height > 0.4 * size.width * size.height, 'the picture is large')
  }
})

test('in a square the names have a column that is wide enough for a usual title on one line', () => {
  const cover = paintCover([[0.02, 0.08, 0.96, 0.8]])
  const { names, line } = planLayout({ width: 1080, height: 1080 }, cover)
  assert.ok(names.y >= line.y + line.height, 'the names stand below the line, beside the picture')
  const title = fitText('Harbour Lights', names, {
    font: 'CONDENSED',
    role: 'TEXT',
    maxSizePx: 54,
    minSizePx: 30,
    maxLines: 3,
  })
  assert.equal(title.lines.length, 1)
})

test('a small subject is shown closer, too, and its rows are the finest', () => {
  const cover = paintCover([[0.4, 0.35, 0.2, 0.2]])
  for (const size of SIZES) {
    const { shots, rows } = planLayout(size, cover)
    const [widest, closer] = shots
    assert.ok(widest && closer && closer.width > 1.1 * widest.width, `${shots.length} shots`)
    const heightAt = (y: number) => rows.find((row) => row.y + row.height > y)?.height ?? 0
    const middle = widest.y + 0.45 * widest.height
    assert.ok(heightAt(middle) < heightAt(size.height - 40), `${heightAt(middle)}`)
  }
})

test('a right-to-left title has the picture on the other side', () => {
  const cover = paintCover([
    [0.02, 0.08, 0.2, 0.8],
    [0.78, 0.08, 0.2, 0.8],
  ])
  const [size] = SIZES.slice(-1)
  assert.equal(planLayout(size!, cover, true).picture.x, 0)
})

describe('the stage', () => {
  test('has the title before the first line, in long pauses and where nobody sings', () => {
    const lines = [
      { startSecs: 3, endSecs: 5, text: 'one' },
      { startSecs: 6, endSecs: 8, text: 'two' },
      { startSecs: 20, endSecs: 22, text: 'three' },
    ]
    assert.deepEqual(
      fillPauses(lines, 'Title', 23).map(({ text }) => text),
      ['Title', 'one', 'two', 'Title', 'three'],
    )
    assert.deepEqual(
      fillPauses([], 'Title', 23).map(({ text }) => text),
      ['Title'],
    )
    assert.deepEqual(fillPauses([], '', 23), [])
  })
})

test('of a dark cover with a glint, the object is told from its ground, and a bright cover keeps its tones', () => {
  const size = { width: 140, height: 140 }
  const paint = (ground: number, object: number) =>
    Uint8ClampedArray.from({ length: 4 * 140 * 140 }, (_, i) => {
      const [x, y] = [Math.floor(i / 4) % 140, Math.floor(i / 4 / 140)]
      if (x > 100 && x < 130 && y > 110 && y < 130) return 225
      return x < 50 ? ground : object + ((x + y) % 7)
    })
  const read = (tones: Float32Array) => ({ ground: tones[60 * 140 + 12]!, object: tones[60 * 140 + 90]! })
  const dark = read(spreadTones(paint(6, 38), size))
  assert.ok(dark.object > 0.42 && dark.object - dark.ground > 0.25, JSON.stringify(dark))
  const bright = read(spreadTones(paint(60, 150), size))
  assert.ok(bright.object < 0.8 && bright.ground < 0.4, JSON.stringify(bright))
})

test('faint tones are further apart afterwards, in the dark and in the light, and one tone stays one', () => {
  const size = { width: 140, height: 140 }
  const paint = (toneAt: (x: number, y: number) => number) =>
    Uint8ClampedArray.from({ length: 4 * 140 * 140 }, (_, i) => {
      const pixel = Math.floor(i / 4)
      return toneAt(pixel % 140, Math.floor(pixel / 140))
    })
  // Dark on the left and bright on the right, with faint checks all over.
  const tones = spreadTones(
    paint((x, y) => (x < 70 ? 20 : 200) + ((Math.floor(x / 5) + Math.floor(y / 5)) % 2) * 16),
    size,
  )
  const spanOf = (from: number) => {
    const part = Array.from({ length: 40 }, (_, i) => tones[70 * 140 + from + i]!)
    return Math.max(...part) - Math.min(...part)
  }
  assert.ok(spanOf(15) > 1.2 * (16 / 255) && spanOf(85) > 1.2 * (16 / 255), `${spanOf(15)}, ${spanOf(85)}`)
  const flat = spreadTones(
    paint(() => 120),
    size,
  )
  assert.ok(Math.max(...flat) - Math.min(...flat) < 0.01)
})
