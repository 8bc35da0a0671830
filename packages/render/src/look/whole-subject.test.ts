import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Salience } from '@songreel/kit/input'
import { findWholeSubject } from './whole-subject.ts'

/** A picture of 20 by 20 cells of which some stand out. */
function aPicture(stands: (column: number, row: number) => boolean, faces: Salience['faces'] = []): Salience {
  const weights = Float32Array.from({ length: 400 }, (_, i) =>
    stands(i % 20, Math.floor(i / 20)) ? 10 : 0.1,
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = new Float32Array(new SharedArrayBuffer(4 * weights.length))
  shares.set(weights.map((weight) => weight / total))
  return { columns: 20, rows: 20, weights: shares, faces }
}

test('what lies between two parts of a subject belongs to it, what lies around them does not', () => {
  const isOfSubject = findWholeSubject(
    aPicture((column, row) => row >= 8 && row < 11 && (column < 7 ? column > 3 : column > 12 && column < 16)),
  )
  assert.ok(isOfSubject(0.25, 0.47), 'one part')
  assert.ok(isOfSubject(0.5, 0.47), 'between both')
  assert.equal(isOfSubject(0.5, 0.2), false)
  assert.equal(isOfSubject(0.05, 0.47), false)
})

test('somebody stands below a face: neck, shoulders and sleeves are theirs', () => {
  const face = { x: 0.4, y: 0.1, width: 0.2, height: 0.2 }
  const isOfSubject = findWholeSubject(
    aPicture((column, row) => column > 7 && column < 12 && row > 1 && row < 6, [face]),
  )
  assert.ok(isOfSubject(0.5, 0.2), 'the face')
  assert.ok(isOfSubject(0.37, 0.2), 'hair')
  assert.ok(isOfSubject(0.25, 0.6), 'a sleeve')
  assert.ok(isOfSubject(0.75, 0.9), 'the other one')
  assert.equal(isOfSubject(0.1, 0.6), false, 'beside them')
  assert.equal(isOfSubject(0.25, 0.28), false, 'above the shoulder')
})

test('a picture without a subject has none of it anywhere', () => {
  const isOfSubject = findWholeSubject(aPicture(() => true))
  for (const x of [0.1, 0.5, 0.9]) for (const y of [0.1, 0.5, 0.9]) assert.equal(isOfSubject(x, y), false)
})
