import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DraftSong } from './draft.ts'
import { proposeRef } from './propose-ref.ts'

const key = `new-${new Date(2026, 10, 17, 1, 42).getTime()}-abc`
const song = (album: string, artist: string) => ({ album, artist }) as DraftSong

test('songs of one album are called after it, else after their artist, else just songs', () => {
  const propose = (...songs: DraftSong[]) => proposeRef({ songs, key })
  assert.equal(propose(song('Harbour EP', 'Ada'), song('Harbour EP ', 'Kojo')), 'harbour-ep-2026-11-17-0142')
  assert.equal(propose(song('A', 'Béla Ørsted'), song('B', 'Béla Ørsted')), 'bela-ørsted-2026-11-17-0142')
  assert.equal(propose(song('', 'Ada'), song('', 'Kojo')), 'songs-2026-11-17-0142')
  assert.equal(propose(song('!!!', ''), song('!!!', '')), 'songs-2026-11-17-0142')
  assert.equal(propose(song('夜の港', 'x'), song('夜の港', 'x')), '夜の港-2026-11-17-0142')
})
