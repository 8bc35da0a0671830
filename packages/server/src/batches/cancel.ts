import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { getBatch } from '../store/batches/batch-rows.ts'
import type { BatchRef } from '../store/batches/batch-states.ts'
import { getRender, lockOpenRenders } from '../store/renders/render-rows.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { finishRender } from './finish-render.ts'

type CancelDeps = Pick<Services, 'db' | 'queue' | 'metrics'>

/** Cancels one render. A worker that has it notices within two seconds and stops. */
export function cancelRender(services: CancelDeps, db: Db, orgId: string, renderId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const { status, contentId } = await getRender(transaction, orgId, renderId)
    if (await finishRender(services, { orgId, renderId }, { status: 'CANCELED' }, transaction)) {
      services.metrics.noteRenderEnd({ status: 'CANCELED', template: contentId })
      return
    }
    throw new ServiceError('NOT_CANCELABLE', { message: `Render ${renderId} is ${status} already.` })
  })
}

/** Cancels what is still open of a batch; what is finished stays as it is. */
export function cancelBatch(services: CancelDeps, db: Db, orgId: string, batchId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const { status } = await getBatch(transaction, orgId, batchId)
    if ((await cancelOpen(services, transaction, { orgId, batchId })) > 0) return
    throw new ServiceError('NOT_CANCELABLE', { message: `Batch ${batchId} is ${status} already.` })
  })
}

/** Cancels the open renders of a batch; returns how many there were. */
export async function cancelOpen(
  services: CancelDeps,
  transaction: Tx,
  { orgId, batchId }: BatchRef,
): Promise<number> {
  const open = await lockOpenRenders(transaction, orgId, batchId)
  for (const { contentId, ...render } of open) {
    await finishRender(services, render, { status: 'CANCELED' }, transaction)
    services.metrics.noteRenderEnd({ status: 'CANCELED', template: contentId })
  }
  return open.length
}
