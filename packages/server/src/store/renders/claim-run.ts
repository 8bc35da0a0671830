import { sql } from 'kysely'
import type { Origin } from '../../scope.ts'
import { RUNNING_RENDER_STATUSES } from '../statuses.ts'
import type { Tx } from '../transaction.ts'
import { isWaiting, type Run } from './conditions.ts'
import { countLoss } from './losses.ts'
import { addChapter } from './timeline.ts'

/** A run that has just begun. */
export type ClaimedRun = Run & {
  batchId: string
  contentId: string
  attempt: number
  losses: number
  blamedLosses: number
  /** Where its batch comes from. */
  origin: Origin | null
  /** Since when it could have run. */
  readyAt: string
}

/** The job that a worker drew, and whose renders it stands for. */
export type Claim = { orgId: string; jobId: string; workerId?: string | null }

/** Collecting has begun; with 0 a render waits, whichever status it was made with. */
const CLAIMED = 1

/** The column of the batch, for a render that is claimed. */
const ORIGIN = sql<Origin | null>`(select origin from batches where batches.org_id = renders.org_id
  and batches.batch_id = renders.batch_id)`.as('origin')

const RUN = [
  'render_id as renderId',
  'batch_id as batchId',
  'org_id as orgId',
  'content_id as contentId',
  'fence',
  'attempt',
  'losses',
  'blamed_losses as blamedLosses',
  'ready_at as readyAt',
  ORIGIN,
] as const

/** Whether a claim whose transaction's end is not known was committed: nobody else can have this render, fence and job. */
export async function isClaimed(transaction: Tx, run: ClaimedRun, jobId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('renders')
    .select('render_id')
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)
    .where('fence', '=', run.fence)
    .where('job_id', 'is not distinct from', jobId)
    .where('status', '=', 'COLLECTING_ASSETS')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes up the render that a lost worker had under the same job. */
export function claimLostRun(
  transaction: Tx,
  { orgId, jobId, workerId = null }: Claim,
): Promise<ClaimedRun | undefined> {
  return transaction
    .updateTable('renders')
    .set((value) => ({
      status: 'COLLECTING_ASSETS' as const,
      timeline: addChapter('COLLECTING_ASSETS'),
      phase: null,
      progress: CLAIMED,
      eta_secs: null,
      fence: value('fence', '+', 1),
      attempt: value('attempt', '+', 1),
      ...countLoss(),
      worker_id: workerId,
      is_drawn_alone: false,
    }))
    .where('org_id', '=', orgId)
    .where('job_id', '=', jobId)
    .where('status', 'in', RUNNING_RENDER_STATUSES)
    .returning(RUN)
    .executeTakeFirst()
}

/** Takes the first of an organization's renders that wait: previews, then priority, then age. */
export function claimNextRun(
  transaction: Tx,
  { orgId, jobId, workerId = null }: Claim,
): Promise<ClaimedRun | undefined> {
  return transaction
    .updateTable('renders')
    .set((value) => ({
      status: 'COLLECTING_ASSETS' as const,
      timeline: addChapter('COLLECTING_ASSETS'),
      progress: CLAIMED,
      fence: value('fence', '+', 1),
      is_drawn_alone: false,
      job_id: jobId,
      worker_id: workerId,
      started_at: sql<string>`now()`,
      waiting_for: null,
    }))
    .where('render_id', '=', (query) =>
      query
        .selectFrom('renders')
        .select('render_id')
        .where('org_id', '=', orgId)
        .where(isWaiting())
        .where('ready_at', '<=', sql<string>`now()`)
        .orderBy('is_preview', 'desc')
        .orderBy('priority', 'desc')
        .orderBy('render_id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(RUN)
    .executeTakeFirst()
}
