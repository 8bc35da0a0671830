import type { Delivered, DeliveryFailure, Page, RenderQuery } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../../errors.ts'
import { type Condition, type List, readPage } from '../read-page.ts'
import type { Db } from '../schema.ts'
import { matchesRender } from '../search.ts'
import { FINAL_RENDER_STATUSES, OPEN_RENDER_STATUSES } from '../statuses.ts'
import type { Tx } from '../transaction.ts'
import { isWaiting } from './conditions.ts'
import type { Chapter } from './timeline.ts'

/** How far the delivery of a render's files is; moments as the database writes them. */
export type RenderDelivery = {
  status: Delivered['status']
  key: string | null
  error: DeliveryFailure | null
  attempts: number
  nextAttemptAt: string | null
  at: string | null
}

const RENDER_COLUMNS = [
  'renders.render_id as renderId',
  'renders.batch_id as batchId',
  'renders.org_id as orgId',
  'renders.media_id as mediaId',
  sql<boolean>`exists (
    select from batches where batches.batch_id = renders.batch_id and batches.media_id is null)`.as(
    'isOfSeveral',
  ),
  'renders.album as albumOrder',
  'renders.content_id as contentId',
  'renders.background',
  'renders.brand_id as brandId',
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
  'renders.segments_total as segmentsTotal',
  'renders.segments_kept as segmentsKept',
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
  'outputs.srt_key as srtKey',
  'outputs.vtt_key as vttKey',
  'outputs.chapters',
  'outputs.checks',
  'outputs.warnings',
  'outputs.expires_at as expiresAt',
  sql<string | null>`coalesce(renders.files_deleted_at, outputs.deleted_at)`.as('outputDeletedAt'),
  sql<RenderDelivery | null>`(
    select json_build_object('status', status, 'key', key, 'error', error, 'attempts', attempts, 'nextAttemptAt', next_try_at,
      'at', finished_at)
    from video_deliveries where video_deliveries.render_id = renders.render_id)`.as('delivery'),
] as const

/** A render as stored, together with its finished file; where one is read alone, with when it entered its states. */
export type RenderRow = Awaited<ReturnType<ReturnType<typeof selectRenders>['executeTakeFirstOrThrow']>> & {
  timeline?: Chapter[]
}

/** How lists of renders are read. */
export const RENDER_LIST: List<RenderRow> = {
  idKind: 'render',
  idColumn: 'renders.render_id',
  orgColumn: 'renders.org_id',
  idOf: (row) => row.renderId,
  from: 'renders',
  read: (db, { where, id, order, limit }) =>
    selectRenders(db).where(where).orderBy(id, order).limit(limit).execute(),
}

/** One render. */
export async function getRender(db: Db, orgId: string, renderId: string): Promise<RenderRow> {
  const row = await selectRenders(db)
    .select('renders.timeline')
    .where('renders.org_id', '=', orgId)
    .where('renders.render_id', '=', renderId)
    .executeTakeFirst()
  if (!row) throw notFound('RENDER_NOT_FOUND', renderId)
  return row
}

/** Renders, newest first. */
export function listRenders(db: Db, orgId: string, query: RenderQuery): Promise<Page<RenderRow>> {
  const conditions: Condition[] = []
  if (query.batchId !== undefined) conditions.push(sql`renders.batch_id = ${query.batchId}`)
  if (query.status !== undefined) conditions.push(sql`renders.status = ${query.status}`)
  if (query.contentId !== undefined) conditions.push(sql`renders.content_id = ${query.contentId}`)
  if (query.ref !== undefined) conditions.push(isOfBatch(orgId, sql`batches.ref = ${query.ref}`))
  if (query.q !== undefined) conditions.push(matchesRender(orgId, query.q))
  return readPage(db, RENDER_LIST, { orgId, query, conditions })
}

