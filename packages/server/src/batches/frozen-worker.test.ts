import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql, type Transaction } from 'kysely'
import { claimRun } from '../../testing/claim-run.ts'
import { startService } from '../../testing/start-service.ts'
import { returnLost } from '../jobs/return-lost.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import type { Database } from '../store/schema.ts'
import { claimRender } from './claim-render.ts'
import { finishRender } from './finish-render.ts'
import { returnRender } from './return-render.ts'

// A worker that is stopped (SIGSTOP) inside a transaction sends nothing more: neither a statement nor its end.

const service = await startService({ after })
const { api, services, orgId } = service
const { db } = services

/** Freezes a transaction after its work; `wake` lets it go on and tells how it ended. */
async function freeze(work: (transaction: Transaction<Database>) => Promise<unknown>) {
  const frozen = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const ended = db
    .transaction()
    .execute(async (transaction) => {
      await work(transaction)
      begun.resolve()
      await frozen.promise
    })
    .then(
      () => 'committed',
      () => 'void',
    )
  await begun.promise
  return {
    wake() {
      frozen.resolve()
      return ended
    },
  }
}

const FAILED = { code: 'INTERNAL', message: 'Something went wrong.', retryable: true }

const TRANSACTIONS = {
  'that ends its render': (run: ClaimedRun) => (transaction: Transaction<Database>) =>
    finishRender(services, run, { status: 'FAILED', error: FAILED }, transaction),
  'that gives its render back': (run: ClaimedRun) => (transaction: Transaction<Database>) =>
    returnRender({ ...services, db: transaction }, run, { countsAsError: false, afterSecs: 0 }),
}

for (const [name, workOf] of Object.entries(TRANSACTIONS)) {
  test(`a render is canceled although its worker stands still in the transaction ${name}`, async () => {
    const { run } = await claimRun(service)
    const worker = await freeze(workOf(run))
    const { status } = await api('POST', `/v1/renders/${run.renderId}/cancel`)
    assert.equal(status, 200)
    assert.equal(await worker.wake(), 'void')
    assert.equal((await api('GET', `/v1/renders/${run.renderId}`)).body.data.status, 'CANCELED')
  })

  test(`a render is taken over although its worker stands still in the transaction ${name}`, async () => {
    const { run, jobId } = await claimRun(service)
    const worker = await freeze(workOf(run))
    await sql`update pgboss.job set state = 'retry' where name = 'render-video' and id = ${jobId}`.execute(db)
    await returnLost(services)
    const next = await claimRender(db, { jobId, orgId, tag: 1 })
    assert.equal(next?.renderId, run.renderId)
    assert.ok(next.fence > run.fence)
    assert.equal(await worker.wake(), 'void')
    const { status } = (await api('GET', `/v1/renders/${run.renderId}`)).body.data
    assert.equal(status, 'COLLECTING_ASSETS')
    await finishRender(services, next, { status: 'CANCELED' })
  })
}
