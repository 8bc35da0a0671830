import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { luminance, parseHex, type Rgb, toHex } from './colour.ts'
import { findSafeShare, limitLight, tameRed } from './flash-safety.ts'

const anyHex = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb: Rgb) => toHex(rgb))
const luminanceOf = (colour: string) => luminance(parseHex(colour))

test('a limited light never changes a ground by a tenth of the luminance', () => {
  fc.assert(
    fc.property(anyHex, anyHex, (ground, light) => {
      assert.ok(Math.abs(luminanceOf(limitLight(ground, light)) - luminanceOf(ground)) < 0.1)
    }),
  )
})

test('bars that cover the safe share of an area change it by less than a tenth', () => {
  fc.assert(
    fc.property(anyHex, anyHex, (ground, colour) => {
      const swing = Math.abs(luminanceOf(colour) - luminanceOf(ground))
      assert.ok(swing * findSafeShare(ground, colour) < 0.1)
    }),
  )
})

test('only a saturated red loses chroma', () => {
  assert.notEqual(tameRed('#e1000f'), '#e1000f')
  for (const colour of ['#3366ff', '#ffb020', '#ff8899', '#777777']) assert.equal(tameRed(colour), colour)
})
