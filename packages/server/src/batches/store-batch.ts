import { Destination, type Warning } from '@songreel/contract'
import { crashPoint } from '../crash-point.ts'
import { refuseUnusableDestination } from '../destinations/check-destination.ts'
import { notFound } from '../errors.ts'
import { getOrigin, noteFacts } from '../scope.ts'
import type { Services } from '../services.ts'
import { insertBatch, type NewBatch, type NewRender } from '../store/batches/insert-batch.ts'
import { takeFileNames } from '../store/file-names.ts'
import { findSong } from '../store/media.ts'
import { newId } from '../store/new-id.ts'
import { lockQuota } from '../store/quotas.ts'
import type { Tx } from '../store/transaction.ts'
import { enqueueRenders } from './enqueue-renders.ts'
import { dressRenders } from './plan/dress-renders.ts'
import { nameFile, numberNames } from './plan/file-name.ts'
import type { PlannedRender } from './plan/plan-renders.ts'
import { refuseIncomplete } from './plan/refuse-incomplete.ts'
import { refuseLyrics } from './plan/refuse-lyrics.ts'
import type { ResolvedRecords, SongFacts } from './plan/resolve-records.ts'
import { refuseOverQuota } from './quota.ts'

/** How a batch is to be made, besides what its body says. */
export type CreateOptions = {
  orgId: string
  /** The token is a test token: the videos carry a watermark. */
  isTest: boolean
  /** Never link the output of earlier identical work. */
  isFresh: boolean
}

/** A song of a batch, and the videos that are to be made of it. */
export type SongOrder = { records: ResolvedRecords; planned: PlannedRender[] }

/** A batch that is to be stored: what it is about, its songs in order, and the state that its renders begin in. */
export type BatchOrder = {
  batch: Pick<
    NewBatch,
    'ref' | 'artistId' | 'mediaBundleId' | 'mediaId' | 'webhookUrl' | 'serviceParams' | 'release'
  >
  songs: SongOrder[]
  status: NewRender['status']
}

/** What was made: its id, its renders as they are stored, and what they were planned from. */
export type CreatedBatch = {
  batchId: string
  renders: NewRender[]
  planned: PlannedRender[]
  /** What works, but perhaps not as intended. */
  warnings: Warning[]
}

type Song = SongFacts & ResolvedRecords
type SongVideo = { song: Song; video: PlannedRender }

/** Checks the songs of a batch against what is to be made of them, and stores batch, renders and their places in the queue. */
export async function storeBatch(
  services: Pick<Services, 'queue' | 'config'>,
  transaction: Tx,
  { batch, songs, status }: BatchOrder,
  options: CreateOptions,
): Promise<CreatedBatch> {
  const { orgId, isTest, isFresh } = options
  await checkDestination(services, transaction, orgId, batch.serviceParams)
  const videos: SongVideo[] = []
  for (const order of songs) {
    const song = await checkSong(transaction, orgId, order, songs.length > 1)
    videos.push(...order.planned.map((video) => ({ song, video })))
  }
  const planned = videos.map(({ video }) => video)
  const { brands, warnings } = await dressRenders(
    transaction,
    orgId,
    videos.map(({ song, video }) => ({ artistId: song.artistId, video })),
  )
  const quota = isTest ? undefined : await lockQuota(transaction, orgId)
  const fileNames = await chooseFileNames(transaction, orgId, videos)
  const nowMs = Date.now()
  const batchId = newId('batch', nowMs)
  const renders = videos.map(({ song, video: { entry: _, needs: __, ...render } }, index) => ({
    ...render,
    ...brands[index]!,
    renderId: newId('render', nowMs),
    mediaId: song.mediaId,
    fileName: fileNames[index] ?? '',
    status,
  })) satisfies NewRender[]
  const facts = { orgId, isTest, isFresh, origin: getOrigin() ?? null }
  const createdAt = new Date(nowMs).toISOString()
  await insertBatch(transaction, { ...batch, ...facts, batchId, createdAt }, renders)
  noteFacts({ batchId })
  if (quota) await refuseOverQuota(transaction, orgId, { limits: quota, videos: renders.length })
  await crashPoint('batch-written')
  const entries = planned.map(({ videoSettings }) => ({
    isPreview: videoSettings.outputQuality === 'PREVIEW',
  }))
  await enqueueRenders(services.queue, transaction, orgId, entries)
  return { batchId, renders, planned, warnings }
}

async function checkDestination(
  services: Pick<Services, 'config'>,
  transaction: Tx,
  orgId: string,
  serviceParams: NewBatch['serviceParams'],
): Promise<void> {
  const destination = Destination.safeParse(serviceParams?.destination).data
  if (!destination) return
  const field = 'serviceParams.destination'
  await refuseUnusableDestination(services, transaction, orgId, { destination, field })
}

async function checkSong(
  transaction: Tx,
  orgId: string,
  { records, planned }: SongOrder,
  isOneOfSeveral: boolean,
): Promise<Song> {
  const { mediaId } = records
  const song = records.song ?? (await findSong(transaction, orgId, mediaId))
  if (!song) throw notFound('MEDIA_NOT_FOUND', mediaId, 'mediaId')
  const ofSong = planned.filter((video) => !playsAlbum(video))
  const isInline = records.song !== undefined
  refuseIncomplete({ planned: ofSong, song, isInline, ...(isOneOfSeveral && { mediaId }) })
  await refuseLyrics(transaction, orgId, { planned: ofSong, song })
  await checkAlbums(transaction, orgId, planned.filter(playsAlbum))
  return { ...song, ...records }
}

function playsAlbum({ album }: PlannedRender): boolean {
  return album?.kind === 'VIDEO' || album?.kind === 'SAMPLER'
}

/** A video of an album needs of each of its songs what one of a single song needs. */
async function checkAlbums(transaction: Tx, orgId: string, planned: PlannedRender[]): Promise<void> {
  for (const video of planned) {
    for (const mediaId of video.album?.mediaIds ?? []) {
      const song = await findSong(transaction, orgId, mediaId)
      if (!song) throw notFound('MEDIA_NOT_FOUND', mediaId, 'mediaIds')
      refuseIncomplete({ planned: [video], song, mediaId })
      await refuseLyrics(transaction, orgId, { planned: [video], song })
    }
  }
}

/** Names are counted in the transaction: no two videos of an organization get the same, however batches meet. */
async function chooseFileNames(transaction: Tx, orgId: string, videos: SongVideo[]): Promise<string[]> {
  const names = videos.map(({ song, video: { contentId, videoSettings, album } }) =>
    nameFile({ ...song, contentId, ...videoSettings, albumKind: album?.kind }),
  )
  return numberNames(names, await takeFileNames(transaction, orgId, names))
}
