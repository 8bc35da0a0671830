import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSongList } from '../../catalogue/read-song-list.ts'
import type { DraftFile, DraftSong, FileRole } from './draft.ts'
import { nameByTags, placeFile, placeRows } from './place-files.ts'

let count = 0
const file = (role: FileRole, name: string, mark = name): DraftFile => ({
  fileId: `file-${++count}`,
  role,
  name,
  mark,
  bytes: 1,
})

/** Files that came together, audio first, as the drop zone sorts them. */
function place(...files: DraftFile[]): DraftSong[] {
  return add([], ...files)
}

function add(songs: DraftSong[], ...files: DraftFile[]): DraftSong[] {
  const together = new Set<string>()
  return files.reduce<DraftSong[]>((before, each) => {
    const after = placeFile(before, each, together) ?? assert.fail(each.name)
    together.add(each.fileId)
    return after
  }, songs)
}

/** Titles with the names of their files. */
function show(songs: DraftSong[]): string[] {
  return songs.map(({ title, files }) => `${title}: ${files.map(({ name }) => name).join(' ')}`)
}

test('every audio file is a song, and a cover of the same name is its own', () => {
  const songs = place(
    file('audio', 'Odalys Wren - Tin Lanterns.mp3'),
    file('audio', '02 glass_hours.wav'),
    file('cover', '02 glass_hours.jpg'),
    file('cover', 'album.jpg'),
  )
  assert.deepEqual(show(songs), [
    'Tin Lanterns: Odalys Wren - Tin Lanterns.mp3 album.jpg',
    'glass hours: 02 glass_hours.wav 02 glass_hours.jpg',
  ])
  assert.equal(songs[0]?.artist, 'Odalys Wren')
  assert.equal(placeFile(songs, file('lyrics', 'words.lrc')), undefined, 'nobody can say whose they are')
})

test('files of one name in several folders are several songs, each with the cover of its folder', () => {
  const songs = place(
    file('audio', 'Label/Tin Lanterns/master.wav', 'same'),
    file('audio', 'Label/Glass Hours/master.wav', 'same'),
    file('audio', 'Label/Harbour EP/CD1/01 One.wav'),
    file('audio', 'Label/Harbour EP/CD2/01 One.wav'),
    file('cover', 'Label/Glass Hours/cover.jpg'),
    file('cover', 'Label/Tin Lanterns/cover.jpg'),
    file('cover', 'Label/Harbour EP/cover.jpg'),
    file('lyrics', 'Label/Harbour EP/CD2/01 One.lrc'),
    file('lyrics', 'Label/Tin Lanterns/words.txt'),
  )
  assert.deepEqual(show(songs), [
    'Tin Lanterns: Label/Tin Lanterns/master.wav Label/Tin Lanterns/cover.jpg Label/Tin Lanterns/words.txt',
    'Glass Hours: Label/Glass Hours/master.wav Label/Glass Hours/cover.jpg',
    'One: Label/Harbour EP/CD1/01 One.wav Label/Harbour EP/cover.jpg',
    'One: Label/Harbour EP/CD2/01 One.wav Label/Harbour EP/cover.jpg Label/Harbour EP/CD2/01 One.lrc',
  ])
  assert.equal(
    placeFile(songs, file('cover', 'Label/Nobody/cover.jpg')),
    undefined,
    'a folder without songs, among several',
  )
})

test('a folder of pictures beside the only folder of songs, or inside it, has their cover', () => {
  const songs = [file('audio', 'EP/Audio/1.wav'), file('audio', 'EP/Audio/2.wav')]
  for (const cover of ['EP/Scans/front.jpg', 'EP/Audio/Scans/front.jpg', 'Elsewhere/front.jpg'])
    assert.deepEqual(
      place(...songs, file('cover', cover)).map(({ files }) => files[1]?.name),
      [cover, cover],
    )
})

