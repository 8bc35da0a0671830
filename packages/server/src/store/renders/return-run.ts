import { sql } from 'kysely'
import { limitRest } from '../rest-limit.ts'
import type { Db } from '../schema.ts'
import { RUNNING_RENDER_STATUSES } from '../statuses.ts'
import type { Run } from './conditions.ts'
import { countLoss } from './losses.ts'
import { addChapter } from './timeline.ts'

/** What a run that ended without a result counts as; an orderly stop or a full disk counts as neither. */
export type ReturnCounts = { countsAsError?: boolean; countsAsLoss?: boolean }

/** Why a run is given back, and when its render is tried again. */
export type ReturnReason = ReturnCounts & {
  /** The database or the store of the files is away: the record keeps since when. */
  isHeldUp?: boolean
  afterSecs: number
  waitingFor?: string
}

/** Lets a render wait again, one attempt further. Undefined when the run no longer counts. */
export function returnRun(
  db: Db,
  run: Run,
  { afterSecs, waitingFor, isHeldUp = false, ...counts }: ReturnReason,
): Promise<{ isPreview: boolean } | undefined> {
  return updateReturned(db, run, counts)
    .set({ waiting_for: waitingFor ?? null })
    .set({ held_up_since: isHeldUp ? sql<string>`coalesce(held_up_since, now())` : null })
    .set({ ready_at: sql<string>`now() + make_interval(secs => ${afterSecs})` })
    .returning(['is_preview as isPreview', limitRest.as('rest')])
    .executeTakeFirst()
}

/** Lets the render of a lost worker wait again; its job is queued already. False when the run no longer counts. */
export async function returnLostRun(db: Db, run: Run): Promise<boolean> {
  const { numUpdatedRows } = await updateReturned(db, run, { countsAsLoss: true }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Nothing is left of the run, and it no longer counts. */
function updateReturned(
  db: Db,
  { orgId, renderId, fence }: Run,
  { countsAsError, countsAsLoss }: ReturnCounts,
) {
  return db
    .updateTable('renders')
    .set((value) => ({
      status: 'PENDING' as const,
      timeline: addChapter('PENDING'),
      phase: null,
      progress: 0,
      eta_secs: null,
      job_id: null,
      attempt: value('attempt', '+', 1),
      fence: value('fence', '+', 1),
      ...(countsAsError && { errors: value('errors', '+', 1) }),
      ...(countsAsLoss && countLoss()),
    }))
    .where('org_id', '=', orgId)
    .where('render_id', '=', renderId)
    .where('fence', '=', fence)
    .where('status', 'in', RUNNING_RENDER_STATUSES)
}
