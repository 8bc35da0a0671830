import { sql, type Transaction } from 'kysely'
import { type Patience, retryTransient } from './retry-transient.ts'
import type { Database, Db } from './schema.ts'

/** A transaction that is handed on, so that what belongs together is committed together. */
export type Tx = Transaction<Database>

/** Runs work in the transaction it is handed, or in one of its own. */
export function inTransaction<Result>(db: Db, work: (transaction: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
}

/**
 * The same for a step of a worker, which must not fail because the machine is busy: a transaction of its own is repeated, on a
 * new connection, when the database has ended it. The fence of a run keeps what is done twice single; work that asks for what
 * it has done itself looks at `isRepeat`.
 */
export function inLastingTransaction<Result>(
  db: Db,
  work: (transaction: Tx, isRepeat: boolean) => Promise<Result>,
  patience?: Patience,
): Promise<Result> {
  if (db.isTransaction) return work(db as Tx, false)
  return retryTransient(
    (isRepeat) => db.transaction().execute((transaction) => work(transaction, isRepeat)),
    patience,
  )
}

/** Runs a part of a transaction that may fail alone: what it wrote is then taken back, and the rest goes on. */
export async function inSavepoint<Result>(transaction: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(transaction)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(transaction)
    return result
  } catch (error) {
    // If this fails, the transaction is lost, and its next statement will report it.
    await sql`rollback to savepoint part`.execute(transaction).catch(() => {})
    throw error
  }
}

/** Does the work and rolls it back, for a dry run. */
export async function rehearse<Result>(db: Db, work: (transaction: Tx) => Promise<Result>): Promise<Result> {
  let result: { value: Result } | undefined
  const rehearsed = new Error('Nothing of this is to be kept.')
  try {
    await db.transaction().execute(async (transaction) => {
      result = { value: await work(transaction) }
      throw rehearsed
    })
  } catch (error) {
    if (error !== rehearsed || !result) throw error
  }
  return (result as { value: Result }).value
}
