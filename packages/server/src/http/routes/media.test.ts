import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AUDIO_URL, aMedia, create, createSong, IMAGE_URL } from '../../../testing/builders.ts'
import { startService } from '../../../testing/start-service.ts'

const { api, addOrganization, services } = await startService({ after })
const { mediaBundleId, artistId } = await createSong(api)

const VIDEO_URLS = ['https://cdn.example.com/1.mp4', 'https://cdn.example.com/2.mp4']
const EVERYTHING = {
  name: 'Tin Lanterns',
  isrc: 'us-rc1-76-07839',
  imageUrl: IMAGE_URL,
  audioUrl: AUDIO_URL,
  videoUrls: VIDEO_URLS,
  videositeUrl: 'https://videosite.example/watch?v=dQw4w9WgXcQ',
  streamerUrl: 'https://streamer.example/track/4cOdK2wGLETKBW3PvgPWqT',
  storeMusicUrl: 'https://store.example/us/album/harbour-ep/1440857781?i=1440857795',
}
const NOTHING = {
  isrc: null,
  audioAssets: {},
  videoAssets: [],
  imageAssetId: null,
  textAssetsIds: {},
  videositePluginId: null,
  streamerPluginId: null,
  storePluginId: null,
}

const read = async (mediaId: string) => (await api('GET', `/v1/media/${mediaId}`)).body.data

test('POST /v1/media takes all fields of the interface and answers mediaId and name', async () => {
  const { status, headers, body } = await api('POST', '/v1/media', { mediaBundleId, ...EVERYTHING })

  assert.equal(status, 201)
  const { mediaId } = body.data
  assert.match(mediaId, /^med_[0-9A-Z]{26}$/)
  assert.deepEqual(body, {
    success: true,
    message: 'Media created',
    data: { mediaId, name: 'Tin Lanterns' },
  })
  assert.equal(headers.get('location'), `/v1/media/${mediaId}`)
})

test('GET /v1/media/{mediaId} answers exactly the fields of the interface', async () => {
  const { mediaId } = await create(api, '/v1/media', { mediaBundleId, ...EVERYTHING })
  const { body } = await api('GET', `/v1/media/${mediaId}`)
  const { data } = body

  assert.deepEqual(Object.keys(body), ['success', 'message', 'data'])
  assert.deepEqual(data, {
    name: 'Tin Lanterns',
    mediaId,
    artistId,
    mediaBundleId,
    isrc: 'USRC17607839',
    isActive: true,
    audioAssets: { DEFAULT: data.audioAssets.DEFAULT },
    videoAssets: [
      { aspectRatio: null, id: data.videoAssets[0].id },
      { aspectRatio: null, id: data.videoAssets[1].id },
    ],
    imageAssetId: data.imageAssetId,
    textAssetsIds: {},
    videositePluginId: data.videositePluginId,
    streamerPluginId: data.streamerPluginId,
    storePluginId: data.storePluginId,
  })
  const assets = [
    data.audioAssets.DEFAULT,
    data.imageAssetId,
    ...data.videoAssets.map(({ id }: { id: string }) => id),
  ]
  for (const id of assets) assert.match(id, /^ast_[0-9A-Z]{26}$/)
  for (const id of [data.videositePluginId, data.streamerPluginId, data.storePluginId])
    assert.match(id, /^plg_/)
})

test('a media record with a name alone has everything else empty', async () => {
  const { mediaId } = await create(api, '/v1/media', aMedia({ mediaBundleId }))
  assert.deepEqual(await read(mediaId), {
    ...NOTHING,
    name: 'Tin Lanterns',
    mediaId,
    artistId,
    mediaBundleId,
    isActive: true,
  })
})

test('PUT /v1/media/{mediaId} takes name, imageUrl and audioUrl and answers the full record with new assets', async () => {
  const { mediaId } = await create(api, '/v1/media', { mediaBundleId, ...EVERYTHING })
  const before = await read(mediaId)
  const patch = { name: 'Other Name', imageUrl: IMAGE_URL, audioUrl: AUDIO_URL }
  const { body } = await api('PUT', `/v1/media/${mediaId}`, patch)

  const { imageAssetId, audioAssets } = body.data
  assert.notEqual(audioAssets.DEFAULT, before.audioAssets.DEFAULT)
  assert.notEqual(imageAssetId, before.imageAssetId)
  assert.deepEqual(body.data, { ...before, name: 'Other Name', imageAssetId, audioAssets })
  assert.deepEqual(await read(mediaId), body.data)
})

test('videoUrls is replaced as a whole, in order, and an empty list empties it', async () => {
  const { mediaId } = await create(api, '/v1/media', aMedia({ mediaBundleId, videoUrls: VIDEO_URLS }))
  const before = await read(mediaId)
  const [kept] = before.videoAssets
  const put = async (videoUrls: string[] | null) =>
    (await api('PUT', `/v1/media/${mediaId}`, { videoUrls })).body.data.videoAssets

  const after = await put([VIDEO_URLS[1] as string, VIDEO_URLS[0] as string, 'https://cdn.example.com/3.mp4'])
  assert.equal(after.length, 3)
  assert.ok(!after.some(({ id }: { id: string }) => id === kept.id))
  const sources = await Promise.all(
    after.map(async ({ id }: { id: string }) => (await api('GET', `/v1/assets/${id}`)).body.data.sourceUrl),
  )
  assert.deepEqual(sources, [VIDEO_URLS[1], VIDEO_URLS[0], 'https://cdn.example.com/3.mp4'])
  assert.deepEqual(await put([]), [])
  await put(VIDEO_URLS)
  assert.deepEqual(await put(null), [])
})

