import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { createAudioTrack, silentAudioTrackData } from '@songreel/kit/core'
import { createCover } from '@songreel/kit/drawing'
import { describeCover } from '@songreel/kit/input'
import { type Cut, measureRise } from './lyric-word-portrait/cut.ts'
import { isEvenBehind } from './lyric-word-portrait/even-ground.ts'
import { planLayout } from './lyric-word-portrait/layout.ts'
import { inkCover } from './lyric-word-portrait/picture.ts'
import { createSight } from './lyric-word-portrait/sight.ts'
import { readSoftly } from './lyric-word-portrait/soft-picture.ts'
import { fillPauses } from './lyric-word-portrait/sung-lines.ts'
import { spreadTones } from './lyric-word-portrait/tones.ts'
import { castRows } from './lyric-word-portrait/type-rows.ts'
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

function context({ width, height } = SIZES[0]!) {
  return createCanvas(width, height).getContext('2d')
}

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
const NEAR_PX = 30

const WITH_SUBJECTS = {
  'at both edges': [
    [0.02, 0.08, 0.2, 0.8],
    [0.78, 0.08, 0.2, 0.8],
  ],
  'at the head of the cover': [[0.3, 0.02, 0.4, 0.4]],
  'at its foot': [[0.3, 0.58, 0.4, 0.4]],
  'that fills it': [[0.2, 0.1, 0.6, 0.88]],
} as const

for (const [where, boxes] of Object.entries(WITH_SUBJECTS)) {
  test(`a subject ${where} is whole in every shape, and no words stand on it`, () => {
    const cover = paintCover(boxes)
    for (const size of SIZES) {
      const { shots, pane, words, line, names } = planLayout(size, cover)
      for (const shot of shots) {
        for (const [x, y, width, height] of boxes) {
          const [left, right] = [x, x + width].map((at) => shot.x + at * shot.width)
          const [top, bottom] = [y, y + height].map((at) => shot.y + at * shot.height)
          const seen = `${size.width}x${size.height}: ${left} to ${right}, ${top} to ${bottom}`
          assert.ok(left! >= pane.x - NEAR_PX && right! <= pane.x + pane.width + NEAR_PX, seen)
          assert.ok(top! >= pane.y - NEAR_PX && bottom! <= pane.y + pane.height + NEAR_PX, seen)
          const across = Math.min(right!, words.x + words.width) - Math.max(left!, words.x)
          const down = Math.min(bottom!, words.y + words.height) - Math.max(top!, words.y)
          assert.ok(across < NEAR_PX || down < NEAR_PX, `${seen}, behind ${JSON.stringify(words)}`)
        }
      }
      for (const part of [line, names]) {
        assert.ok(part.y >= words.y && part.y + part.height <= words.y + words.height + 1e-6)
        assert.ok(part.width === words.width && part.height > 60)
      }
    }
  })
}

test('the photograph takes half of a high or wide frame where nothing needs more room, with one straight seam', () => {
  const cover = paintCover([[0.35, 0.5, 0.3, 0.34]])
  for (const size of [SIZES[0]!, SIZES[3]!]) {
    const { pane, shots, words } = planLayout(size, cover)
    assert.ok(pane.width * pane.height > 0.5 * size.width * size.height, `${size.width}x${size.height}`)
    assert.ok(pane.width === size.width || pane.height === size.height)
    assert.ok(words.y + words.height < pane.y || words.x + words.width < pane.x)
    for (const { x, y, width, height } of shots) {
      assert.ok(x <= pane.x + 0.5 && x + width >= pane.x + pane.width - 0.5, `${x}, ${width}`)
      assert.ok(y <= pane.y + 0.5 && y + height >= pane.y + pane.height - 0.5, `${y}, ${height}`)
    }
  }
})

