import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureHidden } from './measure-hidden.ts'

/** Four by four cells; all that matters lies in the second row, on the right. */
const weights = new Float32Array(new SharedArrayBuffer(16 * 4))
weights.set([0.5, 0.5], 6)
const picture = { width: 400, height: 400, salience: { columns: 4, rows: 4, weights } }
const frame = { width: 200, height: 200 }

test('a box hides what matters as far as it lies over it', () => {
  const hidden = measureHidden(picture, frame)
  assert.equal(hidden({ x: 0, y: 0, width: 200, height: 200 }), 1)
  assert.equal(hidden({ x: 100, y: 50, width: 50, height: 50 }), 0.5)
  assert.equal(hidden({ x: 150, y: 50, width: 50, height: 25 }), 0.25)
  assert.equal(hidden({ x: 0, y: 100, width: 200, height: 100 }), 0)
})

test('what the frame cuts off counts for nothing', () => {
  // A tall frame shows half of the picture's width, on the right, where something is.
  const hidden = measureHidden(picture, { width: 100, height: 200 })
  assert.equal(hidden({ x: 0, y: 0, width: 100, height: 50 }), 0)
  assert.ok(hidden({ x: 0, y: 50, width: 100, height: 50 }) > 0.99)
  const near = measureHidden(picture, frame, 2)
  assert.equal(near({ x: 100, y: 0, width: 100, height: 100 }), 1)
  assert.equal(near({ x: 0, y: 0, width: 100, height: 200 }), 0)
})

test('without salience all of the picture matters alike', () => {
  assert.equal(measureHidden({ width: 10, height: 10 }, frame)({ x: 0, y: 0, width: 100, height: 100 }), 0.25)
})
