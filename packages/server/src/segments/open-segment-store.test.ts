import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, beforeEach, test } from 'node:test'
import type { MadeSegment, SegmentStore } from '@songreel/render'
// @ts-expect-error s3rver has no types.
import S3rver from 's3rver'
import { startService } from '../../testing/start-service.ts'
import { openS3Storage } from '../assets/s3-storage.ts'
import type { Storage } from '../assets/storage.ts'
import { sweep } from '../jobs/janitor.ts'
import { purge } from '../jobs/purge.ts'
import { openSegmentStore } from './open-segment-store.ts'

const KB = 1024
const QUEST = { line: 'a'.repeat(64), machine: 'linux-arm64-test' }

const service = await startService({ after }, { config: { minFreeMb: 0 } })
const { services, client, orgId } = service
const { db, config, storage } = services
const filesFolder = path.join(config.dataDir, 'files', 'segments')

const artist = await client.artists.create({ name: 'Odalys Wren' })
const bundle = await client.mediaBundles.create({ name: 'Night', artistId: artist.artistId })
const addSong = async (name: string) =>
  (
    await client.media.create({
      name,
      mediaBundleId: bundle.mediaBundleId,
      audioUrl: 'https://cdn.example.com/a.mp3',
    })
  ).mediaId
const mediaId = await addSong('Tin Lanterns')

beforeEach(async () => {
  config.segmentMb = 1
  await db.deleteFrom('segments').execute()
  await db.deleteFrom('pending_files').execute()
  await rm(filesFolder, { recursive: true, force: true })
})

type OpenOptions = { orgId?: string; mediaId?: string; workKey?: string; storage?: Storage }

function open(options: OpenOptions = {}): SegmentStore {
  const { signal } = new AbortController()
  return openSegmentStore(
    { ...services, storage: options.storage ?? storage },
    { orgId, mediaId, workKey: 'work-1', signal, ...options },
  )
}

/** A segment as the engine hands it over: bytes of any kind, because only the engine reads them. */
function makeSegment(name: string, facts: Partial<MadeSegment> & { size?: number } = {}): MadeSegment {
  const { size = 10 * KB, ...rest } = facts
  return {
    key: createHash('sha256').update(name).digest('hex'),
    frames: Uint8Array.from([1, 2, 3, 4]),
    description: null,
    index: 0,
    bytes: Buffer.concat([Buffer.from(name), randomBytes(size - name.length)]),
    ...rest,
  }
}

const keep = (segment: MadeSegment, options?: OpenOptions) => open(options).keep(segment, QUEST)

