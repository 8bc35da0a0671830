import { BatchInput } from '@songreel/contract'
import { reserveFiles } from '@songreel/server/internal/assets/storage-quota.ts'
import { claimRender } from '@songreel/server/internal/batches/claim-render.ts'
import { createBatch } from '@songreel/server/internal/batches/create-batch.ts'
import { finishRender } from '@songreel/server/internal/batches/finish-render.ts'
import { readConfig } from '@songreel/server/internal/config/config.ts'
import { createOngoingWork } from '@songreel/server/internal/ongoing-work.ts'
import { createPublicAddress } from '@songreel/server/internal/public-address.ts'
import { deliverWebhookJob, renderVideoJob } from '@songreel/server/internal/queue/all-jobs.ts'
import type { JobRun } from '@songreel/server/internal/queue/job.ts'
import { newId } from '@songreel/server/internal/store/new-id.ts'
import { findOutputOfWork, insertOutput } from '@songreel/server/internal/store/outputs.ts'
import { forgetPendingFiles } from '@songreel/server/internal/store/pending-files.ts'
import { enterStatus } from '@songreel/server/internal/store/renders/enter-status.ts'
import { getRenderWork } from '@songreel/server/internal/store/renders/render-work.ts'
import type { Db } from '@songreel/server/internal/store/schema.ts'
import { findDeliveryWork, writeAttempt } from '@songreel/server/internal/store/webhook-deliveries.ts'
import { loadTemplates, type Templates } from '@songreel/templates'
import type pg from 'pg'
import { pino } from 'pino'
import { type Arena, nameRecord, ORGANIZATIONS, type Seat } from './database.ts'

const RENDERS_PER_BATCH = 5
const { config } = readConfig({})
const address = createPublicAddress(config)
const ongoing = createOngoingWork()
const log = pino({ level: 'silent' })
let templates: Templates | undefined

/** Orders a batch of five videos as the API does. */
export async function orderBatch({ db, queue }: { db: Db } & Pick<Seat, 'queue'>, n: number): Promise<void> {
  templates ??= await loadTemplates()
  const organization = n % ORGANIZATIONS
  const input = BatchInput.parse({
    mediaId: nameRecord('med', organization),
    renders: Array.from({ length: RENDERS_PER_BATCH }, () => ({ contentId: 'BASE_BASIC_UNIFIED' })),
  })
  // Nothing is stored by an order that names its song.
  const deps = { queue, config, address, templates, ongoing, log, storage: undefined as never }
  const options = { orgId: nameRecord('org', organization), isTest: false, isFresh: false }
  await createBatch(deps, db, input, options)
}

/** What so many renders took: of the clock, of PostgreSQL's processes, and of this one. */
export type Pace = { workers: number; renders: number; secs: number; postgresMs: number; clientMs: number }

/** Orders renders, then lets workers take and finish them, each with a loop and connections of its own. */
export async function measurePace(
  arena: Arena,
  { workers, renders }: { workers: number; renders: number },
): Promise<{ order: Pace; work: Pace }> {
  const seats = await Promise.all(Array.from({ length: workers }, () => arena.openSeat(true)))
  try {
    const orders = Math.ceil(renders / RENDERS_PER_BATCH)
    let ordered = 0
    const order = await timePace(arena, { workers: Math.min(workers, 8), renders: orders * 5 }, async () => {
      const orderers = seats.slice(0, 8).map(async (seat) => {
        while (ordered < orders) await orderBatch(seat, ordered++)
      })
      await Promise.all(orderers)
    })
    const total = orders * RENDERS_PER_BATCH
    const work = await timePace(arena, { workers, renders: total }, () =>
      finishAll(arena.admin, seats, total),
    )
    return { order, work }
  } finally {
    await Promise.all(seats.map((seat) => seat.close()))
  }
}

async function timePace(
  { postgresCpuMs }: Arena,
  size: { workers: number; renders: number },
  work: () => Promise<void>,
): Promise<Pace> {
  const startMs = performance.now()
  const startPostgresMs = postgresCpuMs()
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  const secs = (performance.now() - startMs) / 1000
  return { ...size, secs, postgresMs: postgresCpuMs() - startPostgresMs, clientMs: (user + system) / 1000 }
}

/** How long single claims and ends took. */
export type WorkTimes = { claimMs: number[]; finishMs: number[] }

