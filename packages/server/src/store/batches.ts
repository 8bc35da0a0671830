import type { BatchQuery, Page, RenderQuery } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import type { Db } from '../services.ts'
import type { ResolvedVideoSettings } from './batch-schema.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { statement } from './statement.ts'

const BATCH_COLUMNS = [
  'batch_id as batchId',
  'org_id as orgId',
  'ref',
  'artist_id as artistId',
  'media_bundle_id as mediaBundleId',
  'media_id as mediaId',
  'status',
  'webhook_url as webhookUrl',
  'service_params as serviceParams',
  'total',
  'completed',
  'failed',
  'canceled',
  'round',
  'created_at as createdAt',
  'finished_at as finishedAt',
] as const

const RENDER_COLUMNS = [
  'renders.render_id as renderId',
  'renders.batch_id as batchId',
  'renders.org_id as orgId',
  'renders.content_id as contentId',
  'renders.required_data as requiredData',
  'renders.video_settings as videoSettings',
  'renders.variation',
  'renders.seed',
  'renders.status',
  'renders.phase',
  'renders.progress',
  'renders.eta_secs as etaSecs',
  'renders.attempt',
  'renders.frames',
  'renders.aspect_ratio as aspectRatio',
  'renders.file_name as fileName',
  'renders.waiting_for as waitingFor',
  'renders.excerpt',
  'renders.error',
  'renders.created_at as createdAt',
  'renders.started_at as startedAt',
  'renders.finished_at as finishedAt',
  'outputs.output_id as outputId',
  'outputs.content_type as contentType',
  'outputs.bytes',
  'outputs.sha256',
  'outputs.width as outputWidth',
  'outputs.height as outputHeight',
  'outputs.duration_secs as durationSecs',
  'outputs.poster_key as posterKey',
  'outputs.video_key as videoKey',
  'outputs.checks',
  'outputs.warnings',
  'outputs.expires_at as expiresAt',
  sql<string | null>`coalesce(renders.files_deleted_at, outputs.deleted_at)`.as('outputDeletedAt'),
] as const

/** A batch as stored. */
export type BatchRow = Awaited<ReturnType<typeof getBatch>>

/** A render as stored, together with its finished file. */
export type RenderRow = Awaited<ReturnType<typeof getRender>>

/** A batch that is to be stored. */
export type NewBatch = {
  batchId: string
  orgId: string
  ref: string | null
  artistId: string
  mediaBundleId: string
  mediaId: string
  webhookUrl: string | null
  serviceParams: Record<string, unknown> | null
  isTest: boolean
  isFresh: boolean
}

/** A render that is to be stored with its batch. */
export type NewRender = {
  renderId: string
  variation: number
  contentId: string
  requiredData: Record<string, unknown>
  videoSettings: ResolvedVideoSettings
  theme: 'DARK' | 'LIGHT' | null
  seed: number
  priority: number
  width: number
  height: number
  frames: number
  fileName: string
  status: 'PENDING' | 'COLLECTING_ASSETS'
}

const insertWithRenders = statement(
  `with batch as (
     insert into batches (batch_id, org_id, ref, artist_id, media_bundle_id, media_id, webhook_url, service_params,
       is_test, total)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::boolean, json_array_length($11::json))
   )
   insert into renders (batch_id, org_id, is_test, is_fresh, position, render_id, variation, content_id, required_data,
     video_settings, theme, seed, priority, is_preview, aspect_ratio, width, height, frames, file_name, status)
   select $1, $2, $9::boolean, $10::boolean, place - 1, "renderId", variation, "contentId", "requiredData",
     "videoSettings", theme, seed, priority, "videoSettings"->>'outputQuality' = 'PREVIEW',
     "videoSettings"->>'aspectRatio', width, height, frames, "fileName", status
   from rows from (json_to_recordset($11::json) as ("renderId" text, variation integer, "contentId" text,
     "requiredData" jsonb, "videoSettings" jsonb, theme text, seed bigint, priority integer, width integer,
     height integer, frames integer, "fileName" text, status text)) with ordinality as r ("renderId", variation,
     "contentId", "requiredData", "videoSettings", theme, seed, priority, width, height, frames, "fileName", status, place)`,
)

/** Stores a batch and its renders, in their order: one statement, however many they are. */
export async function insertBatch(db: Db, batch: NewBatch, renders: NewRender[]): Promise<void> {
  await insertWithRenders(
    db,
    ...[batch.batchId, batch.orgId, batch.ref, batch.artistId, batch.mediaBundleId, batch.mediaId],
    ...[batch.webhookUrl, batch.serviceParams && JSON.stringify(batch.serviceParams)],
    ...[batch.isTest, batch.isFresh, JSON.stringify(renders)],
  )
}

