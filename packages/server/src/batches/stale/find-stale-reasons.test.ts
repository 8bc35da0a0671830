import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINE_VERSION } from '@songreel/render'
import type { MadeFrom } from '../../store/batch-schema.ts'
import type { SongNow } from '../../store/songs-now.ts'
import { findStaleReasons, type WornNow } from './find-stale-reasons.ts'

const FILES = ['audio', 'lyrics', 'clip', 'own', 'album', 'artist'].map((name) => ({
  assetId: `ast_${name}`,
  sha256: `${name}-bytes`,
  status: 'READY' as const,
}))
const SONG: SongNow = {
  mediaId: 'med_1',
  artistId: 'art_1',
  title: 'Tin Lanterns',
  artist: 'Odalys Wren',
  album: 'Harbour EP',
  isrc: null,
  audioAssetId: 'ast_audio',
  lyricsAssetId: 'ast_lyrics',
  videoAssetIds: ['ast_clip'],
  mediaImageId: null,
  bundleImageId: 'ast_album',
  artistImageId: 'ast_artist',
  tracks: ['Tin Lanterns', 'Paper Boats'],
  files: Object.fromEntries(FILES.map((file) => [file.assetId, file])),
}
const used = (name: string) => ({ assetId: `ast_${name}`, sha256: `${name}-bytes` })
const MADE_FROM: MadeFrom = {
  songs: [
    {
      mediaId: 'med_1',
      title: 'Tin Lanterns',
      artist: 'Odalys Wren',
      album: 'Harbour EP',
      isrc: null,
      audio: used('audio'),
      cover: used('album'),
      lyrics: used('lyrics'),
      clips: [used('clip')],
    },
  ],
  templateVersion: 2,
  engineVersion: ENGINE_VERSION,
}
const ALL_NEEDS = {
  audio: true,
  lyrics: 'OPTIONAL',
  lyricsUnless: 'lines',
  clips: { min: 1, max: 3 },
} as const
const EVERYTHING = { version: 2, needs: ALL_NEEDS }

type Circumstances = {
  template?: Parameters<typeof findStaleReasons>[2]
  requiredData?: Record<string, unknown>
  madeFrom?: MadeFrom
  brand?: WornNow
}

/** What is said of a song that is like the first but for some fields. */
function judge(
  changes: Partial<SongNow>,
  { template = EVERYTHING, requiredData = {}, madeFrom = MADE_FROM, brand }: Circumstances = {},
) {
  const now = { songs: [{ ...SONG, ...changes }], brand }
  return findStaleReasons({ madeFrom, requiredData }, now, template)
}

/** The song's files, one of which is another. */
function replaced(assetId: string, sha256: string | null, status: 'READY' | 'PENDING' | 'FAILED' = 'READY') {
  return { ...SONG.files, [assetId]: { assetId, sha256, status } }
}

test('each thing that a video shows or holds is a reason of its own', () => {
  assert.deepEqual(judge({}), [])
  assert.deepEqual(judge({ title: 'Tin lanterns' }), ['TITLE'])
  assert.deepEqual(judge({ album: 'Harbour' }), ['TITLE'])
  assert.deepEqual(judge({ isrc: 'QZABC2600001' }), ['TITLE'])
  assert.deepEqual(judge({ artist: 'O. Wren' }), ['ARTIST'])
  const other = replaced('ast_new', 'other-bytes')
  assert.deepEqual(judge({ audioAssetId: 'ast_new', files: other }), ['AUDIO'])
  assert.deepEqual(judge({ lyricsAssetId: 'ast_new', files: other }), ['LYRICS'])
  assert.deepEqual(judge({ videoAssetIds: ['ast_new'], files: other }), ['CLIPS'])
  assert.deepEqual(judge({ videoAssetIds: ['ast_clip', 'ast_new'], files: other }), ['CLIPS'])
  assert.deepEqual(judge({ videoAssetIds: [] }), ['CLIPS'])
  assert.deepEqual(judge({ lyricsAssetId: null }), ['LYRICS'])
  assert.deepEqual(judge({}, { template: { ...EVERYTHING, version: 3 } }), ['TEMPLATE'])
  assert.deepEqual(judge({}, { madeFrom: { ...MADE_FROM, engineVersion: ENGINE_VERSION - 1 } }), ['ENGINE'])
  assert.deepEqual(judge({ title: 'Other', artist: 'Other', audioAssetId: null }), [
    'AUDIO',
    'TITLE',
    'ARTIST',
  ])
})

test('the cover is the nearest picture: that of the album counts until the song has its own', () => {
  const other = replaced('ast_new', 'other-bytes')
  assert.deepEqual(judge({ bundleImageId: 'ast_new', files: other }), ['COVER'])
  assert.deepEqual(judge({ artistImageId: 'ast_new', files: other }), [])
  assert.deepEqual(judge({ mediaImageId: 'ast_own' }), ['COVER'])
  assert.deepEqual(judge({ bundleImageId: null }), ['COVER'], 'that of the artist is shown instead')
  assert.deepEqual(judge({ bundleImageId: null, artistImageId: null }), ['COVER'])
})

test("the artist's photo counts where a video has a place for it, also where there was none yet", () => {
  const [song] = MADE_FROM.songs
  const madeWith = (photo: ReturnType<typeof used> | null) => ({
    madeFrom: { ...MADE_FROM, songs: [{ ...song!, photo }] },
  })
  const other = replaced('ast_new', 'other-bytes')
  assert.deepEqual(judge({}, madeWith(used('artist'))), [])
  assert.deepEqual(judge({ artistImageId: 'ast_new', files: other }, madeWith(used('artist'))), ['ARTIST'])
  assert.deepEqual(judge({ artistImageId: null }, madeWith(used('artist'))), ['ARTIST'])
  assert.deepEqual(judge({}, madeWith(null)), ['ARTIST'], 'there is one now')
  assert.deepEqual(judge({ artistImageId: null }, madeWith(null)), [])
  const failed = replaced('ast_new', null, 'FAILED')
  assert.deepEqual(judge({ artistImageId: 'ast_new', files: failed }, madeWith(null)), [])
})

