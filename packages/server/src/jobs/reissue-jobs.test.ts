import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../testing/start-service.ts'
import { enqueueRenders } from '../batches/enqueue-renders.ts'
import { collectAssetJob, deliverWebhookJob } from '../queue/all-jobs.ts'
import { insertAssets } from '../store/assets.ts'
import { reissueCollections, reissueDeliveries, reissueTickets } from './reissue-jobs.ts'

const QUEUED = 10_000

const { api, services, orgId } = await startService({ after })
const { db, queue } = services

/** As after an idle time: the server's statistics know nothing of the queue yet, and its guesses are wrong. */
async function fillQueue(): Promise<void> {
  const { body } = await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    webhookUrl: 'https://hooks.example.com/songreel',
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  await sql`
    insert into renders (render_id, batch_id, org_id, position, content_id, required_data, video_settings, seed,
      aspect_ratio, width, height, file_name, frames, ready_at)
    select 'rnd_' || n, batch_id, org_id, n, content_id, required_data, video_settings, seed, aspect_ratio, width, height,
      file_name, frames, now() - interval '1 hour'
    from renders, generate_series(1, ${QUEUED}::int) n where batch_id = ${body.data.batchId}
  `.execute(db)
  await sql`
    insert into webhook_events (event_id, org_id, occasion, type, url, data)
    values ('evt_1', ${orgId}, 'one', 'ping', 'https://hooks.example.com', '{}')`.execute(db)
  await sql`
    insert into webhook_deliveries (delivery_id, event_id, org_id, created_at)
    select 'dlv_' || n, 'evt_1', ${orgId}, now() - interval '1 hour' from generate_series(1, ${QUEUED}::int) n`.execute(
    db,
  )
  await sql`
    insert into assets (asset_id, org_id, kind, created_at)
    select 'ast_' || n, ${orgId}, 'AUDIO', now() - interval '1 hour' from generate_series(1, ${QUEUED}::int) n`.execute(
    db,
  )
  const numbers = Array.from({ length: QUEUED }, (_, index) => index + 1)
  await db.transaction().execute((transaction) =>
    enqueueRenders(
      queue,
      transaction,
      orgId,
      numbers.map(() => ({ isPreview: false })),
    ),
  )
  const deliveries = numbers.map((n) => ({ payload: { deliveryId: `dlv_${n}` } }))
  await queue.enqueueMany(db, deliverWebhookJob, deliveries)
  const assets = numbers.map((n) => ({ payload: { assetId: `ast_${n}` } }))
  await queue.enqueueMany(db, collectAssetJob, assets)
}

/** How often the queue was looked into, by the server's own count; that of a connection may hold what came before. */
async function countLooks(work: (transaction: typeof db) => Promise<void>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const read = async () => {
      const { rows } = await sql<{ looks: number }>`
        select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as looks from pg_stat_xact_all_tables
        where schemaname = 'pgboss' and relname like 'job%'`.execute(transaction)
      return rows[0]!.looks
    }
    const before = await read()
    await work(transaction)
    return (await read()) - before
  })
}

test('with 10,000 in the queue each kind of work is held against it in one look', async () => {
  await fillQueue()
  for (const reissue of [reissueTickets, reissueDeliveries, reissueCollections]) {
    const looks = await countLooks((transaction) => reissue({ ...services, db: transaction }))
    assert.ok(looks > 0 && looks <= 4, `${reissue.name} looked ${looks} times`)
  }
})

test('beside work that is in the queue, the one that is not is found', async () => {
  const countJobs = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job`.execute(db)
    return rows[0]!.count
  }
  const before = await countJobs()
  const nothing = { fileName: null, contentType: null, bytes: null, sha256: null, width: null, height: null }
  const unknown = { durationSecs: null, codec: null, aspectRatio: null, loudness: null }
  const asset = { kind: 'AUDIO', status: 'PENDING', sourceUrl: 'https://cdn.example.com/a.mp3' } as const
  const [assetId] = await insertAssets(db, orgId, [{ ...asset, ...nothing, ...unknown }])
  await sql`update assets set created_at = now() - interval '1 hour' where asset_id = ${assetId}`.execute(db)

  for (const reissue of [reissueTickets, reissueDeliveries, reissueCollections]) await reissue(services)

  assert.equal(await countJobs(), before + 1)
})
