import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planFrame } from '../paint/frame-layout.ts'
import { LOGO_CORNERS } from './brand-plan.ts'
import { LOGO_HEIGHTS, measureLogo, placeLogo, sizeLogo } from './logo-box.ts'

test('a logo of any form stands inside of the safe box, with its plate', () => {
  for (const frame of [
    { width: 1080, height: 1920 },
    { width: 1920, height: 1080 },
    { width: 1080, height: 1080 },
  ])
    for (const corner of LOGO_CORNERS)
      for (const picture of [
        { width: 12, height: 1 },
        { width: 1, height: 1 },
        { width: 1, height: 6 },
      ])
        for (const plate of [undefined, '#ffffff']) {
          const { safe } = planFrame(frame)
          const box = placeLogo(frame, {
            picture,
            corner,
            heightPx: LOGO_HEIGHTS.LARGE,
            ...(plate && { plate }),
          })
          const isInside = box.x >= safe.x - 1 && box.y >= safe.y - 1
          assert.ok(isInside && box.x + box.width <= safe.x + safe.width + 1, JSON.stringify({ box, safe }))
          assert.ok(box.y + box.height <= safe.y + safe.height + 1, JSON.stringify({ box, safe }))
        }
})

test('long and high logos weigh about as much as square ones', () => {
  const area = (width: number, height: number) => {
    const size = sizeLogo({ width, height }, 100)
    assert.ok(size.height <= 100 && size.width <= 320)
    return size.width * size.height
  }
  assert.ok(area(8, 1) < 2 * area(1, 1))
  assert.ok(area(3, 1) > area(1, 1) / 2)
})

test('a logo of lines is larger than a full one, but not without end', () => {
  const height = (ink: number) => sizeLogo({ width: 1, height: 1, ink }, 100).height
  assert.equal(height(0.6), 100)
  assert.ok(height(0.15) > 120 && height(0.15) < 130, `${height(0.15)}`)
  assert.equal(height(0.02), 140)
  assert.ok(sizeLogo({ width: 12, height: 1, ink: 0.1 }, 100).width <= 1.4 * 320 + 1)
})

test('the ink of a logo is what is opaque in it', () => {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4 * 4))
  pixels.set([0, 0, 0, 255, 255, 255, 255, 255], 0)
  const picture = { pixels, width: 2, height: 2, originalWidth: 2, originalHeight: 2, hasAlpha: true }
  assert.deepEqual(measureLogo(picture), { width: 2, height: 2, ink: 0.5 })
})
