import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast } from './colour.ts'
import { COMPOSITIONS } from './cover-compositions.ts'
import { COVER_SCHEMES } from './cover-schemes.ts'
import { drawCover } from './drawn-cover.ts'

const song = { title: 'Tin Lanterns', artist: 'Odalys Wren' }

test('the same song and seed give the same cover, another seed another one', () => {
  const first = drawCover({ song, seed: 3, maxSidePx: 160 })
  assert.deepEqual(drawCover({ song, seed: 3, maxSidePx: 160 }).pixels, first.pixels)
  assert.notDeepEqual(drawCover({ song, seed: 4, maxSidePx: 160 }).pixels, first.pixels)
})

test('covers differ from song to song: all schemes and compositions are in use', () => {
  const corners = new Set<string>()
  for (let seed = 0; seed < 40; seed++) {
    const { pixels } = drawCover({ song, seed, maxSidePx: 32, hasType: false })
    corners.add([pixels[0]! >> 4, pixels[1]! >> 4, pixels[2]! >> 4].join())
  }
  assert.ok(corners.size >= 8, `${corners.size} kinds of corner`)
  assert.ok(COMPOSITIONS.length >= 6)
})

test('type on every scheme is readable', () => {
  for (const { ground, ink } of COVER_SCHEMES) assert.ok(contrast(ink, ground) >= 7, `${ink} on ${ground}`)
})

test('a cover without type shows no letters, one with type does', () => {
  const bare = drawCover({ song, seed: 5, maxSidePx: 240, hasType: false })
  const titled = drawCover({ song, seed: 5, maxSidePx: 240 })
  assert.ok(countDifferent(bare.pixels, titled.pixels) > 400)
})

test('odd names are drawn too: none, one letter, very long, right to left', () => {
  const names = ['', 'X', 'long title '.repeat(12), 'أغنية الحب', '夜に駆ける', '🔥🔥🔥', '\u{12000}']
  for (const title of names) {
    const { pixels } = drawCover({ song: { title, artist: title }, seed: 2, maxSidePx: 160 })
    assert.ok(pixels.every((value, at) => at % 4 !== 3 || value === 255))
  }
})

function countDifferent(first: Uint8ClampedArray, second: Uint8ClampedArray): number {
  let count = 0
  for (let at = 0; at < first.length; at += 4) if (Math.abs(first[at]! - second[at]!) > 24) count++
  return count
}
