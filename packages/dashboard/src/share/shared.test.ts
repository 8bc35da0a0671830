import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupBySong, nameShape, type SharedVideo } from './shared.ts'

const video = (song: string, artist: string, ratio: string): SharedVideo => ({
  song,
  artist,
  ratio,
  secs: 8,
  bytes: 1000,
  type: 'video/mp4',
  video: `/s/x/0/video/${ratio}.mp4`,
})

test('videos of one song stand together; songs of the same title by others do not', () => {
  const songs = groupBySong([
    video('Glass', 'Ada', '9x16'),
    video('Tin', 'Ada', '9x16'),
    video('Glass', 'Ada', '1x1'),
    video('Glass', 'Kojo', '1x1'),
  ])
  assert.deepEqual(
    songs.map(({ song, artist, videos }) => [song, artist, videos.map(({ ratio }) => ratio)]),
    [
      ['Glass', 'Ada', ['9x16', '1x1']],
      ['Tin', 'Ada', ['9x16']],
      ['Glass', 'Kojo', ['1x1']],
    ],
  )
})

test('shapes have names', () => {
  assert.deepEqual(['9x16', '1x1', '16x9', '4x5'].map(nameShape), ['Tall', 'Square', 'Wide', 'Tall'])
})
