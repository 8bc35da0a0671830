import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
// @ts-expect-error s3rver has no types.
import S3rver from 's3rver'
import { aLook } from '../../testing/builders.ts'
import { startService, type TestService } from '../../testing/start-service.ts'
import { assetKey } from '../assets/asset-key.ts'
import { openS3Storage } from '../assets/s3-storage.ts'
import { cancelBatch } from '../batches/cancel.ts'
import { finishRender } from '../batches/finish-render.ts'
import { newId } from '../store/new-id.ts'
import { insertOutput } from '../store/outputs.ts'
import { sweep } from './janitor.ts'
import { purge } from './purge.ts'

const AUDIO_URL = 'https://cdn.example.com/song.mp3'

const service = await startService({ after }, { config: { minFreeMb: 0 } })
const { services, api, orgId } = service
const { db } = services

const make = async (what: string, body: object): Promise<Record<string, string>> =>
  (await api('POST', `/v1/${what}`, body)).body.data

/** An artist with an album and a song, each with files and links of its own. */
async function makeCatalogue() {
  const { artistId = '' } = await make('artists', {
    name: 'Odalys Wren',
    imageUrl: 'https://cdn.example.com/a.png',
  })
  const album = { name: 'Night', artistId, imageUrl: 'https://cdn.example.com/b.png' }
  const { mediaBundleId = '' } = await make('media-bundles', album)
  const { mediaId = '' } = await make('media', {
    name: 'Tin Lanterns',
    mediaBundleId,
    audioUrl: AUDIO_URL,
    videoUrls: ['https://cdn.example.com/v.mp4'],
    lyricsText: `Tin lanterns ${mediaBundleId}`,
    videositeUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  })
  return { artistId, mediaBundleId, mediaId }
}

