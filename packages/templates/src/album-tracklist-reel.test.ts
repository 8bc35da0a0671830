import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Croppable, Size } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { cropArt } from './album-tracklist-reel/art.ts'
import { planLayout } from './album-tracklist-reel/layout.ts'
import { toneAt } from './album-tracklist-reel/tones.ts'

const LONG = 'The slow and steady drift of all the lights we left on in the house by the sea again'
const COVER = { width: 1000, height: 1000 }

for (const shape of ['9x16', '4x5', '1x1', '16x9']) {
  test(`${shape}: lists of 1 to 30 songs stand whole on their rows, clear of cover and names`, () => {
    const size = sizeShape(shape, 1080)
    for (const count of [1, 2, 8, 14, 15, 30]) {
      const tracks = Array.from({ length: count }, (_, i) => (i % 3 === 0 ? LONG : `Song ${i}`))
      const { cover, names, rows, rest } = planLayout(
        size,
        { album: 'Tidelines', artist: 'Aury', note: '', tracks, playing: count > 2 ? 1 : -1 },
        'GROTESK',
        COVER,
      )
      assert.equal(rows.length, count)
      for (const { band, title } of rows) {
        const { ink, isTruncated } = title.layout
        assert.ok(!isTruncated || title.layout.lines.at(-1)?.text.endsWith('…'), `${count} songs: cut off`)
        assert.equal(title.layout.sizePx, rows[0]?.title.layout.sizePx, `${count} songs: two sizes`)
        assert.ok(title.box.y + ink.top >= band.y && title.box.y + ink.bottom <= band.y + band.height)
        const isClear =
          title.box.x + ink.left >= cover.x + cover.width ||
          band.y >= cover.y + cover.height ||
          band.y + band.height <= cover.y
        assert.ok(isClear, `${count} songs: a title lies on the cover`)
      }
      const lowest = Math.max(...names.map(({ box }) => box.y + box.height))
      assert.ok((rows[0]?.band.y ?? 0) >= lowest - 1)
      for (const [i, { band }] of rows.entries()) {
        const below = rows[i + 1]?.band
        if (below && below.x === band.x) assert.ok(Math.abs(band.y + band.height - below.y) < 1e-6)
      }
      assert.equal(rows.filter(({ slab }) => slab).length, count > 2 ? 1 : 0)
      for (const { band } of rest) assert.ok(band.y >= 0 && band.y + band.height <= size.height + 1e-6)
    }
  })
}

for (const shape of ['9x16', '4x5', '1x1', '16x9']) {
  test(`${shape}: a long title among short ones is broken, and makes none of them small`, () => {
    const size = sizeShape(shape, 1080)
    const short = [
      'Loud Water',
      'Kitchen Floor',
      'Porch Light, Burning Blue',
      'Ten Thousand Hammers',
      'Nightbus',
    ]
    const long = 'I Was Younger Then, and So Were You'
    const planTracks = (tracks: string[], playing: number) =>
      planLayout(size, { album: 'Four Songs', artist: 'Ines', note: '', tracks, playing }, 'GROTESK', COVER)
    const plain = planTracks([...short, 'Bridge', 'Swim', 'Home'], 0)
    for (const playing of [0, 5]) {
      const { rows } = planTracks([...short, long, 'Bridge', 'Swim'], playing)
      const { layout, box } = rows[5]!.title
      assert.equal(layout.lines.map(({ text }) => text).join(' '), long)
      const slab = rows[playing]?.slab
      assert.ok(slab && slab.height > 1.2 * (rows[playing]?.title.layout.sizePx ?? 0))
      if (playing === 5)
        assert.ok(box.y + layout.ink.top > slab.y && box.y + layout.ink.bottom < slab.y + slab.height)
      const sizes = rows.map(({ title }) => title.layout.sizePx)
      assert.equal(new Set(sizes).size, 1)
      const usual = plain.rows[0]!.title.layout.sizePx
      assert.ok(sizes[0]! >= 0.79 * usual, `${sizes[0]} instead of ${usual} px`)
    }
  })
}