test('the ratio of a video shows as soon as it is probed', async () => {
  const { mediaId } = await create(api, '/v1/media', aMedia({ mediaBundleId, videoUrls: VIDEO_URLS }))
  const [first, second] = (await read(mediaId)).videoAssets
  await services.db
    .updateTable('assets')
    .set({ aspect_ratio: '9x16' })
    .where('asset_id', '=', second.id)
    .execute()

  assert.deepEqual((await read(mediaId)).videoAssets, [first, { aspectRatio: '9x16', id: second.id }])
})

test('a platform link is a record of its own with what its address names', async () => {
  const { mediaId } = await create(api, '/v1/media', { mediaBundleId, ...EVERYTHING })
  const media = await read(mediaId)
  const plugin = async (pluginId: string) => (await api('GET', `/v1/plugins/${pluginId}`)).body.data

  assert.deepEqual(await plugin(media.videositePluginId), {
    pluginId: media.videositePluginId,
    platform: 'VIDEOSITE',
    url: EVERYTHING.videositeUrl,
    externalId: 'dQw4w9WgXcQ',
    kind: 'VIDEO',
  })
  assert.equal((await plugin(media.streamerPluginId)).platform, 'STREAMER')
  assert.equal((await plugin(media.storePluginId)).externalId, '1440857795')

  const changed = (await api('PUT', `/v1/media/${mediaId}`, { videositeUrl: EVERYTHING.videositeUrl })).body
    .data
  assert.notEqual(changed.videositePluginId, media.videositePluginId)
  const other = await addOrganization()
  assert.equal((await other.api('GET', `/v1/plugins/${media.storePluginId}`)).status, 404)
})

test('lyrics come as an address or as text, the later one counts, and both at once are refused', async () => {
  const lyricsUrl = 'https://cdn.example.com/song.lrc'
  const { mediaId } = await create(api, '/v1/media', aMedia({ mediaBundleId, lyricsUrl }))
  const first = (await read(mediaId)).textAssetsIds
  assert.match(first.LYRICS, /^ast_/)

  const lyricsText = '[00:01.00]Lantern\n[00:02.00]light'
  const second = (await api('PUT', `/v1/media/${mediaId}`, { lyricsText })).body.data.textAssetsIds
  assert.notEqual(second.LYRICS, first.LYRICS)
  const asset = (await api('GET', `/v1/assets/${second.LYRICS}`)).body.data
  assert.deepEqual(
    [asset.kind, asset.status, asset.bytes, asset.contentType],
    ['TEXT', 'READY', Buffer.byteLength(lyricsText), 'text/plain; charset=utf-8'],
  )
  assert.equal((await api('GET', `/v1/uploads/${second.LYRICS}`)).body, lyricsText)

  const third = (await api('PUT', `/v1/media/${mediaId}`, { lyricsUrl, lyricsText: null })).body.data
    .textAssetsIds
  assert.match(third.LYRICS, /^ast_/)
  assert.deepEqual(
    (await api('PUT', `/v1/media/${mediaId}`, { lyricsUrl: null })).body.data.textAssetsIds,
    {},
  )
  const both = await api('POST', '/v1/media', aMedia({ mediaBundleId, lyricsUrl, lyricsText }))
  assert.deepEqual([both.status, both.body.error.details[0].field], [400, 'lyricsText'])
})

test('a wrong recording code is refused by name and rule', async () => {
  const { status, body } = await api('POST', '/v1/media', aMedia({ mediaBundleId, isrc: 'not one' }))

  assert.equal(status, 400)
  assert.equal(body.error.details[0].field, 'isrc')
  assert.match(body.error.details[0].message, /two letters, three letters or digits, seven digits/)
})

test('every wrong field is named, down to its place in a list', async () => {
  const input = { name: '', isrc: 'x', videoUrls: [IMAGE_URL, 'nope'], audioUrl: 'ftp://cdn.example.com/a' }
  const { body } = await api('POST', '/v1/media', input)

  const fields = body.error.details.map((detail: { field: string }) => detail.field)
  assert.deepEqual(fields.sort(), ['audioUrl', 'isrc', 'mediaBundleId', 'name', 'videoUrls[1]'])
})

test('under an unknown, foreign or deleted bundle nothing is created, and the answer names the field', async () => {
  const other = await addOrganization()
  const foreign = await createSong(other.api)
  const deleted = await createSong(api)
  await api('DELETE', `/v1/media-bundles/${deleted.mediaBundleId}?cascade=true`)

  for (const parentId of ['mbn_unknown', foreign.mediaBundleId, deleted.mediaBundleId]) {
    for (const audioUrl of [undefined, AUDIO_URL]) {
      const answer = await api('POST', '/v1/media', aMedia({ mediaBundleId: parentId, audioUrl }))
      assert.equal(answer.status, 404)
      assert.equal(answer.body.error.code, 'MEDIA_BUNDLE_NOT_FOUND')
      assert.equal(answer.body.error.details[0].field, 'mediaBundleId')
    }
  }
})

test('PUT does not move a song to another album, and says so', async () => {
  const { mediaId } = await create(api, '/v1/media', aMedia({ mediaBundleId }))
  const other = await createSong(api)
  const { body } = await api('PUT', `/v1/media/${mediaId}`, { mediaBundleId: other.mediaBundleId })

  assert.equal(body.data.mediaBundleId, mediaBundleId)
  assert.equal(body.warnings[0].field, 'mediaBundleId')
})

test('the same Idempotency-Key makes one song, with its assets once', async () => {
  const key = { 'Idempotency-Key': 'song-1' }
  const input = aMedia({ mediaBundleId, audioUrl: AUDIO_URL, name: 'Once' })
  const first = await api('POST', '/v1/media', input, key)
  const again = await api('POST', '/v1/media', input, key)

  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal((await api('GET', '/v1/media?q=once')).body.data.items.length, 1)
})
