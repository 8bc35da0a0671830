import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Box, planFrame, type Size } from '@songreel/kit'
import { planLayout } from './clips-beat-cut/layout.ts'
import { type Glimpse, placeTag } from './clips-beat-cut/place-tag.ts'

const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1350 },
  { width: 1080, height: 1080 },
  { width: 1920, height: 1080 },
]
const LONG = 'The slow and steady drift of all the lights we left on in the house'.repeat(2)

test('between the cards a label inside of the safe box shows the cover and names the song, title above artist', () => {
  for (const size of SIZES) {
    const { safe } = planFrame(size)
    for (const title of ['Night', 'ليل طويل', LONG]) {
      const words = { title, artist: 'Aury Delacroix', note: '' }
      const { tag } = planLayout({ size, words, font: 'MODERN', isTurned: false })
      assert.ok(tag)
      const { box, art, texts } = tag
      assert.ok(box.x >= safe.x - 0.01 && box.x + box.width <= safe.x + safe.width + 0.01)
      assert.ok(box.y >= safe.y && box.y + box.height <= safe.y + safe.height + 0.01)
      assert.equal(texts.length, 2)
      let y = box.y
      for (const { layout, box: at } of texts) {
        const { ink } = layout
        const [left, right] = [at.x + ink.left, at.x + ink.right]
        assert.ok(left >= box.x && right <= box.x + box.width)
        assert.ok(right <= art.x || left >= art.x + art.width, 'no name stands on the cover')
        assert.ok(at.y + ink.top >= y && at.y + ink.bottom <= box.y + box.height)
        y = at.y + ink.bottom
      }
    }
  }
  const words = { title: '', artist: '', note: '' }
  const empty = planLayout({ size: { width: 1080, height: 1080 }, words, font: 'MODERN', isTurned: false })
  assert.equal(empty.tag, undefined)
})

test("the card's names stand on its field, inside of the safe box and never on the cover, whatever the cover's shape", () => {
  for (const size of SIZES) {
    const { safe } = planFrame(size)
    for (const isTurned of [false, true]) {
      for (const ratio of [0.67, 1, 1.5, 3]) {
        for (const title of ['Infinite Sea', 'ليل طويل', LONG]) {
          const words = { title, artist: 'Aury Delacroix', note: 'Out on Friday' }
          const card = planLayout({ size, words, font: 'MODERN', isTurned, ratio })
          const about = `${size.width}x${size.height}, ${ratio}, "${title}", ${isTurned}`
          for (const { layout, box } of [card.title, card.artist, card.note]) {
            assert.ok(layout.lines.length > 0, about)
            const [top, bottom] = [box.y + layout.ink.top, box.y + layout.ink.bottom]
            const [left, right] = [box.x + layout.ink.left, box.x + layout.ink.right]
            assert.ok(top >= card.panel.y && top >= safe.y - 1, about)
            assert.ok(bottom <= safe.y + safe.height + 1, about)
            assert.ok(left >= card.panel.x && right <= card.panel.x + card.panel.width, about)
            const { art } = card
            const isApart =
              top >= art.y + art.height || bottom <= art.y || left >= art.x + art.width || right <= art.x
            assert.ok(isApart, about)
          }
        }
      }
    }
  }
})

test('between the cards the label stands where it hides least of the film, inside of the safe box, and at the foot where nothing matters', () => {
  for (const size of SIZES) {
    const { safe } = planFrame(size)
    for (const title of ['Night', 'ليل طويل', LONG]) {
      const words = { title, artist: 'Aury Delacroix', note: '' }
      const { tag } = planLayout({ size, words, font: 'MODERN', isTurned: false })
      assert.ok(tag)
      assert.deepEqual(placeTag(tag, size, safe, []).box, tag.box)
      assert.deepEqual(
        placeTag(tag, size, safe, [glimpse(size, { x: 0, y: 0, width: 1, height: 0.5 })]).box,
        tag.box,
      )
      const people = { x: 0, y: 0.5, width: 1, height: 0.5 }
      const { box, field, art, texts } = placeTag(tag, size, safe, [glimpse(size, people)])
      assert.ok(box.y + box.height <= size.height / 2 && box.y >= safe.y - 0.01, `${box.y}, "${title}"`)
      assert.ok(box.x >= safe.x - 0.01 && box.x + box.width <= safe.x + safe.width + 0.01)
      for (const inner of [field, art])
        assert.ok(inner.y >= box.y - 0.01 && inner.y + inner.height <= box.y + box.height + 0.01)
      for (const [i, { box: at }] of texts.entries())
        assert.ok(Math.abs(at.y - box.y - (tag.texts[i]!.box.y - tag.box.y)) < 0.01)
    }
  }
})

/** A clip of the frame's shape that shows something in one part of it, in fractions. */
function glimpse(file: Size, { x, y, width, height }: Box): Glimpse {
  const cells = 20
  const inside = (i: number) => {
    const [across, down] = [((i % cells) + 0.5) / cells, (Math.floor(i / cells) + 0.5) / cells]
    return across > x && across < x + width && down > y && down < y + height
  }
  const weights = new Float32Array(new SharedArrayBuffer(4 * cells ** 2))
  const count = weights.filter((_, i) => inside(i)).length
  for (let i = 0; i < weights.length; i++) weights[i] = inside(i) ? 1 / count : 0
  const salience = { columns: cells, rows: cells, weights }
  return {
    file,
    look: { secs: 0, salience, brightness: 0.4, contrast: 0.2, colour: '#808080' },
    view: { zoom: 1, panX: 0, panY: 0 },
  }
}
