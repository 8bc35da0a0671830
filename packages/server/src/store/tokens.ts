import type { Page, Scope } from '@songreel/contract'
import { sql } from 'kysely'
import { newId } from './new-id.ts'
import { type List, type PageFilters, readPage, readText } from './read-page.ts'
import type { Db } from './schema.ts'
import { onlyRow, type Source, statement } from './statement.ts'
import { IS_IN_FORCE, joinLine } from './token-line.ts'

/**
 * An organization's own token, a narrower key, a browser's session, or a code that is good for one session. Programs
 * send the first two; the others are good for nothing but a cookie and signing in.
 */
export type TokenKind = 'OWNER' | 'KEY' | 'SESSION' | 'CLAIM'

/** What a token opens. */
export type TokenRow = {
  keyId: string
  orgId: string
  kind: TokenKind
  name: string
  scopes: Scope[]
  isTest: boolean
  tokenHint: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
}

/** A token's row and what its line says of it; `expiresAt` and `revokedAt` are the first of any in it. */
export type FoundToken = TokenRow & {
  /** Whether it was found by the first of the hashes. */
  isCurrent: boolean
  /** When what it may pass on to a key runs out. */
  rightsEndAt: string | null
  /** Whether it stands for the organization itself. */
  isOwn: boolean
  /** What a key made with it ends with; null when the organization itself gives it. */
  giverId: string | null
  /** How many tokens come before it, and itself. */
  generations: number
}

/** What is written for a new token. */
export type NewToken = Pick<TokenRow, 'orgId' | 'kind' | 'name' | 'scopes' | 'isTest' | 'tokenHint'> & {
  tokenHash: Buffer
  /** Which secret it was hashed with. */
  secretMark: string
  expiresAt?: string | null
  /** What it was made with, and ends with. */
  parentKeyId?: string | null
  /** Whether it is for another person than whoever made it. */
  isInvited?: boolean
  browser?: string
  address?: string
}

const FACTS = `
  key_id as "keyId", org_id as "orgId", kind, name, scopes, is_test as "isTest", token_hint as "tokenHint",
  created_at as "createdAt", last_used_at as "lastUsedAt"`
const COLUMNS = `${FACTS}, expires_at as "expiresAt", revoked_at as "revokedAt"`

/** Always returns one row, so that unknown and revoked tokens take the same code path. */
const selectByHash = statement<FoundToken | { keyId: null }>(
  `select ${FACTS}, token_hash = $tokenHash as "isCurrent", line_expires_at as "expiresAt", line_revoked_at as "revokedAt",
     rights_end_at as "rightsEndAt", is_own as "isOwn", giver_id as "giverId", generations
   from (select) as asked left join tokens on token_hash in ($tokenHash, $hashBefore) ${joinLine('tokens.key_id')}`,
)

const rehash = statement(
  'update tokens set token_hash = $tokenHash, secret_mark = $secretMark where key_id = $keyId',
)
const mark = statement('update tokens set secret_mark = $secretMark where secret_mark is null')
const countOthers = statement<{ count: number }>(
  `select count(*)::int as count from tokens
   where secret_mark <> $secretMark and revoked_at is null and (expires_at is null or expires_at > now())`,
)
const insert = statement<TokenRow>(
  `insert into tokens (key_id, org_id, kind, name, scopes, is_test, token_hash, token_hint, expires_at, secret_mark,
     parent_key_id, is_invited, browser, address)
   values ($keyId, $orgId, $kind, $name, $scopes, $isTest, $tokenHash, $tokenHint, $expiresAt, $secretMark,
     $parentKeyId, $isInvited, $browser, $address)
   returning ${COLUMNS}`,
)
const endOwners = statement(
  `update tokens set expires_at = $until
   where org_id = $orgId and kind = 'OWNER' and revoked_at is null and (expires_at is null or expires_at > $until)`,
)
const findOwner = statement<{ isTest: boolean; tokenHint: string }>(
  `select is_test as "isTest", token_hint as "tokenHint" from tokens
   where org_id = $orgId and kind = 'OWNER' order by key_id desc limit 1`,
)
const revoke = statement(
  `update tokens set revoked_at = $now
   where org_id = $orgId and key_id = $keyId and kind = $kind and revoked_at is null
   returning 1`,
)
const findLiving = statement<{ keyId: string }>(
  `select tokens.key_id as "keyId" from tokens ${joinLine('tokens.key_id')}
   where tokens.key_id = any($keyIds) and ${IS_IN_FORCE}`,
)
const touch = statement('update tokens set last_used_at = $now where key_id = $keyId')

