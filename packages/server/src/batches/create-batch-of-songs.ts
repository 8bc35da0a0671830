import type { BatchInput, ReleaseRecord } from '@songreel/contract'
import { notFound } from '../errors.ts'
import { refuseForbiddenUrl } from '../outbound/refuse-forbidden-url.ts'
import type { Services } from '../services.ts'
import { findMediaIds } from '../store/media.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { type PlannedRender, tooMany } from './plan/plan-renders.ts'
import { type BatchOrder, type CreatedBatch, type CreateOptions, storeBatch } from './store-batch.ts'

/** The videos that are to be made of a song; `planRenders` makes them from entries of a request. */
export type SongRenders = { mediaId: string; planned: PlannedRender[] }

/** A batch of songs that are there already: whose it is, and what is to be made of each song, in the order of the batch. */
export type SongsInput = Pick<BatchInput, 'ref' | 'webhookUrl' | 'serviceParams'> & {
  artistId: string
  mediaBundleId: string
  songs: SongRenders[]
  /** Set where the batch makes a release: it is then of an album, of however many songs. */
  release?: ReleaseRecord
}

type Deps = Pick<Services, 'queue' | 'config'>

/**
 * Makes one batch of videos of one or more songs: one transaction, all or nothing, under the same limits and quotas as a
 * batch of one song. Of several, the batch's own `mediaId` is null, and its renders say which song they are of.
 */
export function createBatchOfSongs(
  services: Deps,
  db: Db,
  { songs, artistId, mediaBundleId, ...input }: SongsInput,
  options: CreateOptions,
): Promise<CreatedBatch> {
  const { ref = null, webhookUrl = null, serviceParams = null, release } = input
  refuseForbiddenUrl(services.config, 'webhookUrl', input.webhookUrl)
  const count = songs.reduce((sum, { planned }) => sum + planned.length, 0)
  if (count > services.config.maxVideos) throw tooMany('videos', count, services.config.maxVideos)
  return inTransaction(db, async (transaction) => {
    const mediaIds = [...new Set(songs.flatMap(listMediaIds))]
    const mediaId = mediaIds.length === 1 && !release ? (mediaIds[0] ?? null) : null
    const found = []
    for (const { mediaId, planned } of songs)
      found.push({ records: await getRecords(transaction, options.orgId, mediaId), planned })
    const order: BatchOrder = {
      batch: {
        ref,
        artistId,
        mediaBundleId,
        mediaId,
        webhookUrl,
        serviceParams,
        ...(release && { release }),
      },
      songs: found,
      status: 'COLLECTING_ASSETS',
    }
    return storeBatch(services, transaction, order, options)
  })
}

/** A video of an album is of all its songs. */
function listMediaIds({ mediaId, planned }: SongRenders): string[] {
  return [mediaId, ...planned.flatMap(({ album }) => album?.mediaIds ?? [])]
}

async function getRecords(transaction: Tx, orgId: string, mediaId: string) {
  const records = await findMediaIds(transaction, orgId, { mediaId })
  if (!records) throw notFound('MEDIA_NOT_FOUND', mediaId, 'mediaId')
  return records
}
