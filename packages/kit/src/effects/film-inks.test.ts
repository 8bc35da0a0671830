import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, hexToOklch } from '../paint/colour.ts'
import type { Palette } from '../paint/palette.ts'
import { chooseFilmNight, choosePosterInks } from './film-inks.ts'

const PALETTE = {
  grounds: ['#c04030', '#203040'],
  background: '#101418',
  text: '#f8f4f0',
  isMonochrome: false,
} as unknown as Palette
const ACCENTS = ['#f08060', '#78a0e0', '#d0e840', '#a01830', '#2040c0', '#f0f0f0', '#303030']

test("a poster's inks can be read, whatever the accent, and the first keeps its hue", () => {
  for (const accent of ACCENTS) {
    const inks = choosePosterInks({ ...PALETTE, accent })
    assert.equal(inks.length, 3)
    for (const { type, veil } of inks) assert.ok(contrast(type, veil) >= 7, `${type} on ${veil}`)
    const [own, found] = [hexToOklch(accent), hexToOklch(inks[0].veil)]
    if (own.chroma > 0.03) assert.ok(Math.abs(own.hue - found.hue) < 0.3, `${accent} becomes ${inks[0].veil}`)
  }
})

test('an accent is a ground where it is strongest: a pale blue becomes a deep one, and orange stays bright', () => {
  const lightness = (accent: string) => hexToOklch(choosePosterInks({ ...PALETTE, accent })[0].veil).lightness
  assert.ok(lightness('#78a0f0') < 0.5)
  assert.ok(lightness('#f08840') > 0.6)
})

test('a brand has its own type and ground, and on a poster either way', () => {
  const brand = { ...PALETTE, accent: '#f08060', hasBrandGround: true }
  const own = { type: PALETTE.text, veil: PALETTE.background }
  assert.deepEqual(chooseFilmNight(brand), own)
  assert.deepEqual(choosePosterInks(brand), [own, { type: own.veil, veil: own.type }])
})
