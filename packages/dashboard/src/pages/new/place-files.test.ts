import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSongList } from '../../catalogue/read-song-list.ts'
import type { DraftFile, DraftSong, FileRole } from './draft.ts'
import { placeFile, placeRows } from './place-files.ts'

const file = (role: FileRole, name: string): DraftFile => ({ role, name, bytes: 1 })

function place(...files: DraftFile[]): DraftSong[] {
  return files.reduce<DraftSong[]>((songs, each) => placeFile(songs, each) ?? assert.fail(each.name), [])
}

/** Titles with the names of their files. */
function show(songs: DraftSong[]): string[] {
  return songs.map(({ title, files }) => `${title}: ${files.map(({ name }) => name).join(' ')}`)
}

test('every audio file is a song, and a cover of the same name is its own', () => {
  const songs = place(
    file('audio', 'Nova Lane - Midnight Drive.mp3'),
    file('audio', 'glass_hours.wav'),
    file('cover', 'glass_hours.jpg'),
    file('cover', 'album.jpg'),
  )
  assert.deepEqual(show(songs), [
    'Midnight Drive: Nova Lane - Midnight Drive.mp3 album.jpg',
    'glass hours: glass_hours.wav glass_hours.jpg',
  ])
  assert.equal(songs[0]?.artist, 'Nova Lane')
  assert.equal(placeFile(songs, file('lyrics', 'words.lrc')), undefined, 'nobody can say whose they are')
})

test('one song takes everything, in any order, and a file that is chosen again replaces itself', () => {
  const songs = place(file('cover', 'a.png'), file('lyrics', 'b.lrc'), file('audio', 'Song.mp3'))
  assert.deepEqual(show(songs), ['Song: a.png b.lrc Song.mp3'])
  const again = placeFile(songs, { ...file('audio', 'Song.mp3'), bytes: 2 })
  assert.deepEqual(
    again?.map(({ files }) => files.length),
    [3],
  )
})

test('rows of a table name songs whose files are here, and wait for those that are not', () => {
  const { rows } = readSongList(
    'audio,title,artist,cover\naudio/one.mp3,First,Nova Lane,album.jpg\ntwo.mp3,Second,Nova Lane,album.jpg',
  )
  const named = placeRows(place(file('audio', 'one.mp3')), rows)
  assert.deepEqual(show(named), ['First: one.mp3 album.jpg', 'Second: two.mp3 album.jpg'])
  const missing = (songs: DraftSong[]) => songs.map(({ files }) => files.filter(({ error }) => error).length)
  assert.deepEqual(missing(named), [1, 2])
  const covered = placeFile(named, file('cover', 'album.jpg')) ?? []
  assert.deepEqual(missing(covered), [0, 1])
  assert.deepEqual(missing(placeFile(covered, file('audio', 'two.mp3')) ?? []), [0, 0])
})

test('links that end alike are songs of their own', () => {
  const { rows } = readSongList(
    'https://cdn.example.com/1/Nova%20Lane%20-%20One.mp3\nhttps://cdn.example.com/2/audio.mp3\nhttps://cdn.example.com/3/audio.mp3',
  )
  assert.deepEqual(
    placeRows([], rows).map(({ title, artist }) => `${title}, ${artist}`),
    ['One, Nova Lane', 'audio, ', 'audio, '],
  )
})
