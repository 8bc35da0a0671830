import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placePrint } from './place-print.ts'

const ROOM = { x: 100, y: 50, width: 900, height: 600 }

test('a cover that loses nothing of its subject fills its room', () => {
  const { box, crop } = placePrint({ width: 1600, height: 1000, salience: weigh(210) }, ROOM, { x: 0, y: 0 })
  assert.deepEqual(box, ROOM)
  assert.deepEqual([crop.height, crop.width], [1000, 1500])
})

test('a cover whose subject reaches its edges is shown whole, in the corner that was asked for', () => {
  const cover = { width: 1000, height: 1000, salience: weigh(0, 19, 380, 399) }
  for (const corner of [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ]) {
    const { box, crop } = placePrint(cover, ROOM, corner)
    assert.deepEqual(crop, { x: 0, y: 0, width: 1000, height: 1000 })
    assert.deepEqual(box, { x: 100 + 300 * corner.x, y: 50, width: 600, height: 600 })
  }
})

test('a sleeve loses less than a photograph, and keeps all the width that this allows', () => {
  const { box, crop } = placePrint({ width: 1000, height: 1000, salience: weigh(210) }, ROOM, { x: 0, y: 1 })
  assert.ok(crop.width * crop.height >= 0.8 * 1000 * 1000)
  assert.ok(box.width > 600 && box.width < 900)
  assert.equal(box.height, 600)
})

/** What matters lies in some of 20 by 20 cells. */
function weigh(...cells: number[]) {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  for (const cell of cells) weights[cell] = 1 / cells.length
  return { columns: 20, rows: 20, weights, faces: [] }
}
