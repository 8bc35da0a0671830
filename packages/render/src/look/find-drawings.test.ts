import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDrawings, growMoving } from './find-drawings.ts'

const SIZE = { width: 180, height: 180 }

/** A frame of squares in a picture's place, over which something may be drawn. */
function aFrame(
  isTurned: boolean,
  drawn: { x: number; y: number; width: number; height: number }[],
): Uint8Array {
  return Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const isDrawn = drawn.some(
      (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
    )
    if (isDrawn) return 220
    const isOdd = (Math.floor(x / 6) + Math.floor(y / 6)) % 2 === 1
    return isOdd !== isTurned ? 180 : 60
  })
}

function countDrawn(...drawn: { x: number; y: number; width: number; height: number }[]): number {
  return findDrawings(aFrame(false, drawn), aFrame(true, drawn), SIZE).reduce((sum, each) => sum + each, 0)
}

test('bars over a picture are seen, but nothing of the picture, and no specks', () => {
  assert.equal(countDrawn(), 0, 'the picture alone')
  assert.ok(countDrawn({ x: 40, y: 40, width: 3, height: 60 }) > 100, 'a bar')
  assert.equal(
    countDrawn({ x: 90, y: 20, width: 1, height: 2 }, { x: 20, y: 90, width: 2, height: 1 }),
    0,
    'dust',
  )
})

test('what moves takes more room than it has in one frame, and what stands does not', () => {
  const frames = [40, 60].map((x) => {
    const mask = new Uint8Array(SIZE.width * SIZE.height)
    mask[90 * SIZE.width + x] = 1
    mask[20 * SIZE.width + 20] = 1
    return mask
  })
  const grown = growMoving(frames, SIZE)
  assert.deepEqual(
    [36, 44, 45, 60].map((x) => grown[90 * SIZE.width + x]),
    [1, 1, 0, 1],
  )
  assert.equal(grown[20 * SIZE.width + 20], 0)
})
