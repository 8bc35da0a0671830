import { renderVideoJob } from '../queue/all-jobs.ts'
import type { Queue } from '../queue/queue.ts'
import type { Services } from '../services.ts'
import { drawTags } from '../store/fair-tags.ts'
import { findWaitingRender } from '../store/renders/render-rows.ts'
import { inLastingTransaction, type Tx } from '../store/transaction.ts'

/** Previews stand before everything else, whatever their tag; tags stay far below this. */
const PREVIEW_PRIORITY = 1_000_000_000
const AGAIN_AFTER_SECS = 1

/** A render that is to be queued. */
export type QueueEntry = { isPreview: boolean; startAfterSecs?: number }

/**
 * Draws one ticket for each render, in the transaction that made them. Tags are start tags of fair queuing: an
 * organization's next render stands one behind its last, and never behind the clock, so that one with 500 renders
 * does not starve one with 1.
 */
export async function enqueueRenders(
  queue: Queue,
  transaction: Tx,
  orgId: string,
  entries: QueueEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const firstTag = await drawTags(transaction, orgId, entries.length)
  const jobs = entries.map(({ isPreview, startAfterSecs }, index) => {
    const tag = firstTag + index
    return {
      payload: { orgId, tag },
      priority: (isPreview ? PREVIEW_PRIORITY : 0) - tag,
      ...(startAfterSecs !== undefined && { startAfterSecs }),
    }
  })
  await queue.enqueueMany(transaction, renderVideoJob, jobs)
}

/**
 * Draws another ticket where a ticket found nothing to claim although a render waits: somebody else holds its row just now,
 * and may yet let go of it as it was. Without this the render would be left with no ticket, and wait for the janitor.
 */
export function renewTicket({ db, queue }: Pick<Services, 'db' | 'queue'>, orgId: string): Promise<void> {
  // A second ticket does no harm: one without a render is simply used up.
  return inLastingTransaction(db, async (transaction) => {
    const waiting = await findWaitingRender(transaction, orgId)
    if (!waiting) return
    await enqueueRenders(queue, transaction, orgId, [{ ...waiting, startAfterSecs: AGAIN_AFTER_SECS }])
  })
}
