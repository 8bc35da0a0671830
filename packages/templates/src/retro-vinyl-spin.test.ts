import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeShape } from '@songreel/render'
import { FARTHEST_OUT, planLayout } from './retro-vinyl-spin/layout.ts'

const TITLES = [
  '',
  'X',
  'Infinite Sea',
  'The slow and steady drift of all the lights we left on in the house by the sea again',
]

for (const shape of ['9x16', '1x1', '4x5', '16x9', '3x1', '1x3']) {
  test(`${shape}: sleeve and disc stay in the frame, clear of the type, however far the disc comes out`, () => {
    const size = sizeShape(shape, 1080)
    for (const title of TITLES) {
      for (const artist of ['Odalys Wren', '']) {
        const layout = planLayout(size, { kicker: '', title, artist }, 'SERIF')
        const { sleeve, disc, way } = layout
        const out = 2 * disc.radius * FARTHEST_OUT
        const art = {
          left: Math.min(sleeve.x, disc.x + way.x * out - disc.radius),
          right: Math.max(sleeve.x + sleeve.width, disc.x + way.x * out + disc.radius),
          top: Math.min(sleeve.y, disc.y + way.y * out - disc.radius),
          bottom: Math.max(sleeve.y + sleeve.height, disc.y + way.y * out + disc.radius),
        }
        assert.ok(art.left >= 0 && art.top >= 0 && art.right <= size.width && art.bottom <= size.height)
        for (const { box, layout: type } of [layout.title, layout.artist]) {
          if (type.lines.length === 0) continue
          const isBeside = box.x + type.ink.left >= art.right || box.x + type.ink.right <= art.left
          const isAboveOrBelow = box.y + type.ink.bottom <= art.top || box.y + type.ink.top >= art.bottom
          assert.ok(isBeside || isAboveOrBelow, `"${title}" lies on the record`)
        }
      }
    }
  })
}

test('a right-to-left title lets the disc come out on the other side', () => {
  const words = { kicker: '', title: 'ليل بلا نهاية', artist: 'نور الهدى' }
  const { way, sleeve } = planLayout(sizeShape('16x9', 1080), words, 'SERIF')
  assert.equal(way.x, -1)
  assert.ok(sleeve.x > 960)
})
