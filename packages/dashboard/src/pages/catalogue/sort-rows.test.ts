import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSongList } from '../../catalogue/read-song-list.ts'
import { sortRows } from './sort-rows.ts'

test('rows without a name or with files of this computer are named, the others are taken', () => {
  const list = readSongList(`audio,title,artist,cover
https://example.com/one.mp3,Tin Lanterns,Odalys Wren,https://example.com/one.jpg
https://example.com/two.mp3,,Odalys Wren,
https://example.com/three.mp3,Paper Moons,,
four.mp3,Glass Hours,Ada Field,
,Nothing,Ada Field,`)
  const { rows, problems } = sortRows(list)
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['Tin Lanterns'],
  )
  assert.deepEqual(problems, [
    'Row 6 (Nothing) names no audio.',
    'https://example.com/two.mp3 has no title.',
    'Paper Moons has no artist.',
    'Glass Hours: four.mp3 is not a link. Files of this computer go into a new batch.',
  ])
})

test('a UPC whose digits a spreadsheet has lost is explained', () => {
  const { rows, problems } = sortRows(
    readSongList('audio;title;artist;upc\nhttps://example.com/one.mp3;Neon;Odalys Wren;6,02E+11'),
  )
  assert.deepEqual(rows, [])
  assert.match(problems.join(), /^Neon: the UPC 6,02E\+11 was shortened by a spreadsheet/)
})
