import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { collectGarbage } from '@songreel/kit/core'
import { createCover } from '@songreel/kit/drawing'
import { describeSmallCover, parseHex } from '@songreel/kit/input'
import sharp from 'sharp'
import { readCover } from './read-cover.ts'

const folder = await mkdtemp(join(tmpdir(), 'songreel-cover-'))
after(() => rm(folder, { recursive: true, force: true }))
const song = { title: 'Tin Lanterns', artist: 'Odalys Wren' }

test('a cover is read with its palette, and crosses a thread boundary as plain data', async () => {
  const path = join(folder, 'cover.jpg')
  await sharp({ create: { width: 64, height: 48, channels: 3, background: '#1d4656' } })
    .jpeg()
    .toFile(path)
  const data = await readCover(path, { song, seed: 1, theme: 'LIGHT', accentColor: '#0a5a30' })
  assert.equal(data.isDrawn, false)
  assert.equal(data.palette.theme, 'LIGHT')
  assert.equal(data.palette.accent, '#0a5a30')
  const copy = structuredClone(data)
  const cover = createCover(copy)
  assert.deepEqual([cover.width, cover.height], [64, 48])
  const [red, green, blue] = cover.image.getContext('2d').getImageData(10, 10, 1, 1).data
  assert.ok(Math.abs(red! - 29) < 6 && Math.abs(green! - 70) < 6 && Math.abs(blue! - 86) < 6)
  assert.equal(cover.image, cover.image)
})

test('a cover does not hold on to the canvas that it was drawn on', async () => {
  const cover = createCover(await readCover(null, { song, seed: 1, maxSidePx: 64 }))
  const seen = new WeakRef(cover.image)
  await collectGarbage()
  assert.equal(seen.deref(), undefined)
  assert.equal(cover.image.width, 64)
})

for (const [ink, isGroundLight] of [
  ['#101010', true],
  ['#fafafa', false],
] as const) {
  test(`a transparent cover with ${ink} ink is laid on a ground it stands out from`, async () => {
    const path = join(folder, 'logo.png')
    const ground = { r: 0, g: 0, b: 0, alpha: 0 }
    await sharp({ create: { width: 40, height: 40, channels: 4, background: ground } })
      .composite([
        { input: { create: { width: 20, height: 20, channels: 3, background: ink } }, left: 10, top: 10 },
      ])
      .png()
      .toFile(path)
    const { picture } = await readCover(path, { song, seed: 1 })
    assert.equal(picture.hasAlpha, false)
    assert.equal(picture.pixels[0]! > 128, isGroundLight)
    assert.equal(picture.pixels[3], 255)
  })
}

test('without a picture a cover is drawn, and said to be', async () => {
  const data = await readCover(null, { song, seed: 1, maxSidePx: 200 })
  assert.equal(data.isDrawn, true)
  assert.deepEqual([data.picture.width, data.picture.height], [200, 200])
})

test('a cover has the same colours and the same crops whatever size it is read or drawn at', async () => {
  const path = join(folder, 'woven.png')
  // Threads a few pixels wide: points taken at another size would hit others of them.
  const side = 480
  const threads = ['#1d4656', '#e8b23a', '#a3224b', '#f2efe6', '#2f7d4f'].map((colour) => parseHex(colour))
  const pixels = Buffer.from(
    Array.from({ length: side * side }, (_, i) => {
      const x = i % side
      const y = Math.floor(i / side)
      return threads[(Math.floor((x * x) / 2000) + Math.floor(y / 3)) % threads.length] ?? []
    }).flat(),
  )
  await sharp(pixels, { raw: { width: side, height: side, channels: 3 } }).toFile(path)
  for (const cover of [path, null]) {
    const [small, large] = await Promise.all(
      [400, 480].map((maxSidePx) => readCover(cover, { song, seed: 1, hasType: false, maxSidePx })),
    )
    assert.notEqual(small?.picture.width, large?.picture.width)
    assert.deepEqual(small?.palette, large?.palette)
    assert.deepEqual(small?.salience, large?.salience)
  }
})

test('a tiny cover is worth a warning, a good one is not', () => {
  const picture = { originalWidth: 480, originalHeight: 480 } as Parameters<typeof describeSmallCover>[1]
  assert.equal(
    describeSmallCover('cover.jpg', picture, 1080),
    'cover.jpg is 480×480 and will look soft at 1080. 1500×1500 or more is good.',
  )
  assert.equal(describeSmallCover('cover.jpg', picture, 360), undefined)
})
