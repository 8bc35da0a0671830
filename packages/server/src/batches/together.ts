import type { TogetherChanged } from '@songreel/contract'
import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { listBatchIdsOfRef } from '../store/batches/batch-songs.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { cancelOpen } from './cancel.ts'
import { reopenEnded } from './retry.ts'

/** More than anybody sends together, and few enough for one transaction. */
const MAX_BATCHES = 1000

/** The batches that were sent under a reference, oldest first; there is at least one. */
export async function getRefBatches(db: Db, orgId: string, ref: string): Promise<string[]> {
  const batchIds = await listBatchIdsOfRef(db, orgId, ref, MAX_BATCHES)
  if (batchIds.length > 0) return batchIds
  const message = `There is no batch with the reference ${ref}.`
  throw new ServiceError('BATCH_NOT_FOUND', {
    message,
    details: [{ field: 'ref', code: 'NOT_FOUND', message }],
  })
}

type Deps = Pick<Services, 'db' | 'queue' | 'metrics'>

/** Cancels what is still open of everything that was sent under a reference, all or nothing. */
export async function cancelTogether(
  services: Deps,
  db: Db,
  orgId: string,
  ref: string,
): Promise<TogetherChanged> {
  const changed = await change(db, { orgId, ref }, (transaction, batchId) =>
    cancelOpen(services, transaction, { orgId, batchId }),
  )
  if (changed.renders > 0) return changed
  throw new ServiceError('NOT_CANCELABLE', { message: `Everything with the reference ${ref} has ended.` })
}

/** Puts everything failed or canceled that was sent under a reference in the queue again, all or nothing. */
export async function retryTogether(
  { queue }: Deps,
  db: Db,
  orgId: string,
  ref: string,
): Promise<TogetherChanged> {
  const changed = await change(db, { orgId, ref }, (transaction, batchId) =>
    reopenEnded(queue, transaction, { orgId, batchId }),
  )
  if (changed.renders > 0) return changed
  const message = `Nothing with the reference ${ref} is FAILED or CANCELED.`
  throw new ServiceError('NOT_RETRYABLE', { message })
}

/** Does it to one batch; returns to how many renders. */
type Act = (transaction: Tx, batchId: string) => Promise<number>

function change(db: Db, { orgId, ref }: { orgId: string; ref: string }, act: Act): Promise<TogetherChanged> {
  return inTransaction(db, async (transaction) => {
    const changed: TogetherChanged = { ref, batchIds: [], renders: 0 }
    for (const batchId of await getRefBatches(transaction, orgId, ref)) {
      const renders = await act(transaction, batchId)
      if (renders > 0) changed.batchIds.push(batchId)
      changed.renders += renders
    }
    return changed
  })
}
