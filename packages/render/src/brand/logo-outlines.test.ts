import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Picture } from '@songreel/kit/input'
import { measureOutlines } from './logo-outlines.ts'

const SIDE = 100

/** A picture whose pixels are as light as this says, and clear where it says nothing. */
function aPicture(levelAt: (x: number, y: number) => number | undefined): Picture {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(SIDE * SIDE * 4))
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const level = levelAt(x, y)
      if (level !== undefined) pixels.set([level, level, level, 255], (y * SIDE + x) * 4)
    }
  const size = { width: SIDE, height: SIDE, originalWidth: SIDE, originalHeight: SIDE }
  return { pixels, ...size, hasAlpha: true }
}

const isIn = (x: number, y: number, left: number, side: number) =>
  x >= left && x < left + side && y >= left && y < left + side

test('letters inside of a disc are no outline, and a dot beside it is one', () => {
  const lettered = aPicture((x, y) => (isIn(x, y, 30, 30) ? 255 : isIn(x, y, 10, 70) ? 0 : undefined))
  assert.deepEqual(measureOutlines(lettered), [{ luminance: 0, share: 1 }])
  const dotted = aPicture((x, y) => (isIn(x, y, 10, 70) ? 0 : isIn(x, y, 88, 8) ? 255 : undefined))
  const [black, white] = measureOutlines(dotted)
  assert.deepEqual([black?.luminance, white?.luminance], [0, 1])
  assert.ok(white!.share > 0.05 && white!.share < 0.2, `${white?.share}`)
})
