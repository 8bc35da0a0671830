import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planVideoSize } from './video-size.ts'

test('the short side follows the quality, the long side the ratio, and both are even', () => {
  assert.deepEqual(planVideoSize('9x16', 'FULL'), { width: 1080, height: 1920 })
  assert.deepEqual(planVideoSize('16:9', 'HD'), { width: 1280, height: 720 })
  assert.deepEqual(planVideoSize('1x1', 'ULTRA'), { width: 2160, height: 2160 })
  assert.deepEqual(planVideoSize('4x5', 'PREVIEW'), { width: 360, height: 450 })
  assert.deepEqual(planVideoSize('32x27', 'FULL'), { width: 1280, height: 1080 })
  for (let across = 4; across <= 32; across++) {
    const { width, height } = planVideoSize(`${across}x11`, 'PREVIEW')
    assert.equal((width % 2) + (height % 2), 0)
  }
})

test('a ratio that is no ratio, or too long, is refused', () => {
  for (const ratio of ['', '9', '0x5', '40x9', '1x4', '16x5', 'axb']) {
    assert.throws(() => planVideoSize(ratio, 'FULL'), { code: 'TEMPLATE_DATA_INVALID' })
  }
})

test('a template for stores has their sizes at ULTRA, and the usual ones otherwise', () => {
  const master = { sizes: { '3x4': { width: 2048, height: 2732 } }, bitRateMbps: 80 }
  assert.deepEqual(planVideoSize('3x4', 'ULTRA', master), { width: 2048, height: 2732 })
  assert.deepEqual(planVideoSize('6:8', 'ULTRA', master), { width: 2048, height: 2732 })
  assert.deepEqual(planVideoSize('3x4', 'FULL', master), { width: 1080, height: 1440 })
  assert.deepEqual(planVideoSize('1x1', 'ULTRA', master), { width: 2160, height: 2160 })
})
