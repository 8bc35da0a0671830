import type { BatchStatus } from '@songreel/contract'
import { sql, type Transaction } from 'kysely'
import { ServiceError } from '../errors.ts'
import { collectAssetJob } from '../queue/all-jobs.ts'
import type { Db, Services } from '../services.ts'
import { reopenAssetsOfBatch } from '../store/assets.ts'
import { getBatch, getRender } from '../store/batches.ts'
import type { Database } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { enqueueRenders } from './enqueue-renders.ts'

type RetryDeps = Pick<Services, 'queue'>

/** Puts a failed or canceled render in line again and opens its batch. */
export function retryRender({ queue }: RetryDeps, db: Db, orgId: string, renderId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const { batchId, status } = await getRender(transaction, orgId, renderId)
    const reopened = await reopenRenders(transaction, batchId, renderId)
    if (reopened.length === 0)
      throw notRetryable(`Render ${renderId} is ${status}; only FAILED or CANCELED can be tried again.`)
    await collectAgain(queue, transaction, orgId, batchId)
    await reopenBatch(transaction, batchId, reopened)
    await enqueueRenders(queue, transaction, orgId, reopened)
  })
}

/** Puts every failed or canceled render of a batch in line again. */
export function retryBatch({ queue }: RetryDeps, db: Db, orgId: string, batchId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await getBatch(transaction, orgId, batchId)
    const reopened = await reopenRenders(transaction, batchId)
    if (reopened.length === 0)
      throw notRetryable(`Batch ${batchId} has no render that is FAILED or CANCELED.`)
    await collectAgain(queue, transaction, orgId, batchId)
    await reopenBatch(transaction, batchId, reopened)
    await enqueueRenders(queue, transaction, orgId, reopened)
  })
}

/** Files that could not be had are asked for again. */
async function collectAgain(
  queue: RetryDeps['queue'],
  transaction: Transaction<Database>,
  orgId: string,
  batchId: string,
): Promise<void> {
  const assetIds = await reopenAssetsOfBatch(transaction, batchId)
  const jobs = assetIds.map((assetId) => ({ payload: { assetId }, orgId }))
  if (jobs.length > 0) await queue.enqueueMany(transaction, collectAssetJob, jobs)
}

type Reopened = { isPreview: boolean; oldStatus: 'FAILED' | 'CANCELED' }

/** The old status is read under the row's lock, because an UPDATE returns only the new one. */
async function reopenRenders(
  transaction: Transaction<Database>,
  batchId: string,
  renderId?: string,
): Promise<Reopened[]> {
  let query = transaction
    .selectFrom('renders')
    .select(['render_id as renderId', 'status as oldStatus', 'is_preview as isPreview'])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['FAILED', 'CANCELED'])
  if (renderId !== undefined) query = query.where('render_id', '=', renderId)
  const rows = await query.orderBy('render_id').forUpdate().execute()
  if (rows.length === 0) return []
  await transaction
    .updateTable('renders')
    .set((value) => ({
      status: 'PENDING' as const,
      progress: 0,
      phase: null,
      error: null,
      errors: 0,
      losses: 0,
      job_id: null,
      attempt: value('attempt', '+', 1),
      fence: value('fence', '+', 1),
      ready_at: sql<string>`now()`,
      held_up_since: null,
      started_at: null,
      finished_at: null,
      // Files of an earlier attempt that were deleted say nothing of those to come.
      files_deleted_at: null,
    }))
    .where(
      'render_id',
      'in',
      rows.map((row) => row.renderId),
    )
    .execute()
  return rows as Reopened[]
}

/** A closed batch begins a new round, which will close with an event of its own. */
async function reopenBatch(
  transaction: Transaction<Database>,
  batchId: string,
  reopened: Reopened[],
): Promise<void> {
  const failed = reopened.filter(({ oldStatus }) => oldStatus === 'FAILED').length
  await transaction
    .updateTable('batches')
    .set((value) => ({
      failed: value('failed', '-', failed),
      canceled: value('canceled', '-', reopened.length - failed),
      status: 'PROCESSING' as BatchStatus,
      round: sql<number>`round + case when finished_at is null then 0 else 1 end`,
      finished_at: null,
    }))
    .where('batch_id', '=', batchId)
    .execute()
}

function notRetryable(message: string): ServiceError {
  return new ServiceError('NOT_RETRYABLE', { message })
}
