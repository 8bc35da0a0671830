import type { Db } from '../store/schema.ts'
import { listAllSecrets, replaceSealing } from '../store/webhook-secrets.ts'
import { findUnsealed, seal } from './sealed-text.ts'

/** Seals with the first key what was sealed with one of the others. */
export async function resealSecrets(db: Db, keys: Buffer[]): Promise<void> {
  const [current] = keys as [Buffer]
  for (const secret of await listAllSecrets(db)) {
    if (findUnsealed([current], secret.sealed) !== undefined) continue
    const text = findUnsealed(keys, secret.sealed)
    if (text !== undefined) await replaceSealing(db, secret, seal(current, text))
  }
}

/** How many secrets cannot be read with any of the keys. */
export async function countUnreadableSecrets(db: Db, keys: Buffer[]): Promise<number> {
  const secrets = await listAllSecrets(db)
  return secrets.filter(({ sealed }) => findUnsealed(keys, sealed) === undefined).length
}
