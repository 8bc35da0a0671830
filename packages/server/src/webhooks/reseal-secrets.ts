import type { Db } from '../services.ts'
import { findUnsealed, seal } from './sealed-text.ts'

/** Seals with the first key what was sealed with one of the others. */
export async function resealSecrets(db: Db, keys: Buffer[]): Promise<void> {
  const [current] = keys as [Buffer]
  for (const { org_id, secret } of await listSealed(db)) {
    if (findUnsealed([current], secret) !== undefined) continue
    const text = findUnsealed(keys, secret)
    if (text === undefined) continue
    // Only what was read: another process may have been here first.
    await db
      .updateTable('webhook_secrets')
      .set({ secret: seal(current, text) })
      .where('org_id', '=', org_id)
      .where('secret', '=', secret)
      .execute()
  }
}

/** How many secrets cannot be read with any of the keys. */
export async function countUnreadableSecrets(db: Db, keys: Buffer[]): Promise<number> {
  const rows = await listSealed(db)
  return rows.filter(({ secret }) => findUnsealed(keys, secret) === undefined).length
}

function listSealed(db: Db) {
  return db.selectFrom('webhook_secrets').select(['org_id', 'secret']).execute()
}
