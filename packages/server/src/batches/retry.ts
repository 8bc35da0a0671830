import { ServiceError } from '../errors.ts'
import { collectAssetJob } from '../queue/all-jobs.ts'
import { getOrigin } from '../scope.ts'
import type { Services } from '../services.ts'
import { reopenAssetsOfBatch } from '../store/assets.ts'
import { getBatch } from '../store/batches/batch-rows.ts'
import { type BatchRef, reopenBatch } from '../store/batches/batch-states.ts'
import { lockQuota, type QuotaLimits } from '../store/quotas.ts'
import { getRender } from '../store/renders/render-rows.ts'
import { type ReopenedRender, reopenRenders } from '../store/renders/reopen-renders.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { enqueueRenders } from './enqueue-renders.ts'
import { refuseOverQuota } from './quota.ts'

type RetryDeps = Pick<Services, 'queue'>

/** Puts a failed or canceled render in the queue again and opens its batch. */
export function retryRender({ queue }: RetryDeps, db: Db, orgId: string, renderId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const { batchId, status } = await getRender(transaction, orgId, renderId)
    const limits = await lockQuota(transaction, orgId)
    const reopened = await reopenRenders(transaction, { orgId, batchId, renderId })
    if (reopened.length === 0)
      throw notRetryable(`Render ${renderId} is ${status}; only FAILED or CANCELED can be tried again.`)
    await queueAgain(queue, transaction, { orgId, batchId }, { reopened, limits })
  })
}

/** Puts every failed or canceled render of a batch in the queue again. */
export function retryBatch({ queue }: RetryDeps, db: Db, orgId: string, batchId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await getBatch(transaction, orgId, batchId)
    if ((await reopenEnded(queue, transaction, { orgId, batchId })) === 0)
      throw notRetryable(`Batch ${batchId} has no render that is FAILED or CANCELED.`)
  })
}

/** Puts the failed and canceled renders of a batch in the queue again; returns how many there were. */
export async function reopenEnded(
  queue: RetryDeps['queue'],
  transaction: Tx,
  batch: BatchRef,
): Promise<number> {
  // Always lock this before the renders, everywhere, to avoid deadlocks.
  const limits = await lockQuota(transaction, batch.orgId)
  const reopened = await reopenRenders(transaction, batch)
  if (reopened.length > 0) await queueAgain(queue, transaction, batch, { reopened, limits })
  return reopened.length
}

/** Files that could not be had are asked for again, and the batch is counted anew; so is what the organization may have made. */
async function queueAgain(
  queue: RetryDeps['queue'],
  transaction: Tx,
  batch: BatchRef,
  { reopened, limits }: { reopened: ReopenedRender[]; limits: QuotaLimits | undefined },
): Promise<void> {
  const { orgId } = batch
  const assetIds = await reopenAssetsOfBatch(transaction, batch)
  const jobs = assetIds.map((assetId) => ({ payload: { assetId }, orgId }))
  if (jobs.length > 0) await queue.enqueueMany(transaction, collectAssetJob, jobs)
  const failed = reopened.filter(({ oldStatus }) => oldStatus === 'FAILED').length
  const counts = { failed, canceled: reopened.length - failed }
  await reopenBatch(transaction, batch, { ...counts, origin: getOrigin() })
  const videos = reopened.filter(({ isTest }) => !isTest).length
  if (limits && videos > 0) await refuseOverQuota(transaction, orgId, { limits, videos })
  await enqueueRenders(queue, transaction, orgId, reopened)
}

function notRetryable(message: string): ServiceError {
  return new ServiceError('NOT_RETRYABLE', { message })
}