async function makeBatch(input: object): Promise<string> {
  const { batchId = '' } = await make('batches', {
    ...input,
    webhookUrl: 'https://hooks.example.com/songreel',
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  return batchId
}

async function upload(
  { api }: Pick<TestService, 'api'>,
  text: string,
): Promise<{ assetId: string; url: string }> {
  return (await api('POST', '/v1/uploads', text, { 'Content-Type': 'application/octet-stream' })).body.data
}

/** Everything that is there becomes so many days older. */
async function age(database: typeof db, days: number): Promise<void> {
  const columns = {
    assets: ['created_at'],
    artists: ['created_at', 'deleted_at'],
    media_bundles: ['created_at', 'deleted_at'],
    media: ['created_at', 'deleted_at'],
    brands: ['created_at', 'deleted_at'],
    looks: ['created_at', 'hidden_at'],
    plugins: ['created_at'],
    batches: ['created_at', 'finished_at'],
    renders: ['created_at', 'finished_at'],
    webhook_events: ['created_at'],
    webhook_deliveries: ['created_at', 'finished_at'],
    webhook_secrets: ['created_at', 'ends_at'],
    tokens: ['created_at', 'revoked_at', 'expires_at'],
    shares: ['created_at', 'revoked_at', 'expires_at'],
    outputs: ['created_at', 'expires_at', 'deleted_at'],
    file_names: ['taken_at'],
    idempotency_keys: ['created_at'],
    workers: ['seen_at'],
  }
  for (const [table, names] of Object.entries(columns))
    for (const name of names)
      await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${sql.ref(name)} - make_interval(days => ${days})`.execute(
        database,
      )
}

async function count(table: string, condition = sql`true`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${condition}`.execute(db)
  return rows[0]!.count
}

test('what is in use stays, however old it is', async () => {
  const { mediaId, artistId } = await makeCatalogue()
  const batchId = await makeBatch({ mediaId })
  const { assetId, url } = await upload(service, 'words that a song has')
  await api('PUT', `/v1/media/${mediaId}`, { lyricsUrl: url })
  const assets = await count('assets', sql`kind <> 'TEXT'`)
  await age(db, 400)

  await purge(services)
  await sweep(services, 0)

  assert.equal((await api('GET', `/v1/artists/${artistId}`)).status, 200)
  assert.equal((await api('GET', `/v1/batches/${batchId}`)).status, 200)
  assert.equal((await api('GET', `/v1/uploads/${assetId}`)).body, 'words that a song has')
  assert.equal(await count('assets', sql`kind <> 'TEXT'`), assets)
  assert.equal(await count('plugins'), 1)
  assert.equal(await count('webhook_deliveries', sql`status = 'PENDING'`), await count('webhook_deliveries'))
})

test('deleted records go after their days, with their files, and not a day before', async () => {
  const { artistId, mediaBundleId, mediaId } = await makeCatalogue()
  const lyrics = (await api('GET', `/v1/media/${mediaId}`)).body.data.textAssetsIds.LYRICS
  const { sha256 } = (await api('GET', `/v1/assets/${lyrics}`)).body.data
  const key = assetKey(orgId, sha256)
  assert.equal((await api('DELETE', `/v1/artists/${artistId}?cascade=true`)).status, 200)
  await age(db, 29)
  await purge(services)
  await sweep(services, 0)
  const restored = await api('POST', `/v1/artists/${artistId}/restore`)
  assert.equal(restored.status, 200, 'it can still be restored')
  assert.notEqual(await services.storage.findSize(key), undefined)

  await api('DELETE', `/v1/artists/${artistId}?cascade=true`)
  await age(db, 31)
  await purge(services)
  await sweep(services, 0)

  assert.equal(await count('media', sql`media_id = ${mediaId}`), 0)
  assert.equal(await count('media_bundles', sql`media_bundle_id = ${mediaBundleId}`), 0)
  assert.equal(await count('artists', sql`artist_id = ${artistId}`), 0)
  assert.equal(await count('plugins'), 1, 'that of the song in use')
  assert.equal((await api('GET', `/v1/assets/${lyrics}`)).status, 404)
  assert.equal(await services.storage.findSize(key), undefined)
})

test('a deleted song that a batch names stays as a name, and its files go once no render waits for them', async () => {
  const { artistId, mediaId } = await makeCatalogue()
  const batchId = await makeBatch({ mediaId })
  await api('DELETE', `/v1/artists/${artistId}?cascade=true`)
  await age(db, 400)
  const read = () =>
    db.selectFrom('media').selectAll().where('media_id', '=', mediaId).executeTakeFirstOrThrow()
  const before = await read()
  await purge(services)
  assert.deepEqual(await read(), before, 'a render waits')

  await cancelBatch(services, db, orgId, batchId)
  await purge(services)

  const { audio_asset_id, video_asset_ids, lyrics_asset_id, videosite_plugin_id, name } = await read()
  assert.deepEqual(
    [audio_asset_id, video_asset_ids, lyrics_asset_id, videosite_plugin_id],
    [null, [], null, null],
  )
  assert.equal(name, 'Tin Lanterns')
  assert.equal(await count('assets', sql`asset_id = ${before.audio_asset_id}`), 0)
  assert.equal((await api('GET', `/v1/batches/${batchId}`)).body.data.mediaId, mediaId)
})

test('a deleted brand goes after its days, with its files, once no order wears it; who had it has none', async () => {
  const files = { logoUrl: 'https://cdn.example.com/logo.svg', introUrl: 'https://cdn.example.com/intro.mp4' }
  const { brandId = '' } = await make('brands', { name: 'Ended', ...files })
  const { brandId: livingId = '' } = await make('brands', { name: 'Living', ...files })
  const { artistId = '' } = await make('artists', { name: 'Odalys Wren', brandId })
  await api('PUT', '/v1/organizations/me', { brandId })
  const { logoAssetId, introAssetId } = (await api('GET', `/v1/brands/${brandId}`)).body.data
  const song = { artist: { name: 'A' }, media: { name: 'Song', audioUrl: AUDIO_URL } }
  const batchId = await makeBatch({ ...song, serviceParams: { brandId } })
  await api('DELETE', `/v1/brands/${brandId}`)
  await age(db, 29)
  await purge(services)
  assert.equal((await api('GET', `/v1/artists/${artistId}`)).body.data.brandId, brandId, 'it can be restored')

  await age(db, 400)
  await purge(services)
  assert.equal(await count('brands', sql`brand_id = ${brandId}`), 1, 'a render waits')
  assert.equal((await api('GET', `/v1/assets/${logoAssetId}`)).status, 200)
  assert.equal('brandId' in (await api('GET', `/v1/artists/${artistId}`)).body.data, false)
  assert.equal('brandId' in (await api('GET', '/v1/organizations/me')).body.data, false)

  await cancelBatch(services, db, orgId, batchId)
  await purge(services)
  assert.equal(await count('brands', sql`brand_id = ${brandId}`), 0)
  for (const assetId of [logoAssetId, introAssetId])
    assert.equal((await api('GET', `/v1/assets/${assetId}`)).status, 404)
  const living = (await api('GET', `/v1/brands/${livingId}`)).body.data
  assert.equal((await api('GET', `/v1/assets/${living.introAssetId}`)).status, 200, 'in use, however old')
  assert.equal((await api('GET', `/v1/batches/${batchId}`)).body.data.renders[0].brandId, brandId, 'a name')
})

test('what a deleted look holds goes after its days, once no order names it; its id stays taken', async () => {
  const { contentId = '' } = await make('contents', aLook())
  const song = { artist: { name: 'A' }, media: { name: 'Song', audioUrl: AUDIO_URL } }
  const { batchId = '' } = await make('batches', { ...song, renders: [{ contentId }] })
  await api('DELETE', `/v1/contents/${contentId}`)
  const countKept = () => count('looks', sql`content_id = ${contentId} and definition is not null`)
  await age(db, 400)
  await purge(services)
  assert.equal(await countKept(), 1, 'a render waits')
  const restored = await api('POST', `/v1/contents/${contentId}/restore`)
  assert.equal(restored.status, 404, 'it can be restored for its days, whoever still waits')
  await cancelBatch(services, db, orgId, batchId)
  await purge(services)
  assert.equal(await countKept(), 0)
  assert.equal((await make('contents', aLook())).contentId, `${contentId}_2`)
})

test('events, deliveries, keys, names and what else has its days goes; the young stays', async () => {
  await cancelBatch(
    services,
    db,
    orgId,
    await makeBatch({ media: { name: 'Old', audioUrl: AUDIO_URL }, artist: { name: 'A' } }),
  )
  await sql`update webhook_deliveries set status = 'FAILED', finished_at = now()`.execute(db)
  const { keyId } = (await api('POST', '/v1/api-keys', { name: 'old', scopes: ['read'] })).body.data
  await api('DELETE', `/v1/api-keys/${keyId}`)
  await api('POST', '/v1/webhooks/secret/rotate')
  await api('POST', '/v1/artists', { name: 'Once' }, { 'Idempotency-Key': 'old' })
  await sql`insert into workers (worker_id, slots) values ('gone', 1)`.execute(db)
  const tables = ['webhook_events', 'webhook_deliveries', 'idempotency_keys', 'file_names', 'workers']
  const before = new Map<string, number>()
  for (const table of tables) before.set(table, await count(table))
  const tokens = await count('tokens')
  const secrets = await count('webhook_secrets')
  await purge(services)
  for (const table of tables) assert.equal(await count(table), before.get(table), `${table}, young`)

  await age(db, 400)
  await makeBatch({ media: { name: 'New', audioUrl: AUDIO_URL }, artist: { name: 'A' } })
  await purge(services)

  for (const table of ['webhook_events', 'webhook_deliveries', 'idempotency_keys', 'workers'])
    assert.equal(await count(table), 0, table)
  assert.equal(await count('file_names'), 1)
  assert.equal(await count('tokens'), tokens - 1)
  assert.equal(await count('webhook_secrets'), secrets - 1)
})

test('an upload that nobody used goes with its bytes, in S3 too, unless another has the same bytes', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'songreel' }],
  })
  const { port } = await server.run()
  t.after(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })
  const s3 = await openS3Storage({
    bucket: 'songreel',
    endpoint: `http://127.0.0.1:${port}`,
    region: undefined,
    incomingFolder: path.join(folder, 'incoming'),
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  for (const storage of [services.storage, s3]) {
    const other = await startService(t, { storage, config: { minFreeMb: 0 } })
    const unused = await upload(other, 'nobody wants these words')
    const shared = await upload(other, 'words that came twice')
    await sweep(other.services, 0)
    await age(other.services.db, 400)
    const again = await upload(other, 'words that came twice')
    const keyOf = async (assetId: string) =>
      assetKey(other.orgId, (await other.api('GET', `/v1/assets/${assetId}`)).body.data.sha256)
    const unusedKey = await keyOf(unused.assetId)

    await purge(other.services)
    await sweep(other.services, 0)

    assert.equal((await other.api('GET', `/v1/assets/${unused.assetId}`)).status, 404)
    assert.equal((await other.api('GET', `/v1/assets/${shared.assetId}`)).status, 404)
    assert.equal(await storage.findSize(unusedKey), undefined)
    assert.equal((await other.api('GET', `/v1/uploads/${again.assetId}`)).body, 'words that came twice')
  }
})

