import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../schema.ts'
import { onlyRow } from '../statement.ts'
import type { Tx } from '../transaction.ts'

/** A segment that is no longer kept: its file is to be deleted. */
export type GoneSegment = { orgId: string; segmentId: string }

/** What an organization keeps. */
export async function readSegmentBytes(db: Db, orgId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from segments where org_id = ${orgId}`.execute(db)
  return onlyRow(rows).bytes
}

/** The organizations that keep more than they may. */
export async function listOrganizationsOver(db: Db, limitBytes: number): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id as "orgId" from segments group by org_id having sum(bytes) > ${limitBytes}`.execute(db)
  return rows.map(({ orgId }) => orgId)
}

/** Forgets the segments of an organization that were used longest ago, until the rest fits. */
export function evictSegments(transaction: Tx, orgId: string, limitBytes: number): Promise<GoneSegment[]> {
  return forget(
    transaction,
    sql`select segment_id from (
      select segment_id, sum(bytes) over (order by used_at desc, segment_id) as total
      from segments where org_id = ${orgId}) as ranked
    where total > ${limitBytes}`,
  )
}

/** Forgets some segments that nobody has used for so long. */
export function forgetOldSegments(
  transaction: Tx,
  { olderThanSecs, limit }: { olderThanSecs: number; limit: number },
): Promise<GoneSegment[]> {
  return forget(
    transaction,
    sql`select segment_id from segments where used_at < now() - make_interval(secs => ${olderThanSecs}) limit ${limit}`,
  )
}

/** Forgets in which videos of songs that were deleted a segment is; what is in no other goes with `forgetUnplacedSegments`. */
export async function forgetSegmentsOfDeletedSongs(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from segment_uses where ctid = any(array(
      select segment_uses.ctid from segment_uses join media using (media_id)
      where media.deleted_at is not null and segment_uses.org_id = media.org_id limit ${limit}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Forgets some segments that are in no video any more. Nothing that was used a moment ago: it may just be placed. */
export function forgetUnplacedSegments(transaction: Tx, limit: number): Promise<GoneSegment[]> {
  return forget(
    transaction,
    sql`select segment_id from segments
      where used_at < now() - interval '10 minutes'
        and not exists (select from segment_uses where segment_uses.segment_id = segments.segment_id)
      limit ${limit}`,
  )
}

/** Those that another process forgets at this moment are left to it. */
async function forget(transaction: Tx, chosen: RawBuilder<unknown>): Promise<GoneSegment[]> {
  const { rows } = await sql<GoneSegment>`
    with going as materialized (
      select segment_id from segments where segment_id in (${chosen}) for update skip locked)
    delete from segments using going where segments.segment_id = going.segment_id
    returning segments.org_id as "orgId", segments.segment_id as "segmentId"
  `.execute(transaction)
  return rows
}
