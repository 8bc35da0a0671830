import { randomBytes } from 'node:crypto'
import type { WebhookSecret } from '@songreel/contract'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { endSecrets, insertSecret, listLivingSecrets, type SealedSecret } from '../store/webhook-secrets.ts'
import { WEBHOOK_PURPOSE } from '../tokens/reseal-secrets.ts'
import { findUnsealed, seal } from '../tokens/sealed-text.ts'

const SECRET_BYTES = 24

type SecretDeps = Pick<Services, 'deriveKey' | 'deriveKeys'>

/** Every secret that signs at present, the newest first; the first use makes one. */
export async function listSigningSecrets(deps: SecretDeps, db: Db, orgId: string): Promise<string[]> {
  const rows = await ensureSecret(deps, db, orgId)
  return rows.map((row) => open(deps, row.sealed))
}

/** The secret as its organization reads it. */
export async function readSigningSecret(deps: SecretDeps, db: Db, orgId: string): Promise<WebhookSecret> {
  const [newest, before] = await ensureSecret(deps, db, orgId)
  return {
    secret: open(deps, (newest as SealedSecret).sealed),
    previousSecretEndsAt: before?.endsAt ?? null,
  }
}

/** A new secret; the one before signs too for a day, so that receivers can change over without losing anything. */
export function rotateSigningSecret(deps: SecretDeps, db: Db, orgId: string): Promise<WebhookSecret> {
  return inTransaction(db, async (transaction) => {
    await ensureSecret(deps, transaction, orgId)
    await endSecrets(transaction, orgId)
    await makeSecret(deps, transaction, orgId)
    return readSigningSecret(deps, transaction, orgId)
  })
}

async function ensureSecret(deps: SecretDeps, db: Db, orgId: string): Promise<SealedSecret[]> {
  const living = await listLivingSecrets(db, orgId)
  if (living.some(({ endsAt }) => endsAt === null)) return living
  await makeSecret(deps, db, orgId)
  return listLivingSecrets(db, orgId)
}

async function makeSecret(deps: SecretDeps, db: Db, orgId: string): Promise<void> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  await insertSecret(db, orgId, seal(deps.deriveKey(WEBHOOK_PURPOSE), secret))
}

function open({ deriveKeys }: SecretDeps, sealed: string): string {
  const text = findUnsealed(deriveKeys(WEBHOOK_PURPOSE), sealed)
  if (text === undefined)
    throw new Error('a webhook secret was sealed with a SONGREEL_SECRET that is not set')
  return text
}
