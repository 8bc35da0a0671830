import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Content } from '@songreel/sdk'
import '../../../testing/dom.ts'
import { composeBatch, countVideos } from './compose-batch.ts'
import { draft, newSong } from './draft.ts'
import { hasAll, nameSongs } from './look-needs.ts'

const content = (contentId: string, needs: object) =>
  ({ contentId, needs, aspectRatios: 'ALL', defaults: {} }) as unknown as Content
const contents = [
  content('PLAIN', {}),
  content('LYRIC', { lyrics: 'REQUIRED' }),
  content('QUOTE', { lyrics: 'REQUIRED', lyricsUnless: 'quote' }),
  content('CLIPS', { clips: { min: 2 } }),
]
const file = (role: 'lyrics' | 'clip') => ({
  fileId: role,
  role,
  name: `${role}.x`,
  url: 'http://localhost/x',
})
const sung = newSong({ title: 'Sung', artist: 'Ada', files: [file('lyrics')] })
const mute = newSong({ title: 'Mute', artist: 'Ada' })
const known = newSong({ title: 'Known', artist: 'Ada', isFromCatalogue: true, has: { lyrics: 1, clips: 2 } })
const looks = contents.map(({ contentId }) => ({ contentId, requiredData: {} }))
const whole = { ...draft.value, songs: [sung, mute, known], looks, shapes: ['9x16', '1x1'] }

test('a look is made for the songs that have what it needs, and for no others', () => {
  const looksOf = (song: typeof sung) => [
    ...new Set(composeBatch(whole, song, contents).renders.map(({ contentId }) => contentId)),
  ]
  assert.deepEqual(looksOf(sung), ['PLAIN', 'LYRIC', 'QUOTE'])
  assert.deepEqual(looksOf(mute), ['PLAIN', 'QUOTE'])
  assert.deepEqual(looksOf(known), ['PLAIN', 'LYRIC', 'QUOTE', 'CLIPS'])
  assert.equal(countVideos(whole, whole.songs, contents), 2 * (3 + 2 + 4))
})

test('whom a look leaves out is said by name', () => {
  const lyric = contents[1] as Content
  assert.equal(nameSongs(whole.songs.filter((song) => !hasAll(lyric, song))), 'Mute')
  assert.equal(nameSongs([sung, mute]), 'Sung and Mute')
  assert.equal(nameSongs([sung, mute, known, sung, mute]), 'Sung, Mute and 3 more')
})
