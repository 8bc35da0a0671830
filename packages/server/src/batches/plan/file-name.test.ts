import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FileNameFacts, nameFile, numberNames } from './file-name.ts'

/** Listing all of them first, as fast-check's own `binary` does, takes a second. */
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code).toWellFormed())

const facts: FileNameFacts = {
  artist: 'Odalys Wren',
  artistId: 'art_01K9ZB3Q4V8M7N6P5R2S1T0WXY',
  title: 'Tin Lanterns',
  mediaId: 'med_01K9ZB3Q4V8M7N6P5R2S1T0ABC',
  isrc: 'DEA232600001',
  contentId: 'BASE_BASIC_UNIFIED',
  aspectRatio: '9x16',
  format: 'MP4',
}

test('a file is named for artist, title, style and ratio', () => {
  assert.equal(nameFile(facts), 'odalys-wren-tin-lanterns-basic-unified-9x16.mp4')
})

test('names in other scripts are written as they sound', () => {
  const name = nameFile({ ...facts, artist: '周杰倫', title: '夜に駆ける' })
  assert.equal(name, 'zhoujielun-yeniqukeru-basic-unified-9x16.mp4')
})

test('what cannot be written is named by its ISRC, or by its id', () => {
  const silent = { ...facts, artist: '…', title: '?!' }
  assert.equal(nameFile(silent), 'artist-1t0wxy-dea232600001-basic-unified-9x16.mp4')
  assert.equal(nameFile({ ...silent, isrc: null }), 'artist-1t0wxy-song-1t0abc-basic-unified-9x16.mp4')
})

test('a name that is taken gets a number, also when another batch took it', () => {
  const names = ['a-9x16.mp4', 'a-9x16.mp4', 'a-1x1.mp4', 'a-9x16.mp4']
  assert.deepEqual(numberNames(names, new Map()), [
    'a-9x16.mp4',
    'a-9x16-02.mp4',
    'a-1x1.mp4',
    'a-9x16-03.mp4',
  ])
  assert.deepEqual(numberNames(['a-9x16.mp4', 'b-9x16.mp4'], new Map([['a-9x16.mp4', 3]])), [
    'a-9x16-04.mp4',
    'b-9x16.mp4',
  ])
})

test('any text gives a name that every file system takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (artist, title) => {
      const name = nameFile({ ...facts, artist, title })
      assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*\.mp4$/)
      assert.ok(name.length <= 200)
      // Windows keeps these names for itself, whatever their ending.
      assert.doesNotMatch(name, /^(con|prn|aux|nul|com\d|lpt\d)\./)
    }),
  )
})