test('without folders, files of one name that come together or differ are songs of their own', () => {
  const songs = place(file('audio', 'master.mp3', 'same'), file('audio', 'master.mp3', 'same'))
  assert.equal(songs.length, 2)
  assert.equal(add(songs, file('audio', 'master.mp3', 'other')).length, 3)
  assert.equal(add(songs, file('audio', 'master.mp3', 'same')).length, 2, 'chosen again')
})

test('one song takes everything, in any order, and a file that is chosen again replaces itself', () => {
  const songs = place(file('cover', 'a.png'), file('lyrics', 'b.lrc'), file('audio', 'Song.mp3'))
  assert.deepEqual(show(songs), ['Song: a.png b.lrc Song.mp3'])
  assert.deepEqual(
    add(songs, file('audio', 'Song.mp3')).map(({ files }) => files.length),
    [3],
  )
})

test('rows of a table name songs whose files are here, and wait for those that are not', () => {
  const { rows } = readSongList(
    'audio,title,artist,cover\naudio/one.mp3,First,Odalys Wren,album.jpg\ntwo.mp3,Second,Odalys Wren,album.jpg',
  )
  const named = placeRows(place(file('audio', 'one.mp3')), rows)
  assert.deepEqual(show(named), ['First: one.mp3 album.jpg', 'Second: two.mp3 album.jpg'])
  assert.deepEqual(missing(named), [1, 2])
  const covered = placeFile(named, file('cover', 'album.jpg')) ?? []
  assert.deepEqual(missing(covered), [0, 1])
  assert.deepEqual(missing(placeFile(covered, file('audio', 'two.mp3')) ?? []), [0, 0])
})

test('rows that name files of one name in two folders wait for two files', () => {
  const table = 'audio,title,artist\na/master.wav,First,Odalys Wren\nb/master.wav,Second,Odalys Wren'
  const waiting = placeRows([], readSongList(table).rows)
  assert.equal(waiting.length, 2)
  assert.equal(placeFile(waiting, file('audio', 'master.wav')), undefined, 'which of the two?')
  const both = add(waiting, file('audio', 'Label/b/master.wav'), file('audio', 'Label/a/master.wav'))
  assert.deepEqual(show(both), ['First: Label/a/master.wav', 'Second: Label/b/master.wav'])
  assert.deepEqual(missing(both), [0, 0])
  const known = place(file('audio', 'x/a/master.wav'), file('audio', 'x/b/master.wav'))
  assert.deepEqual(show(placeRows(known, readSongList(table).rows)), [
    'First: x/a/master.wav',
    'Second: x/b/master.wav',
  ])
})

test('links that end alike are songs of their own', () => {
  const { rows } = readSongList(
    'https://cdn.example.com/1/Odalys%20Wren%20-%20One.mp3\nhttps://cdn.example.com/2/audio.mp3\nhttps://cdn.example.com/3/audio.mp3',
  )
  assert.deepEqual(
    placeRows([], rows).map(({ title, artist }) => `${title}, ${artist}`),
    ['One, Odalys Wren', 'audio, ', 'audio, '],
  )
})

test('tags name a song unless somebody else has', () => {
  const tags = { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Harbour EP', isrc: 'QZABC2600001' }
  const [song] = place(file('audio', 'a/Wren - lanterns_final.mp3')) as [DraftSong]
  const pick = ({ title, artist, album, isrc }: DraftSong) => ({ title, artist, album, isrc })
  assert.deepEqual(pick(nameByTags(song, tags)), tags)
  assert.deepEqual(pick(nameByTags({ ...song, title: 'Mine', isrc: 'X' }, tags)), {
    ...tags,
    title: 'Mine',
    isrc: 'X',
  })
  assert.equal(nameByTags(song, {}).artist, 'Wren')
})

function missing(songs: DraftSong[]): number[] {
  return songs.map(({ files }) => files.filter(({ error }) => error).length)
}
