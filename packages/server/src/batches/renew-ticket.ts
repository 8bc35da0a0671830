import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { inTransaction } from '../store/transaction.ts'
import { enqueueRenders } from './enqueue-renders.ts'

const AGAIN_AFTER_SECS = 1

/**
 * Draws another ticket where a ticket found nothing to claim although a render waits: somebody else holds its row just now,
 * and may yet let go of it as it was. Without this the render would be left with no ticket, and wait for the janitor.
 */
export function renewTicket({ db, queue }: Pick<Services, 'db' | 'queue'>, orgId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const waiting = await transaction
      .selectFrom('renders')
      .select('is_preview as isPreview')
      .where('org_id', '=', orgId)
      .where('status', 'in', ['PENDING', 'COLLECTING_ASSETS'])
      .where('job_id', 'is', null)
      .where('ready_at', '<=', sql<string>`now()`)
      .orderBy('is_preview', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!waiting) return
    await enqueueRenders(queue, transaction, orgId, [{ ...waiting, startAfterSecs: AGAIN_AFTER_SECS }])
  })
}
