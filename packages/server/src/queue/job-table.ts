import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../store/schema.ts'
import type { JobDefinition } from './job.ts'

// pg-boss's own table, read where its functions do not give what we need (docs/decisions/0029-queue-on-pg-boss.md). A column
// that is named here stands in known-schema.ts too, which is compared with the database at every start.

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

/** Jobs of one kind that wait or run: all of them, those of one render, and whether another organization's waits. */
export type OpenJobs = { open: number; ofThis: number; hasOther: boolean }

/** Counts jobs of a kind that wait or run. */
export async function countOpenJobs(
  db: Db,
  { name }: JobDefinition,
  { renderId, orgId }: { renderId: string; orgId: string },
): Promise<OpenJobs> {
  const { rows } = await sql<OpenJobs>`
    select count(*)::float8 as open,
      count(*) filter (where data->>'renderId' = ${renderId})::float8 as "ofThis",
      coalesce(bool_or(state < 'active' and data->>'orgId' <> ${orgId}), false) as "hasOther"
    from pgboss.job where name = ${name} and state < 'completed'
  `.execute(db)
  return rows[0] as OpenJobs
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
