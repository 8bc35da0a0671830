import { sql } from 'kysely'
import { JOBS, renderVideoJob } from '../queue/all-jobs.ts'
import type { Db } from '../services.ts'

/** A worker that was not heard of for so long is gone; it is heard of every five seconds. */
const ALIVE_SECS = 20

/** What waits in one queue. */
export type QueueState = {
  /** Could run now. */
  depth: number
  /** Has a time before which it does not run: the next try of something that failed. */
  scheduled: number
  /** How long the first of those that could run has waited. */
  oldestWaitSecs: number
}

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
    readJobs(db),
    readWaitingRenders(db),
    readRunningRenders(db),
    readWorkers(db),
    readWebhooks(db),
  ])
  const none: QueueState = { depth: 0, scheduled: 0, oldestWaitSecs: 0 }
  const queues = Object.fromEntries(JOBS.map(({ name }) => [name, jobs[name] ?? none]))
  const { byStatus, ...line } = waiting
  queues[renderVideoJob.name] = line
  const renders = { PENDING: 0, COLLECTING_ASSETS: 0, RENDERING: 0, UPLOADING: 0 }
  for (const { status, count } of [...byStatus, ...running]) renders[status as 'PENDING'] += count
  return { queues, renders, workers, webhooks }
}

async function readJobs(db: Db): Promise<Record<string, QueueState>> {
  const { rows } = await sql<QueueState & { name: string }>`
    select name,
      count(*) filter (where start_after <= now())::float8 as depth,
      count(*) filter (where start_after > now())::float8 as scheduled,
      greatest(0, coalesce(extract(epoch from now() - min(start_after)), 0))::float8 as "oldestWaitSecs"
    from pgboss.job where state < 'active' and name <> ${renderVideoJob.name} group by name
  `.execute(db)
  return Object.fromEntries(rows.map(({ name, ...state }) => [name, state]))
}

type StatusCount = { status: string; count: number }

/** In the words of the index of what waits. */
async function readWaitingRenders(db: Db): Promise<QueueState & { byStatus: StatusCount[] }> {
  const { rows } = await sql<StatusCount & { scheduled: number; waitSecs: number }>`
    select status, count(*)::float8 as count,
      count(*) filter (where ready_at > now())::float8 as scheduled,
      greatest(0, coalesce(extract(epoch from now() - min(ready_at)), 0))::float8 as "waitSecs"
    from renders where status in ('PENDING', 'COLLECTING_ASSETS') and job_id is null group by status
  `.execute(db)
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + pick(row), 0)
  const scheduled = sum((row) => row.scheduled)
  return {
    byStatus: rows,
    depth: sum((row) => row.count) - scheduled,
    scheduled,
    oldestWaitSecs: Math.max(0, ...rows.map((row) => row.waitSecs)),
  }
}

async function readRunningRenders(db: Db): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select status, count(*)::float8 as count from renders
    where job_id is not null and status in ('COLLECTING_ASSETS', 'RENDERING', 'UPLOADING') group by status
  `.execute(db)
  return rows
}

async function readWorkers(db: Db): Promise<WorkState['workers']> {
  const { rows } = await sql<WorkState['workers']>`
    select count(*)::float8 as count, coalesce(sum(slots), 0)::float8 as slots from workers
    where seen_at > now() - make_interval(secs => ${ALIVE_SECS})
  `.execute(db)
  return rows[0] as WorkState['workers']
}

async function readWebhooks(db: Db): Promise<WorkState['webhooks']> {
  const { rows } = await sql<WorkState['webhooks']>`
    select count(*)::float8 as pending, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSecs"
    from webhook_deliveries where status = 'PENDING'
  `.execute(db)
  return rows[0] as WorkState['webhooks']
}
