import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { onlyRow } from './statement.ts'

/** Shows that a worker is alive, and how many renders it makes at once. */
export async function showWorker(db: Db, workerId: string, slots: number): Promise<void> {
  await sql`
    insert into workers (worker_id, slots) values (${workerId}, ${slots})
    on conflict (worker_id) do update set seen_at = now()
  `.execute(db)
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
