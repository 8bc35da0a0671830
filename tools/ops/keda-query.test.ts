import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { claimRender } from '@songreel/server/internal/batches/claim-render.ts'
import { finishRender } from '@songreel/server/internal/batches/finish-render.ts'
import { parkRender } from '@songreel/server/internal/batches/park-render.ts'
import { returnRender } from '@songreel/server/internal/batches/return-render.ts'
import type { ClaimedRun } from '@songreel/server/internal/store/renders/claim-run.ts'
import { startService } from '@songreel/server/testing/start-service.ts'
import { sql } from 'kysely'
import { readManifests } from './manifests.ts'

// What KEDA asks the database, as it stands in the manifest, while renders go through all their states.

const scaled = readManifests().find(({ kind }) => kind === 'ScaledJob')
const { query } = scaled!.spec.triggers[0].metadata
const { api, services, orgId } = await startService({ after })
const { db } = services

test('work that could be done now is counted, whether somebody does it or not', async () => {
  assert.equal(await countWork(), 0)

  // Four renders and the file that they need.
  const { body } = await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    webhookUrl: 'https://hooks.example.com/songreel',
    renders: Array.from({ length: 4 }, () => ({ contentId: 'SNIPPET_WAVEFORM_CARD' })),
  })
  assert.equal(body.success, true)
  assert.equal(await countWork(), 5)

  const runs: ClaimedRun[] = []
  for (let i = 0; i < 3; i++) runs.push((await claimRender(db, { jobId: randomUUID(), orgId, tag: i }))!)
  const [parked, late, made] = runs as [ClaimedRun, ClaimedRun, ClaimedRun]
  // KEDA takes away the Jobs that run, so what they do must be in the sum.
  assert.equal(await countWork(), 5)

  // One waits for its file, which is counted itself; another waits for the time of its next try.
  const { rows } = await sql<{ id: string }>`select asset_id as id from assets`.execute(db)
  const [{ id: assetId }] = rows as [{ id: string }]
  assert.equal(await parkRender(services, parked, [assetId]), true)
  assert.equal(await returnRender(services, late, { countsAsLoss: false, afterSecs: 3600 }), true)
  assert.equal(await countWork(), 3)

  await sql`update assets set status = 'READY'`.execute(db)
  assert.equal(await countWork(), 2)

  // A render that has ended leaves a webhook that is due.
  await finishRender(services, made, { status: 'CANCELED' })
  assert.equal(await countWork(), 2)
  await sql`update webhook_deliveries set next_try_at = now() + interval '1 hour'`.execute(db)
  assert.equal(await countWork(), 1)
})

test('files and webhooks count as the part of a worker that they take', async () => {
  const before = await countWork()
  await sql`
    insert into assets (asset_id, org_id, kind) select 'ast_' || n, ${orgId}, 'AUDIO' from generate_series(1, 32) as n
  `.execute(db)
  assert.equal(await countWork(), before + 2)
})

/** As KEDA reads it: the first column of the first row, as a number. */
async function countWork(): Promise<number> {
  const { rows } = await sql.raw<Record<string, string>>(query).execute(db)
  assert.equal(rows.length, 1)
  return Number(Object.values(rows[0]!)[0])
}
