import { sql } from 'kysely'
import type { Db } from './schema.ts'
import type { Tx } from './transaction.ts'

/** A signing secret as stored: sealed, and until when it signs. */
export type SealedSecret = { sealed: string; endsAt: string | null }

const OVERLAP = sql<string>`now() + interval '24 hours'`

/** An organization's secrets that sign at present, the newest first. */
export function listLivingSecrets(db: Db, orgId: string): Promise<SealedSecret[]> {
  return db
    .selectFrom('webhook_secrets')
    .select(['secret as sealed', 'ends_at as endsAt'])
    .where('org_id', '=', orgId)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', sql<string>`now()`)]))
    .orderBy(sql`ends_at is not null`)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Stores a new secret. Two requests may be the first at once: the row that is there wins. */
export async function insertSecret(db: Db, orgId: string, sealed: string): Promise<void> {
  await sql`
    insert into webhook_secrets (org_id, secret) values (${orgId}, ${sealed})
    on conflict (org_id) where ends_at is null do nothing
  `.execute(db)
}

/** Lets an organization's secrets sign for one more day at most. */
export async function endSecrets(transaction: Tx, orgId: string): Promise<void> {
  await transaction
    .updateTable('webhook_secrets')
    .set({ ends_at: sql<string>`least(coalesce(ends_at, ${OVERLAP}), ${OVERLAP})` })
    .where('org_id', '=', orgId)
    .execute()
}

/** Every secret of the installation. */
export function listAllSecrets(db: Db): Promise<{ orgId: string; sealed: string }[]> {
  return db.selectFrom('webhook_secrets').select(['org_id as orgId', 'secret as sealed']).execute()
}

/** Puts another sealing of the same secret in its place; only of what was read, as another process may have been first. */
export async function replaceSealing(
  db: Db,
  { orgId, sealed }: { orgId: string; sealed: string },
  resealed: string,
): Promise<void> {
  await db
    .updateTable('webhook_secrets')
    .set({ secret: resealed })
    .where('org_id', '=', orgId)
    .where('secret', '=', sealed)
    .execute()
}