test('the same bytes under another id are the same file', () => {
  const same = replaced('ast_new', 'album-bytes')
  assert.deepEqual(judge({ mediaImageId: 'ast_new', files: same }), [])
  assert.deepEqual(judge({ lyricsAssetId: 'ast_new', files: replaced('ast_new', 'lyrics-bytes') }), [])
  const refetched = replaced('ast_audio', 'other-bytes')
  assert.deepEqual(judge({ files: refetched }), ['AUDIO'], 'other bytes under the same id are not')
})

test('a file on its way counts as another, one that is fetched again or cannot be had does not', () => {
  const pending = replaced('ast_new', null, 'PENDING')
  assert.deepEqual(judge({ audioAssetId: 'ast_new', files: pending }), ['AUDIO'])
  assert.deepEqual(judge({ files: replaced('ast_audio', null, 'PENDING') }), [])
  const failed = replaced('ast_new', null, 'FAILED')
  assert.deepEqual(judge({ audioAssetId: 'ast_new', files: failed }), [])
  const songs = [{ ...MADE_FROM.songs[0]!, cover: null }]
  const bare = { ...SONG, bundleImageId: null, artistImageId: null }
  assert.deepEqual(
    judge({ ...bare, mediaImageId: 'ast_new', files: failed }, { madeFrom: { ...MADE_FROM, songs } }),
    [],
  )
})

test('a video that does not show the lyrics or the clips of the song does not go stale by them', () => {
  const other = replaced('ast_new', 'other-bytes')
  const changed = { lyricsAssetId: 'ast_new', videoAssetIds: ['ast_new'], files: other }
  const plain = { version: 2, needs: { audio: true } } as never
  assert.deepEqual(judge(changed, { template: plain }), [])
  assert.deepEqual(judge(changed, { requiredData: { lyrics: 'Own words' } }), ['CLIPS'], 'its own come first')
  assert.deepEqual(judge(changed, { requiredData: { lines: 'Instead' } }), ['CLIPS'], 'none are asked for')
  assert.deepEqual(judge(changed), ['LYRICS', 'CLIPS'])
})

test('a video of several songs is stale if any of them has changed', () => {
  const [first] = MADE_FROM.songs
  const madeFrom = { ...MADE_FROM, songs: [first!, { ...first!, mediaId: 'med_2' }] }
  const of = (second: Partial<SongNow>) =>
    findStaleReasons(
      { madeFrom, requiredData: {} },
      { songs: [SONG, { ...SONG, ...second }], brand: undefined },
      EVERYTHING,
    )
  assert.deepEqual(of({}), [])
  assert.deepEqual(of({ title: 'Other' }), ['TITLE'])
})

test('a video that lists the songs of its album is stale when the list is another, any other is not', () => {
  const [song] = MADE_FROM.songs
  const listed = { ...MADE_FROM, songs: [{ ...song!, tracks: ['Tin Lanterns', 'Paper Boats'] }] }
  assert.deepEqual(judge({}, { madeFrom: listed }), [])
  assert.deepEqual(judge({ tracks: ['Tin Lanterns', 'Paper Boots'] }, { madeFrom: listed }), ['TITLE'])
  assert.deepEqual(judge({ tracks: ['Tin Lanterns'] }, { madeFrom: listed }), ['TITLE'])
  assert.deepEqual(judge({ tracks: ['Tin Lanterns'] }), [])
})

test('a brand that decides something else, or has another file, is a reason; its name is none', () => {
  const plan = { name: 'Harbour', colors: { accent: '#ff3366' } }
  const file = { role: 'logo' as const, assetId: 'ast_logo', field: 'brand.logoUrl' }
  const known = (sha256: string | null, status: 'READY' | 'PENDING' | 'FAILED' = 'READY') => ({
    ast_logo: { assetId: 'ast_logo', sha256, status },
  })
  const worn: WornNow = { plan, files: [file], known: known('logo-bytes') }
  const brand = { brandId: 'brd_1', plan, files: { logo: used('logo') } }
  const madeFrom = { ...MADE_FROM, brand }
  assert.deepEqual(judge({}, { madeFrom, brand: worn }), [])
  assert.deepEqual(judge({}, { madeFrom, brand: { ...worn, plan: { ...plan, name: 'Pier' } } }), [])
  assert.deepEqual(judge({}, { madeFrom, brand: { ...worn, plan: { name: 'Harbour' } } }), ['BRAND'])
  assert.deepEqual(judge({}, { madeFrom, brand: { ...worn, known: known('other-bytes') } }), ['BRAND'])
  assert.deepEqual(judge({}, { madeFrom, brand: { ...worn, known: known(null, 'FAILED') } }), [])
  assert.deepEqual(judge({}, { madeFrom, brand: { ...worn, files: [] } }), ['BRAND'], 'it has no logo now')
  assert.deepEqual(judge({}, { madeFrom }), ['BRAND'], 'it would wear none')
  assert.deepEqual(judge({}, { brand: worn }), ['BRAND'], 'it wears none')
  assert.deepEqual(judge({}, { brand: { plan: { name: 'Empty' }, files: [], known: {} } }), [])
})
