import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insetBox, placeInside, planFrame } from './frame-layout.ts'

test('the safe box of 9x16 is the platforms’ own', () => {
  const { safe, shape } = planFrame({ width: 1080, height: 1920 })
  assert.equal(shape, 'TALL')
  assert.deepEqual(safe, { x: 65, y: 270, width: 875, height: 1170 })
})

test('measures scale with the frame, so a preview looks like the export', () => {
  for (const [width, height] of [
    [1080, 1920],
    [1080, 1080],
    [1920, 1080],
    [1080, 1350],
  ] as const) {
    const full = planFrame({ width, height })
    const small = planFrame({ width: width / 3, height: height / 3 })
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      assert.ok(Math.abs(small.safe[side] * 3 - full.safe[side]) < 1e-9)
    }
    assert.equal(small.scale(90), 30)
    assert.equal(full.snap(101), 104)
    assert.ok(Math.abs(small.snap(101 / 3) - 104 / 3) < 1e-9)
  }
})

test('every ratio of the contract has a safe box inside its frame', () => {
  for (const [across, down] of [
    [1, 3],
    [9, 16],
    [2, 3],
    [4, 5],
    [1, 1],
    [4, 3],
    [16, 9],
    [3, 1],
  ] as const) {
    const size = { width: across * 120, height: down * 120 }
    const { safe } = planFrame(size)
    assert.ok(safe.x > 0 && safe.y > 0 && safe.width > 0 && safe.height > 0)
    assert.ok(safe.x + safe.width < size.width && safe.y + safe.height < size.height)
  }
})

test('boxes shrink and nest', () => {
  const box = { x: 10, y: 20, width: 200, height: 100 }
  assert.deepEqual(insetBox(box, 10), { x: 20, y: 30, width: 180, height: 80 })
  assert.deepEqual(placeInside(box, 1), { x: 60, y: 20, width: 100, height: 100 })
  assert.deepEqual(placeInside(box, 4, 0, 1), { x: 10, y: 70, width: 200, height: 50 })
})
