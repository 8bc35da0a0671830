import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accumulate } from './accumulate.ts'

test('a way is the sum of the rates up to its frame, whatever the frame rate', () => {
  for (const fps of [25, 50]) {
    const wayAt = accumulate({ frameCount: 2 * fps + 1, fps }, ({ secs }) => (secs > 1 ? 4 : 1))
    assert.equal(wayAt({ index: 0 }), 0)
    assert.ok(Math.abs(wayAt({ index: fps }) - 1) < 1e-9)
    assert.ok(Math.abs(wayAt({ index: 2 * fps }) - 5) < 1e-9)
    assert.equal(wayAt({ index: 99 * fps }), wayAt({ index: 2 * fps }))
  }
})
