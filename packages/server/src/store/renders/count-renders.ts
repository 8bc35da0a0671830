import type { RenderStatus } from '@songreel/contract'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { isRunning, isWaiting } from './conditions.ts'

/** How many renders of the installation are in a status. */
export type StatusCount = { status: RenderStatus; count: number }

/**
 * The renders that wait, by status: how many, how many of them for a moment to come, and how long the first of the others has
 * waited. Those that wait for a file have no moment ('infinity'), with which PostgreSQL before 17 refuses to calculate.
 */
export async function countWaitingRenders(
  db: Db,
): Promise<(StatusCount & { scheduled: number; waitSecs: number })[]> {
  const { rows } = await sql<StatusCount & { scheduled: number; waitSecs: number }>`
    select status, count(*)::float8 as count,
      count(*) filter (where ready_at > now())::float8 as scheduled,
      coalesce(extract(epoch from now() - min(ready_at) filter (where ready_at <= now())), 0)::float8 as "waitSecs"
    from renders where ${isWaiting()} group by status
  `.execute(db)
  return rows
}

/** The renders that a job has, by status. */
export async function countRunningRenders(db: Db): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select status, count(*)::float8 as count from renders where ${isRunning()} group by status
  `.execute(db)
  return rows
}
