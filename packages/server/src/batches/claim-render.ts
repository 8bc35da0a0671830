import { sql, type Transaction } from 'kysely'
import { crashPoint } from '../crash-point.ts'
import type { Db } from '../services.ts'
import type { Database } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'

/** A run of a render: the fence must be shown with everything that the run writes. */
export type ClaimedRun = {
  renderId: string
  batchId: string
  orgId: string
  contentId: string
  fence: number
  attempt: number
  losses: number
}

/** The ticket that a worker drew from the queue. */
export type Ticket = {
  jobId: string
  orgId: string
  tag: number
  /** Whether the ticket is still this worker's; nothing is claimed with one that another has. */
  isHeld?(transaction: Transaction<Database>): Promise<boolean>
}

/**
 * Takes the render that this ticket stands for. A ticket names an organization, not a render: fairness chose the
 * organization, and the organization's own order (previews, priority, age) chooses the render. A ticket that a lost
 * worker left behind takes up that worker's render again. Undefined: there is nothing left to do.
 */
export async function claimRender(db: Db, ticket: Ticket): Promise<ClaimedRun | undefined> {
  await advanceClock(db, ticket.tag)
  return inTransaction(db, async (transaction) => {
    if (ticket.isHeld && !(await ticket.isHeld(transaction))) return undefined
    const run = (await takeUpLost(transaction, ticket)) ?? (await takeNext(transaction, ticket))
    if (run) await openBatch(transaction, run.batchId)
    await crashPoint('render-taken')
    return run
  })
}

const RUN = [
  'render_id as renderId',
  'batch_id as batchId',
  'org_id as orgId',
  'content_id as contentId',
  'fence',
  'attempt',
  'losses',
] as const

async function takeUpLost(
  transaction: Transaction<Database>,
  { jobId }: Ticket,
): Promise<ClaimedRun | undefined> {
  return transaction
    .updateTable('renders')
    .set((value) => ({
      status: 'COLLECTING_ASSETS' as const,
      phase: null,
      progress: 0,
      eta_secs: null,
      fence: value('fence', '+', 1),
      attempt: value('attempt', '+', 1),
      losses: value('losses', '+', 1),
    }))
    .where('job_id', '=', jobId)
    .where('status', 'in', ['COLLECTING_ASSETS', 'RENDERING', 'UPLOADING'])
    .returning(RUN)
    .executeTakeFirst()
}

async function takeNext(
  transaction: Transaction<Database>,
  { jobId, orgId }: Ticket,
): Promise<ClaimedRun | undefined> {
  return transaction
    .updateTable('renders')
    .set((value) => ({
      status: 'COLLECTING_ASSETS' as const,
      fence: value('fence', '+', 1),
      job_id: jobId,
      started_at: sql<string>`now()`,
      waiting_for: null,
    }))
    .where('render_id', '=', (query) =>
      query
        .selectFrom('renders')
        .select('render_id')
        .where('org_id', '=', orgId)
        // Written out: with open values PostgreSQL could not keep a plan that uses the index of what waits.
        .where(sql<boolean>`status in ('PENDING', 'COLLECTING_ASSETS')`)
        .where('job_id', 'is', null)
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

async function openBatch(transaction: Transaction<Database>, batchId: string): Promise<void> {
  await transaction
    .updateTable('batches')
    .set({ status: 'PROCESSING' })
    .where('batch_id', '=', batchId)
    .where('status', '=', 'PENDING')
    .execute()
}

/**
 * The clock follows the tags that are served, so that an organization that comes late starts beside the others. It is set
 * before the claim, on its own: everybody sets it, and a worker that stopped in its claim would make all the others wait.
 */
async function advanceClock(db: Db, tag: number): Promise<void> {
  await db.updateTable('fair_clock').set({ tag }).where('tag', '<', tag).execute()
}
