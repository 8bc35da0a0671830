import { sql } from 'kysely'
import type { Origin } from '../../scope.ts'
import { chooseClosingStatus } from '../statuses.ts'
import type { Tx } from '../transaction.ts'

/** Which batch is meant. */
export type BatchRef = { orgId: string; batchId: string }

/** The first run of a batch has begun. */
export async function openBatch(transaction: Tx, { orgId, batchId }: BatchRef): Promise<void> {
  await transaction
    .updateTable('batches')
    .set({ status: 'PROCESSING' })
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'PENDING')
    .execute()
}

const COUNTER = { COMPLETED: 'completed', FAILED: 'failed', CANCELED: 'canceled' } as const

/**
 * Counts a render that ended, and closes the batch with the last one. The row lock on the batch makes finishers take
 * turns, so exactly one of them sees the last count.
 */
export async function countInBatch(
  transaction: Tx,
  { orgId, batchId }: BatchRef,
  status: keyof typeof COUNTER,
): Promise<{ isClosed: boolean }> {
  const counter = COUNTER[status]
  const batch = await transaction
    .updateTable('batches')
    .set((value) => ({ [counter]: value(counter, '+', 1), status: 'PROCESSING' as const }))
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .returning(['total', 'completed', 'failed', 'canceled'])
    .executeTakeFirstOrThrow()
  const isClosed = batch.completed + batch.failed + batch.canceled === batch.total
  if (isClosed) {
    await transaction
      .updateTable('batches')
      .set({ status: chooseClosingStatus(batch), finished_at: sql<string>`now()` })
      .where('org_id', '=', orgId)
      .where('batch_id', '=', batchId)
      .execute()
  }
  return { isClosed }
}

/** A closed batch begins a new round, which will close with an event of its own; its work now comes from this request. */
export async function reopenBatch(
  transaction: Tx,
  { orgId, batchId }: BatchRef,
  { failed, canceled, origin }: { failed: number; canceled: number; origin?: Origin },
): Promise<void> {
  await transaction
    .updateTable('batches')
    .set((value) => ({
      failed: value('failed', '-', failed),
      canceled: value('canceled', '-', canceled),
      status: 'PROCESSING' as const,
      ...(origin && { origin: JSON.stringify(origin) }),
      round: sql<number>`round + case when finished_at is null then 0 else 1 end`,
      finished_at: null,
    }))
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .execute()
}
