import type { Scope } from '@songreel/contract'
import type { Db } from '../services.ts'
import { newId } from './new-id.ts'

/** What a token opens. */
export type TokenRow = {
  keyId: string
  orgId: string
  kind: 'OWNER' | 'KEY'
  name: string
  scopes: Scope[]
  isTest: boolean
  tokenHint: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
}

/** What is written for a new token. */
export type NewToken = Pick<TokenRow, 'orgId' | 'kind' | 'name' | 'scopes' | 'isTest' | 'tokenHint'> & {
  tokenHash: Buffer
  expiresAt?: string
}

const COLUMNS = [
  'key_id as keyId',
  'org_id as orgId',
  'kind',
  'name',
  'scopes',
  'is_test as isTest',
  'token_hint as tokenHint',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
] as const

/** The token with this hash, in whatever state it is. */
export async function findTokenByHash(db: Db, tokenHash: Buffer): Promise<TokenRow | undefined> {
  const row = await db
    .selectFrom('tokens')
    .select(COLUMNS)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row as TokenRow | undefined
}

/** Stores a token by its hash and tells its id. */
export async function insertToken(db: Db, token: NewToken): Promise<TokenRow> {
  const row = await db
    .insertInto('tokens')
    .values({
      key_id: newId('apiKey'),
      org_id: token.orgId,
      kind: token.kind,
      name: token.name,
      scopes: token.scopes,
      is_test: token.isTest,
      token_hash: token.tokenHash,
      token_hint: token.tokenHint,
      expires_at: token.expiresAt ?? null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return row as TokenRow
}

/** Lets an organization's own tokens work on until a moment, then no more; one that ends earlier is left alone. */
export async function endOwnerTokens(db: Db, orgId: string, until: Date): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ expires_at: until })
    .where('org_id', '=', orgId)
    .where('kind', '=', 'OWNER')
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', until.toISOString())]))
    .execute()
}

/** Takes a key back for good; false when there is no such key. */
export async function revokeKey(db: Db, orgId: string, keyId: string): Promise<boolean> {
  const result = await db
    .updateTable('tokens')
    .set({ revoked_at: new Date() })
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .where('kind', '=', 'KEY')
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The living keys of an organization, newest first, from below `beforeId` on. */
export async function listKeys(
  db: Db,
  orgId: string,
  page: { limit: number; beforeId?: string },
): Promise<TokenRow[]> {
  let query = db
    .selectFrom('tokens')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .where('kind', '=', 'KEY')
    .where('revoked_at', 'is', null)
  if (page.beforeId) query = query.where('key_id', '<', page.beforeId)
  return (await query.orderBy('key_id', 'desc').limit(page.limit).execute()) as TokenRow[]
}

/** Notes that a token was used. */
export async function touchToken(db: Db, keyId: string): Promise<void> {
  await db.updateTable('tokens').set({ last_used_at: new Date() }).where('key_id', '=', keyId).execute()
}
