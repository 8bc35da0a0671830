import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  blendOver,
  contrast,
  fromOklch,
  hexToOklch,
  mixColours,
  parseHex,
  toHex,
  withAlpha,
} from './colour.ts'

const anyColour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([red, green, blue]) => toHex([red, green, blue]))

test('a colour goes to OKLCH and comes back the same', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const back = parseHex(fromOklch(hexToOklch(colour)))
      for (const [axis, value] of parseHex(colour).entries())
        assert.ok(Math.abs(back[axis]! - value) <= 1, colour)
    }),
  )
})

test('known colours stand where Ottosson placed them', () => {
  assert.ok(Math.abs(hexToOklch('#ffffff').lightness - 1) < 1e-3)
  const red = hexToOklch('#ff0000')
  assert.ok(Math.abs(red.lightness - 0.628) < 1e-3 && Math.abs(red.chroma - 0.2577) < 1e-3)
})

test('a colour outside of sRGB loses chroma and keeps lightness and hue', () => {
  const wished = { lightness: 0.7, chroma: 0.4, hue: 2.5 }
  const got = hexToOklch(fromOklch(wished))
  assert.ok(got.chroma < 0.3)
  assert.ok(Math.abs(got.lightness - wished.lightness) < 0.01 && Math.abs(got.hue - wished.hue) < 0.05)
})

test('contrast is that of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff').toFixed(2), '21.00')
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  assert.equal(contrast('#123456', '#123456'), 1)
})

test('short and long notation are read, nonsense is refused', () => {
  assert.deepEqual(parseHex('#1af'), [17, 170, 255])
  assert.equal(withAlpha('#102030', 0.5), 'rgba(16, 32, 48, 0.5)')
  assert.throws(() => parseHex('red'), RangeError)
})

test('mixing and blending reach both ends', () => {
  assert.equal(mixColours('#102030', '#d0a010', 0), '#102030')
  assert.equal(mixColours('#102030', '#d0a010', 1), '#d0a010')
  assert.equal(blendOver('#ffffff', '#000000', 0.5), '#808080')
})
