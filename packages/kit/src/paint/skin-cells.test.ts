import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Box } from '../geometry.ts'
import { fromOklch, hexToOklch, parseHex, toDegrees } from './colour.ts'
import { createPalette } from './palette.ts'
import type { Picture } from './picture.ts'
import { findColours } from './swatches.ts'

const SIDE = 96
const FACE: Box = { x: 0.3, y: 0.2, width: 0.4, height: 0.45 }
const SKIN = '#b98272'
const hueOf = (colour: string) => toDegrees(hexToOklch(colour).hue)
const isSkin = ({ colour }: { colour: string }) => hexToOklch(colour).chroma > 0.05 && hueOf(colour) < 75

test('a portrait has the colours of its wall, not of the face, the hands and the other heads', () => {
  const portrait = paintPicture((x, y) => {
    if (isInside(FACE, x, y)) return '#c79489'
    // An arm below, and somebody at the rim.
    if (y > 0.8 && x > 0.5) return SKIN
    return x < 0.12 && y > 0.3 ? '#a97669' : '#64756d'
  })
  assert.ok(findColours(portrait).swatches.some(isSkin))
  const colours = findColours(portrait, [FACE])
  assert.ok(!colours.swatches.some(isSkin), JSON.stringify(colours.swatches))
  const { grounds, accent } = createPalette(colours, { theme: 'DARK' })
  for (const each of [...grounds, accent])
    assert.ok(hueOf(each) > 120 && hueOf(each) < 200, `${each} on a grey-green wall`)
})

test('a red shirt and an orange suit are colours of the cover, whoever wears them', () => {
  for (const cloth of ['#a32036', '#d86846']) {
    const portrait = paintPicture((x, y) => (isInside(FACE, x, y) ? SKIN : y > 0.8 ? cloth : '#2b2140'))
    const { swatches } = findColours(portrait, [FACE])
    assert.ok(
      swatches.some(({ colour }) => Math.abs(hueOf(colour) - hueOf(cloth)) < 8),
      cloth,
    )
  }
})

test('the front of an owl is no face, and a cover that is all face is a photograph in sepia', () => {
  const owl = paintPicture((x, y) => (isInside(FACE, x, y) ? '#2f7fd0' : '#101018'))
  assert.deepEqual(findColours(owl, [FACE]), findColours(owl))
  for (const { colour } of findColours(paintPicture(shadeFace), []).swatches) {
    const { chroma } = hexToOklch(colour)
    assert.ok(chroma > 0.008 && chroma < 0.035 && hueOf(colour) > 60 && hueOf(colour) < 85, colour)
  }
})

test('a face on black that is too near to be found gives a deep neutral, and ivory to go with it', () => {
  const portrait = paintPicture((x, y) => {
    if (x + y > 1.55) return '#0d0b09'
    // Lips.
    return Math.hypot((x - 0.5) / 0.2, (y - 0.7) / 0.06) < 0.5 ? '#d06a6c' : shadeFace(x)
  })
  const { grounds, accent } = createPalette(findColours(portrait), { theme: 'DARK' })
  for (const ground of grounds) {
    const { chroma, lightness } = hexToOklch(ground)
    assert.ok(chroma < 0.025 && lightness < 0.4, ground)
  }
  const { chroma, lightness } = hexToOklch(accent)
  assert.ok(chroma > 0.015 && chroma < 0.06 && lightness > 0.8 && hueOf(accent) > 60, accent)
})

test('a flat pink, a brick wall and a red sunset are colours of the cover', () => {
  for (const paintAt of [
    () => SKIN,
    (x: number) => fromOklch({ lightness: 0.35 + 0.3 * x, chroma: 0.14, hue: 0.6 }),
    (x: number) => fromOklch({ lightness: 0.4 + 0.3 * x, chroma: 0.1, hue: 1.6 * x - 0.6 }),
  ]) {
    const strongest = Math.max(
      ...findColours(paintPicture(paintAt)).swatches.map(({ colour }) => hexToOklch(colour).chroma),
    )
    assert.ok(strongest > 0.07, `${strongest}`)
  }
})

/** From a flash on one cheek to the shade on the other. */
function shadeFace(x: number): string {
  return fromOklch({ lightness: 0.85 - 0.45 * x, chroma: 0.085 - 0.02 * x, hue: 0.5 + 0.12 * x })
}

function isInside({ x, y, width, height }: Box, across: number, down: number): boolean {
  return Math.hypot((across - x - width / 2) / width, (down - y - height / 2) / height) < 0.5
}

function paintPicture(colourAt: (x: number, y: number) => string): Picture {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(SIDE * SIDE * 4))
  for (let at = 0; at < SIDE * SIDE; at++) {
    const colour = colourAt((at % SIDE) / SIDE, Math.floor(at / SIDE) / SIDE)
    pixels.set([...parseHex(colour), 255], 4 * at)
  }
  return {
    pixels,
    width: SIDE,
    height: SIDE,
    originalWidth: SIDE,
    originalHeight: SIDE,
    hasAlpha: false,
  }
}