/** One batch. */
export async function getBatch(db: Db, orgId: string, batchId: string) {
  const row = await db
    .selectFrom('batches')
    .select(BATCH_COLUMNS)
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!row) throw notFound('BATCH_NOT_FOUND', batchId)
  return row
}

/** Batches, newest first. */
export async function listBatches(db: Db, orgId: string, query: BatchQuery): Promise<Page<BatchRow>> {
  const { limit, cursor, createdAfter, createdBefore, ...filters } = query
  const place = { idKind: 'batch' as const, orgId, filters: { ...filters, createdAfter, createdBefore } }
  let select = db.selectFrom('batches').select(BATCH_COLUMNS).where('org_id', '=', orgId)
  if (cursor !== undefined) select = select.where('batch_id', '<', decodeCursor(place, cursor))
  if (createdAfter !== undefined) select = select.where('created_at', '>', createdAfter)
  if (createdBefore !== undefined) select = select.where('created_at', '<', createdBefore)
  if (query.artistId !== undefined) select = select.where('artist_id', '=', query.artistId)
  if (query.mediaBundleId !== undefined) select = select.where('media_bundle_id', '=', query.mediaBundleId)
  if (query.mediaId !== undefined) select = select.where('media_id', '=', query.mediaId)
  if (query.status !== undefined) select = select.where('status', '=', query.status)
  if (query.ref !== undefined) select = select.where('ref', '=', query.ref)
  const rows = await select
    .orderBy('batch_id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, (row) => encodeCursor(place, row.batchId))
}

/** Renders, newest first. */
export async function listRenders(db: Db, orgId: string, query: RenderQuery): Promise<Page<RenderRow>> {
  const { limit, cursor, createdAfter, createdBefore, ...filters } = query
  const place = { idKind: 'render' as const, orgId, filters: { ...filters, createdAfter, createdBefore } }
  let select = selectRenders(db).where('renders.org_id', '=', orgId)
  if (cursor !== undefined) select = select.where('renders.render_id', '<', decodeCursor(place, cursor))
  if (createdAfter !== undefined) select = select.where('renders.created_at', '>', createdAfter)
  if (createdBefore !== undefined) select = select.where('renders.created_at', '<', createdBefore)
  if (query.batchId !== undefined) select = select.where('renders.batch_id', '=', query.batchId)
  if (query.status !== undefined) select = select.where('renders.status', '=', query.status)
  if (query.contentId !== undefined) select = select.where('renders.content_id', '=', query.contentId)
  const rows = await select
    .orderBy('renders.render_id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, (row) => encodeCursor(place, row.renderId))
}

function pageOf<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? cursorOf(last) : null }
}

/** The renders of some batches, each batch's in its own order. */
export async function listRendersOfBatches(db: Db, batchIds: string[]): Promise<RenderRow[]> {
  if (batchIds.length === 0) return []
  return selectRenders(db).where('renders.batch_id', 'in', batchIds).orderBy('renders.position').execute()
}

/** One render. */
export async function getRender(db: Db, orgId: string, renderId: string) {
  const row = await selectRenders(db)
    .where('renders.org_id', '=', orgId)
    .where('renders.render_id', '=', renderId)
    .executeTakeFirst()
  if (!row) throw notFound('RENDER_NOT_FOUND', renderId)
  return row
}

/** How many renders of the same organization stand before this one; null when it does not wait. */
export async function findQueuePosition(db: Db, renderId: string): Promise<number | null> {
  const { rows } = await sql<{ position: number }>`
    select count(other.render_id)::int as position
    from renders mine
    left join renders other on other.org_id = mine.org_id
      and other.status in ('PENDING', 'COLLECTING_ASSETS') and other.job_id is null
      and other.ready_at < 'infinity'
      and (not other.is_preview, -other.priority, other.render_id) <= (not mine.is_preview, -mine.priority, mine.render_id)
    where mine.render_id = ${renderId} and mine.status in ('PENDING', 'COLLECTING_ASSETS') and mine.job_id is null and mine.ready_at < 'infinity'
    group by mine.render_id
  `.execute(db)
  return rows[0]?.position ?? null
}

function selectRenders(db: Db) {
  return db
    .selectFrom('renders')
    .leftJoin('outputs', 'outputs.output_id', 'renders.output_id')
    .select(RENDER_COLUMNS)
}
