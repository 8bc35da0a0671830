import { crashPoint } from '../crash-point.ts'
import type { Services } from '../services.ts'
import type { Run } from '../store/renders/conditions.ts'
import { type ReturnReason, returnRun } from '../store/renders/return-run.ts'
import { inLastingTransaction } from '../store/transaction.ts'
import { enqueueRenders } from './enqueue-renders.ts'

/** Puts a render back in the queue, one attempt further. False when the run no longer counts. */
export function returnRender(
  { queue, db }: Pick<Services, 'queue' | 'db'>,
  run: Run,
  reason: ReturnReason,
): Promise<boolean> {
  return inLastingTransaction(db, async (transaction) => {
    const render = await returnRun(transaction, run, reason)
    if (!render) return false
    await crashPoint('render-returned')
    const entry = { isPreview: render.isPreview, startAfterSecs: reason.afterSecs }
    await enqueueRenders(queue, transaction, run.orgId, [entry])
    return true
  })
}
