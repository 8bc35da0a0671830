import type { BatchInput } from '@songreel/contract'
import { findTemplates, type TemplateDeps } from '../catalogue/find-templates.ts'
import { invalidField, ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { type AlbumTrack, listAlbumTracks } from '../store/album-tracks.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { createBatchOfSongs } from './create-batch-of-songs.ts'
import { type PlannedRender, planRenders } from './plan/plan-renders.ts'
import { agree, getMediaBundleIds } from './plan/resolve-records.ts'
import type { CreatedBatch, CreateOptions } from './store-batch.ts'

type Deps = Pick<Services, 'queue' | 'config'> & Omit<TemplateDeps, 'db'>

/** What a whole song is taken for until it has been listened to. */
const UNKNOWN_SONG_SECS = 180
const SAMPLER_SECS = 60

/** Whether a batch is of an album as a whole: it names the album and no song, and its videos say so. */
export function isAlbumForm({ mediaBundleId, mediaId, media, mediaIds, renders }: BatchInput): boolean {
  return Boolean(mediaBundleId && !mediaId && !media && (mediaIds || renders.some(({ album }) => album)))
}

/** Refuses what only a batch of an album can mean. */
export function refuseAlbumFields({ mediaIds, renders }: BatchInput): void {
  const rule = 'is for videos of a whole album: send mediaBundleId, and neither media nor mediaId'
  if (mediaIds) throw invalidField('mediaIds', 'NOT_ALLOWED', rule)
  const entry = renders.findIndex(({ album }) => album)
  if (entry >= 0) throw invalidField(`renders[${entry}].album`, 'NOT_ALLOWED', rule)
}

/** Makes a batch of videos of a whole album: one transaction, all or nothing. */
export async function createAlbumBatch(
  services: Deps,
  db: Db,
  input: BatchInput,
  options: CreateOptions,
): Promise<CreatedBatch> {
  const templates = await findTemplates({ ...services, db }, options.orgId)
  const planned = planRenders(templates, input, services.config)
  return inTransaction(db, async (transaction) => {
    const { orgId } = options
    const bundle = agree(await getMediaBundleIds(transaction, orgId, input.mediaBundleId ?? ''), input)
    const songs = await orderSongs(transaction, orgId, { ...bundle, mediaIds: input.mediaIds })
    const renders = planned.map((render) => orderAlbum(render, input, songs, services.config.maxOutputSecs))
    const { ref, webhookUrl, serviceParams } = input
    const order = {
      ...bundle,
      songs: [{ mediaId: songs[0]!.mediaId, planned: renders }],
      ...(ref !== undefined && { ref }),
      ...(webhookUrl !== undefined && { webhookUrl }),
      ...(serviceParams && { serviceParams }),
    }
    return createBatchOfSongs(services, transaction, order, options)
  })
}

/** The album's songs in the order of the request, or in which they were added. */
async function orderSongs(
  transaction: Tx,
  orgId: string,
  { mediaBundleId, mediaIds }: { mediaBundleId: string; mediaIds: string[] | undefined },
): Promise<AlbumTrack[]> {
  const songs = await listAlbumTracks(transaction, orgId, mediaBundleId)
  if (songs.length === 0) {
    const message = `The album ${mediaBundleId} has no songs. Add them with POST /v1/media.`
    const details = [{ field: 'mediaBundleId', code: 'MEDIA_INCOMPLETE', message }]
    throw new ServiceError('MEDIA_INCOMPLETE', { message, details })
  }
  if (!mediaIds) return songs
  return mediaIds.map((mediaId, place) => {
    const song = songs.find((each) => each.mediaId === mediaId)
    const field = `mediaIds[${place}]`
    if (!song) throw invalidField(field, 'MISMATCH', `${mediaId} is no song of the album ${mediaBundleId}`)
    if (mediaIds.indexOf(mediaId) < place)
      throw invalidField(field, 'REPEATED', `names ${mediaId} a second time`)
    return song
  })
}

/** A planned video of these songs. How long it is, is an estimate until all of them have been listened to. */
function orderAlbum(
  render: PlannedRender,
  { renders }: BatchInput,
  songs: readonly AlbumTrack[],
  maxSecs: number,
): PlannedRender {
  const { entry } = render
  const { album: kind, samplerSecs } = renders[entry]!
  if (!kind)
    throw invalidField(`renders[${entry}].album`, 'REQUIRED', 'must be sent, because the batch names no song')
  const wholeSecs = songs.reduce((sum, { durationSecs }) => sum + (durationSecs ?? UNKNOWN_SONG_SECS), 0)
  const knownSecs = songs.reduce((sum, { durationSecs }) => sum + (durationSecs ?? 0), 0)
  if (kind === 'VIDEO' && knownSecs > maxSecs) {
    const rule = `has songs of ${Math.round(knownSecs)} s in all, and a video may last ${maxSecs} s. Name fewer with mediaIds`
    throw invalidField(`renders[${entry}].album`, 'TOO_LONG', rule)
  }
  const secs = kind === 'VIDEO' ? wholeSecs : Math.min(wholeSecs, samplerSecs ?? SAMPLER_SECS)
  const mediaIds = songs.map(({ mediaId }) => mediaId)
  const album = { kind, mediaIds, ...(kind === 'SAMPLER' && { samplerSecs: samplerSecs ?? SAMPLER_SECS }) }
  return { ...render, album, frames: Math.round(secs * render.videoSettings.fps) }
}