test('in a square a cover that a band would cut lies whole in the corner below the words, flush with the frame', () => {
  for (const isRtl of [false, true])
    for (const boxes of [[[0.05, 0.05, 0.9, 0.9]], [[0.35, 0.3, 0.3, 0.34]]] as const)
      for (const size of SIZES.slice(1, 3)) {
        const { pane, shots, words } = planLayout(size, paintCover(boxes), { isRtl })
        assert.deepEqual(shots[0], pane, 'all of the cover is seen')
        assert.equal(pane.width, pane.height)
        assert.equal(pane.y + pane.height, size.height)
        assert.equal(isRtl ? pane.x : pane.x + pane.width, isRtl ? 0 : size.width)
        assert.ok(pane.y > words.y + words.height && pane.height > 0.55 * size.width)
      }
})

test('rows meet from the upper edge to the lower one, the subject has the smallest, and all can be read', () => {
  const cover = paintCover([[0.4, 0.35, 0.2, 0.2]])
  for (const size of SIZES) {
    const { shots, rows, pane } = planLayout(size, cover)
    const [widest] = shots
    assert.ok(widest)
    const heights = rows.map(({ height }) => height)
    assert.equal(
      heights.reduce((sum, height) => sum + height, 0),
      size.height,
    )
    const heightAt = (y: number) => rows.find((row) => row.y + row.height > y)?.height ?? 0
    const middle = widest.y + 0.45 * widest.height
    if (pane.y > 0)
      assert.ok(
        rows.some(({ y }) => y === pane.y),
        'no letters are cut through by the seam',
      )
    // They meet on even pixels.
    assert.ok(heightAt(middle) <= Math.min(...heights) + 2, `${heights}`)
    assert.ok(heightAt(middle) < 0.95 * Math.max(...heights), `${heights}`)
    assert.ok(Math.min(...heights.slice(0, -1)) >= 0.027 * size.height, `${heights}`)
  }
})

describe('a face', () => {
  const face = { x: 0.2, y: 0.2, width: 0.56, height: 0.56 }
  const plain = paintCover([[0.2, 0.2, 0.56, 0.56]])
  const cover = { ...plain, salience: { ...plain.salience, faces: [face] } }

  test('keeps its chin in the frame when the camera comes nearer', () => {
    for (const size of SIZES) {
      const { shots, pane } = planLayout(size, cover)
      const foot = (shot: (typeof shots)[number]) => shot.y + (face.y + face.height) * shot.height
      const airs = shots.map((shot) => size.height - foot(shot))
      assert.ok(
        Math.min(...airs) >= Math.min(airs[0]!, 0.1 * pane.height),
        `${size.width}x${size.height}: ${airs}`,
      )
    }
  })

  test('is clear of letters with all of its photograph, which ends at a straight edge', () => {
    const [size] = SIZES
    const place = { x: 0, y: 840, width: 1080, height: 1080 }
    const clearAt = createSight(context(), { place, pane: { ...place, y: 900, height: 1020 }, size: size! })
    for (const x of [4, 500, 1070])
      assert.deepEqual(
        [840, 899, 900, 1910].map((y) => clearAt(x, y)),
        [0, 0, 1, 1],
      )
  })

  test('looks as it does on the cover, in the beat, too', () => {
    const [size] = SIZES
    const place = { x: 0, y: 840, width: 1080, height: 1080 }
    const ctx = createCanvas(size!.width, size!.height).getContext('2d')
    inkCover({ cover, place, pane: place, words: { x: 65, y: 270, width: 875, height: 500 } })(ctx, size!)
    const seen = ctx.getImageData(520, place.y + 520, 1, 1).data
    assert.deepEqual([...seen], [255, 154, 60, 255])
  })
})

test('a ridge is clear along its own outline, and words are behind it', () => {
  const size = { width: 200, height: 200 }
  const place = { x: 0, y: 0, ...size }
  const paintFront = () => {
    const canvas = createCanvas(200, 200)
    canvas.getContext('2d').fillRect(0, 100, 200, 100)
    return canvas
  }
  const cut: Cut = { matte: { columns: 1, rows: 1, values: new Float32Array([1]) }, paintFront }
  const clearAt = createSight(context(size), { place, pane: place, size, cut })
  assert.deepEqual([clearAt(100, 97), clearAt(100, 103), clearAt(3, 199)], [0, 1, 1])
})

