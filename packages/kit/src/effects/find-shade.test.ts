import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blendOver, contrast } from '../paint/colour.ts'
import { mapLight } from '../paint/light-map.ts'
import { createPalette } from '../paint/palette.ts'
import type { Picture } from '../paint/picture.ts'
import { findShade, shadeAt } from './find-shade.ts'

const SIZE = { width: 320, height: 320 }
const FRAME = { x: 0, y: 0, ...SIZE }
const TYPE = { x: 40, y: 200, width: 240, height: 80 }
const swatches = [{ colour: '#2a4a6a', share: 1 }]
const paletteOf = (theme: 'DARK' | 'LIGHT') =>
  createPalette({ swatches, lightestArea: '#2a4a6a', darkestArea: '#2a4a6a' }, { theme })

test('a picture of one colour is shaded until type has its contrast, and no further', () => {
  for (const theme of ['DARK', 'LIGHT'] as const) {
    const palette = paletteOf(theme)
    for (const colour of ['#ffffff', '#d0c0a0', '#808080', '#30507a', '#000000']) {
      const { boxes } = findShade([{ light: mapLight(fill(() => colour)), place: FRAME }], palette, {
        boxes: [TYPE],
        ratio: 7,
      })
      const amount = boxes[0]?.amount ?? 0
      const seen = contrast(palette.text, blendOver(palette.background, colour, amount))
      assert.ok(seen >= 6.9, `${theme} on ${colour}: ${seen}`)
      // A little is held back for what moves between the moments that were looked at.
      if (amount > 0) assert.ok(seen < 9, `${theme} on ${colour} is shaded more than it needs: ${seen}`)
    }
  }
})

test('dark pictures stay as they are under light type, and only what lies behind type counts', () => {
  const palette = paletteOf('DARK')
  const half = mapLight(fill((_, y) => (y < 160 ? '#ffffff' : '#101010')))
  const need = { boxes: [TYPE], ratio: 7 }
  assert.deepEqual(findShade([{ light: half, place: FRAME }], palette, need).whole, 0)
  const above = findShade([{ light: half, place: { ...FRAME, y: 120 } }], palette, need)
  assert.ok((above.boxes[0]?.amount ?? 0) > 0.5, 'the camera brings the light half behind it')
})

test('the shade is full behind type, fades out around it and never stops at once', () => {
  const shade = findShade([{ light: mapLight(fill(() => '#ffffff')), place: FRAME }], paletteOf('DARK'), {
    boxes: [TYPE],
    ratio: 7,
  })
  const levels = Array.from({ length: 320 }, (_, y) => shadeAt(shade, SIZE, 160, y))
  assert.equal(levels[240], shade.boxes[0]?.amount)
  assert.equal(levels[0], shade.whole)
  assert.ok(shade.whole > 0 && shade.whole < (shade.boxes[0]?.amount ?? 0))
  for (const [y, level] of levels.entries())
    if (y > 0) assert.ok(Math.abs(level - (levels[y - 1] ?? 0)) < 0.02, `row ${y}`)
})

test('the worst of several moments counts', () => {
  const need = { boxes: [TYPE], ratio: 7 }
  const shown = ['#101010', '#ffffff', '#404040'].map((colour) => ({
    light: mapLight(fill(() => colour)),
    place: FRAME,
  }))
  const palette = paletteOf('DARK')
  assert.deepEqual(findShade(shown, palette, need), findShade(shown.slice(1, 2), palette, need))
})

function fill(colourAt: (x: number, y: number) => string): Picture {
  const { width, height } = SIZE
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4)).fill(255)
  for (let i = 0; i < width * height; i++) {
    const value = Number.parseInt(colourAt(i % width, Math.floor(i / width)).slice(1), 16)
    pixels.set([value >> 16, (value >> 8) & 255, value & 255], i * 4)
  }
  return { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
}