/** Orders renders and finishes them one after the other, and times the two transactions that each of them takes. */
export async function sampleRenders({ admin, openSeat }: Arena, renders: number): Promise<WorkTimes> {
  const times: WorkTimes = { claimMs: [], finishMs: [] }
  const seat = await openSeat(false)
  try {
    for (let n = 0; n < renders / RENDERS_PER_BATCH; n++) await orderBatch(seat, n)
    await finishAll(admin, [{ ...seat, times }], renders)
    return times
  } finally {
    await seat.close()
  }
}

/** Until every render is finished and every event is written down as delivered: one per render and one per batch. */
async function finishAll(admin: pg.Client, seats: TimedSeat[], renders: number): Promise<void> {
  const events = renders + renders / RENDERS_PER_BATCH
  let finished = 0
  let delivered = 0
  const { promise: allDone, resolve, reject } = Promise.withResolvers<void>()
  const check = () => {
    if (finished >= renders && delivered >= events) resolve()
  }
  for (const seat of seats) {
    await seat.queue.work(renderVideoJob, 1, async (ticket, run) => {
      if (await makeNothing(seat, ticket, run).catch(reject)) finished++
      check()
    })
    await seat.queue.work(deliverWebhookJob, 1, async ({ deliveryId }) => {
      await noteDelivered(seat, deliveryId).catch(reject)
      delivered++
      check()
    })
  }
  const timer = setTimeout(() => reject(new Error(`only ${finished} of ${renders} were finished`)), 1_800_000)
  await allDone.finally(() => clearTimeout(timer))
  const { rows } = await admin.query(`select count(*)::int as open from batches where finished_at is null`)
  if (rows[0].open > 0) throw new Error(`${rows[0].open} batches are open`)
}

type TimedSeat = Seat & { times?: WorkTimes }

/** Every statement of a worker that makes a video, in its order, without the video. */
async function makeNothing(
  { db, queue, times }: TimedSeat,
  { orgId, tag }: { orgId: string; tag: number },
  { jobId, isHeld }: JobRun,
): Promise<boolean> {
  const startMs = performance.now()
  const run = await claimRender(db, { jobId, orgId, tag, isHeld })
  if (!run) return false
  times?.claimMs.push(performance.now() - startMs)
  const { renderId, fence } = run
  const { width, height, fileName } = await getRenderWork(db, orgId, renderId)
  await findOutputOfWork(db, orgId, renderId)
  await enterStatus(db, run, 'RENDERING', false)
  await enterStatus(db, run, 'UPLOADING', false)
  const keys = [fileName, 'poster.jpg'].map((name) => `renders/${orgId}/${renderId}/${fence}/${name}`)
  await reserveFiles(
    { config, db },
    orgId,
    keys.map((key) => ({ key, bytes: 0 })),
  )
  const outputId = newId('output')
  const madeFrom = { songs: [], templateVersion: 1, engineVersion: 1 }
  const video = { frames: 450, excerpt: { startSecs: 0, endSecs: 15 }, madeFrom }
  const file = { contentType: 'video/mp4', sha256: '0'.repeat(64), bytes: 8_000_000, durationSecs: 15 }
  const facts = { workKey: renderId, checks: {}, warnings: [], retentionDays: 30, width, height }
  const endMs = performance.now()
  await db.transaction().execute(async (transaction) => {
    const [videoKey = '', posterKey = ''] = keys
    await insertOutput(transaction, { outputId, orgId, videoKey, posterKey, ...file, ...facts, ...video })
    const outcome = { status: 'COMPLETED', outputId, ...video, drawn: { cpuSecs: 10 } } as const
    if (!(await finishRender({ db, queue }, run, outcome, transaction))) throw new Error('the run was lost')
    await forgetPendingFiles(transaction, keys)
  })
  times?.finishMs.push(performance.now() - endMs)
  return true
}

/** What a delivery reads and writes; nothing is posted. */
async function noteDelivered({ db }: Seat, deliveryId: string): Promise<void> {
  const work = await findDeliveryWork(db, deliveryId)
  if (!work) throw new Error('an event has no delivery')
  const at = new Date()
  const attempts = [{ at: at.toISOString(), tookMs: 0, status: 204, responseBody: '' }]
  await db
    .transaction()
    .execute((transaction) =>
      writeAttempt(transaction, work, { status: 'DELIVERED', attempts, nextAttemptAt: null, finishedAt: at }),
    )
}