test('beside the list a cover is as wide as its subject asks for, and never stretched or cut into', () => {
  // Three heads from side to side, of which a square would lose one.
  const faces = [0.02, 0.42, 0.8].map((x) => ({ x, y: 0.2, width: 0.16, height: 0.3 }))
  const weights = new Float32Array(new SharedArrayBuffer(4 * 1600))
  for (let i = 0; i < weights.length; i++) {
    const [x, y] = [((i % 40) + 0.5) / 40, (Math.floor(i / 40) + 0.5) / 40]
    const isIn = faces.some((face) => x > face.x && x < face.x + face.width)
    if (isIn && y > 0.2 && y < 0.9) weights[i] = 1 / 500
  }
  const group = { width: 1400, height: 1000, salience: { columns: 40, rows: 40, weights, faces } }
  const tracks = Array.from({ length: 8 }, (_, i) => `Song ${i}`)
  const words = { album: 'Tidelines', artist: 'Aury', note: '', tracks, playing: 0 }
  for (const shape of ['4x5', '1x1', '16x9']) {
    const size = sizeShape(shape, 1080)
    const { cover, rows } = planLayout(size, words, 'GROTESK', group)
    const plain = planLayout(size, words, 'GROTESK', COVER).cover
    assert.ok(Math.abs(plain.width - plain.height) < 1 && plain.y < 1, shape)
    assert.ok(cover.width / cover.height > 1.3, `${shape}: ${cover.width}x${cover.height}`)
    for (const { title } of rows) assert.ok(title.layout.sizePx >= 40 && !title.layout.isTruncated)
  }
})

test('a right-to-left album has its cover at the right of a wide frame', () => {
  const words = { album: 'ليل بلا نهاية', artist: 'نور الهدى', note: '', tracks: ['ليل'], playing: 0 }
  const { cover, rows } = planLayout(sizeShape('16x9', 1080), words, 'GROTESK', COVER)
  assert.ok(cover.x > 800)
  assert.ok((rows[0]?.title.box.x ?? 1000) < 800)
})

test('a tall frame shows at least two thirds of the cover, clear of the list, and bands on all that is left at its foot', () => {
  const size = sizeShape('9x16', 1080)
  for (const art of [COVER, { width: 1600, height: 900 }, { width: 900, height: 1600 }]) {
    for (const count of [1, 3, 8, 14, 30]) {
      const { cover, rows, rest } = planSongs(size, art, count)
      const [across, down] = [cover.width / art.width, cover.height / art.height]
      const shown = Math.min(across, down) / Math.max(across, down)
      assert.ok(shown >= 2 / 3, `${count} songs: ${shown} of ${art.width}x${art.height}`)
      const bands = [...rows.slice(-1), ...rest].map(({ band }) => band)
      const isAtFoot = cover.y > (rows[0]?.band.y ?? 0)
      for (const [i, { y, height }] of bands.slice(1).entries()) {
        const above = bands[i]!
        assert.ok(Math.abs(above.y + above.height - y) < 1e-6, `${count} songs`)
        assert.ok(isAtFoot || height > above.height, `${count} songs`)
      }
      const foot = bands.at(-1)!
      assert.ok(Math.abs(foot.y + foot.height - (isAtFoot ? cover.y : size.height)) < 1e-6)
      if (isAtFoot) assert.ok(Math.abs(cover.y + cover.height - size.height) < 1)
      else assert.ok(cover.y + cover.height <= (rows[0]?.band.y ?? 0))
    }
  }
})

test('in a tall frame the cover fills the foot below the songs of an album, whose names are read on a phone, with no table of empty bands', () => {
  const size = sizeShape('9x16', 1080)
  for (const art of [COVER, { width: 1600, height: 1207 }, { width: 1500, height: 1000 }])
    for (const count of [6, 8]) {
      const { cover, rows, rest } = planSongs(size, art, count)
      assert.ok(cover.width === size.width && Math.abs(cover.y + cover.height - size.height) < 1)
      assert.ok(rest.reduce((sum, { band }) => sum + band.height, 0) <= 0.02 * size.height)
      for (const { title } of rows)
        assert.ok(title.layout.sizePx >= 0.024 * size.height, `${count}: ${title.layout.sizePx}`)
    }
})