const listFiles = async () =>
  existsSync(filesFolder)
    ? (await readdir(filesFolder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    : []
const countRows = async (table: 'segments' | 'segment_uses' | 'pending_files') =>
  (await db.selectFrom(table).selectAll().execute()).length

test('a segment that was kept is found by its work and by its line, with the bytes that it had', async () => {
  const segment = makeSegment('one', { index: 3, description: 'd'.repeat(64) })
  await keep(segment)
  const later = open()
  assert.equal(await later.findMade(3, QUEST), segment.key)
  assert.equal(await later.findMade(2, QUEST), undefined)
  assert.equal(await open({ workKey: 'work-2' }).findMade(3, QUEST), undefined)
  assert.equal(await open().findMade(3, { ...QUEST, machine: 'linux-x64-other' }), undefined)
  const [candidate, ...more] = await open({ workKey: 'work-2' }).listCandidates(QUEST)
  assert.equal(more.length, 0)
  assert.deepEqual(
    [candidate?.key, [...(candidate?.frames ?? [])], candidate?.description],
    [segment.key, [1, 2, 3, 4], 'd'.repeat(64)],
  )
  assert.deepEqual(await open().listCandidates({ ...QUEST, line: 'b'.repeat(64) }), [])
  assert.deepEqual(await later.take(segment.key), segment.bytes)
  assert.equal(await countRows('pending_files'), 0)
})

test('no organization sees the segments of another, whatever keys it knows', async () => {
  const segment = makeSegment('mine')
  await keep(segment)
  const stranger = await service.addOrganization()
  const store = open({ orgId: stranger.orgId })
  assert.equal(await store.findMade(0, QUEST), undefined)
  assert.deepEqual(await store.listCandidates(QUEST), [])
  assert.equal(await store.take(segment.key), undefined)
  // Its own with the same content is a file of its own.
  await store.keep({ ...segment }, QUEST)
  assert.equal((await listFiles()).length, 2)
  const rows = await db.selectFrom('segments').select('org_id').orderBy('org_id').execute()
  assert.deepEqual(rows.map(({ org_id }) => org_id).sort(), [orgId, stranger.orgId].sort())
})

test('equal segments of one video, or of several, are stored once', async () => {
  const store = open()
  for (const index of [0, 1, 2]) await store.keep(makeSegment('still', { index }), QUEST)
  await keep(makeSegment('still', { index: 0 }), { workKey: 'work-2' })
  assert.deepEqual([await countRows('segments'), await countRows('segment_uses')], [1, 4])
  assert.equal((await listFiles()).length, 1)
  assert.equal((await open().listCandidates(QUEST)).length, 1)
})

test('two workers that keep the same at once leave one file, and both find it', async () => {
  await Promise.all(
    ['work-1', 'work-2', 'work-3', 'work-4'].map((workKey) => keep(makeSegment('raced'), { workKey })),
  )
  assert.deepEqual([await countRows('segments'), await countRows('segment_uses')], [1, 4])
  assert.equal((await listFiles()).length, 1)
  assert.equal(await countRows('pending_files'), 0)
})

for (const [name, harm] of [
  ['is gone', (file: string) => rm(file)],
  ['is damaged', (file: string) => writeFile(file, 'something else')],
] as const)
  test(`a segment whose file ${name} counts as not kept, and is kept anew`, async () => {
    const segment = makeSegment('harmed')
    await keep(segment)
    const [entry] = await listFiles()
    await harm(path.join(entry!.parentPath, entry!.name))
    assert.equal(await open().take(segment.key), undefined)
    assert.equal(await open().findMade(0, QUEST), undefined)
    assert.deepEqual([(await listFiles()).length, await countRows('pending_files')], [0, 0])
    const again = makeSegment('harmed')
    await keep(again)
    assert.deepEqual(await open().take(again.key), again.bytes)
  })

test('what was used longest ago goes first, and only as much as must', async () => {
  const store = open()
  const size = 300 * KB
  const segments = [
    makeSegment('first', { index: 0, size }),
    makeSegment('second', { index: 1, size }),
    makeSegment('third', { index: 2, size }),
  ] as const
  for (const segment of segments) await store.keep(segment, QUEST)
  assert.ok(await store.take(segments[0].key))
  await keep(makeSegment('fourth', { index: 3, size }))
  const found = await Promise.all([0, 1, 2, 3].map((index) => open().findMade(index, QUEST)))
  assert.deepEqual(
    found.map((key) => key !== undefined),
    [true, false, true, true],
  )
  assert.equal((await listFiles()).length, 3)
  const limits = await client.service.limits()
  assert.deepEqual(limits.segments, { bytes: KB ** 2, usedBytes: 3 * size })
  assert.equal(limits.storage.usedBytes, 0)

  config.segmentMb = 0
  await purge(services)
  assert.deepEqual([await countRows('segments'), (await listFiles()).length], [0, 0])
})

test('segments go with the last song that has them, and when nobody used them for the retention', async () => {
  const [kept, deleted] = [await addSong('Harbour'), await addSong('Brine')]
  const shared = makeSegment('shared')
  await keep(shared, { mediaId: kept, workKey: 'work-kept' })
  await keep({ ...shared, index: 0 }, { mediaId: deleted, workKey: 'work-deleted' })
  await keep(makeSegment('own', { index: 1 }), { mediaId: deleted, workKey: 'work-deleted' })
  await db
    .updateTable('segments')
    .set({ used_at: new Date(Date.now() - 60 * 60_000) })
    .execute()
  await client.media.delete(deleted)
  await purge(services)
  const rows = await db.selectFrom('segments').select('content_key').execute()
  assert.deepEqual(
    rows.map(({ content_key }) => content_key),
    [shared.key],
  )
  assert.equal((await listFiles()).length, 1)

  await db
    .updateTable('segments')
    .set({ used_at: new Date(Date.now() - 31 * 24 * 60 * 60_000) })
    .execute()
  await purge(services)
  assert.deepEqual([await countRows('segments'), (await listFiles()).length], [0, 0])
})

test('a file whose process died before it was named is swept, and one that is named is not', async () => {
  const named = makeSegment('named')
  await keep(named)
  const stray = `segments/${orgId}/00/00000000-0000-4000-8000-000000000000`
  await storage.putStream(Readable.from([Buffer.from('x')]), () => stray, { maxBytes: 10 })
  const [row] = await db.selectFrom('segments').select('segment_id as id').execute()
  const keys = [stray, `segments/${orgId}/${row!.id.slice(0, 2)}/${row!.id}`]
  await db
    .insertInto('pending_files')
    .values(keys.map((key) => ({ key })))
    .execute()
  await sweep(services, 0)
  assert.equal(await storage.findSize(stray), undefined)
  assert.deepEqual(await open().take(named.key), named.bytes)
})

test('a storage that fails costs the segments and not the render', async () => {
  const broken: Storage = {
    ...storage,
    putStream: () => Promise.reject(new Error('no')),
    read: () => Promise.reject(new Error('no')),
  }
  const segment = makeSegment('whole')
  await keep(segment, { storage: broken })
  assert.equal(await open().findMade(0, QUEST), undefined)
  await keep(segment)
  assert.equal(await open({ storage: broken }).take(segment.key), undefined)
  assert.deepEqual(await open().take(segment.key), segment.bytes)
})

test('segments are kept in a bucket like everything else', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'songreel-s3-'))
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'videos' }] })
  const { port } = await server.run()
  t.after(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  const bucket = await openS3Storage({
    bucket: 'videos',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    incomingFolder: path.join(directory, 'incoming'),
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  const segment = makeSegment('remote')
  await keep(segment, { storage: bucket })
  assert.deepEqual(await open({ storage: bucket }).take(segment.key), segment.bytes)
  config.segmentMb = 0
  await purge({ ...services, storage: bucket })
  assert.equal(await countRows('segments'), 0)
  const left = await readdir(path.join(directory, 'videos'), { recursive: true, withFileTypes: true })
  assert.deepEqual(
    left.filter((entry) => entry.isFile()).map(({ name }) => name),
    [],
  )
})
