import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, test } from 'node:test'
import type { Batch, RebuildDryRun, SongRender } from '@songreel/contract'
import { create } from '../../../testing/builders.ts'
import { startFlow, TINY, unruly } from '../../../testing/start-flow.ts'
import type { Api } from '../../../testing/start-service.ts'

// What a client meets: a video is made, its song changes, the list says so, a rebuild makes it again, and the list is clean.

const flow = await startFlow({ after })
const { api, songUrl, untilFinal } = flow
const LYRICS = '[00:00.10]Paper boats'
const CORRECTED = '[00:00.10]Paper boots'

test('a corrected line makes the lyric video stale and nothing else, and a rebuild makes just that again', async () => {
  const { mediaId } = await addAlbum(['Tin Lanterns'])
  const settings = { ...TINY, motion: 'REDUCED' as const, loudness: -14 }
  const entry = { contentId: 'TEST_LYRICS', videoSettings: { ...settings, numVideos: 2 } }
  await make(mediaId, [entry, { contentId: 'BASE_BASIC_UNIFIED', videoSettings: TINY }])
  assert.deepEqual((await list(mediaId)).map(toReasons), [[], [], []])
  assert.deepEqual(await dryRun(mediaId), [])

  await put(`/v1/media/${mediaId}`, { lyricsText: CORRECTED })
  const stale = await list(mediaId, '?stale=true')
  assert.deepEqual(stale.map(toReasons), [['LYRICS'], ['LYRICS']])
  assert.ok(stale.every(({ isStale, contentId }) => isStale && contentId === 'TEST_LYRICS'))
  assert.deepEqual(
    (await list(mediaId, '?stale=false')).map(({ contentId }) => contentId),
    ['BASE_BASIC_UNIFIED'],
  )
  const planned = await dryRun(mediaId)
  assert.deepEqual(
    planned.map(({ renderId }) => renderId).sort(),
    stale.map(({ renderId }) => renderId).sort(),
  )
  assert.deepEqual(planned[0]?.staleReasons, ['LYRICS'])
  assert.ok((planned[0]?.estimateSecs ?? 0) > 0)
  assert.deepEqual(planned[0]?.segments, { total: 1, kept: 1 }, 'this template draws lines, not words')
  assert.equal((await list(mediaId)).length, 3, 'a dry run stores nothing')

  const rebuilt = await api('POST', `/v1/media/${mediaId}/rebuild`)
  assert.equal(rebuilt.status, 201, JSON.stringify(rebuilt.body))
  const { batchId, renders } = rebuilt.body.data
  assert.deepEqual(Object.keys(rebuilt.body.data), ['batchId', 'renders'], 'the short form')
  assert.equal(rebuilt.headers.get('location'), `/v1/batches/${batchId}`)
  assert.equal(renders.length, 2)
  const whileMaking = await api('POST', `/v1/media/${mediaId}/rebuild`)
  assert.deepEqual([whileMaking.status, whileMaking.body.data], [200, { batchId: null, renders: [] }])
  const batch = await untilFinal(batchId)
  assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch.renders))
  assert.equal(batch.mediaId, mediaId)

  const now = await list(mediaId)
  assert.deepEqual(now.map(toReasons), [[], [], [], [], []], 'neither the new ones nor those they replace')
  const again = now.filter((render) => render.batchId === batchId)
  assert.deepEqual(again.map(({ variation }) => variation).sort(), [1, 2])
  for (const { videoSettings } of again)
    assert.deepEqual([videoSettings.motion, videoSettings.loudness], ['REDUCED', -14])
  assert.equal((await api('POST', `/v1/media/${mediaId}/rebuild`)).body.data.batchId, null)
})

test('a cover of the album makes the songs stale that have none of their own, and one batch makes them again', async () => {
  const { mediaBundleId, mediaIds } = await addAlbum(['Glass Hours', 'Øresund', 'Own Cover'])
  const [first = '', second = '', own = ''] = mediaIds
  await put(`/v1/media/${own}`, { imageUrl: `${flow.url}/demo/cover.jpg` })
  for (const mediaId of mediaIds)
    await make(mediaId, [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings: TINY }])
  await put(`/v1/media-bundles/${mediaBundleId}`, { imageUrl: `${flow.url}/demo/cover.jpg` })
  const ofAlbum = async (query = '') =>
    (await api('GET', `/v1/media-bundles/${mediaBundleId}/renders${query}`)).body.data.items as SongRender[]
  assert.deepEqual(
    (await ofAlbum()).map(({ mediaId, staleReasons }) => [mediaId, staleReasons]),
    [
      [own, []],
      [second, ['COVER']],
      [first, ['COVER']],
    ],
  )
  const path = `/v1/media-bundles/${mediaBundleId}/rebuild`
  const key = { 'Idempotency-Key': 'album-once', Prefer: 'return=representation' }
  const { status, body } = await api('POST', path, undefined, key)
  assert.equal(status, 201, JSON.stringify(body))
  const record: Batch = body.data
  assert.deepEqual([record.mediaId, record.mediaBundleId], [null, mediaBundleId])
  assert.deepEqual(
    record.renders.map(({ mediaId }) => mediaId),
    [first, second],
  )
  const replayed = await api('POST', path, undefined, key)
  assert.equal(replayed.headers.get('idempotency-replayed'), 'true')
  assert.equal(replayed.body.data.batchId, record.batchId)
  assert.equal((await untilFinal(record.batchId)).status, 'COMPLETED')
  assert.deepEqual(await ofAlbum('?stale=true'), [])
})

