import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hexToOklch } from './colour.ts'
import { findSubjectColour } from './subject-colour.ts'

const SIDE = 20

test('the colour of a subject is its own, whatever lies around it', () => {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4 * SIDE * SIDE))
  const weights = new Float32Array(new SharedArrayBuffer(4 * SIDE * SIDE))
  for (let i = 0; i < SIDE * SIDE; i++) {
    const isSubject = i % SIDE >= 4 && i % SIDE < 8 && i >= 4 * SIDE && i < 8 * SIDE
    pixels.set(isSubject ? [200, 60, 30, 255] : [30, 140, 60, 255], 4 * i)
    weights[i] = isSubject ? 0.05 : 0.2 / (SIDE * SIDE - 16)
  }
  const picture = {
    pixels,
    width: SIDE,
    height: SIDE,
    originalWidth: SIDE,
    originalHeight: SIDE,
    hasAlpha: false,
  }
  const salience = { columns: SIDE, rows: SIDE, weights }
  const found = findSubjectColour({ picture, salience })
  assert.ok(found && Math.abs(hexToOklch(found).hue - hexToOklch('#c83c1e').hue) < 0.02, found)
  assert.equal(
    findSubjectColour({ picture, salience: { ...salience, weights: weights.fill(0.0025) } }),
    undefined,
  )
})
