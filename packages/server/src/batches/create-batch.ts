import type { BatchInput } from '@songreel/contract'
import { asksForLyrics } from '@songreel/render'
import type { Templates } from '@songreel/templates'
import { crashPoint } from '../crash-point.ts'
import { notFound, ServiceError } from '../errors.ts'
import { refuseForbiddenUrl } from '../outbound/refuse-forbidden-url.ts'
import { getOrigin, noteFacts } from '../scope.ts'
import type { Services } from '../services.ts'
import { insertBatch, type NewRender } from '../store/batches/insert-batch.ts'
import { takeFileNames } from '../store/file-names.ts'
import { findSong } from '../store/media.ts'
import { newId } from '../store/new-id.ts'
import { lockQuota } from '../store/quotas.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { enqueueRenders } from './enqueue-renders.ts'
import { nameFile, numberNames } from './plan/file-name.ts'
import { type PlannedRender, planRenders } from './plan/plan-renders.ts'
import { refuseLyrics } from './plan/refuse-lyrics.ts'
import {
  isReferenceForm,
  type ResolvedRecords,
  resolveRecords,
  type SongFacts,
} from './plan/resolve-records.ts'
import { refuseOverQuota } from './quota.ts'

type CreateDeps = Pick<Services, 'queue' | 'storage' | 'config' | 'address'> & { templates: Templates }

/** How a batch is to be made, besides what its body says. */
export type CreateOptions = {
  orgId: string
  /** The token is a test token: the videos carry a watermark. */
  isTest: boolean
  /** Never link the output of earlier identical work. */
  isFresh: boolean
}

/** What was made: its id, its renders as they are stored, and what they were planned from. */
export type CreatedBatch = { batchId: string; renders: NewRender[]; planned: PlannedRender[] }

/** Makes records, batch, renders and their places in the queue: one transaction, all or nothing. */
export function createBatch(
  services: CreateDeps,
  db: Db,
  input: BatchInput,
  options: CreateOptions,
): Promise<CreatedBatch> {
  refuseForbiddenUrl(services.config, 'webhookUrl', input.webhookUrl)
  const planned = planRenders(services.templates, input, services.config)
  return inTransaction(db, async (transaction) => {
    const { orgId } = options
    const records = await resolveRecords(services, transaction, orgId, input)
    const song = records.song ?? (await findSong(transaction, orgId, records.mediaId))
    if (!song) throw notFound('MEDIA_NOT_FOUND', records.mediaId, 'mediaId')
    refuseIncomplete(planned, song)
    await refuseLyrics(transaction, orgId, { planned, song })
    const quota = options.isTest ? undefined : await lockQuota(transaction, orgId)
    const fileNames = await chooseFileNames(transaction, orgId, planned, { ...song, ...records })
    const status = isReferenceForm(input) ? 'COLLECTING_ASSETS' : 'PENDING'
    const nowMs = Date.now()
    const batchId = newId('batch', nowMs)
    const renders = planned.map(({ entry: _, needs: __, ...render }, index) => ({
      ...render,
      renderId: newId('render', nowMs),
      fileName: fileNames[index] ?? '',
      status,
    })) satisfies NewRender[]
    const createdAt = new Date(nowMs).toISOString()
    await insertBatch(transaction, { ...describeBatch(input, options, records), batchId, createdAt }, renders)
    noteFacts({ batchId })
    if (quota) await refuseOverQuota(transaction, orgId, { limits: quota, videos: renders.length })
    await crashPoint('batch-written')
    const entries = planned.map(({ videoSettings }) => ({
      isPreview: videoSettings.outputQuality === 'PREVIEW',
    }))
    await enqueueRenders(services.queue, transaction, orgId, entries)
    return { batchId, renders, planned }
  })
}

function refuseIncomplete(planned: PlannedRender[], song: SongFacts): void {
  for (const { entry, contentId, needs, requiredData } of planned) {
    const lacks = findLack(needs, song, requiredData)
    if (!lacks) continue
    const instead = lacks.instead ? `, or send requiredData.${lacks.instead}` : ''
    const message = `renders[${entry}]: ${contentId} needs ${lacks.what}, and the media has none. Give it ${lacks.field} with PUT /v1/media/{mediaId}${instead}.`
    const details = [{ field: `renders[${entry}].contentId`, code: 'MEDIA_INCOMPLETE', message }]
    throw new ServiceError('MEDIA_INCOMPLETE', { message, details })
  }
}

function findLack(needs: PlannedRender['needs'], song: SongFacts, data: Record<string, unknown>) {
  if (needs.audio && !song.audioAssetId) return { what: 'a song', field: 'audioUrl' }
  const hasLyrics = song.lyricsAssetId !== null || data.lyrics !== undefined
  if (asksForLyrics(needs, data) === 'REQUIRED' && !hasLyrics)
    return { what: 'lyrics', field: 'lyricsUrl or lyricsText', instead: needs.lyricsUnless }
  if (needs.clips && song.videoAssetIds.length < needs.clips.min)
    return { what: 'videos', field: 'videoUrls' }
  return undefined
}

function describeBatch(
  input: BatchInput,
  { orgId, isTest, isFresh }: CreateOptions,
  { artistId, mediaBundleId, mediaId }: ResolvedRecords,
) {
  const { ref = null, webhookUrl = null, serviceParams = null } = input
  const records = { artistId, mediaBundleId, mediaId }
  const origin = getOrigin() ?? null
  return { orgId, ref, webhookUrl, serviceParams, isTest, isFresh, origin, ...records }
}

/** Names are counted in the transaction: no two videos of an organization get the same, however batches meet. */
async function chooseFileNames(
  transaction: Tx,
  orgId: string,
  planned: PlannedRender[],
  song: SongFacts & ResolvedRecords,
): Promise<string[]> {
  const names = planned.map(({ contentId, videoSettings }) =>
    nameFile({ ...song, contentId, ...videoSettings }),
  )
  return numberNames(names, await takeFileNames(transaction, orgId, names))
}
