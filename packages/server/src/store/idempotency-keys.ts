import { sql } from 'kysely'
import type { Tx } from './transaction.ts'

/** A key of an organization's, and what its request is recognised by. */
export type IdempotencyScope = { orgId: string; key: string; hash: string }

/** The response that is kept for a key. */
export type StoredResponse = { status: number; headers: Record<string, string>; body: string }

const KEPT = sql`interval '24 hours'`

/** Holds a key until the transaction ends. False: another request holds it. */
export async function lockIdempotencyKey(
  transaction: Tx,
  { orgId, key }: IdempotencyScope,
): Promise<boolean> {
  const name = `idempotency ${orgId} ${key}`
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isTaken"
  `.execute(transaction)
  return rows[0]?.isTaken ?? false
}

/** What is kept for a key, for as long as the promise lasts. */
export function findStoredResponse(
  transaction: Tx,
  { orgId, key }: IdempotencyScope,
): Promise<(StoredResponse & { hash: string }) | undefined> {
  return transaction
    .selectFrom('idempotency_keys')
    .select(['request_hash as hash', 'status', 'headers', 'body'])
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .where('created_at', '>', sql<string>`now() - ${KEPT}`)
    .executeTakeFirst()
}

/** Keeps a response. An old row under the same key gives way; a young one can not be there, because the lock is held. */
export async function storeResponse(
  transaction: Tx,
  { orgId, key, hash }: IdempotencyScope,
  response: StoredResponse,
): Promise<void> {
  const values = { request_hash: hash, ...response, headers: JSON.stringify(response.headers) }
  await transaction
    .insertInto('idempotency_keys')
    .values({ org_id: orgId, key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'key']).doUpdateSet({ ...values, created_at: sql<string>`now()` }),
    )
    .execute()
}
