import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { chooseSheet } from './visual-screen-print/inks.ts'
import { planLayout } from './visual-screen-print/layout.ts'

const TITLES = [
  '',
  'X',
  'Paper Tigers',
  'The slow and steady drift of all the lights we left on in the house by the sea',
]

for (const shape of ['9x16', '1x1', '4x5', '16x9', '3x1', '1x3']) {
  test(`${shape}: the picture stays on the sheet, large and clear of the type`, () => {
    const size = sizeShape(shape, 1080)
    for (const title of TITLES) {
      const { picture, texts } = planLayout(
        size,
        { kicker: 'Out now', title, artist: 'Mara Quill' },
        'CONDENSED',
      )
      assert.ok(picture.x > 0 && picture.x + picture.width < size.width)
      assert.ok(picture.y + picture.height < size.height)
      const share = (picture.width * picture.height) / Math.min(size.width * size.height, 1080 * 1080)
      assert.ok(share > 0.5, `"${title}" leaves ${share} to the picture`)
      for (const { box, layout } of texts) {
        if (layout.lines.length === 0) continue
        const isBeside =
          box.x + layout.ink.right < picture.x || box.x + layout.ink.left > picture.x + picture.width
        assert.ok(isBeside || box.y + layout.ink.bottom < picture.y, `"${title}" lies on the picture`)
      }
    }
  })
}

test('every pair of inks prints readable type, on either paper and from any colours', () => {
  for (const [accent, accent2] of [
    ['#3080ff', '#3080f0'],
    ['#ff3020', '#20ff60'],
    ['#f0e020', '#8020f0'],
  ] as const) {
    for (const theme of ['LIGHT', 'DARK'] as const) {
      const palette = { accent, accent2, isMonochrome: false } as Parameters<typeof chooseSheet>[0]
      const { paper, inks } = chooseSheet(palette, theme, 7)
      for (const { both } of inks) assert.ok(contrast(both, paper) >= 7, `${both} on ${paper}`)
    }
  }
})
