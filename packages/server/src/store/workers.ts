import { sql } from 'kysely'
import { isRunning, isWaiting } from './renders/conditions.ts'
import type { Db } from './schema.ts'
import { onlyRow } from './statement.ts'

/** What a worker says about itself; one of an earlier version says nothing. */
export type WorkerFacts = {
  host?: string
  pid?: number
  version?: string
  threads?: number
  /** Its kind of machine; a render is made by one kind. */
  machine?: string
}

/** Shows that a worker is alive, how many renders it makes at once, and where. */
export async function showWorker(
  db: Db,
  workerId: string,
  { slots, ...facts }: WorkerFacts & { slots: number },
): Promise<void> {
  await sql`
    insert into workers (worker_id, slots, facts) values (${workerId}, ${slots}, ${JSON.stringify(facts)}::jsonb)
    on conflict (worker_id) do update set seen_at = now()
  `.execute(db)
}

/** A worker that is alive. */
export type WorkerRow = { workerId: string; slots: number; startedAt: string; facts: WorkerFacts }

/** The workers that were seen within so many seconds, by machine. */
export async function listWorkers(db: Db, withinSecs: number): Promise<WorkerRow[]> {
  const { rows } = await sql<WorkerRow>`
    select worker_id as "workerId", slots, started_at as "startedAt", facts from workers
    where seen_at > now() - make_interval(secs => ${withinSecs})
    order by facts->>'host', started_at, worker_id limit 500
  `.execute(db)
  return rows
}

/** A worker is gone. */
export async function forgetWorker(db: Db, workerId: string): Promise<void> {
  await sql`delete from workers where worker_id = ${workerId}`.execute(db)
}

/** Forgets workers that were killed long ago. */
export async function forgetSilentWorkers(db: Db, silentSecs: number): Promise<void> {
  await sql`delete from workers where seen_at < now() - make_interval(secs => ${silentSecs})`.execute(db)
}

/** How many workers were seen within so many seconds, and how many renders they can make at once. */
export async function countWorkers(db: Db, withinSecs: number): Promise<{ count: number; slots: number }> {
  const { rows } = await sql<{ count: number; slots: number }>`
    select count(*)::float8 as count, coalesce(sum(slots), 0)::float8 as slots from workers
    where seen_at > now() - make_interval(secs => ${withinSecs})
  `.execute(db)
  return onlyRow(rows)
}

/** What other workers of one kind could make beside what they have: all their slots, and those that are idle. */
export type OtherSlots = { slots: number; idle: number }

/** Counts the slots of the other living workers of a kind of machine. Renders that wait will take some of the idle ones. */
export async function countOtherSlots(
  db: Db,
  { machine, workerId, withinSecs }: { machine: string; workerId: string; withinSecs: number },
): Promise<OtherSlots> {
  const { rows } = await sql<OtherSlots>`
    with busy as (
      select worker_id, count(*) as renders from renders where ${isRunning()} group by worker_id),
    other as (
      select slots, greatest(0, slots - coalesce(busy.renders, 0)) as idle
      from workers left join busy using (worker_id)
      where worker_id <> ${workerId} and facts->>'machine' = ${machine}
        and seen_at > now() - make_interval(secs => ${withinSecs}))
    select coalesce(sum(slots), 0)::float8 as slots,
      greatest(0, coalesce(sum(idle), 0)
        - (select count(*) from renders where ${isWaiting()} and ready_at <= now()))::float8 as idle
    from other
  `.execute(db)
  return onlyRow(rows)
}
