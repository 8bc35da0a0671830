import { type Kysely, sql } from 'kysely'
import type { Database, Db } from './schema.ts'
import type { Tx } from './transaction.ts'

/** Facts about this installation that outlive a start. */
export type InstallationFact =
  | 'claimed'
  | 'first-token-unseen'
  | 'first-token-unwritten'
  | 'proxy-seen'
  | 'purged-at'
  | 'restored-from'
  | 'secret-fingerprint'

/** What was written down under a name, if anything. */
export async function findInstallationFact(db: Db, name: InstallationFact): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Writes a fact down; what is there already stays. */
export async function noteInstallationFact(db: Db, name: InstallationFact, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The fact no longer holds. */
export async function forgetInstallationFact(db: Db, name: InstallationFact): Promise<void> {
  await db.deleteFrom('installation').where('name', '=', name).execute()
}

/** The fact as it is written down, at the latest now; nobody else changes it until the transaction ends. */
export async function lockInstallationFact(
  transaction: Tx,
  name: InstallationFact,
  valueIfNone: string,
): Promise<string> {
  await noteInstallationFact(transaction, name, valueIfNone)
  const { value } = await transaction
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return value
}

/** Writes another value down. */
export async function changeInstallationFact(db: Db, name: InstallationFact, value: string): Promise<void> {
  await db.updateTable('installation').set({ value }).where('name', '=', name).execute()
}

/** Takes the turn of what one process does for all of them; false if one of them did so less than so long ago. */
export async function takeTurn(db: Db, name: InstallationFact, everySecs: number): Promise<boolean> {
  const now = sql`extract(epoch from now())::float8`
  // A time that is still to come was noted by a clock that was wrong.
  const { rows } = await sql`
    insert into installation as fact (name, value) values (${name}, ${now}::text)
    on conflict (name) do update set value = excluded.value
      where ${now} - fact.value::float8 not between 0 and ${everySecs}
    returning name`.execute(db)
  return rows.length > 0
}

/** An arbitrary constant, the same in every process. */
const FIRST_START_LOCK = 4_400_001

/** Does something while no other process of this installation does it. */
export function whileAlone<Result>(
  db: Kysely<Database>,
  work: (connection: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${FIRST_START_LOCK})`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${FIRST_START_LOCK})`.execute(connection)
    }
  })
}

/** Throws unless the database responds. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
