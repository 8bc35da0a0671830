import { listAllCredentials, replaceCredentialsSealing } from '../store/destination-credentials.ts'
import type { Db } from '../store/schema.ts'
import { listAllSecrets, replaceSealing } from '../store/webhook-secrets.ts'
import { findUnsealed, seal } from './sealed-text.ts'
import type { SecretKeys } from './secret-keys.ts'

/** What the keys of each kind of sealed text are derived for. */
export const WEBHOOK_PURPOSE = 'webhook secrets'
export const CREDENTIALS_PURPOSE = 'destination credentials'

/** Seals with the keys in force what was sealed with those before. */
export async function resealSecrets(db: Db, { deriveKeys }: SecretKeys): Promise<void> {
  const webhookKeys = deriveKeys(WEBHOOK_PURPOSE)
  for (const secret of await listAllSecrets(db)) {
    const resealed = reseal(webhookKeys, secret.sealed)
    if (resealed !== undefined) await replaceSealing(db, secret, resealed)
  }
  const credentialsKeys = deriveKeys(CREDENTIALS_PURPOSE)
  for (const credentials of await listAllCredentials(db)) {
    const resealed = reseal(credentialsKeys, credentials.sealed)
    if (resealed !== undefined) await replaceCredentialsSealing(db, credentials, resealed)
  }
}

/** Undefined where it is sealed with the key in force already, or with none of them. */
function reseal(keys: Buffer[], sealed: string): string | undefined {
  const [current] = keys as [Buffer]
  if (findUnsealed([current], sealed) !== undefined) return undefined
  const text = findUnsealed(keys, sealed)
  return text === undefined ? undefined : seal(current, text)
}

/** How many secrets cannot be read with any of the keys. */
export async function countUnreadableSecrets(
  db: Db,
  { deriveKeys }: SecretKeys,
): Promise<{ webhookSecrets: number; destinationCredentials: number }> {
  const count = (keys: Buffer[], all: { sealed: string }[]) =>
    all.filter(({ sealed }) => findUnsealed(keys, sealed) === undefined).length
  return {
    webhookSecrets: count(deriveKeys(WEBHOOK_PURPOSE), await listAllSecrets(db)),
    destinationCredentials: count(deriveKeys(CREDENTIALS_PURPOSE), await listAllCredentials(db)),
  }
}
