import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameAlbum } from './name-album.ts'

test('the album of a single is not named beside its title, whatever shops add to it', () => {
  const title = 'Loud Water'
  for (const album of [
    'Loud Water',
    'LOUD WATER ',
    'Loud Water - Single',
    'Loud Water (Single)',
    'Loud Water – EP',
    'Loud Water EP',
  ])
    assert.equal(nameAlbum({ title, album }), '', album)
  for (const album of ['', 'Tidelines', 'Loud Waters', 'Loud Water (Live)', 'Deep'])
    assert.equal(nameAlbum({ title, album }), album)
  assert.equal(nameAlbum({ title: 'EP', album: 'Sheep' }), 'Sheep')
  assert.equal(nameAlbum({ title: 'Loud Water - Single', album: 'Loud Water' }), '')
})