test('a ridge is low: what stands high before its ground is none', () => {
  const rise = (topAt: (x: number) => number) =>
    measureRise({
      columns: 40,
      rows: 40,
      values: Float32Array.from({ length: 1600 }, (_, i) => (Math.floor(i / 40) >= topAt(i % 40) ? 1 : 0)),
    })
  assert.equal(
    rise(() => 30),
    0,
  )
  assert.ok(rise((x) => (x > 10 && x < 20 ? 4 : 30)) > 1)
})

test('words take the place of a sky only where it is even: a long gradient is, trees and water are not', () => {
  const nothing = { columns: 1, rows: 1, values: new Float32Array(1) }
  const everywhere = Array.from({ length: 12 }, (_, i) => [0, i / 12, 1, 0.04] as const)
  assert.ok(isEvenBehind(paintCover([]), nothing))
  assert.ok(!isEvenBehind(paintCover(everywhere), nothing))
})

describe('print is quiet', () => {
  const size = { width: 540, height: 960 }
  const place = { x: 0, y: 300, width: 360, height: 360 }
  const words = { x: 30, y: 120, width: 440, height: 160 }
  const ctx = createCanvas(size.width, size.height).getContext('2d')
  inkCover({ cover: paintCover([[0, 0, 1, 1]]), place, pane: place, words })(ctx, size)
  const { data } = ctx.getImageData(0, 0, size.width, size.height)
  const redAt = (x: number, y: number) => data[4 * (y * size.width + x)]!

  test('behind the words and beside them, not in the picture, and less so where no words stand', () => {
    const picture = redAt(180, 560)
    assert.ok(picture > 180, `${picture}`)
    for (const y of [118, 130, 270]) assert.ok(redAt(100, y) < 0.62 * picture, `${redAt(100, y)} at ${y}`)
    assert.ok(redAt(100, 4) > redAt(100, 130))
  })
})

test('beside a picture all words have one colour and one tone, whatever its edge shows', () => {
  const size = { width: 540, height: 960 }
  const place = { x: 0, y: 300, width: 360, height: 360 }
  const ctx = context(size)
  const cover = paintCover([[0.5, 0.2, 0.5, 0.3]])
  inkCover({ cover, place, pane: place, words: { x: 30, y: 20, width: 440, height: 160 } })(ctx, size)
  const { data } = ctx.getImageData(530, 300, 1, 600)
  for (let at = 0; at < data.length; at++) assert.equal(data[at], data[at % 4])
})

test('a right-to-left title has the picture on the other side', () => {
  const cover = paintCover([
    [0.02, 0.08, 0.2, 0.8],
    [0.78, 0.08, 0.2, 0.8],
  ])
  const [size] = SIZES.slice(-1)
  const [ltr, rtl] = [false, true].map((isRtl) => planLayout(size!, cover, { isRtl }).words.x)
  assert.ok(ltr! < 200 && rtl! > 900, `${ltr}, ${rtl}`)
})

test('texts of a row are not cut through: one that is longer than its row leaves out words', () => {
  const ctx = createCanvas(600, 60).getContext('2d')
  const text = 'We were running out of ordinary days'
  const rows = [
    { y: 0, height: 60 },
    { y: 60, height: 60 },
  ]
  const cast = castRows({ rows, texts: [text], font: 'CONDENSED', widthPx: 600, seed: 1 })
  for (const row of [0, 1]) {
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    assert.ok(cast(ctx, row) <= 600, 'all of a period fits into the frame')
  }
})

test('far beyond a picture the ground of the words is even, whatever its edge shows there', () => {
  const size = { width: 540, height: 960 }
  const ctx = context(size)
  ctx.fillStyle = '#203040'
  ctx.fillRect(0, 0, 540, 960)
  ctx.fillStyle = '#ff9a3c'
  ctx.fillRect(200, 0, 80, 600)
  const softAt = readSoftly(ctx, size, { x: 0, y: 420, width: 540, height: 540 })
  const redAt = (x: number, y: number) => {
    const into = new Float32Array(4)
    softAt(x, y, into)
    return into[0]!
  }
  assert.ok(redAt(240, 500) - redAt(60, 500) > 180)
  assert.ok(redAt(240, 40) - redAt(60, 40) < 50, `${redAt(240, 40)}, ${redAt(60, 40)}`)
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
