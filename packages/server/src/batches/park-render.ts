import { crashPoint } from '../crash-point.ts'
import type { Queue } from '../queue/queue.ts'
import type { Services } from '../services.ts'
import { lockPendingAssets } from '../store/assets.ts'
import type { Run } from '../store/renders/conditions.ts'
import { parkRun, wakeParkedRenders } from '../store/renders/park-run.ts'
import { inLastingTransaction, type Tx } from '../store/transaction.ts'
import { enqueueRenders } from './enqueue-renders.ts'

/**
 * Puts a render aside until its files are here, so that a host that does not respond holds no slot of the workers. False:
 * no file is on its way, and the run goes on.
 */
export function parkRender({ db }: Pick<Services, 'db'>, run: Run, assetIds: string[]): Promise<boolean> {
  return inLastingTransaction(db, async (transaction) => {
    // The lock makes an asset that ends at this moment wait, and then find the parked render.
    const pending = await lockPendingAssets(transaction, run.orgId, assetIds)
    if (pending.length === 0) return false
    const sources = pending.map(({ sourceUrl }) => (sourceUrl && URL.parse(sourceUrl)?.host) ?? 'an upload')
    await parkRun(transaction, run, `files from ${[...new Set(sources)].join(', ')}`)
    await crashPoint('render-parked')
    return true
  })
}

/** Puts the renders that wait for an asset back in the queue, in the transaction that ends its collection. */
export async function wakeRenders(
  queue: Queue,
  transaction: Tx,
  asset: { orgId: string; assetId: string },
): Promise<void> {
  await enqueueRenders(queue, transaction, asset.orgId, await wakeParkedRenders(transaction, asset))
}
