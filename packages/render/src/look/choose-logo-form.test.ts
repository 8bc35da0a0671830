import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Logo } from '../brand/read-logo.ts'
import { chooseLogoForm } from './choose-logo-form.ts'

const DARK_GROUND = { mean: 0.01, dark: 0.01, light: 0.02 }
const LIGHT_GROUND = { mean: 0.85, dark: 0.8, light: 0.9 }
const TYPE = { colour: '#ffffff', luminance: 1 }

function aLogo(luminance: number, isOneColour = false): Logo {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4))
  const picture = { pixels, width: 1, height: 1, originalWidth: 1, originalHeight: 1, hasAlpha: true }
  return { picture, kind: 'SVG', luminance, isOneColour }
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
