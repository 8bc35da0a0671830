import type { Transaction } from 'kysely'
import type { Database, Db } from './schema.ts'

/** A transaction that is handed on, so that what belongs together is committed together. */
export type Tx = Transaction<Database>

/** Runs work in the transaction it is handed, or in one of its own. */
export function inTransaction<Result>(db: Db, work: (transaction: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
}
