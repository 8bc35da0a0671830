import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Picture } from './picture.ts'
import { shrinkPicture } from './shrink-picture.ts'

/** A picture whose red rises from left to right and whose green rises downwards. */
function paintRamp(width: number, height: number): Picture {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  for (let i = 0; i < width * height; i++)
    pixels.set(
      [(255 * ((i % width) + 0.5)) / width, (255 * (Math.floor(i / width) + 0.5)) / height, 40, 255],
      4 * i,
    )
  return { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
}

test('copies of a picture in any size give the same small one', () => {
  const large = shrinkPicture(paintRamp(700, 500), 56)
  const small = shrinkPicture(paintRamp(161, 115), 56)
  assert.deepEqual([large.columns, large.rows], [56, 40])
  assert.deepEqual([small.columns, small.rows], [56, 40])
  for (const axis of [0, 1, 2])
    for (const [i, value] of large.planes[axis]!.entries())
      assert.ok(
        Math.abs(value - small.planes[axis]![i]!) < 0.012,
        `${axis}: ${value}, ${small.planes[axis]![i]}`,
      )
})

test('a tiny picture stays as it is', () => {
  const { columns, rows, planes } = shrinkPicture(paintRamp(5, 3), 16)
  assert.deepEqual([columns, rows], [5, 3])
  assert.deepEqual(
    Array.from(planes[0]!.subarray(0, 5), (value) => Math.round(10 * value)),
    [1, 3, 5, 7, 9],
  )
})