function isOfBatch(orgId: string, condition: Condition): Condition {
  return sql`renders.batch_id in (select batch_id from batches where org_id = ${orgId} and ${condition})`
}

/** The renders of some batches, each batch's in its own order. */
export async function listRendersOfBatches(db: Db, orgId: string, batchIds: string[]): Promise<RenderRow[]> {
  if (batchIds.length === 0) return []
  return selectRenders(db)
    .where('renders.org_id', '=', orgId)
    .where('renders.batch_id', 'in', batchIds)
    .orderBy('renders.position')
    .execute()
}

/** Some renders of an organization, in no order. */
export async function listRendersById(db: Db, orgId: string, renderIds: string[]): Promise<RenderRow[]> {
  if (renderIds.length === 0) return []
  return selectRenders(db)
    .where('renders.org_id', '=', orgId)
    .where('renders.render_id', 'in', renderIds)
    .execute()
}

/** The renders of a batch that are on their way, locked until the transaction ends. */
export function lockOpenRenders(transaction: Tx, orgId: string, batchId: string) {
  return transaction
    .selectFrom('renders')
    .select(['org_id as orgId', 'render_id as renderId', 'content_id as contentId'])
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .where('status', 'in', OPEN_RENDER_STATUSES)
    .orderBy('render_id')
    .forUpdate()
    .execute()
}

/** The first of an organization's renders that a worker could take now. */
export function findWaitingRender(db: Db, orgId: string): Promise<{ isPreview: boolean } | undefined> {
  return db
    .selectFrom('renders')
    .select('is_preview as isPreview')
    .where('org_id', '=', orgId)
    .where(isWaiting())
    .where('ready_at', '<=', sql<string>`now()`)
    .orderBy('is_preview', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** How many renders of the same organization stand before this one; null when it does not wait. */
export async function findQueuePosition(db: Db, orgId: string, renderId: string): Promise<number | null> {
  const { rows } = await sql<{ position: number }>`
    select count(other.render_id)::int as position
    from renders mine
    left join renders other on other.org_id = mine.org_id and ${isWaiting('other')}
      and other.ready_at < 'infinity'
      and (not other.is_preview, -other.priority, other.render_id) <= (not mine.is_preview, -mine.priority, mine.render_id)
    where mine.org_id = ${orgId} and mine.render_id = ${renderId} and ${isWaiting('mine')}
      and mine.ready_at < 'infinity'
    group by mine.render_id
  `.execute(db)
  return rows[0]?.position ?? null
}

/** Says that a final render's files were deleted, and which they are. Undefined: it is not final; it may just have been tried again. */
export function markFilesDeleted(
  transaction: Tx,
  orgId: string,
  renderId: string,
): Promise<{ outputId: string | null } | undefined> {
  return transaction
    .updateTable('renders')
    .set({ files_deleted_at: sql<string>`now()` })
    .where('org_id', '=', orgId)
    .where('render_id', '=', renderId)
    .where('status', 'in', FINAL_RENDER_STATUSES)
    .returning('output_id as outputId')
    .executeTakeFirst()
}

/** Where the files of a finished render lie, for whoever shows a signed link: the signature stands for the tenant. */
export function findRenderFiles(db: Db, renderId: string) {
  return db
    .selectFrom('renders')
    .innerJoin('outputs', 'outputs.output_id', 'renders.output_id')
    .select([
      'video_key as videoKey',
      'poster_key as posterKey',
      'srt_key as srtKey',
      'vtt_key as vttKey',
      'chapters',
      'content_type as contentType',
      'bytes',
      'sha256',
      'deleted_at as deletedAt',
      'files_deleted_at as filesDeletedAt',
    ])
    .where('render_id', '=', renderId)
    .executeTakeFirst()
}

function selectRenders(db: Db) {
  return db
    .selectFrom('renders')
    .leftJoin('outputs', 'outputs.output_id', 'renders.output_id')
    .select(RENDER_COLUMNS)
}
