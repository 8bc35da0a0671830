import { sql } from 'kysely'
import { retryTransient } from '../retry-transient.ts'
import type { Db } from '../schema.ts'
import { RUNNING_RENDER_STATUSES } from '../statuses.ts'
import type { Run } from './conditions.ts'
import { addChapter } from './timeline.ts'

const BEFORE = { RENDERING: 'COLLECTING_ASSETS', UPLOADING: 'RENDERING' } as const

/** Where the progress of a chapter begins. */
const FIRST_PROGRESS = { RENDERING: 10, UPLOADING: 90 } as const

/** The next chapter of a run. False: the run is no longer the one that counts, and must stop. */
export function enterStatus(
  db: Db,
  run: Run,
  status: keyof typeof BEFORE,
  isAlone = false,
): Promise<boolean> {
  return retryTransient((isRepeat) => tryToEnter(db, run, { status, isAlone, isRepeat }))
}

async function tryToEnter(
  db: Db,
  run: Run,
  { status, isAlone, isRepeat }: { status: keyof typeof BEFORE; isAlone: boolean; isRepeat: boolean },
): Promise<boolean> {
  const result = await db
    .updateTable('renders')
    .set({ progress: sql<number>`greatest(progress, ${FIRST_PROGRESS[status]}::int)` })
    .set({ waiting_for: null, is_drawn_alone: isAlone })
    .set({ status, phase: null, timeline: addChapter(status) })
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)
    .where('fence', '=', run.fence)
    // The try before may have entered it.
    .where('status', 'in', isRepeat ? [BEFORE[status], status] : [BEFORE[status]])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** What a run reports of itself. */
export type RunProgress = { progress: number; phase: string; etaSecs: number | null; frames?: number }

/** Writes how far a run is; progress never falls within a run. False: the run must stop (canceled, or claimed anew). */
export async function writeProgress(
  db: Db,
  run: Run,
  { progress, phase, etaSecs, frames }: RunProgress,
): Promise<boolean> {
  const result = await db
    .updateTable('renders')
    .set({
      progress: sql<number>`greatest(progress, ${Math.min(99, Math.floor(progress))})`,
      phase,
      eta_secs: etaSecs,
      ...(frames !== undefined && { frames }),
    })
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)
    .where('fence', '=', run.fence)
    .where('status', 'in', RUNNING_RENDER_STATUSES)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Says why a run that a worker has does not go on yet. */
export async function explainRun(db: Db, run: Run, waitingFor: string): Promise<void> {
  await db
    .updateTable('renders')
    .set({ waiting_for: waitingFor })
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)
    .where('fence', '=', run.fence)
    .where('status', 'in', RUNNING_RENDER_STATUSES)
    .execute()
}
