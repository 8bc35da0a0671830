import type { DeliveryFailure, Destination } from '@songreel/contract'
import { sql } from 'kysely'
import type { Overdue } from './assets.ts'
import type { Db } from './schema.ts'
import { statement } from './statement.ts'
import type { Tx } from './transaction.ts'

/** Which render's delivery is meant. */
export type VideoDeliveryRef = { orgId: string; renderId: string }

/** A multipart upload that was begun and not ended, and where: sending again may name another destination. */
export type OpenUpload = { destination: Destination; key: string; uploadId: string }

/** What a worker needs to deliver a render's files. */
export type VideoDelivery = VideoDeliveryRef & {
  batchId: string
  destination: Destination
  round: number
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attempts: number
  upload: OpenUpload | null
  fileName: string
  videoKey: string | null
  posterKey: string | null
  srtKey: string | null
  vttKey: string | null
  contentType: string | null
  bytes: number | null
  sha256: string | null
  isDeleted: boolean
}

const insert = statement<{ round: number }>(
  `insert into video_deliveries (render_id, org_id, destination)
   select $renderId, org_id, $destination::jsonb from renders
   where org_id = $orgId and render_id = $renderId and status = 'COMPLETED'
   on conflict (render_id) do update set destination = excluded.destination, round = video_deliveries.round + 1,
     status = 'PENDING', attempts = 0, key = null, error = null, next_try_at = null, created_at = now(), finished_at = null
   returning round`,
)
const findDestination = statement<{ destination: unknown }>(
  `select coalesce(video_deliveries.destination, batches.service_params -> 'destination') as destination
   from renders join batches on batches.batch_id = renders.batch_id
     left join video_deliveries on video_deliveries.render_id = renders.render_id
   where renders.org_id = $orgId and renders.render_id = $renderId`,
)
const find = statement<VideoDelivery>(
  `select d.render_id as "renderId", d.org_id as "orgId", batch_id as "batchId", destination, round, d.status, attempts,
     upload, file_name as "fileName", video_key as "videoKey", poster_key as "posterKey", srt_key as "srtKey",
     vtt_key as "vttKey", content_type as "contentType", bytes, sha256,
     coalesce(files_deleted_at, deleted_at) is not null as "isDeleted"
   from video_deliveries d join renders on renders.render_id = d.render_id
     left join outputs on outputs.output_id = renders.output_id
   where d.org_id = $orgId and d.render_id = $renderId`,
)
const noteUpload = statement(
  `update video_deliveries set upload = $upload::jsonb
   where org_id = $orgId and render_id = $renderId and round = $round and attempts = $attempts and status = 'PENDING'
   returning 1`,
)
const write = statement(
  `update video_deliveries set status = $status, attempts = attempts + 1, key = $key, error = $error::jsonb,
     next_try_at = $nextAttemptAt::timestamptz, finished_at = $finishedAt::timestamptz
   where org_id = $orgId and render_id = $renderId and round = $round and attempts = $attempts and status = 'PENDING'
   returning 1`,
)

/** Where a render's files are to go, as its delivery or else its batch says; whoever reads it checks it. */
export async function findRenderDestination(db: Db, ref: VideoDeliveryRef): Promise<unknown> {
  const [row] = await findDestination(db, ref)
  return row?.destination ?? undefined
}

/** Begins the delivery of a completed render, or a new round of it. Undefined: the render is not completed. */
export async function openVideoDelivery(
  transaction: Tx,
  ref: VideoDeliveryRef,
  destination: Destination,
): Promise<{ round: number } | undefined> {
  const [row] = await insert(transaction, { ...ref, destination: JSON.stringify(destination) })
  return row
}

/** A delivery together with the files that it is about. */
export async function findVideoDelivery(db: Db, ref: VideoDeliveryRef): Promise<VideoDelivery | undefined> {
  const [row] = await find(db, ref)
  return row
}

/** Which attempt of a delivery writes: of two workers at once, one counts. */
type Attempt = Pick<VideoDelivery, 'orgId' | 'renderId' | 'round' | 'attempts'>

/** Notes that a multipart upload was begun, or that none is open any more. False: the attempt no longer counts. */
export async function noteOpenUpload(
  db: Db,
  { orgId, renderId, round, attempts }: Attempt,
  upload: OpenUpload | null,
): Promise<boolean> {
  const rows = await noteUpload(db, {
    orgId,
    renderId,
    round,
    attempts,
    upload: upload && JSON.stringify(upload),
  })
  return rows.length > 0
}

/** How an attempt ended, and when the next one is due. */
export type VideoAttempt = {
  status: VideoDelivery['status']
  key: string | null
  error: DeliveryFailure | null
  nextAttemptAt: Date | null
  finishedAt: Date | null
}

/** Writes an attempt down. False: another worker was first, or the delivery began anew. */
export async function writeVideoAttempt(
  transaction: Tx,
  { orgId, renderId, round, attempts }: Attempt,
  attempted: VideoAttempt,
): Promise<boolean> {
  const error = attempted.error && JSON.stringify(attempted.error)
  const rows = await write(transaction, { ...attempted, error, orgId, renderId, round, attempts })
  return rows.length > 0
}

/** Some of the deliveries whose time came so long ago and that the other SELECT does not name. */
export async function listOverdueVideoDeliveries(
  db: Db,
  { overdueSecs, except, limit }: Overdue,
): Promise<(VideoDeliveryRef & { round: number })[]> {
  const { rows } = await sql<VideoDeliveryRef & { round: number }>`
    select render_id as "renderId", org_id as "orgId", round from video_deliveries
    where render_id in (
      select render_id from video_deliveries
      where status = 'PENDING' and coalesce(next_try_at, created_at) < now() - make_interval(secs => ${overdueSecs})
      except ${except}
      limit ${limit})
  `.execute(db)
  return rows
}
