import type { RebuildDryRun } from '@songreel/contract'
import type { TemplateDeps } from '../../catalogue/find-templates.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { findMediaIds } from '../../store/media.ts'
import { type BundleIds, findMediaBundleIds } from '../../store/media-bundles.ts'
import { lockSongs, type SongScope } from '../../store/renders/song-renders.ts'
import type { Db } from '../../store/schema.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { createBatchOfSongs } from '../create-batch-of-songs.ts'
import { estimateAll, estimateSecs } from '../plan/estimate-work.ts'
import type { CreatedBatch, CreateOptions } from '../store-batch.ts'
import { findStale, type StaleVideo } from './find-stale.ts'

type Deps = Pick<Services, 'queue' | 'config' | 'db'> & Omit<TemplateDeps, 'db'>

/** Which record's videos are to be made again. */
export type Rebuild = { scope: SongScope; options: CreateOptions }

/** Makes one batch of exactly the stale videos of a song or an album, with their settings; undefined if nothing is stale. */
export async function rebuild(services: Deps, db: Db, order: Rebuild): Promise<CreatedBatch | undefined> {
  return inTransaction(db, async (transaction) => (await makeBatch(services, transaction, order))?.batch)
}

/** Which videos a rebuild would make, why, and what they would take. Everything is checked as if they were made. */
export async function dryRunRebuild(services: Deps, order: Rebuild): Promise<RebuildDryRun> {
  const transaction = await services.db.startTransaction().execute()
  try {
    const stale = (await makeBatch(services, transaction, order))?.stale ?? []
    return {
      batchId: null,
      renders: stale.map(describeVideo),
      estimate: estimateAll(stale.map(({ video }) => video)),
    }
  } finally {
    await transaction.rollback().execute()
  }
}

async function makeBatch(services: Deps, transaction: Tx, { scope, options }: Rebuild) {
  const ids = await getRecord(transaction, scope)
  await lockSongs(transaction, scope)
  // A test token's videos carry a watermark: they are not what a live one's are made again as.
  const found = await findStale(services, transaction, scope)
  const stale = found.filter(({ video }) => video.isTest === options.isTest)
  if (stale.length === 0) return undefined
  const { maxVideos } = services.config
  if (stale.length > maxVideos) throw tooMany(stale.length, maxVideos)
  const bySong = Map.groupBy(stale, ({ video }) => video.mediaId)
  const songs = Array.from(bySong, ([mediaId, videos]) => ({
    mediaId,
    planned: videos.map(({ planned }) => planned),
  }))
  const batch = await createBatchOfSongs(services, transaction, { ...ids, songs }, options)
  return { stale, batch }
}

/** The living record, with the album and the artist that the batch is said to be of. */
async function getRecord(transaction: Tx, scope: SongScope): Promise<BundleIds> {
  const { orgId } = scope
  if ('mediaId' in scope) {
    const song = await findMediaIds(transaction, orgId, scope)
    if (!song) throw notFound('MEDIA_NOT_FOUND', scope.mediaId)
    return { artistId: song.artistId, mediaBundleId: song.mediaBundleId }
  }
  const album = await findMediaBundleIds(transaction, orgId, scope)
  if (!album) throw notFound('MEDIA_BUNDLE_NOT_FOUND', scope.mediaBundleId)
  return album
}

function describeVideo({ video, reasons }: StaleVideo): RebuildDryRun['renders'][number] {
  const { renderId, mediaId, contentId, aspectRatio, fileName } = video
  const secs = Math.round(estimateSecs(video) * 10) / 10
  return { renderId, mediaId, contentId, aspectRatio, fileName, staleReasons: reasons, estimateSecs: secs }
}

function tooMany(count: number, max: number): ServiceError {
  const message = `${count} videos are stale, and a batch may have ${max}. Rebuild the songs one by one with POST /v1/media/{mediaId}/rebuild.`
  return new ServiceError('CONFLICT', { message, details: [{ field: 'renders', code: 'TOO_MANY', message }] })
}
