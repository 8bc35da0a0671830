import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { cleanCode, findColumns, isShortened, nameColumn, SONG_COLUMNS } from './song-table.ts'

const CATALOGUE = ['artist', 'album', 'upc', 'title', 'isrc'] as const

test('columns are known by our names and by those of others, however they are written', () => {
  const headings = ['Album_Artist', 'release title', 'UPC/EAN', 'Track', 'ISRC code', 'Cover Art', 'Notes']
  const expected = ['artist', 'album', 'upc', 'title', 'isrc', 'cover', undefined]
  assert.deepEqual(findColumns(headings, CATALOGUE), expected)
  assert.deepEqual(findColumns(['Song Cover', 'artistImage', 'STORE'], []), [
    'songCover',
    'artistImage',
    'store',
  ])
})

test('a song is a file where files are needed, a title where titles are, and what the other columns leave', () => {
  assert.deepEqual(findColumns(['song', 'artist'], ['audio']), ['audio', 'artist'])
  assert.deepEqual(findColumns(['song', 'artist'], CATALOGUE), ['title', 'artist'])
  assert.deepEqual(findColumns(['song', 'audio'], ['audio']), ['title', 'audio'])
  assert.deepEqual(findColumns(['title', 'song'], CATALOGUE), ['title', 'audio'])
  assert.deepEqual(findColumns(['barcode', 'upc'], CATALOGUE), [undefined, 'upc'])
  // Both mean the same: whoever reads the table has to refuse it.
  assert.deepEqual(findColumns(['barcode', 'ean'], CATALOGUE), ['upc', 'upc'])
})

test('every column has one meaning, and leads to a field of a row', () => {
  const names = SONG_COLUMNS.map(({ name }) => name)
  assert.deepEqual(names, [...new Set(names)])
  for (const { name, path } of SONG_COLUMNS) assert.equal(nameColumn(path), name)
  assert.equal(nameColumn('media.artist'), 'songArtist')
  assert.equal(nameColumn('media.nothing'), undefined)
})

test('the page about imports has every column', () => {
  const page = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8')
  const table = page.split('\n').filter((line) => /^\| `\w+`/.test(line))
  const cells = table.map((line) => line.split('|')[1] ?? '')
  const documented = cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name))
  assert.deepEqual(documented.toSorted(), SONG_COLUMNS.map(({ name }) => name as string).toSorted())
})

test('what spreadsheets do to codes is undone, and what cannot be is seen', () => {
  assert.deepEqual(["'0602445790098", '602445790098.0', 'DEA012600001'].map(cleanCode), [
    '0602445790098',
    '602445790098',
    'DEA012600001',
  ])
  assert.deepEqual(['6.02E+11', "'4E12", '0602445790098'].map(isShortened), [true, true, false])
})
