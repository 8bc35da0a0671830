import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { claimRun } from '../../testing/claim-run.ts'
import { startService } from '../../testing/start-service.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { enterStatus, writeProgress } from '../store/renders/enter-status.ts'
import { returnLost } from './return-lost.ts'

const service = await startService({ after })
const { services } = service
const { db } = services

/** A render that a worker draws, and the job by which it has it. */
async function startRun() {
  const { run, jobId } = await claimRun(service)
  await enterStatus(db, run, 'RENDERING')
  await writeProgress(db, run, { progress: 50, phase: 'DRAWING', etaSecs: 3 })
  return { run, jobId }
}

/** What the queue does when a worker was silent for too long. */
const loseJob = (jobId: string) =>
  sql`update pgboss.job set state = 'retry' where name = 'render-video' and id = ${jobId}`.execute(db)
const countTickets = async () =>
  (await sql`select from pgboss.job where name = 'render-video' and state < 'active'`.execute(db)).rows.length
const read = (renderId: string) =>
  db.selectFrom('renders').selectAll().where('render_id', '=', renderId).executeTakeFirstOrThrow()

test('a render whose job is back in line waits again; one whose job runs is left alone', async () => {
  const [lost, running] = [await startRun(), await startRun()]
  await loseJob(lost.jobId)
  const tickets = await countTickets()

  await returnLost(services)

  const { status, progress, phase, eta_secs, attempt, losses, errors, job_id } = await read(lost.run.renderId)
  assert.deepEqual([status, progress, phase, eta_secs, job_id], ['PENDING', 0, null, null, null])
  assert.deepEqual([attempt, losses, errors], [2, 1, 0])
  assert.equal((await read(running.run.renderId)).status, 'RENDERING')
  assert.equal(await countTickets(), tickets, 'its job is its ticket')
  assert.equal(await writeProgress(db, lost.run, { progress: 60, phase: 'DRAWING', etaSecs: 2 }), false)
})

test('a worker that takes the job up at this very moment keeps the render', async () => {
  const { run, jobId } = await startRun()
  await loseJob(jobId)
  let returning: Promise<void> | undefined
  await db.transaction().execute(async (transaction) => {
    await sql`update renders set fence = fence + 1 where render_id = ${run.renderId}`.execute(transaction)
    returning = returnLost(services)
    await waitFor('it waits for the row', hasLockWait)
  })
  await returning
  assert.equal((await read(run.renderId)).status, 'RENDERING')
})

/** Whether somebody waits in this database for what another transaction has locked. */
async function hasLockWait(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
