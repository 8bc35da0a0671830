import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFlashMeter } from './flash-meter.ts'
import type { Planes } from './frame-source.ts'
import { createPictureMeter } from './picture-meter.ts'

const FPS = 30
const SIZE = { width: 96, height: 96 }

test('a picture that flashes is counted by its flashes within the worst second', () => {
  assert.equal(
    countFlashes((frame) => (frame % 10 < 5 ? 40 : 200)),
    3,
  )
  assert.equal(
    countFlashes((frame) => (frame % 6 < 3 ? 40 : 200)),
    5,
  )
  assert.equal(
    countFlashes((frame) => (frame < 30 && frame % 6 < 3 ? 40 : 200)),
    4,
  )
})

test('slow changes, small changes and changes between bright tones are no flashes', () => {
  assert.equal(
    countFlashes((frame) => 40 + frame),
    0,
  )
  assert.equal(
    countFlashes((frame) => (frame % 4 < 2 ? 100 : 112)),
    0,
  )
  assert.equal(
    countFlashes((frame) => (frame % 4 < 2 ? 215 : 235)),
    0,
  )
})

test('a flash counts only where it covers a quarter of a third of the picture by a third', () => {
  const isCorner = (side: number) => (x: number, row: number) => x < side && row < side
  assert.equal(
    countFlashes((frame) => (frame % 6 < 3 ? 40 : 200), isCorner(8)),
    0,
  )
  assert.equal(
    countFlashes((frame) => (frame % 6 < 3 ? 40 : 200), isCorner(16)),
    5,
  )
})

test('flashes of saturated red count even where they are hardly bright', () => {
  const redOrBlack = (frame: number) =>
    frame % 6 < 3 ? { y: 50, u: 109, v: 180 } : { y: 16, u: 128, v: 128 }
  assert.equal(countFlashes(redOrBlack), 5)
})

// Of #ff8200 red makes 82 % of the light, of #ff8e00 79 %: one is a saturated red, the other is not, and nobody sees a difference.
test('a red that is now and then hardly less saturated is no flash', () => {
  const [saturated, less] = [
    { y: 142, u: 58, v: 188 },
    { y: 150, u: 54, v: 183 },
  ]
  assert.equal(
    countFlashes((frame) => (frame % 6 < 3 ? saturated : less)),
    0,
  )
})

test('flashes between a saturated red and a colour that is none count, between two that are none they do not', () => {
  const [saturated, orange, gold] = [
    { y: 132, u: 62, v: 197 },
    { y: 149, u: 54, v: 182 },
    { y: 160, u: 48, v: 176 },
  ]
  assert.equal(
    countFlashes((frame) => (frame % 6 < 3 ? saturated : orange)),
    5,
  )
  assert.equal(
    countFlashes((frame) => (frame % 6 < 3 ? gold : orange)),
    0,
  )
})

test('flashes of a saturated red count whatever was shown before them', () => {
  const [saturated, pink, lessPink] = [
    { y: 53, u: 108, v: 217 },
    { y: 66, u: 160, v: 224 },
    { y: 65, u: 171, v: 217 },
  ]
  const flash = (frame: number) => (frame % 6 < 3 ? saturated : lessPink)
  assert.equal(countFlashes(flash), 5)
  assert.equal(
    countFlashes((frame) => (frame < 3 ? pink : flash(frame))),
    5,
  )
})

test('moving letters are no flashes: each place changes, and no area does', () => {
  const side = 480
  const meter = createPictureMeter({ width: side, height: side }, 40)
  const planes: Planes = {
    y: new Uint8Array(side * side),
    u: new Uint8Array((side * side) / 4).fill(128),
    v: new Uint8Array((side * side) / 4).fill(128),
    strideY: side,
    strideC: side / 2,
  }
  for (let frame = 0; frame < 40; frame++) {
    planes.y.forEach((_, i) => {
      const [column, row] = [Math.floor(((i % side) + 3 * frame) / 2), Math.floor(i / side / 2)]
      planes.y[i] =
        Math.sin(12.9898 * column + 78.233 * row + 3 * Math.sin(91.7 * column * row)) < 0.1 ? 40 : 200
    })
    meter.read(planes)
  }
  const flashes = createFlashMeter(FPS)
  flashes.add(meter.take())
  assert.ok(flashes.flashesPerSec() <= 1, `${flashes.flashesPerSec()} flashes`)
})

type Colour = { y: number; u: number; v: number }

function countFlashes(
  colourOf: (frame: number) => number | Colour,
  isFlashing: (x: number, row: number) => boolean = () => true,
): number {
  const meter = createPictureMeter(SIZE, 90)
  const planes: Planes = {
    y: new Uint8Array(96 * 96),
    u: new Uint8Array(48 * 48),
    v: new Uint8Array(48 * 48),
    strideY: 96,
    strideC: 48,
  }
  for (let frame = 0; frame < 90; frame++) {
    const colour = colourOf(frame)
    const { y, u, v } = typeof colour === 'number' ? { y: colour, u: 128, v: 128 } : colour
    planes.y.forEach((_, i) => {
      planes.y[i] = isFlashing(i % 96, Math.floor(i / 96)) ? y : 60
    })
    planes.u.fill(u)
    planes.v.fill(v)
    meter.read(planes)
  }
  const flashes = createFlashMeter(FPS)
  flashes.add(meter.take())
  return flashes.flashesPerSec()
}
