import { sql, type Transaction } from 'kysely'
import type { Db } from '../services.ts'
import type { Database } from './schema.ts'

/** Everything that a worker must know to make a render's video. */
export type RenderWork = Awaited<ReturnType<typeof getRenderWork>>

/** Reads a render together with the song it is about. */
export function getRenderWork(db: Db, renderId: string) {
  return db
    .selectFrom('renders')
    .innerJoin('batches', 'batches.batch_id', 'renders.batch_id')
    .innerJoin('media', 'media.media_id', 'batches.media_id')
    .innerJoin('media_bundles', 'media_bundles.media_bundle_id', 'batches.media_bundle_id')
    .innerJoin('artists', 'artists.artist_id', 'batches.artist_id')
    .select([
      'renders.render_id as renderId',
      'renders.org_id as orgId',
      'renders.content_id as contentId',
      'renders.required_data as requiredData',
      'renders.video_settings as videoSettings',
      'renders.theme',
      'renders.seed',
      'renders.variation',
      'renders.is_test as isTest',
      'renders.is_fresh as isFresh',
      'renders.width',
      'renders.height',
      'renders.file_name as fileName',
      'renders.errors',
      'renders.held_up_since as heldUpSince',
      'media.name as title',
      'media.isrc',
      'media_bundles.name as album',
      'artists.name as artist',
      'media.audio_asset_id as audioAssetId',
      'media.lyrics_asset_id as lyricsAssetId',
      'media.video_asset_ids as videoAssetIds',
      'media.image_asset_id as mediaImageId',
      'media_bundles.image_asset_id as bundleImageId',
      'artists.image_asset_id as artistImageId',
    ])
    .where('render_id', '=', renderId)
    .executeTakeFirstOrThrow()
}

/** A finished file as it is written down. */
export type NewOutput = {
  outputId: string
  orgId: string
  workKey: string
  videoKey: string
  posterKey: string | null
  contentType: string
  bytes: number
  sha256: string
  durationSecs: number
  width: number
  height: number
  frames: number
  excerpt: { startSecs: number; endSecs: number }
  checks: object
  warnings: string[]
  retentionDays: number
}

/** Writes down a finished file. */
export async function insertOutput(db: Db, output: NewOutput): Promise<void> {
  await db
    .insertInto('outputs')
    .values({
      output_id: output.outputId,
      org_id: output.orgId,
      work_key: output.workKey,
      video_key: output.videoKey,
      poster_key: output.posterKey,
      content_type: output.contentType,
      bytes: output.bytes,
      sha256: output.sha256,
      duration_secs: output.durationSecs,
      width: output.width,
      height: output.height,
      frames: output.frames,
      excerpt: JSON.stringify(output.excerpt),
      checks: JSON.stringify(output.checks),
      warnings: JSON.stringify(output.warnings),
      expires_at: sql<string>`now() + make_interval(days => ${output.retentionDays})`,
    })
    .execute()
}

/** The stored output of identical work, if there is one; however little time it has left, a link gives it more. */
export function findOutputOfWork(db: Db, orgId: string, workKey: string) {
  return db
    .selectFrom('outputs')
    .select(['output_id as outputId', 'excerpt', 'frames', 'video_key as videoKey'])
    .where('org_id', '=', orgId)
    .where('work_key', '=', workKey)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Gives an output its full time from now on, and keeps it from being deleted until the transaction ends. False: it is
 * deleted already.
 */
export async function holdOutput(
  transaction: Transaction<Database>,
  outputId: string,
  retentionDays: number,
): Promise<boolean> {
  const row = await transaction
    .updateTable('outputs')
    .set({ expires_at: sql<string>`greatest(expires_at, now() + make_interval(days => ${retentionDays}))` })
    .where('output_id', '=', outputId)
    .where('deleted_at', 'is', null)
    .returning('output_id')
    .executeTakeFirst()
  return row !== undefined
}
