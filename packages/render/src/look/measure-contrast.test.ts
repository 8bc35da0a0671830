import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Box } from '@songreel/kit/core'
import { contrast } from '@songreel/kit/input'
import type { FoundText } from './find-text.ts'
import { measureContrast } from './measure-contrast.ts'

const WIDTH = 60
const HEIGHT = 30
const WHITE = () => 1

test('letters are compared with the ground around them, and never with other letters', () => {
  const line = textAt({ x: 10.4, y: 8.6, width: 14, height: 6 })
  // One beside it and one below, all within the rim of the first.
  const others = [
    textAt({ x: 27, y: 7, width: 20, height: 9 }),
    textAt({ x: 9, y: 17.5, width: 30, height: 7 }),
  ]
  const found = [line, ...others]
  const frame = paintFrame((x, y) => (found.some(({ ink }) => isWithin(ink, x, y)) ? 255 : 0x50))
  const expected = contrast('#ffffff', '#505050')
  for (const { ratio } of measureContrast(found, frame)) assert.equal(ratio, expected)
  assert.equal(measureContrast(found, frame).length, 3)
})

test('a hairline in the rim is passed over, a light area is not', () => {
  const line = textAt({ x: 20, y: 10, width: 20, height: 8 })
  const onHairline = measureContrast(
    [line],
    paintFrame((x) => (x === 17 ? 255 : 0)),
  )
  assert.equal(onHairline[0]?.ratio, 21)
  const onArea = measureContrast(
    [line],
    paintFrame((_, y) => (y <= 8 ? 255 : 0)),
  )
  assert.equal(onArea[0]?.ratio, 1)
})

test('translucent letters, and those that fill the frame, have no contrast to tell', () => {
  const box = { x: 5, y: 5, width: 20, height: 8 }
  const frame = paintFrame(() => 0)
  assert.deepEqual(measureContrast([{ ...textAt(box), luminance: undefined }], frame), [])
  assert.deepEqual(
    measureContrast([textAt({ x: -1, y: -1, width: WIDTH + 2, height: HEIGHT + 2 })], frame),
    [],
  )
})

function textAt(ink: Box): FoundText {
  const line = { ...ink, turn: 0 }
  return {
    text: 'a line',
    frameIndex: 0,
    layer: 0,
    ink,
    line,
    sizePx: 8,
    isClipped: false,
    opacity: 1,
    luminance: WHITE,
  }
}

/** The letters and the pixel that anti-aliasing may touch. */
function isWithin({ x, y, width, height }: Box, atX: number, atY: number): boolean {
  return atX >= x - 1 && atX <= x + width + 1 && atY >= y - 1 && atY <= y + height + 1
}

function paintFrame(grey: (x: number, y: number) => number) {
  const rgb = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3)
    return grey(pixel % WIDTH, Math.floor(pixel / WIDTH))
  })
  // All of it belongs to paintings with text.
  return { rgb, bare: rgb.map((value) => 255 - value), drawUpTo: () => rgb, width: WIDTH, height: HEIGHT }
}
