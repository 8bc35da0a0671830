import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countIn } from './tally.ts'

const SIZE = { width: 7, height: 5 }
const KINDS = Uint8Array.from({ length: 35 }, (_, i) => (i * i + 3 * i) % 4)

/** Pixel by pixel. */
function countSlowly({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const counts = [0, 0, 0, 0]
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(SIZE.height, y + height); row++)
    for (let column = Math.max(0, Math.floor(x)); column < Math.min(SIZE.width, x + width); column++)
      counts[KINDS[row * SIZE.width + column]!]!++
  return counts
}

test('a box has as many pixels of each kind as there are, also beyond the edges and between pixels', () => {
  for (const box of [
    { x: 0, y: 0, ...SIZE },
    { x: 2, y: 1, width: 3, height: 2 },
    { x: 1.4, y: 0.6, width: 2.2, height: 3.1 },
    { x: -3, y: -2, width: 5, height: 4 },
    { x: 5.5, y: 3.5, width: 9, height: 9 },
    { x: 9, y: 9, width: 2, height: 2 },
    { x: 3, y: 3, width: 0, height: 0 },
  ])
    assert.deepEqual(countIn(KINDS, SIZE, box), countSlowly(box), JSON.stringify(box))
})
