import assert from 'node:assert/strict'
import { test } from 'node:test'
import { luminance, parseHex } from '@songreel/kit/input'
import type { Logo } from '../brand/read-logo.ts'
import { chooseLogoForm } from './choose-logo-form.ts'

const DARK_GROUND = { mean: 0.01, dark: 0.01, light: 0.02 }
const LIGHT_GROUND = { mean: 0.85, dark: 0.8, light: 0.9 }
const TYPE = { colour: '#ffffff', luminance: 1 }

function aLogo(luminance: number, isOneColour = false, isThin = false): Logo {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4))
  const picture = { pixels, width: 1, height: 1, originalWidth: 1, originalHeight: 1, hasAlpha: true }
  return { picture, kind: 'SVG', luminance, isOneColour, isThin, outlines: [] }
}

test('the form that was made for a ground stands on it', () => {
  const [plain, dark] = [aLogo(0.02), aLogo(0.9)]
  assert.equal(chooseLogoForm({ plain, dark }, DARK_GROUND, TYPE).form.picture, dark.picture)
  assert.equal(chooseLogoForm({ plain, dark }, LIGHT_GROUND, TYPE).form.picture, plain.picture)
})

test('a logo that cannot be seen becomes a shape in the colour of the type, or gets a plate, and it is said', () => {
  const shape = chooseLogoForm({ plain: aLogo(0.02, true) }, DARK_GROUND, TYPE)
  assert.deepEqual([shape.form.tint, shape.warning?.code], ['#ffffff', 'BRAND_LOGO_RECOLOURED'])
  const coloured = chooseLogoForm({ plain: aLogo(0.02) }, DARK_GROUND, TYPE)
  assert.deepEqual([coloured.form.plate, coloured.warning?.code], ['#f6f5f2', 'BRAND_LOGO_ON_PLATE'])
  const restless = { mean: 0.4, dark: 0.02, light: 0.95 }
  assert.ok(chooseLogoForm({ plain: aLogo(0.9, true) }, restless, TYPE).form.plate)
})

test('a plate is of the first colour of the brand on which the logo is seen', () => {
  const plates = [
    { colour: '#12201c', luminance: 0.012 },
    { colour: '#efe6d2', luminance: 0.79 },
  ]
  const restless = { mean: 0.4, dark: 0.02, light: 0.95 }
  const plateOf = (logo: Logo) => chooseLogoForm({ plain: logo }, restless, { ...TYPE, plates }).form.plate
  assert.equal(plateOf(aLogo(0.7)), '#12201c')
  assert.equal(plateOf(aLogo(0.02)), '#efe6d2')
  assert.equal(chooseLogoForm({ plain: aLogo(0.7) }, restless, TYPE).form.plate, '#141416')
})

test('a logo that is made of lines needs more contrast than one with areas', () => {
  const ground = { mean: 0.2, dark: 0.17, light: 0.23 }
  assert.equal(chooseLogoForm({ plain: aLogo(0.9) }, ground, TYPE).form.plate, undefined)
  assert.ok(chooseLogoForm({ plain: aLogo(0.9, false, true) }, ground, TYPE).form.plate)
})

test('a logo of which a part has the colour of its ground stands on a plate', () => {
  const outlines = [
    { luminance: 0.1, share: 0.94 },
    { luminance: 0.45, share: 0.06 },
  ]
  const logo = { ...aLogo(0.12), outlines }
  const ground = (mean: number) => ({ mean, dark: mean, light: mean })
  assert.equal(chooseLogoForm({ plain: logo }, ground(0.8), TYPE).form.plate, undefined)
  const plates = [{ colour: '#f3e9d8', luminance: 0.82 }]
  const { form, warning } = chooseLogoForm({ plain: logo }, ground(0.5), { ...TYPE, plates })
  assert.deepEqual([form.plate, warning?.code], ['#f3e9d8', 'BRAND_LOGO_ON_PLATE'])
})

test('a badge whose rim parts from its ground needs no plate, however light it is on the whole', () => {
  // Black around, with a light picture in it: in the mean it is as light as a yellow ground.
  const badge = { ...aLogo(0.36), outlines: [{ luminance: 0, share: 1 }] }
  const yellow = { mean: 0.69, dark: 0.66, light: 0.72 }
  assert.equal(chooseLogoForm({ plain: badge }, yellow, TYPE).warning, undefined)
  const halfParted = [
    { luminance: 0, share: 0.7 },
    { luminance: 0.4, share: 0.3 },
  ]
  const half = { ...badge, outlines: halfParted }
  assert.equal(chooseLogoForm({ plain: half }, yellow, TYPE).warning?.code, 'BRAND_LOGO_ON_PLATE')
})

test('a logo of light and dark parts stands on a plate on which both are seen', () => {
  const halves = [
    { luminance: 0.95, share: 0.5 },
    { luminance: 0.01, share: 0.5 },
  ]
  for (const isThin of [false, true]) {
    const logo = { ...aLogo(0.3, false, isThin), outlines: halves }
    for (const ground of [DARK_GROUND, LIGHT_GROUND]) {
      const { plate = '' } = chooseLogoForm({ plain: logo }, ground, TYPE).form
      for (const { luminance: tone } of halves) {
        const plateTone = luminance(parseHex(plate))
        const contrast = (Math.max(tone, plateTone) + 0.05) / (Math.min(tone, plateTone) + 0.05)
        assert.ok(contrast >= 3, `${plate}: ${contrast}`)
      }
    }
  }
})

test('a light part makes up for no dark one that the ground swallows: half of a logo is not one', () => {
  const parts = [
    { luminance: 0.9, share: 0.5 },
    { luminance: 0.008, share: 0.5 },
  ]
  const wine = { mean: 0.045, dark: 0.04, light: 0.05 }
  assert.ok(chooseLogoForm({ plain: { ...aLogo(0.4), outlines: parts } }, wine, TYPE).form.plate)
  const mostlyLight = [
    { luminance: 0.9, share: 0.8 },
    { luminance: 0.008, share: 0.2 },
  ]
  const logo = { ...aLogo(0.6), outlines: mostlyLight }
  assert.equal(chooseLogoForm({ plain: logo }, wine, TYPE).form.plate, undefined, 'a shade is none')
})
