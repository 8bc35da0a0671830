import { sql } from 'kysely'
import type { Db } from '../services.ts'

/** Notes keys before they are written, so that a file whose row never came is found again. */
export async function notePendingFiles(db: Db, keys: string[]): Promise<void> {
  const rows = keys.map((key) => ({ key }))
  await db
    .insertInto('pending_files')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The keys are named by a row now; written in the transaction of that row. */
export async function forgetPendingFiles(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('pending_files').where('key', 'in', keys).execute()
}

/** Keys that were noted long ago and never named. */
export async function listAbandonedFiles(db: Db, olderThanSecs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pending_files')
    .select('key')
    .where('created_at', '<', sql<string>`now() - make_interval(secs => ${olderThanSecs})`)
    .limit(200)
    .execute()
  return rows.map((row) => row.key)
}
