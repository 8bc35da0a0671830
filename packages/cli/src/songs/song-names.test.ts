import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseNames } from './song-names.ts'

test('what the caller says comes first, then the tags, then the file name', () => {
  const tags = { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Harbour EP' }
  assert.deepEqual(chooseNames('/x/a.mp3', tags, {}), { ...tags, namesFrom: 'TAGS' })
  assert.deepEqual(chooseNames('/x/a.mp3', tags, { title: 'Tide' }), {
    ...tags,
    title: 'Tide',
    namesFrom: 'OPTIONS',
  })
  assert.equal(chooseNames('/x/a.mp3', {}, {}).namesFrom, 'FILE_NAME')
})

test('a file name gives title and artist as people write them', () => {
  const cases: [string, string, string][] = [
    ['tin-lanterns.mp3', '', 'Tin Lanterns'],
    ['tin_lanterns.final.flac', '', 'Tin Lanterns.final'],
    ['Odalys Wren - Tin Lanterns.mp3', 'Odalys Wren', 'Tin Lanterns'],
    ['odalys wren - tin-lanterns.mp3', 'Odalys Wren', 'Tin Lanterns'],
    ['01 - Odalys Wren - Tin Lanterns.mp3', 'Odalys Wren', 'Tin Lanterns'],
    ['03. Tide.wav', '', 'Tide'],
    ['99.mp3', '', '99'],
    ['Odalys Wren – Drive - Live.mp3', 'Odalys Wren', 'Drive - Live'],
    ['A-ha song_1.mp3', '', 'A-ha song 1'],
    ['---.mp3', '', 'Untitled'],
  ]
  for (const [file, artist, title] of cases) {
    const names = chooseNames(`/music/${file}`, {}, {})
    assert.deepEqual([names.artist, names.title], [artist, title], file)
  }
})

test('an artist is not taken from the file name when the title comes from the tags', () => {
  const names = chooseNames('/x/Somebody - Something.mp3', { title: 'Tide' }, {})
  assert.deepEqual([names.artist, names.title], ['', 'Tide'])
})
