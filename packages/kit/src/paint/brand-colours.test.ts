import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wearColours } from './brand-colours.ts'
import { contrast, hexToOklch, type Rgb, toHex } from './colour.ts'
import { type BrandColours, createPalette, type Palette, type PaletteOptions } from './palette.ts'

const anyHex = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb) => toHex(rgb as Rgb))
const COVER = {
  swatches: [
    { colour: '#3b2f6b', share: 0.7 },
    { colour: '#d8714f', share: 0.3 },
  ],
  lightestArea: '#d8714f',
  darkestArea: '#20183f',
}

test('every role keeps its contrast with every brand, and what could be read stays to the last digit', () => {
  const anyBrand = fc.record(
    { background: anyHex, text: anyHex, accent: anyHex, accent2: anyHex },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anyBrand, fc.nat(2), fc.constantFrom(undefined, 'DARK', 'LIGHT'), (brand, pairing, theme) => {
      const { palette, changes } = wear(brand, { pairing, ...(theme && { theme }) })
      assertReadable(palette)
      for (const { role, wished, used } of changes) {
        assert.equal(wished, brand[role])
        assert.notEqual(used, wished)
      }
      const changed = new Set(changes.map(({ role }) => role))
      for (const role of ['background', 'text'] as const)
        if (brand[role] && !changed.has(role)) assert.equal(palette[role], brand[role])
    }),
    { numRuns: 300 },
  )
})

test('a brand that can be read is worn as it is, and nothing is said', () => {
  const brand = { background: '#0B0014', text: '#FDF6FF', accent: '#ff2bd6', accent2: '#00f0ff' }
  const { palette, changes } = wear(brand)
  assert.deepEqual(changes, [])
  const { theme, background, text, accent, accent2 } = palette
  assert.deepEqual(
    { theme, background, text, accent, accent2 },
    {
      theme: 'DARK',
      background: '#0b0014',
      text: '#fdf6ff',
      accent: '#ff2bd6',
      accent2: '#00f0ff',
    },
  )
  // The light of the picture has the brand's hues, not the cover's.
  assert.ok(palette.gradient.includes('#0b0014'))
  const lead = hexToOklch(palette.gradient[3]!)
  assert.ok(Math.abs(lead.hue - hexToOklch('#ff2bd6').hue) < 0.2)
})

test('a change that was needed names both colours, and is no larger than that', () => {
  const { palette, changes } = wear({ background: '#fff8e7', accent: '#ffd400' })
  assert.equal(palette.theme, 'LIGHT')
  assert.equal(changes.length, 1)
  const [change] = changes
  assert.deepEqual([change?.role, change?.wished], ['accent', '#ffd400'])
  assert.ok(contrast(change!.used, '#fff8e7') < 5.5)
})

test('the ground decides on the theme, else the type; the video that asks for another is given it', () => {
  assert.equal(wear({ background: '#ffe600' }).palette.theme, 'LIGHT')
  assert.equal(wear({ text: '#111111' }).palette.theme, 'LIGHT')
  assert.equal(wear({ text: '#f0f0f0' }).palette.theme, 'DARK')
  const { palette, changes } = wear({ background: '#ffe600' }, { theme: 'DARK' })
  assert.equal(palette.theme, 'DARK')
  assert.deepEqual(
    changes.map(({ role }) => role),
    ['background'],
  )
})

test('two accents take turns in the videos of one song, and an accent of the video itself wins', () => {
  const brand = { accent: '#ff2bd6', accent2: '#00f0ff' }
  assert.equal(wear(brand, { pairing: 1, theme: 'DARK' }).palette.accent, '#00f0ff')
  const own = wear(brand, { accentColor: '#18e0a0', theme: 'DARK' })
  assert.equal(own.palette.accent, '#18e0a0')
  assert.deepEqual(own.changes, [])
})

function wear(brand: BrandColours, options: PaletteOptions = {}) {
  const all = { ...options, brand }
  return wearColours(createPalette(COVER, all), brand, all)
}

function assertReadable(palette: Palette): void {
  const told = JSON.stringify(palette)
  for (const ground of [palette.background, palette.surface]) {
    assert.ok(contrast(palette.text, ground) >= 7, `text on ${ground}: ${told}`)
    for (const role of ['accent', 'accent2', 'muted'] as const)
      assert.ok(contrast(palette[role], ground) >= 4.5, `${role} on ${ground}: ${told}`)
  }
  assert.ok(contrast(palette.accentText, palette.accent) >= 4.5, `type on the accent: ${told}`)
}
