import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { type Api, startService } from '../../testing/start-service.ts'
import { claimRender } from '../batches/claim-render.ts'
import { finishRender } from '../batches/finish-render.ts'
import { renderVideoJob } from '../queue/all-jobs.ts'
import type { JobRun } from '../queue/job.ts'
import type { Database } from '../store/schema.ts'
import { runRenderVideo } from './render-video.ts'

const { api, services, orgId, addOrganization } = await startService({ after })
const { db } = services
const tried = Promise.withResolvers<void>()

async function makeBatch(as: Api): Promise<string> {
  const { body } = await as('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  return body.data.batchId
}

const aJobRun = (): JobRun => ({
  jobId: randomUUID(),
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
  isHeld: async () => true,
})

/** Somebody who stopped in the middle of a transaction. */
function holdLock(lock: (transaction: Transaction<Database>) => Promise<unknown>) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: onHeld } = Promise.withResolvers<void>()
  const over = db.transaction().execute(async (transaction) => {
    await lock(transaction)
    onHeld()
    await isReleased
  })
  const letGo = () => {
    release()
    return over
  }
  return { isHeld, release: letGo }
}

async function listTickets(): Promise<{ isLater: boolean }[]> {
  const { rows } = await sql<{ isLater: boolean }>`
    select start_after > now() as "isLater" from pgboss.job
    where name = 'render-video' and state < 'active' and data->>'orgId' = ${orgId}`.execute(db)
  return rows
}

test('a ticket is not used up while somebody else holds its render', async () => {
  const batchId = await makeBatch(api)
  await sql`delete from pgboss.job where name = 'render-video'`.execute(db)
  const holder = holdLock((transaction) =>
    sql`select from renders where batch_id = ${batchId} for update`.execute(transaction),
  )
  await holder.isHeld

  await runRenderVideo(services, { orgId, tag: 1 }, aJobRun())

  await holder.release()
  assert.deepEqual(await listTickets(), [{ isLater: true }], 'another ticket stands for it, a moment later')
  const run = await claimRender(db, { jobId: randomUUID(), orgId, tag: 1 })
  assert.equal(run?.batchId, batchId)
  await finishRender(services, run, { status: 'CANCELED' })
})

test('a ticket without any render is used up', async () => {
  await sql`delete from pgboss.job where name = 'render-video'`.execute(db)
  await runRenderVideo(services, { orgId, tag: 1 }, aJobRun())
  assert.deepEqual(await listTickets(), [])
})

test('a ticket that was given to another worker meanwhile claims nothing', async () => {
  const batchId = await makeBatch(api)
  await services.queue.work(renderVideoJob, 1, async (payload, run) => {
    // As after a pause: the queue has lost this worker, and another one runs the job.
    await sql`update pgboss.job set retry_count = retry_count + 1 where id = ${run.jobId}`.execute(db)
    await runRenderVideo(services, payload, run)
    tried.resolve()
  })
  await tried.promise
  const { status, fence } = await db
    .selectFrom('renders')
    .select(['status', 'fence'])
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  assert.deepEqual([status, fence], ['PENDING', 0])
})

test('a claim that hangs does not hold up the claims of others', async () => {
  const other = await addOrganization()
  const [batchId, otherBatchId] = [await makeBatch(api), await makeBatch(other.api)]
  const holder = holdLock((transaction) =>
    sql`select from batches where batch_id = ${batchId} for update`.execute(transaction),
  )
  await holder.isHeld
  const hanging = claimRender(db, { jobId: randomUUID(), orgId, tag: 100 })
  const isClaimed = claimRender(db, { jobId: randomUUID(), orgId: other.orgId, tag: 101 })

  // Held up, it would never end: the other one is released only afterwards.
  const run = await Promise.race([isClaimed, sleep(180_000, undefined, { ref: false })])

  await holder.release()
  await Promise.all([hanging, isClaimed])
  assert.equal(run?.batchId, otherBatchId)
})
