import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { claimRun } from '../../testing/claim-run.ts'
import { startService } from '../../testing/start-service.ts'
import { claimRender } from '../batches/claim-render.ts'
import { finishRender } from '../batches/finish-render.ts'
import { retryRender } from '../batches/retry.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { enterStatus, writeProgress } from '../store/renders/enter-status.ts'
import { isAlone, isLostForGood } from './lost-runs.ts'
import { runRenderVideo } from './render-video.ts'
import { returnLost } from './return-lost.ts'

const service = await startService({ after })
const { api, services, orgId } = service
const { db } = services

type Loss = { at: number; alone?: boolean }
type Claimed = { run: ClaimedRun; jobId: string }

/** A worker that had got so far with its render is gone, and another one takes it up. */
async function lose({ run, jobId }: Claimed, { at, alone = true }: Loss): Promise<Claimed> {
  // Below 10 the files are still being gathered.
  if (at >= 10) {
    await enterStatus(db, run, 'RENDERING', alone)
    await writeProgress(db, run, { progress: at, phase: 'DRAWING', etaSecs: null })
  }
  await sql`update pgboss.job set state = 'retry' where id = ${jobId}::uuid`.execute(db)
  await returnLost(services)
  const next = await claimRender(db, { jobId, orgId, tag: 1 })
  assert.equal(next?.renderId, run.renderId)
  return { run: next, jobId }
}

/** Loses a render's workers one after the other until it is given up; says after how many. */
async function loseAll(losses: Loss[]): Promise<number | undefined> {
  let claimed = await claimRun(service)
  for (const [index, loss] of losses.entries()) {
    claimed = await lose(claimed, loss)
    if (isLostForGood(claimed.run)) {
      await finishRender(services, claimed.run, { status: 'CANCELED' })
      return index + 1
    }
  }
  await finishRender(services, claimed.run, { status: 'CANCELED' })
  return undefined
}

const times = (count: number, loss: Loss) => Array.from({ length: count }, () => loss)

test('a render that takes its worker along at the same place is given up after a few runs', async () => {
  assert.equal(await loseAll(times(20, { at: 40 })), 7)
})

test('a machine that dies eight times at any moment ends no render', async () => {
  const moments = [62, 18, 85, 41, 12, 57, 33, 71]
  assert.equal(await loseAll(moments.map((at) => ({ at }))), undefined)
})

test('a render that gets further each time is not given up for that', async () => {
  assert.equal(await loseAll([12, 28, 44, 60, 76].map((at) => ({ at }))), undefined)
})

test('losses beside others, or before anything was drawn, say nothing about the render', async () => {
  assert.equal(await loseAll(times(12, { at: 40, alone: false })), undefined)
  assert.equal(await loseAll(times(12, { at: 5 })), undefined)
})

test('whatever happens, there is an end to it', async () => {
  assert.equal(await loseAll(times(30, { at: 5 })), 21)
})

test('after two losses a render is made alone, and where one is made at a time it always is', async () => {
  const claimed = await claimRun(service)
  const many = { config: { ...services.config, concurrency: 2 } }
  assert.equal(isAlone(many, claimed.run), false)
  assert.equal(isAlone({ config: { ...services.config, concurrency: 1 } }, claimed.run), true)
  const once = await lose(claimed, { at: 40, alone: false })
  assert.equal(isAlone(many, once.run), false)
  const twice = await lose(once, { at: 40, alone: false })
  assert.equal(isAlone(many, twice.run), true)
  await finishRender(services, twice.run, { status: 'CANCELED' })
})

test('a render that is given up fails with a reason, and a retry begins to count anew', async () => {
  let claimed = await claimRun(service)
  for (let loss = 0; loss < 6; loss++) claimed = await lose(claimed, { at: 40 })
  const { run, jobId } = await loseOnceMore(claimed)
  const jobRun = {
    jobId,
    attempt: 8,
    isLastAttempt: false,
    signal: new AbortController().signal,
    isHeld: async () => true,
  }
  await runRenderVideo(services, { orgId, tag: 1 }, jobRun)
  const { status, error } = (await api('GET', `/v1/renders/${run.renderId}`)).body.data
  assert.deepEqual([status, error.code], ['FAILED', 'RENDER_CRASHED'])
  assert.match(error.message, /lost 7 times/)
  await retryRender(services, db, orgId, run.renderId)
  const counts = await db
    .selectFrom('renders')
    .select(['losses', 'blamed_losses', 'lost_at_progress'])
    .where('render_id', '=', run.renderId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(counts, { losses: 0, blamed_losses: 0, lost_at_progress: null })
})

/** The worker is lost, and the render waits. */
async function loseOnceMore(claimed: Claimed): Promise<Claimed> {
  await enterStatus(db, claimed.run, 'RENDERING', true)
  await writeProgress(db, claimed.run, { progress: 40, phase: 'DRAWING', etaSecs: null })
  await sql`update pgboss.job set state = 'retry' where id = ${claimed.jobId}::uuid`.execute(db)
  await returnLost(services)
  return claimed
}
