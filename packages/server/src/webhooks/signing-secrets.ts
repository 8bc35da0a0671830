import { randomBytes } from 'node:crypto'
import type { WebhookSecret } from '@songreel/contract'
import { sql } from 'kysely'
import type { Db, Services } from '../services.ts'
import { inTransaction } from '../store/transaction.ts'
import { findUnsealed, seal } from './sealed-text.ts'

const SECRET_BYTES = 24
/** What its key is derived for. */
const PURPOSE = 'webhook secrets'
const OVERLAP = sql<string>`now() + interval '24 hours'`

type SecretDeps = Pick<Services, 'deriveKey' | 'deriveKeys'>
type Living = { sealed: string; ends_at: string | null }

/** Every secret that signs at present, the newest first; the first use makes one. */
export async function listSigningSecrets(deps: SecretDeps, db: Db, orgId: string): Promise<string[]> {
  const rows = await ensureSecret(deps, db, orgId)
  return rows.map((row) => open(deps, row.sealed))
}

/** The secret as its organization reads it. */
export async function readSigningSecret(deps: SecretDeps, db: Db, orgId: string): Promise<WebhookSecret> {
  const [newest, before] = await ensureSecret(deps, db, orgId)
  return {
    secret: open(deps, (newest as Living).sealed),
    previousSecretEndsAt: before?.ends_at ?? null,
  }
}

/** A new secret; the one before signs too for a day, so that receivers can change over without losing anything. */
export function rotateSigningSecret(deps: SecretDeps, db: Db, orgId: string): Promise<WebhookSecret> {
  return inTransaction(db, async (transaction) => {
    await ensureSecret(deps, transaction, orgId)
    await transaction
      .updateTable('webhook_secrets')
      .set({ ends_at: sql<string>`least(coalesce(ends_at, ${OVERLAP}), ${OVERLAP})` })
      .where('org_id', '=', orgId)
      .execute()
    await insertSecret(deps, transaction, orgId)
    return readSigningSecret(deps, transaction, orgId)
  })
}

async function ensureSecret(deps: SecretDeps, db: Db, orgId: string): Promise<Living[]> {
  const living = await listLiving(db, orgId)
  if (living.some((row) => row.ends_at === null)) return living
  await insertSecret(deps, db, orgId)
  return listLiving(db, orgId)
}

function listLiving(db: Db, orgId: string): Promise<Living[]> {
  return db
    .selectFrom('webhook_secrets')
    .select(['secret as sealed', 'ends_at'])
    .where('org_id', '=', orgId)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', sql<string>`now()`)]))
    .orderBy(sql`ends_at is not null`)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Two requests may be the first at once: the row that is there wins. */
async function insertSecret(deps: SecretDeps, db: Db, orgId: string): Promise<void> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  await sql`
    insert into webhook_secrets (org_id, secret) values (${orgId}, ${seal(deps.deriveKey(PURPOSE), secret)})
    on conflict (org_id) where ends_at is null do nothing
  `.execute(db)
}

function open({ deriveKeys }: SecretDeps, sealed: string): string {
  const text = findUnsealed(deriveKeys(PURPOSE), sealed)
  if (text === undefined)
    throw new Error('a webhook secret was sealed with a SONGREEL_SECRET that is not set')
  return text
}
