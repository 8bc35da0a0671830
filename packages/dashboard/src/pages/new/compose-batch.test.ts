import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Content } from '@songreel/sdk'
import '../../../testing/dom.ts'
import { composeBatch, countVideos } from './compose-batch.ts'
import { draft, newSong } from './draft.ts'
import { hasAll, nameSongs } from './template-needs.ts'

const template = (contentId: string, needs: object) =>
  ({ contentId, needs, aspectRatios: 'ALL', defaults: {} }) as unknown as Content
const templates = [
  template('PLAIN', {}),
  template('LYRIC', { lyrics: 'REQUIRED' }),
  template('QUOTE', { lyrics: 'REQUIRED', lyricsUnless: 'quote' }),
  template('CLIPS', { clips: { min: 2 } }),
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
const chosen = templates.map(({ contentId }) => ({ contentId, requiredData: {} }))
const whole = { ...draft.value, songs: [sung, mute, known], chosen, shapes: ['9x16', '1x1'] }

test('a template is made for the songs that have what it needs, and for no others', () => {
  const listTemplates = (song: typeof sung) => [
    ...new Set(composeBatch(whole, song, templates).renders.map(({ contentId }) => contentId)),
  ]
  assert.deepEqual(listTemplates(sung), ['PLAIN', 'LYRIC', 'QUOTE'])
  assert.deepEqual(listTemplates(mute), ['PLAIN', 'QUOTE'])
  assert.deepEqual(listTemplates(known), ['PLAIN', 'LYRIC', 'QUOTE', 'CLIPS'])
  assert.equal(countVideos(whole, whole.songs, templates), 2 * (3 + 2 + 4))
})

test('whom a template leaves out is said by name', () => {
  const lyric = templates[1] as Content
  assert.equal(nameSongs(whole.songs.filter((song) => !hasAll(lyric, song))), 'Mute')
  assert.equal(nameSongs([sung, mute]), 'Sung and Mute')
  assert.equal(nameSongs([sung, mute, known, sung, mute]), 'Sung, Mute and 3 more')
})

test('a brand that was chosen is that of the whole batch, and none is a choice, too', () => {
  const compose = (brandId: string | null | undefined) =>
    composeBatch({ ...whole, brandId }, sung, templates).serviceParams
  assert.deepEqual(compose(undefined), undefined)
  assert.deepEqual(compose('brd_1'), { brandId: 'brd_1' })
  assert.deepEqual(compose(null), { brandId: null })
})
