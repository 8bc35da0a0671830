import type { BatchStatus, RenderFault } from '@songreel/contract'
import { sql, type Transaction } from 'kysely'
import { crashPoint } from '../crash-point.ts'
import type { Services } from '../services.ts'
import type { Excerpt } from '../store/batch-schema.ts'
import { limitRest } from '../store/rest-limit.ts'
import type { Database } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { writeBatchEvent, writeRenderEvent } from '../webhooks/write-event.ts'
import { closingStatusOf, OPEN_RENDER_STATUSES } from './render-states.ts'

/** How a render can end. */
export type RenderOutcome =
  | { status: 'COMPLETED'; outputId: string; excerpt: Excerpt | null; frames: number }
  | { status: 'FAILED'; error: RenderFault }
  | { status: 'CANCELED' }

/** Which run of a render is meant; a worker shows the fence of its claim, a person's cancel none. */
export type RenderRun = { renderId: string; fence?: number }

type FinishDeps = Pick<Services, 'db' | 'queue'>

/**
 * Ends a render, counts it in its batch, closes the batch with the last one, and writes what is to be told: one
 * transaction. False when the render is final already or was claimed anew: then nothing is changed.
 */
export function finishRender(
  { queue, db }: FinishDeps,
  run: RenderRun,
  outcome: RenderOutcome,
  transaction?: Transaction<Database>,
): Promise<boolean> {
  return inTransaction(transaction ?? db, async (transaction) => {
    const render = await closeRender(transaction, run, outcome)
    if (!render) return false
    await crashPoint('render-closed')
    await writeRenderEvent({ queue }, transaction, run.renderId)
    const batch = await countInBatch(transaction, render.batch_id, outcome.status)
    await crashPoint('batch-counted')
    if (batch.isClosed) await writeBatchEvent({ queue }, transaction, render.batch_id)
    await crashPoint('end-written')
    return true
  })
}

async function closeRender(transaction: Transaction<Database>, run: RenderRun, outcome: RenderOutcome) {
  let update = transaction
    .updateTable('renders')
    .set({
      status: outcome.status,
      phase: null,
      eta_secs: null,
      job_id: null,
      waiting_for: null,
      finished_at: sql<string>`now()`,
      ...(outcome.status === 'COMPLETED' && {
        progress: 100,
        output_id: outcome.outputId,
        excerpt: outcome.excerpt && JSON.stringify(outcome.excerpt),
        frames: outcome.frames,
        error: null,
      }),
      ...(outcome.status === 'FAILED' && { error: JSON.stringify(outcome.error) }),
    })
    .where('render_id', '=', run.renderId)
    .where('status', 'in', [...OPEN_RENDER_STATUSES])
  if (run.fence !== undefined) update = update.where('fence', '=', run.fence)
  return update.returning(['batch_id', limitRest.as('rest')]).executeTakeFirst()
}

const COUNTER = { COMPLETED: 'completed', FAILED: 'failed', CANCELED: 'canceled' } as const

/** The row lock on the batch makes finishers take turns, so exactly one of them sees the last count. */
async function countInBatch(
  transaction: Transaction<Database>,
  batchId: string,
  status: keyof typeof COUNTER,
): Promise<{ isClosed: boolean }> {
  const counter = COUNTER[status]
  const batch = await transaction
    .updateTable('batches')
    .set((value) => ({ [counter]: value(counter, '+', 1), status: 'PROCESSING' as BatchStatus }))
    .where('batch_id', '=', batchId)
    .returning(['total', 'completed', 'failed', 'canceled'])
    .executeTakeFirstOrThrow()
  const isClosed = batch.completed + batch.failed + batch.canceled === batch.total
  if (isClosed) {
    await transaction
      .updateTable('batches')
      .set({ status: closingStatusOf(batch), finished_at: sql<string>`now()` })
      .where('batch_id', '=', batchId)
      .execute()
  }
  return { isClosed }
}
