import { sql } from 'kysely'
import type { DbPool } from '../schema.ts'
import type { Tx } from '../transaction.ts'
import { connectForCopy } from './copy-tables.ts'

/** Any number that no other program on the same database is likely to lock ("keep" in ASCII). */
const HOLD_KEY = 0x6b656570
const WAIT_MS = 60_000

/** As long as it lasts, no file of a record that goes is deleted; the janitor does that later. */
export type FilesHold = {
  /** Throws if the hold was lost on the way. */
  confirm(): Promise<void>
  release(): Promise<void>
}

/**
 * Keeps every file that is there now. The lock belongs to a transaction that does nothing else, so it ends with its process,
 * holds back no cleaning of the tables, and survives a pooler between us and the server. Undefined: another backup has it.
 */
export async function holdFiles(databaseUrl: string): Promise<FilesHold | undefined> {
  const client = await connectForCopy(databaseUrl)
  try {
    await client.query('begin')
    await client.query(
      `select set_config('idle_in_transaction_session_timeout', '0', true), set_config('lock_timeout', $1, true)`,
      [String(WAIT_MS)],
    )
    // One backup at a time; then wait for deletions that are under way.
    const { rows } = await client.query('select pg_try_advisory_xact_lock($1, 1) as alone', [HOLD_KEY])
    if (!rows[0].alone) {
      await client.end()
      return undefined
    }
    await client.query('select pg_advisory_xact_lock($1, 2)', [HOLD_KEY])
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return {
    async confirm() {
      await client.query('select')
    },
    async release() {
      await client.end().catch(() => {})
    },
  }
}

/** Deletes files, unless a backup reads them just now; their notes stay then, and the janitor comes back to them. */
export function unlessFilesAreHeld(db: DbPool, work: (transaction: Tx) => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ mayGo: boolean }>`
      select pg_try_advisory_xact_lock_shared(${HOLD_KEY}::int, 2) as "mayGo"
    `.execute(transaction)
    if (!rows[0]?.mayGo) return false
    await work(transaction)
    return true
  })
}
