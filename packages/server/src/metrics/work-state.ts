import { JOBS, renderVideoJob } from '../queue/all-jobs.ts'
import { countWaitingJobs, type QueueState } from '../queue/job-table.ts'
import { countRunningRenders, countWaitingRenders, type StatusCount } from '../store/renders/count-renders.ts'
import type { Db } from '../store/schema.ts'
import { countPendingDeliveries } from '../store/webhook-deliveries.ts'
import { countWorkers } from '../store/workers.ts'

/** A worker that has not reported for so long is gone; it reports every five seconds. */
export const ALIVE_SECS = 20
const OTHER_JOBS = JOBS.filter((job) => job !== renderVideoJob)

/** The work of the whole installation, as the database knows it. */
export type WorkState = {
  queues: Record<string, QueueState>
  /** Renders that are not final, by status. */
  renders: Record<'PENDING' | 'COLLECTING_ASSETS' | 'RENDERING' | 'UPLOADING', number>
  workers: { count: number; slots: number }
  webhooks: { pending: number; oldestSecs: number }
}

/**
 * Counts what really waits. Jobs of the render queue are tickets, which name an organization; what waits are the renders.
 * pg-boss keeps counts too, but only a living worker brings them up to date.
 */
export async function readWorkState(db: Db): Promise<WorkState> {
  const [jobs, waiting, running, workers, webhooks] = await Promise.all([
    countWaitingJobs(db, OTHER_JOBS),
    readWaitingRenders(db),
    countRunningRenders(db),
    countWorkers(db, ALIVE_SECS),
    countPendingDeliveries(db),
  ])
  const none: QueueState = { depth: 0, scheduled: 0, oldestWaitSecs: 0 }
  const queues = Object.fromEntries(JOBS.map(({ name }) => [name, jobs[name] ?? none]))
  const { byStatus, ...queue } = waiting
  queues[renderVideoJob.name] = queue
  const renders = { PENDING: 0, COLLECTING_ASSETS: 0, RENDERING: 0, UPLOADING: 0 }
  for (const { status, count } of [...byStatus, ...running]) renders[status as 'PENDING'] += count
  return { queues, renders, workers, webhooks }
}

async function readWaitingRenders(db: Db): Promise<QueueState & { byStatus: StatusCount[] }> {
  const rows = await countWaitingRenders(db)
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + pick(row), 0)
  const scheduled = sum((row) => row.scheduled)
  return {
    byStatus: rows,
    depth: sum((row) => row.count) - scheduled,
    scheduled,
    oldestWaitSecs: Math.max(0, ...rows.map((row) => row.waitSecs)),
  }
}
