import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { deliverWebhookJob, JOBS } from './all-jobs.ts'
import { openQueue } from './queue.ts'

test('a worker deletes jobs that ended a week ago, and no others', async (t) => {
  const { databaseUrl, db } = await createTestDatabase(t)
  const onError = (error: Error) => assert.fail(error)
  const open = (isWorker: boolean) =>
    openQueue({ connectionString: databaseUrl, jobs: JOBS, isWorker, onError })
  const api = await open(false)
  const entries = ['completed', 'failed', 'young', 'waiting'].map((deliveryId) => ({
    payload: { deliveryId },
  }))
  await api.enqueueMany(db, deliverWebhookJob, entries)
  await api.close()
  const end = (deliveryId: string, state: string, age: string) =>
    sql`update pgboss.job set state = ${state}::pgboss.job_state, completed_on = now() - ${age}::interval
      where data->>'deliveryId' = ${deliveryId}`.execute(db)
  await end('completed', 'completed', '169 hours')
  await end('failed', 'failed', '169 hours')
  await end('young', 'completed', '167 hours')

  const list = async () => {
    const { rows } = await sql<{ id: string }>`
      select data->>'deliveryId' as id from pgboss.job order by 1`.execute(db)
    return rows.map(({ id }) => id)
  }

  const worker = await open(true)
  try {
    await waitFor('old jobs are deleted', async () => (await list()).length < entries.length)
  } finally {
    await worker.close()
  }
  assert.deepEqual(await list(), ['waiting', 'young'])
})
