import { type RawBuilder, sql } from 'kysely'
import { limitRest } from '../store/rest-limit.ts'
import type { Db } from '../store/schema.ts'
import type { Tx } from '../store/transaction.ts'
import type { JobDefinition } from './job.ts'

// pg-boss's own table, read where its functions do not give what we need.

/** Which of these jobs wait for a worker again: the one that had them was lost. */
export function findLostJobs(db: Db, job: JobDefinition, jobIds: string[]): Promise<Set<string>> {
  return findJobs(db, job, jobIds, sql`state < 'active'`)
}

/** Which of these jobs wait or run. */
export function findOpenJobs(db: Db, job: JobDefinition, jobIds: string[]): Promise<Set<string>> {
  return findJobs(db, job, jobIds, sql`state < 'completed'`)
}

async function findJobs(
  db: Db,
  { name }: JobDefinition,
  jobIds: string[],
  isMeant: RawBuilder<unknown>,
): Promise<Set<string>> {
  if (jobIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where name = ${name} and id = any(${jobIds}::uuid[]) and ${isMeant}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * What the jobs of this kind, waiting or running, carry in a field. Always to be taken away with `except`, which reads both
 * sides once: for `not exists` the server may choose a loop within a loop, which took 22 seconds with 10,000 in the queue.
 */
export function selectNamedByJobs({ name }: JobDefinition, field: string): RawBuilder<unknown> {
  return sql`select data->>${sql.lit(field)} from pgboss.job where name = ${name} and state < 'completed'`
}

/**
 * Whether a run still holds its job. A transaction that begins with this must not rest for long: the database ends it well
 * before the heartbeat would be missed, so that what is written under the job is written while the job is held.
 */
export async function isJobHeld(
  transaction: Tx,
  { name }: JobDefinition,
  { id, retryCount }: { id: string; retryCount: number },
): Promise<boolean> {
  const { rows } = await sql`
    select ${limitRest} from pgboss.job
    where name = ${name} and id = ${id}::uuid and state = 'active' and retry_count = ${retryCount}
  `.execute(transaction)
  return rows.length > 0
}

/** What waits in one queue. */
export type QueueState = {
  /** Could run now. */
  depth: number
  /** Has a time before which it does not run: the next try of something that failed. */
  scheduled: number
  /** How long the first of those that could run has waited. */
  oldestWaitSecs: number
}

/** What waits in these queues; those in which nothing does are left out. */
export async function countWaitingJobs(db: Db, jobs: JobDefinition[]): Promise<Record<string, QueueState>> {
  const { rows } = await sql<QueueState & { name: string }>`
    select name,
      count(*) filter (where start_after <= now())::float8 as depth,
      count(*) filter (where start_after > now())::float8 as scheduled,
      coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8
        as "oldestWaitSecs"
    from pgboss.job where state < 'active' and name = any(${jobs.map(({ name }) => name)}) group by name
  `.execute(db)
  return Object.fromEntries(rows.map(({ name, ...state }) => [name, state]))
}

/** Deletes some of the jobs that ended so long ago; returns how many. */
export async function deleteOldJobs(
  db: Db,
  { olderThanSecs, limit }: { olderThanSecs: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pgboss.job where (name, id) in (
      select name, id from pgboss.job
      where state >= 'completed' and completed_on < now() - make_interval(secs => ${olderThanSecs}) limit ${limit})
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
