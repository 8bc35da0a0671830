import type { BatchQuery, Page } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../../errors.ts'
import { type Condition, type List, readPage } from '../read-page.ts'
import type { Db } from '../schema.ts'
import { matchesBatch } from '../search.ts'
import { onlyRow } from '../statement.ts'

const COLUMNS = [
  'batch_id as batchId',
  'org_id as orgId',
  'ref',
  'artist_id as artistId',
  'media_bundle_id as mediaBundleId',
  'media_id as mediaId',
  'status',
  'webhook_url as webhookUrl',
  'service_params as serviceParams',
  'release',
  'total',
  'completed',
  'failed',
  'canceled',
  'round',
  'created_at as createdAt',
  'finished_at as finishedAt',
] as const

/** A batch as stored. */
export type BatchRow = Awaited<ReturnType<typeof getBatch>>

const LIST: List<BatchRow> = {
  idKind: 'batch',
  idColumn: 'batch_id',
  orgColumn: 'org_id',
  idOf: (row) => row.batchId,
  from: 'batches',
  read: (db, { where, id, order, limit }) =>
    db.selectFrom('batches').select(COLUMNS).where(where).orderBy(id, order).limit(limit).execute(),
}

/** One batch. */
export async function getBatch(db: Db, orgId: string, batchId: string) {
  const row = await db
    .selectFrom('batches')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!row) throw notFound('BATCH_NOT_FOUND', batchId)
  return row
}

/** Some batches of an organization, oldest first. */
export function listBatchesById(db: Db, orgId: string, batchIds: string[]): Promise<BatchRow[]> {
  return db
    .selectFrom('batches')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .where('batch_id', 'in', batchIds)
    .orderBy('batch_id')
    .execute()
}

/** Batches, newest first. */
export function listBatches(db: Db, orgId: string, query: BatchQuery): Promise<Page<BatchRow>> {
  const conditions: Condition[] = []
  if (query.artistId !== undefined)
    conditions.push(isAbout(sql`artist_id = ${query.artistId}`, sql`media.artist_id = ${query.artistId}`))
  if (query.mediaBundleId !== undefined) conditions.push(sql`media_bundle_id = ${query.mediaBundleId}`)
  if (query.mediaId !== undefined)
    conditions.push(isAbout(sql`media_id = ${query.mediaId}`, sql`media.media_id = ${query.mediaId}`))
  if (query.status !== undefined) conditions.push(sql`status = ${query.status}`)
  if (query.ref !== undefined) conditions.push(sql`ref = ${query.ref}`)
  if (query.isFinal !== undefined)
    conditions.push(query.isFinal ? sql`finished_at is not null` : sql`finished_at is null`)
  if (query.q !== undefined) conditions.push(matchesBatch(orgId, query.q))
  return readPage(db, LIST, { orgId, query, conditions })
}

/** A batch of several songs is about each of them. */
function isAbout(itself: Condition, song: Condition): Condition {
  return sql`(${itself} or media_id is null and exists (
    select from renders join media using (media_id)
    where renders.batch_id = batches.batch_id and media.org_id = batches.org_id and ${song}))`
}

/** A mark of each batch that changes whenever anything in it does. */
export async function listBatchMarks(
  db: Db,
  batches: { orgId: string; batchId: string }[],
): Promise<{ batchId: string; mark: string }[]> {
  if (batches.length === 0) return []
  const { rows } = await sql<{ batchId: string; mark: string }>`
    select batches.batch_id as "batchId", md5(batches.status || batches.round || string_agg(
      concat_ws('/', renders.status, progress, phase, attempt), ',' order by position)) as mark
    from json_to_recordset(${JSON.stringify(batches)}::json) as wanted ("orgId" text, "batchId" text)
      join batches on batches.org_id = wanted."orgId" and batches.batch_id = wanted."batchId"
      join renders on renders.batch_id = batches.batch_id
    group by batches.batch_id
  `.execute(db)
  return rows
}

/** How many open batches of an organization are looked at, from either end; the oldest are worked on first. */
const OLDEST_OPEN = 200
const NEWEST_OPEN = 50
const JUST_FINISHED = 200

/** What moves in an organization: which batches are open or ended since a moment, by the database's clock. */
export async function listMovingBatches(
  db: Db,
  { orgId, since }: { orgId: string; since: string | undefined },
): Promise<{ batchIds: string[]; now: string }> {
  const { rows } = await sql<{ batchIds: string[]; now: string }>`
    select coalesce(array_agg(batch_id), '{}') as "batchIds", now() as now from (
      (select batch_id from batches where org_id = ${orgId} and finished_at is null
        order by batch_id limit ${OLDEST_OPEN})
      union
      (select batch_id from batches where org_id = ${orgId} and finished_at is null
        order by batch_id desc limit ${NEWEST_OPEN})
      union
      (select batch_id from batches where org_id = ${orgId} and finished_at > coalesce(${since}, now())
        order by finished_at desc limit ${JUST_FINISHED})
    ) as moving
  `.execute(db)
  return onlyRow(rows)
}
