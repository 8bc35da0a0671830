import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanGround, cleanSurface, isMud } from './clean-ground.ts'
import { fromOklch, hexToOklch, toDegrees } from './colour.ts'

test('brown, khaki, olive and mustard are mud; a charcoal, an ochre, a cream, a vermilion and a forest are not', () => {
  for (const mud of ['#4f3423', '#77543d', '#433f12', '#655327', '#847645', '#7a5f1a', '#96651f'])
    assert.equal(isMud(mud), true, mud)
  for (const clean of [
    '#302b27',
    '#5c5650',
    '#e0b470',
    '#f3ead8',
    '#c8421c',
    '#24432c',
    '#7c1f2d',
    '#120d08',
  ])
    assert.equal(isMud(clean), false, clean)
})

test('no colour is mud as a surface, at whatever lightness', () => {
  const anyColour = fc.record({
    lightness: fc.integer({ min: 0, max: 1000 }).map((parts) => parts / 1000),
    chroma: fc.integer({ min: 0, max: 300 }).map((parts) => parts / 1000),
    hue: fc.integer({ min: -4000, max: 7000 }).map((parts) => parts / 1000),
  })
  fc.assert(
    fc.property(anyColour, (colour) => {
      const surface = fromOklch(cleanSurface(colour))
      assert.equal(isMud(surface), false, surface)
    }),
    { numRuns: 3000 },
  )
})

test('what is weak gets grey, strong orange an ember, and what is nearly green a green; the rest stays', () => {
  assert.ok(hexToOklch(cleanGround('#77543d')).chroma < 0.03)
  const ember = cleanSurface({ ...hexToOklch('#e0701a'), lightness: 0.4 })
  assert.ok(toDegrees(ember.hue) < 38 && ember.chroma > 0.09, fromOklch(ember))
  const moss = cleanSurface(hexToOklch('#474a2a'))
  assert.ok(toDegrees(moss.hue) > 120, fromOklch(moss))
  for (const clean of ['#1f5fb0', '#7a1f4f', '#24432c', '#808080', '#f2d21b', '#c8421c', '#ffefd0'])
    assert.equal(cleanGround(clean), clean)
})
