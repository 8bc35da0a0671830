import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MediaInput } from '@songreel/contract'
import { sql } from 'kysely'
import { AUDIO_URL, aMedia, createSong, IMAGE_URL } from '../../testing/builders.ts'
import { startService } from '../../testing/start-service.ts'
import { composeUploadUrl } from '../assets/own-url.ts'
import { collectAssetJob } from '../queue/all-jobs.ts'
import { createMedia } from './media.ts'

const service = await startService({ after })
const { api, services, orgId } = service
const { db, config, address } = services
const { mediaBundleId } = await createSong(api)

/** Ids of the assets that have a job to fetch them. */
async function listQueued(): Promise<string[]> {
  const { rows } = await sql<{ assetId: string }>`
    select data->>'assetId' as "assetId" from pgboss.job where name = ${collectAssetJob.name}
  `.execute(db)
  return rows.map((row) => row.assetId)
}

async function countAssets(): Promise<number> {
  const { count } = await db
    .selectFrom('assets')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const WITH_FILES: Partial<MediaInput> = {
  imageUrl: IMAGE_URL,
  audioUrl: AUDIO_URL,
  videoUrls: ['https://cdn.example.com/1.mp4', 'https://cdn.example.com/2.mp4'],
  lyricsUrl: 'https://cdn.example.com/song.lrc',
}

test('a rollback leaves neither the assets nor the work of fetching them', async () => {
  const before = { assets: await countAssets(), queued: (await listQueued()).length }
  const undone = db.transaction().execute(async (transaction) => {
    await createMedia(services, transaction, orgId, aMedia({ mediaBundleId, ...WITH_FILES }))
    throw new Error('something else went wrong')
  })

  await assert.rejects(undone, /something else/)
  assert.deepEqual({ assets: await countAssets(), queued: (await listQueued()).length }, before)
})

test('a commit leaves every asset, pending, with its work in line', async () => {
  const before = new Set(await listQueued())
  const { mediaId } = await createMedia(services, db, orgId, aMedia({ mediaBundleId, ...WITH_FILES }))

  const media = (await api('GET', `/v1/media/${mediaId}`)).body.data
  const assetIds = [
    media.imageAssetId,
    media.audioAssets.DEFAULT,
    media.textAssetsIds.LYRICS,
    ...media.videoAssets.map(({ id }: { id: string }) => id),
  ]
  const queued = (await listQueued()).filter((assetId) => !before.has(assetId))
  assert.deepEqual(queued.toSorted(), assetIds.toSorted())
  const assets = await Promise.all(assetIds.map((id) => api('GET', `/v1/assets/${id}`)))
  assert.deepEqual(
    assets.map(({ body }) => `${body.data.kind} ${body.data.status}`),
    ['IMAGE PENDING', 'AUDIO PENDING', 'TEXT PENDING', 'VIDEO PENDING', 'VIDEO PENDING'],
  )
})

test('lyrics longer than the limit are refused before anything is stored', async (t) => {
  const { maxLyricsBytes } = config
  t.after(() => Object.assign(config, { maxLyricsBytes }))
  Object.assign(config, { maxLyricsBytes: 20 })
  const before = await countAssets()
  const { status, body } = await api(
    'POST',
    '/v1/media',
    aMedia({ mediaBundleId, lyricsText: 'ä'.repeat(11) }),
  )

  assert.deepEqual([status, body.error.details[0].field], [400, 'lyricsText'])
  assert.match(body.error.details[0].message, /at most 20 bytes/)
  assert.equal(await countAssets(), before)
})

/** Uploads text or a tiny picture and tells its address. */
async function upload(bytes: string | Uint8Array, as = api): Promise<{ assetId: string; url: string }> {
  const { body } = await as('POST', '/v1/uploads', bytes, { 'Content-Type': 'application/octet-stream' })
  return body.data
}
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 2, 3])

test('an upload that is given as an address is linked by its bytes, under an asset of its own', async () => {
  const { assetId, url } = await upload(JPEG)
  const { mediaId } = await createMedia(services, db, orgId, aMedia({ mediaBundleId, imageUrl: url }))
  const { imageAssetId } = (await api('GET', `/v1/media/${mediaId}`)).body.data

  assert.notEqual(imageAssetId, assetId)
  const [linked, uploaded] = await Promise.all(
    [imageAssetId, assetId].map(async (id) => (await api('GET', `/v1/assets/${id}`)).body.data),
  )
  assert.deepEqual(linked, {
    ...uploaded,
    assetId: imageAssetId,
    sourceUrl: url,
    createdAt: linked.createdAt,
  })
  assert.equal(linked.bytes, JPEG.length)
  assert.ok((await listQueued()).includes(imageAssetId), 'it is still to be probed')
})

test('what was found out about an upload holds where it is used again', async () => {
  const { assetId, url } = await upload(JPEG)
  const facts = { status: 'READY', width: 160, height: 90, aspect_ratio: '16x9' } as const
  await db.updateTable('assets').set(facts).where('asset_id', '=', assetId).execute()
  const { mediaId } = await createMedia(services, db, orgId, aMedia({ mediaBundleId, imageUrl: url }))
  const { imageAssetId } = (await api('GET', `/v1/media/${mediaId}`)).body.data

  const linked = (await api('GET', `/v1/assets/${imageAssetId}`)).body.data
  assert.deepEqual([linked.status, linked.width, linked.aspectRatio], ['READY', 160, '16x9'])
  assert.ok(!(await listQueued()).includes(imageAssetId))
})

test('an upload of somebody else, an unknown one and one of another kind are refused by field', async () => {
  const other = await service.addOrganization()
  const foreign = await upload(JPEG, other.api)
  const lyrics = await upload('[00:01.00]la la')
  const input = aMedia({
    mediaBundleId,
    imageUrl: foreign.url,
    audioUrl: composeUploadUrl(address, 'ast_unknown'),
    videoUrls: ['https://cdn.example.com/1.mp4', lyrics.url],
    lyricsUrl: lyrics.url,
  })
  const { status, body } = await api('POST', '/v1/media', input)

  assert.equal(status, 400)
  const faults = body.error.details.map(
    ({ field, code }: { field: string; code: string }) => `${field} ${code}`,
  )
  assert.deepEqual(faults.sort(), [
    'audioUrl UPLOAD_NOT_FOUND',
    'imageUrl UPLOAD_NOT_FOUND',
    'videoUrls[1] WRONG_KIND',
  ])
})

test('an address that only looks like an upload is fetched like any other', async () => {
  const urls = [
    'https://cdn.example.com/v1/uploads/x',
    `${composeUploadUrl(address, '').replace('/uploads/', '/assets/')}x`,
  ]
  for (const imageUrl of urls) {
    const { mediaId } = await createMedia(services, db, orgId, aMedia({ mediaBundleId, imageUrl }))
    const { imageAssetId } = (await api('GET', `/v1/media/${mediaId}`)).body.data
    assert.ok((await listQueued()).includes(imageAssetId))
  }
})

test('a fault is reported under the name that the caller used', async () => {
  const imageUrl = composeUploadUrl(address, 'ast_unknown')
  const made = createMedia(services, db, orgId, aMedia({ mediaBundleId, imageUrl }), () => 'media.artworkUrl')
  await assert.rejects(made, /^ServiceError: media\.artworkUrl names an upload/)
})
