import type { BatchInput } from '@songreel/contract'
import type { Templates } from '@songreel/templates'
import type { Transaction } from 'kysely'
import { crashPoint } from '../crash-point.ts'
import { ServiceError } from '../errors.ts'
import { refuseForbiddenUrl } from '../outbound/refuse-forbidden-url.ts'
import type { Db, Services } from '../services.ts'
import { newId } from '../store/new-id.ts'
import type { Database } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { enqueueRenders } from './enqueue-renders.ts'
import { createFileNamer } from './file-name.ts'
import { type PlannedRender, planRenders } from './plan-renders.ts'
import { type BatchRecords, isReferenceForm, resolveRecords } from './resolve-records.ts'

type CreateDeps = Pick<Services, 'queue' | 'storage' | 'config'> & { templates: Templates }

/** How a batch is to be made, besides what its body says. */
export type CreateOptions = {
  orgId: string
  /** The token is a test token: the videos carry a watermark. */
  isTest: boolean
  /** Never link the output of earlier identical work. */
  isFresh: boolean
}

/** What was made: its id, and in which form it was asked for. */
export type CreatedBatch = { batchId: string; planned: PlannedRender[] }

/** Makes records, batch, renders and their places in line: one transaction, all or nothing. */
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
    const song = await readSong(transaction, records)
    refuseIncomplete(planned, song)
    const batchId = await insertBatch(transaction, { input, options, records, total: planned.length })
    await insertRenders(transaction, { batchId, input, options, planned, song })
    await crashPoint('batch-written')
    const entries = planned.map(({ videoSettings }) => ({
      isPreview: videoSettings.outputQuality === 'PREVIEW',
    }))
    await enqueueRenders(services.queue, transaction, orgId, entries)
    return { batchId, planned }
  })
}

type SongFacts = {
  title: string
  artist: string
  audio_asset_id: string | null
  lyrics_asset_id: string | null
  video_asset_ids: string[]
}

function readSong(transaction: Transaction<Database>, { mediaId }: BatchRecords): Promise<SongFacts> {
  return transaction
    .selectFrom('media')
    .innerJoin('artists', 'artists.artist_id', 'media.artist_id')
    .select([
      'media.name as title',
      'artists.name as artist',
      'audio_asset_id',
      'lyrics_asset_id',
      'video_asset_ids',
    ])
    .where('media_id', '=', mediaId)
    .executeTakeFirstOrThrow()
}

function refuseIncomplete(planned: PlannedRender[], song: SongFacts): void {
  for (const { entry, contentId, needs, requiredData } of planned) {
    const lacks = findLack(needs, song, requiredData)
    if (!lacks) continue
    const message = `renders[${entry}]: ${contentId} needs ${lacks.what}, and the media has none. Give it ${lacks.field} with PUT /v1/media/{mediaId}.`
    const details = [{ field: `renders[${entry}].contentId`, code: 'MEDIA_INCOMPLETE', message }]
    throw new ServiceError('MEDIA_INCOMPLETE', { message, details })
  }
}

function findLack(needs: PlannedRender['needs'], song: SongFacts, data: Record<string, unknown>) {
  if (needs.audio && !song.audio_asset_id) return { what: 'a song', field: 'audioUrl' }
  const hasLyrics = song.lyrics_asset_id !== null || data.lyrics !== undefined
  if (needs.lyrics === 'REQUIRED' && !hasLyrics) return { what: 'lyrics', field: 'lyricsUrl or lyricsText' }
  if (needs.clips && song.video_asset_ids.length < needs.clips.min)
    return { what: 'videos', field: 'videoUrls' }
  return undefined
}

type NewBatch = { input: BatchInput; options: CreateOptions; records: BatchRecords; total: number }

async function insertBatch(
  transaction: Transaction<Database>,
  { input, options, records, total }: NewBatch,
): Promise<string> {
  const batchId = newId('batch')
  await transaction
    .insertInto('batches')
    .values({
      batch_id: batchId,
      org_id: options.orgId,
      ref: input.ref ?? null,
      artist_id: records.artistId,
      media_bundle_id: records.mediaBundleId,
      media_id: records.mediaId,
      webhook_url: input.webhookUrl ?? null,
      service_params: input.serviceParams ? JSON.stringify(input.serviceParams) : null,
      is_test: options.isTest,
      total,
    })
    .execute()
  return batchId
}

type NewRenders = {
  batchId: string
  input: BatchInput
  options: CreateOptions
  planned: PlannedRender[]
  song: SongFacts
}

async function insertRenders(
  transaction: Transaction<Database>,
  { batchId, input, options, planned, song }: NewRenders,
): Promise<void> {
  const nameOf = createFileNamer()
  const status = isReferenceForm(input) ? ('COLLECTING_ASSETS' as const) : ('PENDING' as const)
  const rows = planned.map((render, position) => ({
    render_id: newId('render'),
    batch_id: batchId,
    org_id: options.orgId,
    position,
    variation: render.variation,
    content_id: render.contentId,
    required_data: JSON.stringify(render.requiredData),
    video_settings: JSON.stringify(render.videoSettings),
    theme: render.theme,
    seed: render.seed,
    priority: render.priority,
    is_preview: render.videoSettings.outputQuality === 'PREVIEW',
    is_test: options.isTest,
    is_fresh: options.isFresh,
    aspect_ratio: render.videoSettings.aspectRatio,
    width: render.width,
    height: render.height,
    frames: render.frames,
    file_name: nameOf({ ...song, contentId: render.contentId, ...render.videoSettings }),
    status,
  }))
  await transaction.insertInto('renders').values(rows).execute()
}