test('names count wherever they come from, and the same lyrics sent again do not', async () => {
  const { mediaId, mediaBundleId, artistId } = await addAlbum(['Names'])
  await make(mediaId, [{ contentId: 'TEST_LYRICS', videoSettings: TINY }])
  const reasons = async () => (await list(mediaId)).map(toReasons)[0]
  await put(`/v1/media/${mediaId}`, { lyricsText: LYRICS })
  assert.deepEqual(await reasons(), [], 'another asset with the same bytes')
  await put(`/v1/artists/${artistId}`, { name: 'O. Wren' })
  assert.deepEqual(await reasons(), ['ARTIST'])
  assert.deepEqual(
    (await dryRun(mediaId))[0]?.segments,
    { total: 1, kept: 0 },
    'its cover is drawn from the names',
  )
  await put(`/v1/media-bundles/${mediaBundleId}`, { name: 'Harbour' })
  assert.deepEqual(await reasons(), ['TITLE', 'ARTIST'])
  await put(`/v1/artists/${artistId}`, { name: 'Odalys Wren' })
  await put(`/v1/media-bundles/${mediaBundleId}`, { name: 'Harbour EP' })
  assert.deepEqual(await reasons(), [], 'what was changed back is as it was')
})

test('a video that lists the songs of the album is stale when another of them is renamed, added or deleted', async () => {
  const { mediaId, mediaIds, mediaBundleId } = await addAlbum(['Low Tide', 'Undertow'])
  const given = { tracks: ['Low Tide', 'Something Else'] }
  await make(mediaId, [
    { contentId: 'ALBUM_TRACKLIST_REEL', videoSettings: TINY },
    { contentId: 'ALBUM_TRACKLIST_REEL', requiredData: given, videoSettings: TINY },
  ])
  const stale = async () => (await list(mediaId, '?stale=true')).map(({ staleReasons }) => staleReasons)
  assert.deepEqual(await stale(), [])
  await put(`/v1/media/${mediaIds[1]}`, { name: 'Undercurrent' })
  assert.deepEqual(await stale(), [['TITLE']], 'the one that was given its list is not')
  await put(`/v1/media/${mediaIds[1]}`, { name: 'Undertow' })
  assert.deepEqual(await stale(), [])
  const { mediaId: added } = await create(api, '/v1/media', {
    name: 'Salt',
    mediaBundleId,
    audioUrl: songUrl,
  })
  assert.deepEqual(await stale(), [['TITLE']])
  await api('DELETE', `/v1/media/${added}`)
  assert.deepEqual(await stale(), [])
})

test('two rebuilds at once make one batch', async () => {
  const { mediaId } = await addAlbum(['Twice'])
  await make(mediaId, [{ contentId: 'TEST_LYRICS', videoSettings: TINY }])
  await put(`/v1/media/${mediaId}`, { lyricsText: CORRECTED })
  const made = await Promise.all([1, 2, 3].map(() => api('POST', `/v1/media/${mediaId}/rebuild`)))
  assert.deepEqual(made.map(({ status }) => status).sort(), [200, 200, 201])
  await untilFinal(made.find(({ status }) => status === 201)?.body.data.batchId)
  assert.equal((await list(mediaId)).length, 2)
})

test('a rebuild that comes to nothing leaves the older video stale', async (t) => {
  const { mediaId } = await addAlbum(['Stopped'])
  const gate = flow.makeGate()
  t.after(() => gate.open())
  gate.open()
  await make(mediaId, [unruly({ waitForFile: gate.file })])
  rmSync(gate.file)
  await put(`/v1/media/${mediaId}`, { name: 'Stopped Again' })
  const { batchId } = (await api('POST', `/v1/media/${mediaId}/rebuild`)).body.data
  assert.deepEqual((await list(mediaId)).map(toReasons), [[], []], 'it is being made')
  await api('POST', `/v1/batches/${batchId}/cancel`)
  assert.equal((await untilFinal(batchId)).status, 'CANCELED')
  assert.deepEqual((await list(mediaId)).map(toReasons), [[], ['TITLE']])
})

