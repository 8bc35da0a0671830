import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeTestFolder, removeTestFolder } from '../../testing/run-cli.ts'
import { findSongs } from './find-songs.ts'

let folder = ''
before(async () => {
  folder = await makeTestFolder()
  await mkdir(join(folder, 'deeper'))
  await mkdir(join(folder, 'empty'))
  const names = [
    '10 Ebb.MP3',
    '2 Tide.flac',
    '1 Dawn.ogg',
    '.hidden.mp3',
    'cover.jpg',
    'notes.txt',
    'video.mp4',
    'deeper/x.mp3',
  ]
  for (const name of names) await writeFile(join(folder, name), '')
})
after(() => removeTestFolder(folder))

test('a folder is its songs in the order of a person, without what lies deeper', async () => {
  const songs = await findSongs([folder])
  assert.deepEqual(
    songs.map(({ path }) => basename(path)),
    ['1 Dawn.ogg', '2 Tide.flac', '10 Ebb.MP3'],
  )
})

test('files stay in the order in which they are given, each once', async () => {
  const ebb = join(folder, '10 Ebb.MP3')
  const songs = await findSongs([ebb, folder, 'nowhere.mp3'])
  assert.deepEqual(
    songs.map(({ path }) => basename(path)),
    ['10 Ebb.MP3', '1 Dawn.ogg', '2 Tide.flac', 'nowhere.mp3'],
  )
})

test('a folder without songs says so', async () => {
  const [found] = await findSongs([join(folder, 'empty')])
  assert.match(
    found!.error!.message,
    /There is no song in the folder .*empty .* Folders inside it are not searched/,
  )
})
