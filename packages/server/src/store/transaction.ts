import type { Transaction } from 'kysely'
import type { Db } from '../services.ts'
import type { Database } from './schema.ts'

/** Runs work in the transaction it is handed, or in one of its own. */
export function inTransaction<Result>(
  db: Db,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db as Transaction<Database>) : db.transaction().execute(work)
}
