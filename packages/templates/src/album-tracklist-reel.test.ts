import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeShape } from '@songreel/render'
import { planLayout } from './album-tracklist-reel/layout.ts'

const LONG = 'The slow and steady drift of all the lights we left on in the house by the sea again'

for (const shape of ['9x16', '4x5', '1x1', '16x9']) {
  test(`${shape}: lists of 1 to 30 songs stand whole on their rows, clear of cover and names`, () => {
    const size = sizeShape(shape, 1080)
    for (const count of [1, 2, 8, 14, 15, 30]) {
      const tracks = Array.from({ length: count }, (_, i) => (i % 3 === 0 ? LONG : `Song ${i}`))
      const { cover, names, rows, rest } = planLayout(
        size,
        { album: 'Tidelines', artist: 'Aury', note: '', tracks },
        'GROTESK',
      )
      assert.equal(rows.length, count)
      for (const { band, title } of rows) {
        const { ink, isTruncated } = title.layout
        assert.ok(!isTruncated, `${count} songs: a title is cut off`)
        assert.ok(title.box.y + ink.top >= band.y && title.box.y + ink.bottom <= band.y + band.height)
        const isClear = title.box.x + ink.left >= cover.x + cover.width || band.y >= cover.y + cover.height
        assert.ok(isClear, `${count} songs: a title lies on the cover`)
      }
      const lowest = Math.max(...names.map(({ box }) => box.y + box.height))
      assert.ok((rows[0]?.band.y ?? 0) >= lowest - 1)
      for (const { band } of rest) assert.ok(band.y >= 0 && band.y + band.height <= size.height + 1e-6)
    }
  })
}

test('a right-to-left album has its cover at the right of a wide frame', () => {
  const words = { album: 'ليل بلا نهاية', artist: 'نور الهدى', note: '', tracks: ['ليل'] }
  const { cover, rows } = planLayout(sizeShape('16x9', 1080), words, 'GROTESK')
  assert.ok(cover.x > 800)
  assert.ok((rows[0]?.title.box.x ?? 1000) < 800)
})