test('a share that has ended goes with its retention, and one that is open stays', async () => {
  const batchId = await makeBatch({ mediaId: (await makeCatalogue()).mediaId })
  const { shareId: ended = '' } = await make('shares', { batchId })
  const { shareId: open = '' } = await make('shares', { batchId })
  await api('DELETE', `/v1/shares/${ended}`)
  await age(db, 40)
  await sql`update shares set expires_at = now() + interval '1 day' where share_id = ${open}`.execute(db)

  await purge(services)

  assert.equal(await count('shares', sql`share_id = ${ended}`), 0)
  assert.equal((await api('GET', `/v1/shares/${open}`)).status, 200)
})

/** Ends the render of a batch as a worker does, with a file that is deleted at once. */
async function complete(batchId: string): Promise<void> {
  const { renders } = (await api('GET', `/v1/batches/${batchId}`)).body.data
  const { renderId } = renders[0]
  const outputId = newId('output')
  const video = { durationSecs: 4, width: 2, height: 2, frames: 4, excerpt: { startSecs: 0, endSecs: 4 } }
  const file = {
    videoKey: `renders/${renderId}`,
    posterKey: null,
    contentType: 'video/mp4',
    sha256: '0',
    bytes: 7,
  }
  const facts = { workKey: renderId, checks: {}, warnings: [], retentionDays: 30 }
  await insertOutput(db, { outputId, orgId, ...file, ...video, ...facts })
  const madeFrom = { songs: [], templateVersion: 1, engineVersion: 1 }
  const outcome = { status: 'COMPLETED', outputId, ...video, madeFrom, drawn: { cpuSecs: 2 } } as const
  assert.equal(await finishRender(services, { orgId, renderId }, outcome), true)
  assert.equal((await api('DELETE', `/v1/renders/${renderId}`)).status, 200)
}

