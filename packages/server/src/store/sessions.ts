import type { Scope } from '@songreel/contract'
import { sql } from 'kysely'
import type { Db, DbPool } from './schema.ts'
import { IS_IN_FORCE, joinLine } from './token-line.ts'
import type { TokenKind } from './tokens.ts'

/** A browser that is signed in, until the first of its line ends. */
export type SessionRow = {
  keyId: string
  name: string
  scopes: Scope[]
  isTest: boolean
  isInvited: boolean
  browser: string
  address: string | null
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string
  /** What it was made with; null when that was the person at the server's own terminal. */
  madeWith: TokenKind | null
  madeWithName: string | null
}

/** A link for another person that nobody has opened yet. */
export type InvitationRow = {
  keyId: string
  name: string
  scopes: Scope[]
  createdAt: string
  expiresAt: string
}

/** The sessions in force, newest first. */
export async function listSessions(db: Db, orgId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select tokens.key_id as "keyId", tokens.name, tokens.scopes, tokens.is_test as "isTest",
      tokens.is_invited as "isInvited", coalesce(tokens.browser, '') as browser, tokens.address,
      tokens.created_at as "createdAt", tokens.last_used_at as "lastUsedAt", line_expires_at as "expiresAt",
      parent.kind as "madeWith", parent.name as "madeWithName"
    from tokens left join tokens as parent on parent.key_id = tokens.parent_key_id
      ${sql.raw(joinLine('tokens.key_id'))}
    where tokens.org_id = ${orgId} and tokens.kind = 'SESSION' and tokens.revoked_at is null
      and ${sql.raw(IS_IN_FORCE)}
    order by tokens.key_id desc limit 100
  `.execute(db)
  return rows
}

/** The invitations that can still be opened, newest first. */
export async function listInvitations(db: Db, orgId: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select tokens.key_id as "keyId", tokens.name, tokens.scopes, tokens.created_at as "createdAt",
      line_expires_at as "expiresAt"
    from tokens ${sql.raw(joinLine('tokens.key_id'))}
    where tokens.org_id = ${orgId} and tokens.kind = 'CLAIM' and tokens.is_invited and tokens.revoked_at is null
      and ${sql.raw(IS_IN_FORCE)}
    order by tokens.key_id desc limit 100
  `.execute(db)
  return rows
}

/** A code that was used up, with what the session made of it gets. */
export type TakenCode = {
  orgId: string
  name: string
  scopes: Scope[]
  isTest: boolean
  isInvited: boolean
  parentKeyId: string | null
  /** When what made the code ends; null for never. */
  parentExpiresAt: string | null
}

/** Uses a code up; undefined when it is unknown, was used before, came too late, or whatever made it has ended. */
export async function takeClaimCode(db: Db, tokenHash: Buffer): Promise<TakenCode | undefined> {
  const { rows } = await sql<TakenCode>`
    update tokens set revoked_at = now()
    from (select tokens.key_id from tokens where token_hash = ${tokenHash}) as asked
      ${sql.raw(joinLine('(select parent_key_id from tokens where key_id = asked.key_id)'))}
    where tokens.key_id = asked.key_id and tokens.kind = 'CLAIM' and tokens.revoked_at is null
      and tokens.expires_at > now() and ${sql.raw(IS_IN_FORCE)}
    returning org_id as "orgId", name, scopes, is_test as "isTest", tokens.is_invited as "isInvited",
      parent_key_id as "parentKeyId", line_expires_at as "parentExpiresAt"
  `.execute(db)
  return rows[0]
}

/** Gives a session a name of its own; false when there is none. */
export async function renameSession(db: Db, orgId: string, keyId: string, name: string): Promise<boolean> {
  const result = await db
    .updateTable('tokens')
    .set({ name })
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .where('kind', '=', 'SESSION')
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Hands those whom a session has invited to whatever that session was made with. Somebody who signs out has not taken
 * an invitation back; what ends a session from afar has, and so does the end of what stands above it.
 */
export async function keepInvited(db: Db, orgId: string, keyId: string): Promise<void> {
  await sql`
    update tokens set parent_key_id = leaving.parent_key_id
    from tokens as leaving
    where leaving.org_id = ${orgId} and leaving.key_id = ${keyId} and leaving.revoked_at is null
      and tokens.parent_key_id = leaving.key_id and tokens.is_invited
  `.execute(db)
}

/**
 * Ends every session and every sign-in link that was not used; one session may be kept. That one no longer hangs on the
 * sessions it came from, which end here, but on the token above them. Returns how many sessions ended.
 */
export async function endAllSessions(db: DbPool, orgId: string, keptKeyId?: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    if (keptKeyId) await liftAboveSessions(transaction, orgId, keptKeyId)
    const { rows } = await sql<{ kind: TokenKind }>`
      update tokens set revoked_at = now()
      where org_id = ${orgId} and kind in ('SESSION', 'CLAIM') and revoked_at is null and expires_at > now()
        and key_id is distinct from ${keptKeyId ?? null}
      returning kind
    `.execute(transaction)
    return rows.filter(({ kind }) => kind === 'SESSION').length
  })
}

async function liftAboveSessions(db: Db, orgId: string, keyId: string): Promise<void> {
  await sql`
    with recursive line as (
      select key_id, parent_key_id, kind, 1 as generation from tokens where org_id = ${orgId} and key_id = ${keyId}
      union all
      select up.key_id, up.parent_key_id, up.kind, generation + 1
      from line join tokens as up on up.key_id = line.parent_key_id
    )
    update tokens
    set parent_key_id = (select key_id from line where kind <> 'SESSION' order by generation limit 1)
    where org_id = ${orgId} and key_id = ${keyId} and kind = 'SESSION'
  `.execute(db)
}
