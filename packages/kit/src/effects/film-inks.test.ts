import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, hexToOklch } from '../paint/colour.ts'
import type { Palette } from '../paint/palette.ts'
import { chooseFilmAccent } from './film-inks.ts'

const PALETTE = {
  grounds: ['#c04030', '#203040'],
  background: '#101418',
  text: '#f8f4f0',
  isMonochrome: false,
} as unknown as Palette

test('type on the accent can be read, whatever the accent, and the accent keeps its hue', () => {
  for (const accent of ['#f08060', '#78a0e0', '#d0e840', '#a01830', '#2040c0', '#f0f0f0', '#303030']) {
    const { type, veil } = chooseFilmAccent({ ...PALETTE, accent })
    assert.ok(contrast(type, veil) >= 7, `${type} on ${veil}`)
    const [own, found] = [hexToOklch(accent), hexToOklch(veil)]
    if (own.chroma > 0.03) assert.ok(Math.abs(own.hue - found.hue) < 0.3, `${accent} becomes ${veil}`)
  }
})

test('a brand has its own type and ground', () => {
  const brand = { ...PALETTE, accent: '#f08060', hasBrandGround: true }
  assert.deepEqual(chooseFilmAccent(brand), { type: PALETTE.text, veil: PALETTE.background })
})
