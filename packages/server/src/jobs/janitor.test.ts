import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../testing/start-service.ts'
import { noteAssetFile } from '../assets/note-asset-file.ts'
import { cancelBatch } from '../batches/cancel.ts'
import { claimRender } from '../batches/claim-render.ts'
import { insertAssets } from '../store/assets.ts'
import { purgeInTurn, sweep } from './janitor.ts'

const { api, services, orgId } = await startService({ after })
const { db, storage } = services

async function makeBatch(): Promise<string> {
  const { body } = await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    webhookUrl: 'https://hooks.example.com/songreel',
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  return body.data.batchId
}

async function countJobs(name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = ${name} and state < 'completed'`.execute(db)
  return rows[0]!.count
}

const readRender = (renderId: string) =>
  db.selectFrom('renders').selectAll().where('render_id', '=', renderId).executeTakeFirstOrThrow()

test('a render whose job is over goes back in line and counts as lost; one whose job lives is left alone', async () => {
  await makeBatch()
  await makeBatch()
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'active' where id = (
      select id from pgboss.job where name = 'render-video' limit 1) returning id`.execute(db)
  const living = await claimRender(db, { jobId: rows[0]!.id, orgId, tag: 1 })
  const orphan = await claimRender(db, { jobId: randomUUID(), orgId, tag: 1 })
  const before = await countJobs('render-video')

  await sweep(services)

  const { status, job_id, losses, attempt } = await readRender(orphan!.renderId)
  assert.deepEqual([status, job_id, losses, attempt], ['PENDING', null, 1, 2])
  assert.equal((await readRender(living!.renderId)).status, 'COLLECTING_ASSETS')
  assert.equal(await countJobs('render-video'), before + 1)
})

test('webhooks and files that no job stands for get a job again, once', async () => {
  await cancelBatch(services, db, orgId, await makeBatch())
  await sql`delete from pgboss.job where name in ('deliver-webhook', 'collect-asset')`.execute(db)
  await sweep(services)
  assert.equal(await countJobs('deliver-webhook'), 0, 'it is not overdue yet')

  await sql`update webhook_deliveries set created_at = now() - interval '1 hour'`.execute(db)
  await sql`update assets set created_at = now() - interval '1 hour'`.execute(db)
  const deliveries = await db.selectFrom('webhook_deliveries').select('delivery_id').execute()
  const assets = await db.selectFrom('assets').select('asset_id').execute()
  for (const _ of ['first', 'second']) {
    await sweep(services)
    assert.equal(await countJobs('deliver-webhook'), deliveries.length)
    assert.equal(await countJobs('collect-asset'), assets.length)
  }
})

test('renders that no ticket stands for get tickets again, once', async () => {
  await makeBatch()
  const { numUpdatedRows } = await db
    .updateTable('renders')
    .set({ status: 'PENDING', job_id: null, ready_at: sql<string>`now() - interval '1 hour'` })
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  const before = await countJobs('render-video')
  await sweep(services)
  assert.equal(await countJobs('render-video'), before, 'while there is a ticket, none is added')

  await sql`delete from pgboss.job where name = 'render-video'`.execute(db)
  for (const _ of ['first', 'second']) {
    await sweep(services)
    assert.equal(await countJobs('render-video'), Number(numUpdatedRows))
  }
})

test('a file whose row never came is deleted, and one that a row names is kept', async () => {
  const store = (text: string) =>
    storage.putStream(Readable.from([Buffer.from(text)]), noteAssetFile(services, orgId), { maxBytes: 1000 })
  const [lost, named] = [await store('the lost song'), await store('the named song')]
  const { sha256 } = named
  const probed = { width: null, height: null, durationSecs: null, codec: null, aspectRatio: null }
  const row = {
    kind: 'TEXT',
    status: 'READY',
    sourceUrl: null,
    fileName: null,
    contentType: 'text/plain',
  } as const
  await insertAssets(db, orgId, [{ ...row, ...probed, loudness: null, bytes: named.bytes, sha256 }])

  await sweep(services)
  assert.equal(await storage.findSize(lost.key), lost.bytes, 'it may still be named')
  await sweep(services, 0)
  assert.equal(await storage.findSize(lost.key), undefined)
  assert.equal(await storage.findSize(named.key), named.bytes)
  assert.deepEqual(await db.selectFrom('pending_files').selectAll().execute(), [])
})

test('what a killed process left half-written goes after a day', async () => {
  const folder = path.join(services.config.dataDir, 'files/incoming')
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  const [old, young] = [path.join(folder, randomUUID()), path.join(folder, randomUUID())]
  for (const file of [old, young]) await writeFile(file, 'half')
  await utimes(old, yesterday, yesterday)

  await sweep(services)

  await assert.rejects(utimes(old, yesterday, yesterday), { code: 'ENOENT' })
  await utimes(young, yesterday, yesterday)
})

test('a step that fails does not keep the others from running', async () => {
  await makeBatch()
  const orphan = await claimRender(db, { jobId: randomUUID(), orgId, tag: 1 })
  const broken = { ...storage, sweep: () => Promise.reject(new Error('the disk is away')) }

  await sweep({ ...services, storage: broken })

  assert.equal((await readRender(orphan!.renderId)).status, 'PENDING')
})

test('one worker purges for all, once an hour, and after a clock that was wrong', async () => {
  const isPurged = async () => {
    await sql`insert into workers (worker_id, slots, seen_at) values ('gone', 1, now() - interval '2 days')
      on conflict do nothing`.execute(db)
    await Promise.all([purgeInTurn(services), purgeInTurn(services)])
    const { rows } = await sql`select from workers where worker_id = 'gone'`.execute(db)
    return rows.length === 0
  }
  const shift = (secs: number) =>
    sql`update installation set value = (extract(epoch from now()) + ${secs}::float8)::text where name = 'purged-at'`.execute(
      db,
    )
  assert.equal(await isPurged(), true, 'the first time')
  assert.equal(await isPurged(), false)
  await shift(-50 * 60)
  assert.equal(await isPurged(), false, 'before its time')
  await shift(-60 * 60)
  assert.equal(await isPurged(), true)
  await shift(24 * 60 * 60)
  assert.equal(await isPurged(), true, 'the clock was wrong')
})
