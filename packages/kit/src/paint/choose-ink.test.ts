import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wearColours } from './brand-colours.ts'
import { chooseInk } from './choose-ink.ts'
import { contrast, hexToOklch, mixColours } from './colour.ts'
import { toGroundTone } from './ground-tone.ts'
import { type BrandColours, createPalette } from './palette.ts'
import type { Theme } from './theme.ts'

const COVERS = ['#e02020', '#20b040', '#2233ee', '#e8d020', '#8040a0', '#808080', '#f4f0ea', '#050505']

function paletteOf(colour: string, theme: Theme) {
  const swatches = [{ colour, share: 1 }]
  return createPalette({ swatches, lightestArea: '#ffffff', darkestArea: '#000000' }, { theme })
}

for (const theme of ['DARK', 'LIGHT'] as const) {
  test(`ink is readable on the brightest ground of a ${theme} palette`, () => {
    for (const cover of COVERS) {
      const palette = paletteOf(cover, theme)
      const ground = toGroundTone(mixColours(palette.background, palette.text, 0.5), palette.text, 8)
      const ink = chooseInk(palette, { groundContrast: 8, quietContrast: 7 })
      assert.ok(contrast(ink.accent, ground) >= 4.7, `${ink.accent} on ${ground}`)
      assert.ok(contrast(ink.quiet, ground) >= 7, `${ink.quiet} on ${ground}`)
      assert.equal(ink.isColourful, hexToOklch(ink.accent).chroma > 0.07)
    }
  })
}

test('an accent that can be read stays, unless it has to be lifted', () => {
  const palette = paletteOf('#e8d020', 'DARK')
  assert.equal(chooseInk(palette).accent, palette.accent)
  const lifted = chooseInk(palette, { leastLift: 0.5 }).accent
  assert.ok(hexToOklch(lifted).lightness > hexToOklch(palette.accent).lightness)
})

test('text takes the place of ink that no step can give', () => {
  const palette = paletteOf('#2233ee', 'DARK')
  const { accent, quiet } = chooseInk(palette, { accentContrast: 22, quietContrast: 22 })
  assert.deepEqual([accent, quiet], [palette.text, palette.text])
})

test('a cover without colour has no colourful ink', () => {
  assert.equal(chooseInk(paletteOf('#808080', 'DARK')).isColourful, false)
  assert.equal(chooseInk(paletteOf('#e02020', 'DARK')).isColourful, true)
})

const NEON = { background: '#0b0b14', text: '#ffffff', accent: '#ff2d95', accent2: '#00e5ff' }
const VIOLET = { background: '#111111', text: '#ffffff', accent: '#5a2dff' }

function wear(brand: BrandColours) {
  return wearColours(paletteOf('#e8d020', 'DARK'), brand).palette
}

test('an accent of a brand is worn as it is, or its second one is: a pink that is lifted until it can be read is another pink', () => {
  assert.equal(chooseInk(wear(NEON)).accent, '#ff2d95')
  assert.deepEqual(
    [7.6, 12].map((groundContrast) => chooseInk(wear(NEON), { groundContrast }).accent),
    ['#00e5ff', '#00e5ff'],
  )
})

test('where no accent of a brand can be read as it is, its text takes the place', () => {
  for (const text of ['#ffffff', '#ffee00']) {
    const ink = chooseInk(wear({ ...VIOLET, text }), { groundContrast: 7.6 })
    assert.deepEqual([ink.accent, ink.isColourful], [text, false])
  }
})

test('a shade that nobody would tell from a brand colour is still the brand colour', () => {
  const { accent, isColourful } = chooseInk(wear(NEON), { leastLift: 0.02 })
  assert.notEqual(accent, '#ff2d95')
  assert.ok(isColourful)
})
