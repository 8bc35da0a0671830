import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSameRatio, sizeOf } from './video-size.ts'

test('the short side follows from the quality, the long side from the ratio', () => {
  assert.deepEqual(sizeOf('16x9', 'FULL'), { width: 1920, height: 1080 })
  assert.deepEqual(sizeOf('9x16', 'FULL'), { width: 1080, height: 1920 })
  assert.deepEqual(sizeOf('4x5', 'HD'), { width: 720, height: 900 })
  assert.deepEqual(sizeOf('1x1', 'ULTRA'), { width: 2160, height: 2160 })
  assert.deepEqual(sizeOf('9x16', 'PREVIEW'), { width: 360, height: 640 })
})

test('sides are even for every ratio and quality', () => {
  const side = fc.integer({ min: 1, max: 32 })
  const quality = fc.constantFrom('PREVIEW', 'HD', 'FULL', 'ULTRA' as const)
  fc.assert(
    fc.property(side, side, quality, (across, down, chosen) => {
      const { width, height } = sizeOf(`${across}x${down}`, chosen)
      assert.equal(width % 2, 0)
      assert.equal(height % 2, 0)
      assert.ok(Math.abs(width / height / (across / down) - 1) < 0.01)
    }),
  )
})

test('a ratio and its multiples are the same shape', () => {
  assert.ok(isSameRatio('32x18', '16x9'))
  assert.ok(!isSameRatio('16x10', '16x9'))
})
