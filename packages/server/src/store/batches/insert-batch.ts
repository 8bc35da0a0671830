import type { ReleaseRecord } from '@songreel/contract'
import type { Origin } from '../../scope.ts'
import type { AlbumOrder, OwnBackground, ResolvedVideoSettings } from '../batch-schema.ts'
import type { BrandSource } from '../choose-brand.ts'
import type { Db } from '../schema.ts'
import { statement } from '../statement.ts'

/** A batch that is to be stored. */
export type NewBatch = {
  batchId: string
  orgId: string
  ref: string | null
  artistId: string
  mediaBundleId: string
  /** Null: of several songs. */
  mediaId: string | null
  webhookUrl: string | null
  serviceParams: Record<string, unknown> | null
  /** Set where it makes a release. */
  release?: ReleaseRecord
  isTest: boolean
  isFresh: boolean
  origin: Origin | null
  /** The moment in the ids of the batch and its renders. */
  createdAt: string
}

/** A render that is to be stored with its batch. */
export type NewRender = {
  renderId: string
  mediaId: string
  /** Set for a video of a whole album. */
  album?: AlbumOrder
  /** The video that it takes the place of. */
  replaces?: string
  variation: number
  contentId: string
  requiredData: Record<string, unknown>
  videoSettings: ResolvedVideoSettings
  theme: 'DARK' | 'LIGHT' | null
  /** Null: the cover. */
  background: OwnBackground | null
  brandId: string | null
  brandSource: BrandSource | null
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
       release, is_test, origin, created_at, total)
     values ($batchId, $orgId, $ref, $artistId, $mediaBundleId, $mediaId, $webhookUrl, $serviceParams::jsonb,
       $release::jsonb, $isTest::boolean, $origin::jsonb, $createdAt::timestamptz, json_array_length($renders::json))
   )
   insert into renders (batch_id, org_id, is_test, is_fresh, position, render_id, media_id, album, replaces, variation,
     content_id, required_data, video_settings, theme, background, brand_id, brand_source, seed, priority, is_preview, aspect_ratio, width, height, frames, file_name, status, created_at)
   select $batchId, $orgId, $isTest::boolean, $isFresh::boolean, place - 1, "renderId", "mediaId", album, replaces,
     variation, "contentId", "requiredData", "videoSettings", theme, background, "brandId", "brandSource", seed, priority, "videoSettings"->>'outputQuality' = 'PREVIEW',
     "videoSettings"->>'aspectRatio', width, height, frames, "fileName", status, $createdAt::timestamptz
   from rows from (json_to_recordset($renders::json) as ("renderId" text, "mediaId" text, album jsonb, replaces text,
     variation integer, "contentId" text,
     "requiredData" jsonb, "videoSettings" jsonb, theme text, background text, "brandId" text, "brandSource" text, seed bigint, priority integer, width integer,
     height integer, frames integer, "fileName" text, status text)) with ordinality as r ("renderId", "mediaId",
     album, replaces, variation,
     "contentId", "requiredData", "videoSettings", theme, background, "brandId", "brandSource", seed, priority, width, height, frames, "fileName", status, place)`,
)

/** Stores a batch and its renders, in their order: one statement, however many they are. */
export async function insertBatch(db: Db, batch: NewBatch, renders: NewRender[]): Promise<void> {
  const serviceParams = batch.serviceParams && JSON.stringify(batch.serviceParams)
  const origin = batch.origin && JSON.stringify(batch.origin)
  const release = batch.release ? JSON.stringify(batch.release) : null
  await insertWithRenders(db, { ...batch, serviceParams, origin, release, renders: JSON.stringify(renders) })
}
