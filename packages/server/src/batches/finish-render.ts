import { crashPoint } from '../crash-point.ts'
import { beginDelivery } from '../destinations/begin-delivery.ts'
import type { Services } from '../services.ts'
import { countInBatch } from '../store/batches/batch-states.ts'
import { type EndingRun, finishRun, hasEnded, type RenderOutcome } from '../store/renders/finish-run.ts'
import { inLastingTransaction, type Tx } from '../store/transaction.ts'
import { noteUsage } from '../store/usage-entries.ts'
import { writeBatchEvent, writeRenderEvent } from '../webhooks/write-event.ts'

type FinishDeps = Pick<Services, 'db' | 'queue'>

/**
 * Ends a render, counts it in its batch and its organization's usage, closes the batch with the last one, and writes what
 * is to be reported: one transaction. False when the render is final already or was claimed anew: then nothing is changed.
 */
export function finishRender(
  { queue, db }: FinishDeps,
  run: EndingRun,
  outcome: RenderOutcome,
  transaction?: Tx,
): Promise<boolean> {
  return inLastingTransaction(transaction ?? db, async (transaction, isRepeat) => {
    if (isRepeat && (await hasEnded(transaction, run, outcome))) return true
    const render = await finishRun(transaction, run, outcome)
    if (!render) return false
    const ended = { orgId: run.orgId, renderId: run.renderId, batchId: render.batchId }
    await crashPoint('render-closed')
    await noteUsage(transaction, run, outcome)
    if (outcome.status === 'COMPLETED') await beginDelivery({ queue }, transaction, ended)
    await writeRenderEvent({ queue }, transaction, ended)
    const batch = await countInBatch(transaction, ended, outcome.status)
    await crashPoint('batch-counted')
    if (batch.isClosed) await writeBatchEvent({ queue }, transaction, ended)
    await crashPoint('end-written')
    return true
  })
}
