import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, findKeepingCrop } from '@songreel/kit'
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
      const words = { kicker: 'Out now', title, artist: 'Mara Quill' }
      const { picture, texts } = planLayout(size, words, {
        font: 'CONDENSED',
        cover: { width: 600, height: 600 },
      })
      assert.ok(picture.x > 0 && picture.x + picture.width < size.width)
      assert.ok(picture.y + picture.height < size.height)
      const share = (picture.width * picture.height) / Math.min(size.width * size.height, 1080 * 1080)
      assert.ok(share > 0.4, `"${title}" leaves ${share} to the picture`)
      for (const { box, layout } of texts) {
        if (layout.lines.length === 0) continue
        const isBeside =
          box.x + layout.ink.right < picture.x || box.x + layout.ink.left > picture.x + picture.width
        assert.ok(isBeside || box.y + layout.ink.bottom < picture.y, `"${title}" lies on the picture`)
      }
    }
  })
}

test('in a square the artist has one line, on the edge of title and print', () => {
  for (const [title, isMirrored] of [
    ['Paper Tigers', false],
    ['نمور من ورق', true],
  ] as const) {
    const words = { kicker: '', title, artist: 'Mara Quill' }
    const square = { width: 1080, height: 1080 }
    const { picture, texts } = planLayout(square, words, {
      font: 'CONDENSED',
      cover: { width: 600, height: 600 },
    })
    const artist = texts.at(-1)
    assert.equal(artist?.layout.lines.length, 1)
    const edgeOf = ({ x, width }: { x: number; width: number }) => (isMirrored ? x + width : x)
    for (const { box } of texts) assert.equal(edgeOf(box), edgeOf(picture))
  }
})

test('a print is as wide as shows the subject whole, and its edge is that of the type', () => {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400))
  // A head as high as the cover: all that a wide print would cut.
  weights.set(Array.from({ length: 400 }, (_, i) => (i % 20 >= 6 && i % 20 < 14 ? 1 / 200 : 1 / 1000)))
  const faces = [{ x: 0.25, y: 0.08, width: 0.5, height: 0.84 }]
  const cover = { width: 600, height: 600, salience: { columns: 20, rows: 20, weights, faces } }
  for (const shape of ['9x16', '1x1', '4x5', '16x9']) {
    const words = { kicker: '', title: 'Paper Tigers', artist: 'Mara Quill' }
    const { picture, texts } = planLayout(sizeShape(shape, 1080), words, { font: 'CONDENSED', cover })
    assert.ok(findKeepingCrop(cover, picture), `${shape}: ${JSON.stringify(picture)}`)
    if (shape !== '16x9') assert.equal(picture.x, texts.find(({ layout }) => layout.lines.length > 0)?.box.x)
  }
})

test('every pair of inks prints readable type, on either paper and from any colours', () => {
  for (const [accent, accent2] of [
    ['#3080ff', '#3080f0'],
    ['#ff3020', '#20ff60'],
    ['#f0e020', '#8020f0'],
  ] as const) {
    for (const theme of ['LIGHT', 'DARK'] as const) {
      const palette = { accent, accent2, isMonochrome: false } as Parameters<typeof chooseSheet>[0]
      const { paper, inks } = chooseSheet(palette, theme, { seed: 7, subject: '#a0522d' })
      for (const { both } of inks) assert.ok(contrast(both, paper) >= 7, `${both} on ${paper}`)
    }
  }
})

test("the printer's signs keep clear of type of any length, or are left out", () => {
  const artists = [
    '',
    'Mara Quill',
    'Kofi Brandt & Lune',
    'Kofi Brandt, Lune and the Long Shore Orchestra',
    'فرقة الشاطئ الطويل والبحر',
  ]
  const weights = new Float32Array(new SharedArrayBuffer(1600)).fill(1 / 400)
  let shown = 0
  for (const shape of ['9x16', '1x1', '4x5', '16x9'])
    for (const title of [...TITLES, 'I was younger then, and so were you', 'نمور من ورق'])
      for (const artist of artists)
        for (const font of ['CONDENSED', 'MONO', 'SERIF'] as const)
          for (const width of [400, 600, 900])
            for (const logoSize of [undefined, { width: 400, height: 100 }]) {
              const cover = { width, height: 600, salience: { columns: 20, rows: 20, weights, faces: [] } }
              const words = { kicker: 'Out now', title, artist }
              const told = `${shape} ${font} "${title}" by "${artist}"`
              const { signs, texts } = planLayout(sizeShape(shape, 1080), words, { font, cover, logoSize })
              if (artist === 'Mara Quill' && title.length < 20 && font === 'CONDENSED')
                assert.ok(signs, `${told}: no signs`)
              if (!signs) continue
              shown++
              const { proof, mark } = signs
              const [near, far] = [Math.min(proof.x, mark.x) - 48, Math.max(proof.x, mark.x) + 48]
              for (const { box, layout } of texts) {
                if (layout.lines.length === 0) continue
                const { left, right, top, bottom } = layout.ink
                const isBeside = box.x + right < near || box.x + left > far
                const isApart = box.y + bottom <= proof.y - 30 || box.y + top >= proof.y + 30
                assert.ok(isBeside || isApart, `${told}: the signs lie on "${layout.lines[0]?.text}"`)
              }
            }
  assert.ok(shown > 0)
})
