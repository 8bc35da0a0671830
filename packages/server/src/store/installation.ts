import type { Db } from '../services.ts'

/** Facts about this installation that outlive a start. */
export type InstallationFact = 'first-token-unseen' | 'first-token-unwritten' | 'proxy-seen'

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
