import type { DestinationCredentials, DestinationCredentialsInput } from '@songreel/contract'
import type { Services } from '../services.ts'
import { type CredentialsRow, insertCredentials } from '../store/destination-credentials.ts'
import type { Db } from '../store/schema.ts'
import { CREDENTIALS_PURPOSE } from '../tokens/reseal-secrets.ts'
import { findUnsealed, seal } from '../tokens/sealed-text.ts'

/** The keys of a customer's bucket. */
export type BucketKeys = { accessKeyId: string; secretAccessKey: string }

type KeyDeps = Pick<Services, 'deriveKey' | 'deriveKeys'>

/** Seals and stores keys; from then on only a delivery opens them. */
export async function createCredentials(
  { deriveKey }: KeyDeps,
  db: Db,
  orgId: string,
  { name, accessKeyId, secretAccessKey }: DestinationCredentialsInput,
): Promise<DestinationCredentials> {
  const keys: BucketKeys = { accessKeyId, secretAccessKey }
  const sealed = seal(deriveKey(CREDENTIALS_PURPOSE), JSON.stringify(keys))
  const row = await insertCredentials(db, orgId, { name, sealed, accessKeyHint: makeKeyHint(accessKeyId) })
  return showCredentials(row)
}

/** The credentials as they are shown. */
export function showCredentials(row: CredentialsRow): DestinationCredentials {
  const { credentialsId, name, accessKeyHint, createdAt, lastUsedAt } = row
  return { credentialsId, name, type: 'S3', accessKeyHint, createdAt, lastUsedAt }
}

/** Opens sealed keys. */
export function openKeys({ deriveKeys }: KeyDeps, sealed: string): BucketKeys {
  const text = findUnsealed(deriveKeys(CREDENTIALS_PURPOSE), sealed)
  if (text === undefined) throw new Error('credentials were sealed with a SONGREEL_SECRET that is not set')
  return JSON.parse(text)
}

/** As much as tells two keys apart; of a short one less. */
function makeKeyHint(accessKeyId: string): string {
  const shown = Math.min(4, Math.floor(accessKeyId.length / 4))
  return shown === 0 ? '…' : `${accessKeyId.slice(0, shown)}…${accessKeyId.slice(-shown)}`
}
