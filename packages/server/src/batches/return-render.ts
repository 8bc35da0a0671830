import { sql } from 'kysely'
import { crashPoint } from '../crash-point.ts'
import type { Db, Services } from '../services.ts'
import { limitRest } from '../store/rest-limit.ts'
import { inTransaction } from '../store/transaction.ts'
import { enqueueRenders } from './enqueue-renders.ts'
import type { Run } from './run-progress.ts'

/** Why a run is given back: a passing fault counts against the render, so does a lost worker; an orderly stop or a full disk does not. */
export type ReturnReason = {
  countsAsError: boolean
  countsAsLoss?: boolean
  /** The database or the store of the files is away: the record keeps since when. */
  isHeldUp?: boolean
  afterSecs: number
  waitingFor?: string
}

/** Puts a render back in line, one attempt further. False when the run no longer counts. */
export function returnRender(
  { queue, db }: Pick<Services, 'queue' | 'db'>,
  run: Run,
  { afterSecs, waitingFor, isHeldUp = false, ...counts }: ReturnReason,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const render = await putBackInLine(transaction, run, counts)
      .set({ waiting_for: waitingFor ?? null })
      .set({ held_up_since: isHeldUp ? sql<string>`coalesce(held_up_since, now())` : null })
      .set({ ready_at: sql<string>`now() + make_interval(secs => ${afterSecs})` })
      .returning(['org_id', 'is_preview', limitRest.as('rest')])
      .executeTakeFirst()
    if (!render) return false
    await crashPoint('render-returned')
    const entry = { isPreview: render.is_preview, startAfterSecs: afterSecs }
    await enqueueRenders(queue, transaction, render.org_id, [entry])
    return true
  })
}

/** The change by which a render waits again: nothing is left of its run, and the run no longer counts. */
export function putBackInLine(
  db: Db,
  { renderId, fence }: Run,
  { countsAsError, countsAsLoss }: Pick<ReturnReason, 'countsAsError' | 'countsAsLoss'>,
) {
  return db
    .updateTable('renders')
    .set((value) => ({
      status: 'PENDING' as const,
      phase: null,
      progress: 0,
      eta_secs: null,
      job_id: null,
      attempt: value('attempt', '+', 1),
      fence: value('fence', '+', 1),
      ...(countsAsError && { errors: value('errors', '+', 1) }),
      ...(countsAsLoss && { losses: value('losses', '+', 1) }),
    }))
    .where('render_id', '=', renderId)
    .where('fence', '=', fence)
    .where('status', 'in', ['COLLECTING_ASSETS', 'RENDERING', 'UPLOADING'])
}
