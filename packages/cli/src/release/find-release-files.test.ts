import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { findReleaseFiles } from './find-release-files.ts'

test('videos beside a song are its own, and artist.jpg is no cover', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-release-'))
  t.after(() => rm(folder, { recursive: true }))
  const names = ['01 Sea.mp3', '01 Sea.mp4', '01 Sea 10.mov', '01 Sea-2.mp4', '01 Season.mp4', '02 Sky.mp3']
  for (const name of [...names, 'Artist.JPG', 'front.png']) await writeFile(join(folder, name), '')
  const { songs, cover, photo } = await findReleaseFiles(folder, {})
  assert.deepEqual(
    [cover, photo].map((file) => basename(file ?? '')),
    ['front.png', 'Artist.JPG'],
  )
  assert.deepEqual(
    songs.map(({ clips = [] }) => clips.map((clip) => basename(clip))),
    [['01 Sea.mp4', '01 Sea-2.mp4', '01 Sea 10.mov'], []],
  )
})

test('a video that is called as another song is that one’s alone, and a longer number is another number', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-release-'))
  t.after(() => rm(folder, { recursive: true }))
  const names = ['Intro 2.mp3', 'Intro.mp3', 'Sea.mp3', 'Track 1.mp3', 'Track 10.mp3']
  const videos = ['Intro 2.mp4', 'Intro 2-3.mp4', 'Sea2.mp4', 'Track 1 2.mp4', 'Track 10.mp4', 'Track 11.mp4']
  for (const name of [...names, ...videos]) await writeFile(join(folder, name), '')
  const { songs } = await findReleaseFiles(folder, {})
  assert.deepEqual(
    songs.map(({ song, clips = [] }) => [song, ...clips].map((path) => basename(path))),
    [
      ['Intro 2.mp3', 'Intro 2.mp4', 'Intro 2-3.mp4'],
      ['Intro.mp3'],
      ['Sea.mp3', 'Sea2.mp4'],
      ['Track 1.mp3', 'Track 1 2.mp4'],
      ['Track 10.mp3', 'Track 10.mp4'],
    ],
  )
})
