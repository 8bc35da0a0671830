import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Salience } from './salience.ts'
import { findSubject } from './subject.ts'

const SIDE = 20

test('the subject is what clearly stands out, without crumbs', () => {
  const { weights, box } = findSubject(
    weigh((x, y) => (x >= 4 && x < 8 && y >= 4 && y < 8 ? 12 : x === 15 && y === 15 ? 12 : 1)),
  )
  for (let i = 0; i < weights.length; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    assert.equal(weights[i]! > 0, x >= 4 && x < 8 && y >= 4 && y < 8, `${x}, ${y}`)
  }
  assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-5)
  assert.deepEqual(box, { x: 0.2, y: 0.2, width: 0.2, height: 0.2 })
})

test('a picture of which nothing stands out has no subject', () => {
  const { weights, box } = findSubject(weigh((x) => 1 + 0.5 * Math.sin(x)))
  assert.ok(weights.every((weight) => weight === 0))
  assert.equal(box, undefined)
})

test('a face always belongs to it, and what else stands out stays', () => {
  const face = { x: 0.5, y: 0.5, width: 0.2, height: 0.2 }
  const { weights, faces } = findSubject({ ...weigh((x, y) => (x < 4 && y < 4 ? 9 : 1)), faces: [face] })
  assert.deepEqual(faces, [face])
  assert.ok(weights[12 * SIDE + 12]! > 0)
  assert.ok(weights[2 * SIDE + 2]! > 0)
  assert.equal(weights[18 * SIDE + 2], 0)
})

test('what has no outline is light and no thing, unless it has a face', () => {
  const salience = weigh((x, y) => (y >= 4 && y < 8 && (x < 4 || x >= 14) ? 12 : 1))
  const edges = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE === 15 ? 40 : 3))
  const { box } = findSubject({ ...salience, edges })
  assert.deepEqual(box, { x: 0.7, y: 0.2, width: 0.3, height: 0.2 })
  const face = { x: 0, y: 0.2, width: 0.2, height: 0.2 }
  assert.equal(findSubject({ ...salience, edges, faces: [face] }).box?.x, 0)
})

function weigh(value: (x: number, y: number) => number): Salience {
  const weights = new Float32Array(new SharedArrayBuffer(SIDE * SIDE * 4))
  weights.set(Array.from({ length: SIDE * SIDE }, (_, i) => value(i % SIDE, Math.floor(i / SIDE))))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (let i = 0; i < weights.length; i++) weights[i]! /= total
  return { columns: SIDE, rows: SIDE, weights }
}
