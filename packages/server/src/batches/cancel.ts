import { ServiceError } from '../errors.ts'
import type { Db, Services } from '../services.ts'
import { getBatch, getRender } from '../store/batches.ts'
import { inTransaction } from '../store/transaction.ts'
import { finishRender } from './finish-render.ts'
import { OPEN_RENDER_STATUSES } from './render-states.ts'

type CancelDeps = Pick<Services, 'db' | 'queue' | 'metrics'>

/** Cancels one render. A worker that has it notices within two seconds and stops. */
export function cancelRender(services: CancelDeps, db: Db, orgId: string, renderId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const { status, contentId } = await getRender(transaction, orgId, renderId)
    if (await finishRender(services, { renderId }, { status: 'CANCELED' }, transaction)) {
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
    const open = await transaction
      .selectFrom('renders')
      .select(['render_id as renderId', 'content_id as contentId'])
      .where('batch_id', '=', batchId)
      .where('status', 'in', [...OPEN_RENDER_STATUSES])
      .orderBy('render_id')
      .forUpdate()
      .execute()
    for (const { renderId, contentId } of open) {
      await finishRender(services, { renderId }, { status: 'CANCELED' }, transaction)
      services.metrics.noteRenderEnd({ status: 'CANCELED', template: contentId })
    }
    if (open.length > 0) return
    throw new ServiceError('NOT_CANCELABLE', { message: `Batch ${batchId} is ${status} already.` })
  })
}