test('what has no files, or cannot be made again, is not stale', async () => {
  const { mediaId } = await addAlbum(['Gone'])
  const [render] = await make(mediaId, [{ contentId: 'TEST_LYRICS', videoSettings: TINY }])
  await put(`/v1/media/${mediaId}`, { lyricsText: null })
  assert.deepEqual((await list(mediaId)).map(toReasons), [[]], 'TEST_LYRICS needs lyrics, and there are none')
  await put(`/v1/media/${mediaId}`, { lyricsText: CORRECTED })
  assert.deepEqual((await list(mediaId)).map(toReasons), [['LYRICS']])
  await api('DELETE', `/v1/media/${mediaId}`)
  assert.deepEqual((await list(mediaId)).map(toReasons), [[]], 'the song is deleted')
  const refused = await api('POST', `/v1/media/${mediaId}/rebuild`)
  assert.deepEqual([refused.status, refused.body.error.code], [404, 'MEDIA_NOT_FOUND'])
  await api('POST', `/v1/media/${mediaId}/restore`)
  await api('DELETE', `/v1/renders/${render?.renderId}`)
  assert.deepEqual((await list(mediaId)).map(toReasons), [[]], 'its files are deleted')
})

test('a test token makes again what test tokens made', async () => {
  const { mediaId } = await addAlbum(['Trial'])
  const input = { name: 'try', scopes: ['write'], isTest: true }
  const tester = flow.apiAs((await create(api, '/v1/api-keys', input)).token)
  await make(mediaId, [{ contentId: 'TEST_LYRICS', videoSettings: TINY }], tester)
  await put(`/v1/media/${mediaId}`, { lyricsText: CORRECTED })
  assert.deepEqual((await list(mediaId)).map(toReasons), [['LYRICS']])
  assert.equal((await api('POST', `/v1/media/${mediaId}/rebuild`)).body.data.batchId, null)
  const { status, body } = await tester('POST', `/v1/media/${mediaId}/rebuild`)
  assert.equal(status, 201)
  await untilFinal(body.data.batchId)
})

test('the lists have cursors of their own, and no other organization sees any of it', async () => {
  const { mediaId, mediaBundleId } = await addAlbum(['Pages'])
  const entry = (customText: string) => ({
    contentId: 'BASE_BASIC_UNIFIED',
    requiredData: { customText },
    videoSettings: TINY,
  })
  await make(mediaId, [entry('a'), entry('b'), entry('c')])
  await put(`/v1/media/${mediaId}`, { name: 'Other Pages' })
  const first = (await api('GET', `/v1/media/${mediaId}/renders?stale=true&limit=2&total=true`)).body.data
  assert.deepEqual([first.items.length, first.total], [2, 3])
  const next = await api('GET', `/v1/media/${mediaId}/renders?stale=true&limit=2&cursor=${first.nextCursor}`)
  assert.deepEqual([next.body.data.items.length, next.body.data.nextCursor], [1, null])
  const elsewhere = await api(
    'GET',
    `/v1/media-bundles/${mediaBundleId}/renders?stale=true&limit=2&cursor=${first.nextCursor}`,
  )
  assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [400, 'INVALID_CURSOR'])
  const stranger = (await flow.addOrganization()).api
  for (const path of [`media/${mediaId}`, `media-bundles/${mediaBundleId}`]) {
    assert.equal((await stranger('GET', `/v1/${path}/renders`)).status, 404)
    assert.equal((await stranger('POST', `/v1/${path}/rebuild`)).status, 404)
    assert.equal((await stranger('POST', `/v1/${path}/rebuild?dryRun=true`)).status, 404)
  }
})

async function addAlbum(names: string[]) {
  const { artistId } = await create(api, '/v1/artists', { name: 'Odalys Wren' })
  const { mediaBundleId } = await create(api, '/v1/media-bundles', { name: 'Harbour EP', artistId })
  const mediaIds: string[] = []
  for (const name of names) {
    const song = { name, mediaBundleId, audioUrl: songUrl, lyricsText: LYRICS }
    mediaIds.push((await create(api, '/v1/media', song)).mediaId)
  }
  return { artistId, mediaBundleId, mediaIds, mediaId: mediaIds[0] ?? '' }
}

async function make(mediaId: string, renders: object[], as: Api = api) {
  const { batchId } = await create(as, '/v1/batches', { mediaId, renders })
  const batch = await untilFinal(batchId)
  assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch.renders))
  return batch.renders
}

async function list(mediaId: string, query = ''): Promise<SongRender[]> {
  const { status, body } = await api('GET', `/v1/media/${mediaId}/renders${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.items
}

async function dryRun(mediaId: string) {
  const { status, body } = await api('POST', `/v1/media/${mediaId}/rebuild?dryRun=true`)
  assert.equal(status, 200, JSON.stringify(body))
  return (body.data as RebuildDryRun).renders
}

async function put(path: string, body: object): Promise<void> {
  const { status, body: answer } = await api('PUT', path, body)
  assert.equal(status, 200, JSON.stringify(answer))
}

function toReasons({ staleReasons }: SongRender): string[] {
  return staleReasons
}
