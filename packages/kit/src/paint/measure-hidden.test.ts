import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureHidden, measureHiddenFace, measureShown } from './measure-hidden.ts'

/** Eight by eight cells; all that matters lies in the third and fourth row, on the right. */
const weights = new Float32Array(new SharedArrayBuffer(64 * 4))
for (const cell of [20, 21, 22, 23, 28, 29, 30, 31]) weights[cell] = 1 / 8
const picture = { width: 400, height: 400, salience: { columns: 8, rows: 8, weights } }
const frame = { width: 200, height: 200 }

function isNear(seen: number, wanted: number): void {
  assert.ok(Math.abs(seen - wanted) < 1e-6, `${seen} instead of ${wanted}`)
}

test('a box hides what matters as far as it lies over it', () => {
  const hidden = measureHidden(picture, frame)
  isNear(hidden({ x: 0, y: 0, width: 200, height: 200 }), 1)
  isNear(hidden({ x: 100, y: 50, width: 50, height: 50 }), 0.5)
  isNear(hidden({ x: 150, y: 50, width: 50, height: 25 }), 0.25)
  isNear(hidden({ x: 0, y: 100, width: 200, height: 100 }), 0)
})

test('what the frame cuts off counts for nothing, and is told by how much is shown', () => {
  // A tall frame shows half of the picture's width, on the right, where something is.
  const tall = { width: 100, height: 200 }
  const hidden = measureHidden(picture, tall)
  isNear(hidden({ x: 0, y: 0, width: 100, height: 50 }), 0)
  assert.ok(hidden({ x: 0, y: 50, width: 100, height: 50 }) > 0.99)
  isNear(measureShown(picture, tall, { panX: 1 }), 1)
  isNear(measureShown(picture, tall, { panX: -1 }), 0)
  isNear(measureShown(picture, tall, { panX: 0 }), 0.5)
  const near = measureHidden(picture, frame, 2)
  isNear(near({ x: 100, y: 0, width: 100, height: 100 }), 1)
  isNear(near({ x: 0, y: 0, width: 100, height: 200 }), 0)
})

test('without salience all of the picture matters alike, and without a subject nothing does', () => {
  const quarter = { x: 0, y: 0, width: 100, height: 100 }
  isNear(measureHidden({ width: 10, height: 10 }, frame)(quarter), 0.25)
  const even = { ...picture.salience, weights: new Float32Array(new SharedArrayBuffer(64 * 4)).fill(1 / 64) }
  assert.equal(measureHidden({ ...picture, salience: even }, frame)(quarter), 0)
  assert.equal(measureShown({ ...picture, salience: even }, { width: 1, height: 9 }), 1)
})

test('a face is hidden as far as its oval is, and the one that is hidden most counts', () => {
  const faces = [
    { x: 0.5, y: 0.25, width: 0.25, height: 0.25 },
    { x: 0, y: 0, width: 0.25, height: 0.25 },
  ]
  const hidden = measureHiddenFace({ ...picture, salience: { ...picture.salience, faces } }, frame)
  isNear(hidden({ x: 0, y: 0, width: 50, height: 50 }), 1)
  isNear(hidden({ x: 100, y: 50, width: 25, height: 50 }), 0.5)
  // The corner of its box is not the face.
  isNear(hidden({ x: 100, y: 50, width: 4, height: 4 }), 0)
  isNear(measureHiddenFace(picture, frame)({ x: 0, y: 0, width: 200, height: 200 }), 0)
})
