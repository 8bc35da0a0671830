import { sql } from 'kysely'
import { RETRYABLE_RENDER_STATUSES } from '../statuses.ts'
import type { Tx } from '../transaction.ts'
import { forgetFailures } from '../usage-entries.ts'
import { addChapter } from './timeline.ts'

/** A render that waits again, and how it had ended. */
export type ReopenedRender = { isPreview: boolean; isTest: boolean; oldStatus: string }

/**
 * Lets the failed and canceled renders of a batch, or one of them, wait again. The old status is read under the row's
 * lock, because an UPDATE returns only the new one.
 */
export async function reopenRenders(
  transaction: Tx,
  { orgId, batchId, renderId }: { orgId: string; batchId: string; renderId?: string },
): Promise<ReopenedRender[]> {
  let query = transaction
    .selectFrom('renders')
    .select(['render_id as renderId', 'status as oldStatus', 'is_preview as isPreview', 'is_test as isTest'])
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .where('status', 'in', RETRYABLE_RENDER_STATUSES)
  if (renderId !== undefined) query = query.where('render_id', '=', renderId)
  const rows = await query.orderBy('render_id').forUpdate().execute()
  if (rows.length === 0) return []
  const renderIds = rows.map((row) => row.renderId)
  await transaction
    .updateTable('renders')
    .set((value) => ({
      status: 'PENDING' as const,
      timeline: addChapter('PENDING'),
      progress: 0,
      phase: null,
      error: null,
      errors: 0,
      losses: 0,
      blamed_losses: 0,
      lost_at_progress: null,
      job_id: null,
      attempt: value('attempt', '+', 1),
      fence: value('fence', '+', 1),
      ready_at: sql<string>`now()`,
      held_up_since: null,
      started_at: null,
      finished_at: null,
      // Files of an earlier attempt that were deleted say nothing of those to come.
      files_deleted_at: null,
    }))
    .where('org_id', '=', orgId)
    .where('render_id', 'in', renderIds)
    .execute()
  await forgetFailures(transaction, orgId, renderIds)
  return rows
}
