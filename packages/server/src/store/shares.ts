import type { Page, ShareQuery } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import { type Condition, type List, readPage, readText } from './read-page.ts'
import type { Db } from './schema.ts'
import { statement } from './statement.ts'
import { inTransaction } from './transaction.ts'

/** A share as stored. */
export type ShareRow = {
  shareId: string
  orgId: string
  tokenHash: Buffer
  title: string
  batchId: string | null
  ref: string | null
  videos: number
  createdAt: string
  expiresAt: string
  revokedAt: string | null
  isExpired: boolean
}

export type NewShare = Pick<ShareRow, 'shareId' | 'tokenHash' | 'title' | 'batchId' | 'ref' | 'createdAt'> & {
  expiresAt: string
  renderIds: string[]
}

const SELECT = `
  select share_id as "shareId", org_id as "orgId", token_hash as "tokenHash", title, batch_id as "batchId", ref,
    (select count(*)::int from share_renders where share_renders.share_id = shares.share_id) as videos,
    created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", expires_at <= now() as "isExpired"
  from shares`

const findOne = statement<ShareRow>(`${SELECT} where share_id = $shareId and org_id = $orgId`)
const findByHash = statement<ShareRow>(`${SELECT} where token_hash = $tokenHash`)
const listRenderIds = statement<{ renderId: string }>(
  `select render_id as "renderId" from share_renders join shares using (share_id)
   where share_id = $shareId and org_id = $orgId order by position`,
)

const LIST: List<ShareRow> = {
  idKind: 'share',
  read: readText(SELECT),
  from: 'shares',
  idColumn: 'share_id',
  orgColumn: 'org_id',
  idOf: ({ shareId }) => shareId,
}

/** Stores a share and what it shows. */
export function insertShare(db: Db, orgId: string, { renderIds, ...share }: NewShare): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await sql`
      insert into shares (share_id, org_id, token_hash, title, batch_id, ref, created_at, expires_at)
      values (${share.shareId}, ${orgId}, ${share.tokenHash}, ${share.title}, ${share.batchId}, ${share.ref},
        ${share.createdAt}, ${share.expiresAt})
    `.execute(transaction)
    await sql`
      insert into share_renders (share_id, position, render_id)
      select ${share.shareId}, place, render_id
      from unnest(${renderIds}::text[]) with ordinality as wanted (render_id, place)
    `.execute(transaction)
  })
}

/** One share, whether its link still opens or not. */
export async function getShare(db: Db, orgId: string, shareId: string): Promise<ShareRow> {
  const [row] = await findOne(db, { shareId, orgId })
  if (!row) throw notFound('SHARE_NOT_FOUND', shareId)
  return row
}

/** The share that a link opens: the token stands for the tenant. */
export async function findShareByToken(db: Db, tokenHash: Buffer): Promise<ShareRow | undefined> {
  const [row] = await findByHash(db, { tokenHash })
  return row
}

/** The shares of an organization, newest first. */
export function listShares(db: Db, orgId: string, query: ShareQuery): Promise<Page<ShareRow>> {
  const conditions: Condition[] = []
  if (query.batchId !== undefined) conditions.push(sql`batch_id = ${query.batchId}`)
  if (query.ref !== undefined) conditions.push(sql`ref = ${query.ref}`)
  return readPage(db, LIST, { orgId, query, conditions })
}

/** Takes a link back; one that was taken back before stays as it is. */
export async function revokeShare(db: Db, orgId: string, shareId: string): Promise<void> {
  const { rows } = await sql`
    update shares set revoked_at = coalesce(revoked_at, now())
    where share_id = ${shareId} and org_id = ${orgId}
    returning 1
  `.execute(db)
  if (rows.length === 0) throw notFound('SHARE_NOT_FOUND', shareId)
}

/** The renders of a share, in its order. */
export async function listSharedRenderIds(
  db: Db,
  { orgId, shareId }: Pick<ShareRow, 'orgId' | 'shareId'>,
): Promise<string[]> {
  const rows = await listRenderIds(db, { shareId, orgId })
  return rows.map(({ renderId }) => renderId)
}