test('batches that have ended go after days of their own, where that is wanted, and usage stays', async (t) => {
  const { mediaId } = await makeCatalogue()
  const [old = '', shared = '', open = '', young = ''] = await Promise.all(
    Array.from({ length: 4 }, () => makeBatch({ mediaId })),
  )
  for (const batchId of [old, shared]) await complete(batchId)
  await make('shares', { batchId: shared })
  const readUsage = async () => (await api('GET', '/v1/usage?days=366')).body.data.totals
  const before = await readUsage()
  assert.deepEqual([before.videos, before.secs, before.bytes, before.cpuSecs], [2, 8, 14, 4])
  await age(db, 61)
  await complete(young)
  await sql`update shares set expires_at = now() + interval '1 day' where batch_id = ${shared}`.execute(db)
  await sql`update webhook_deliveries set status = 'DELIVERED', finished_at = created_at`.execute(db)
  const read = (batchId: string) => api('GET', `/v1/batches/${batchId}`)

  await purge(services)
  assert.equal((await read(old)).status, 200, 'by itself nothing goes')

  services.config.batchDays = 60
  t.after(() => {
    services.config.batchDays = 0
  })
  await purge(services)
  await purge(services)
  assert.equal((await read(old)).status, 404)
  assert.equal(await count('renders', sql`batch_id = ${old}`), 0)
  for (const batchId of [shared, open, young]) assert.equal((await read(batchId)).status, 200)
  assert.equal(await count('outputs'), 2)
  assert.deepEqual(await readUsage(), { ...before, videos: 3, secs: 12, bytes: 21, cpuSecs: 6 })
  assert.equal((await api('GET', `/v1/media/${mediaId}`)).status, 200)
})