/** The token with this hash, or with its hash under the secret before, in whatever state it is. */
export async function findTokenByHash(
  source: Source,
  tokenHash: Buffer,
  hashBefore: Buffer,
): Promise<FoundToken | undefined> {
  const [row] = await selectByHash(source, { tokenHash, hashBefore })
  return row?.keyId ? (row as FoundToken) : undefined
}

/** Stores a token under a new hash, after the secret was changed. */
export async function rehashToken(
  db: Db,
  keyId: string,
  { tokenHash, secretMark }: Pick<NewToken, 'tokenHash' | 'secretMark'>,
): Promise<void> {
  await rehash(db, { keyId, tokenHash, secretMark })
}

/** Writes down which secret the tokens were hashed with that came before such marks. */
export async function markTokens(db: Db, secretMark: string): Promise<void> {
  await mark(db, { secretMark })
}

/** How many tokens in force were hashed with another secret. */
export async function countTokensOfOtherSecrets(db: Db, secretMark: string): Promise<number> {
  return onlyRow(await countOthers(db, { secretMark })).count
}

/** Stores a token by its hash and returns its id. */
export async function insertToken(db: Db, token: NewToken): Promise<TokenRow> {
  const empty = { expiresAt: null, parentKeyId: null, isInvited: false, browser: null, address: null }
  const given = Object.fromEntries(Object.entries(token).filter(([, value]) => value !== undefined))
  return onlyRow(await insert(db, { ...empty, ...given, keyId: newId('apiKey') }))
}

/** Lets an organization's own tokens work on until a moment, then no more; one that ends earlier is left alone. */
export async function endOwnerTokens(db: Db, orgId: string, until: Date): Promise<void> {
  await endOwners(db, { orgId, until })
}

/** An organization's newest own token, as far as it may be shown. */
export async function findNewestOwner(
  db: Db,
  orgId: string,
): Promise<{ isTest: boolean; tokenHint: string } | undefined> {
  const [owner] = await findOwner(db, { orgId })
  return owner
}

/** Takes a key, a session or a link back for good, and with it all that was made with it; false when there is none. */
export async function revokeKey(
  db: Db,
  orgId: string,
  keyId: string,
  kind: Exclude<TokenKind, 'OWNER'> = 'KEY',
): Promise<boolean> {
  return (await revoke(db, { orgId, keyId, kind, now: new Date() })).length > 0
}

const KEYS_WITH_LINE = `tokens ${joinLine('tokens.key_id')}`

const KEYS: List<TokenRow> = {
  idKind: 'apiKey',
  read: readText(
    `select ${FACTS}, line_expires_at as "expiresAt", line_revoked_at as "revokedAt" from ${KEYS_WITH_LINE}`,
  ),
  from: KEYS_WITH_LINE,
  idColumn: 'key_id',
  orgColumn: 'org_id',
  idOf: (key) => key.keyId,
}

/** The living keys of an organization, newest first. */
export function listKeys(db: Db, orgId: string, query: PageFilters): Promise<Page<TokenRow>> {
  return readPage(db, KEYS, { orgId, query, conditions: [sql`kind = 'KEY'`, sql`line_revoked_at is null`] })
}

/** Which of these tokens are in force at this moment, by the database's clock. */
export async function listLivingTokens(db: Db, keyIds: string[]): Promise<Set<string>> {
  const rows = await findLiving(db, { keyIds })
  return new Set(rows.map(({ keyId }) => keyId))
}

/** Notes that a token was used. */
export async function touchToken(db: Db, keyId: string): Promise<void> {
  await touch(db, { keyId, now: new Date() })
}
