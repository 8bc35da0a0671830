import { crashPoint } from '../crash-point.ts'
import { openBatch } from '../store/batches/batch-states.ts'
import { advanceFairClock } from '../store/fair-tags.ts'
import {
  type Claim,
  type ClaimedRun,
  claimLostRun,
  claimNextRun,
  isClaimed,
} from '../store/renders/claim-run.ts'
import { retryTransient } from '../store/retry-transient.ts'
import type { Db } from '../store/schema.ts'
import { inLastingTransaction, type Tx } from '../store/transaction.ts'

/** The ticket that a worker drew from the queue. */
export type Ticket = Claim & {
  tag: number
  /** Whether the ticket is still this worker's; nothing is claimed with one that another has. */
  isHeld?(transaction: Tx): Promise<boolean>
}

/**
 * Takes the render that this ticket stands for. A ticket names an organization, not a render: fairness chose the
 * organization, and the organization's own order (previews, priority, age) chooses the render. A ticket that a lost
 * worker left behind takes up that worker's render again. Undefined: there is nothing left to do.
 */
export async function claimRender(db: Db, ticket: Ticket): Promise<ClaimedRun | undefined> {
  // Outside of the transaction: all workers update the clock, and one that stops during its claim would block the others.
  await retryTransient(() => advanceFairClock(db, ticket.tag))
  let tried: ClaimedRun | undefined
  return inLastingTransaction(db, async (transaction) => {
    if (ticket.isHeld && !(await ticket.isHeld(transaction))) return undefined
    // Otherwise the claim of the try before would be taken for that of a lost worker.
    if (tried && (await isClaimed(transaction, tried, ticket.jobId))) return tried
    const run = (await claimLostRun(transaction, ticket)) ?? (await claimNextRun(transaction, ticket))
    if (run) await openBatch(transaction, run)
    tried = run
    await crashPoint('render-taken')
    return run
  })
}