test('a landscape keeps its summits where a box is too low for all of it', () => {
  const crop = (firstRow: number, height: number) => {
    const weights = new Float32Array(new SharedArrayBuffer(400))
    weights.fill(1 / (100 - 10 * firstRow), 10 * firstRow)
    const salience = { columns: 10, rows: 10, weights, faces: [] }
    return cropArt({ ...COVER, salience }, { width: 1000, height })
  }
  assert.equal(crop(3, 950).y, 0)
  assert.ok(crop(8, 800).y > 0, 'what stands at the foot is not cut for it')
})

function planSongs(size: Size, art: Croppable, count: number) {
  const tracks = Array.from({ length: count }, (_, i) => `Song ${i}`)
  return planLayout(
    size,
    { album: 'Tidelines', artist: 'Aury', note: '', tracks, playing: 0 },
    'GROTESK',
    art,
  )
}

test('in a tall frame a square cover is as wide as the frame; above a long list it lies whole in a corner of the head, beside the names', () => {
  const size = sizeShape('9x16', 1080)
  for (const [album, isMirrored] of [
    ['Tidelines', false],
    ['ليل بلا نهاية', true],
  ] as const) {
    for (const count of [1, 4, 8, 14]) {
      const tracks = Array.from({ length: count }, (_, i) => `Song ${i}`)
      const { cover, names, rows } = planLayout(
        size,
        { album, artist: 'Aury', note: '', tracks, playing: 0 },
        'GROTESK',
        COVER,
      )
      const boxes = names.map(({ box, layout }) => ({
        left: box.x + layout.ink.left,
        right: box.x + layout.ink.right,
        y: box.y,
      }))
      if (count <= 8) {
        assert.equal(cover.width, size.width, `${count} songs`)
        for (const { box } of names) {
          const isClear = box.y >= cover.y + cover.height || box.y + box.height <= cover.y
          assert.ok(isClear, 'names stand above or below the cover')
        }
      } else {
        assert.ok(Math.abs(cover.y) < 1)
        assert.ok(Math.abs(isMirrored ? cover.x + cover.width - size.width : cover.x) < 1)
        for (const { left, right } of boxes)
          assert.ok(
            isMirrored ? right < cover.x - 30 : left > cover.width + 30,
            'names stand beside the cover',
          )
      }
      const lowest = Math.max(...names.map(({ box, layout }) => box.y + layout.ink.bottom))
      assert.ok((rows[0]?.band.y ?? 0) >= lowest + 20, 'the list is glued to the names')
      for (const { title } of rows)
        assert.ok(title.layout.sizePx >= 40, `${count} songs: ${title.layout.sizePx}`)
    }
  }
})

for (const shape of ['9x16', '4x5', '1x1', '16x9'])
  test(`${shape}: the album is larger than who made it, and that can be read on a phone`, () => {
    const size = sizeShape(shape, 1080)
    const tracks = Array.from({ length: 8 }, (_, i) => `Song ${i}`)
    for (const art of [COVER, { width: 1360, height: 1000 }])
      for (const [album, note] of [
        ['Tidelines', ''],
        ['Tidelines', 'Out this Friday'],
        ['Letters from the Lighthouse Keeper', ''],
      ] as const) {
        const words = { album, artist: 'Aury and the Delacroix', note, tracks, playing: 0 }
        const [title, artist] = planLayout(size, words, 'GROTESK', art).names.map(
          ({ layout }) => layout.sizePx,
        )
        assert.ok(title! > artist! && artist! >= 40, `${album}: ${title} and ${artist}`)
      }
  })

test('from band to band the tone changes as much, also while they step', () => {
  const light = (colour: string) => Number.parseInt(colour.slice(1, 3), 16)
  const tones = ['#202020', '#303030', '#404040', '#505050']
  for (const step of [0, 1, 5, 40]) {
    const bands = Array.from({ length: 14 }, (_, place) => light(toneAt(tones, place - step)))
    for (const [i, tone] of bands.slice(1).entries()) assert.equal(Math.abs(tone - bands[i]!), 16)
  }
  assert.ok(Math.abs(light(toneAt(tones, 1.5)) - 56) <= 1)
})
