import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PreviewInput } from '@songreel/contract'
import { planVideo, type RenderPlan, renderVideo, type VideoOrder } from '@songreel/render'
import type { LoadedTemplate } from '@songreel/templates'
import { ensureDemoClips, ensureDemoFiles } from '../assets/demo-files.ts'
import { gatherFiles } from '../assets/gather-files.ts'
import { withWorkFolder } from '../assets/work-folder.ts'
import { planRenders } from '../batches/plan/plan-renders.ts'
import { notFound, ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { findSong } from '../store/media.ts'
import { WorkError } from '../work-error.ts'

const PREVIEWS_AT_ONCE = 2
const DEFAULT_AT_SECS = 3

type PreviewRequest = {
  loaded: LoadedTemplate
  input: PreviewInput
  orgId: string
  isTest: boolean
  signal: AbortSignal
}

/** One moment of a template as a PNG, by the same engine and with the same pixels as the export. Not stored. */
export function renderPreviewStill(services: Services, request: PreviewRequest): Promise<Buffer> {
  return makePreview(services, request, async (plan) => {
    const atSecs = [request.input.atSecs ?? DEFAULT_AT_SECS]
    const [png] = await services.stills.draw(plan, { atSecs, signal: request.signal })
    // One moment was asked for, so one still comes back.
    return Buffer.from(png!)
  })
}

/** A few seconds of a template as an MP4. Not stored. */
export function renderPreviewClip(
  services: Services,
  request: PreviewRequest,
  clipSecs: number,
): Promise<Buffer> {
  return makePreview(services, request, async (plan) => {
    const clip = { startSecs: request.input.atSecs ?? 0, secs: clipSecs }
    const limits = { signal: request.signal, closedFolders: [services.config.dataDir] }
    return readFile((await renderVideo({ ...plan, clip }, limits)).file)
  })
}

/** Previews share the API's machine, so only a few are made at once. */
async function makePreview(
  services: Services,
  request: PreviewRequest,
  make: (plan: RenderPlan) => Promise<Buffer>,
): Promise<Buffer> {
  const { ongoing } = services
  if (ongoing.previews >= PREVIEWS_AT_ONCE) {
    const message = 'Enough previews are being made at the moment. Try again shortly.'
    throw new ServiceError('UNAVAILABLE', { message, headers: { 'Retry-After': '2' } })
  }
  ongoing.previews++
  try {
    return await withWorkFolder(services.config.dataDir, 'preview', async (folder) =>
      make(await planPreview(services, request, folder)),
    )
  } finally {
    ongoing.previews--
  }
}

async function planPreview(services: Services, request: PreviewRequest, folder: string): Promise<RenderPlan> {
  const { loaded, input, isTest } = request
  const { contentId } = loaded.template
  const videoSettings = {
    outputQuality: 'HD' as const,
    ...input.videoSettings,
    format: 'MP4' as const,
    numVideos: 1,
  }
  const renders = [{ contentId, requiredData: input.requiredData ?? loaded.template.example, videoSettings }]
  // One entry with one video plans one render, or throws.
  const planned = planOnly(() => planRenders(services.templates, { renders }, services.config))[0]!
  const media = input.mediaId
    ? await gatherMedia(services, request, {
        mediaId: input.mediaId,
        requiredData: planned.requiredData,
        folder,
      })
    : await demoMedia(services, loaded, folder)
  const { requiredData: data, theme, variation, seed } = planned
  const { title = media.song.title, artist = media.song.artist } = input
  const order = {
    template: { ...loaded.template, url: loaded.url },
    settings: planned.videoSettings,
    data,
    song: { ...media.song, title, artist },
    files: media.files,
    theme,
    variation,
    seed,
    watermark: isTest,
  }
  return planVideo(order, {
    folder,
    outFile: path.join(folder, 'preview.mp4'),
    threads: 1,
    cacheFolder: path.join(services.config.dataDir, 'cache', 'analysis'),
  })
}

/** A preview is planned like a batch of one render; what is wrong with it is reported by the fields of its own body. */
function planOnly<Planned>(plan: () => Planned): Planned {
  try {
    return plan()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const rename = (text: string) => text.replaceAll('renders[0].', '')
    const details = error.details.map(({ field, code, message }) => ({
      field: rename(field),
      code,
      message: rename(message),
    }))
    throw new ServiceError(error.code, { message: rename(error.message), details, cause: error })
  }
}

type PreviewMedia = Pick<VideoOrder, 'files' | 'song'>
type WantedMedia = { mediaId: string; requiredData: Record<string, unknown>; folder: string }

/** The song's files as the export would get them; only what is here already, because a preview does not wait. */
async function gatherMedia(
  services: Services,
  { loaded, orgId, signal }: PreviewRequest,
  { mediaId, requiredData, folder }: WantedMedia,
): Promise<PreviewMedia> {
  const { contentId, needs } = loaded.template
  const song = await findSong(services.db, orgId, mediaId)
  if (!song) throw notFound('MEDIA_NOT_FOUND', mediaId, 'mediaId')
  const work = { ...song, orgId, contentId, requiredData }
  try {
    const { files } = await gatherFiles(services, work, needs, { folder, signal })
    return { files, song }
  } catch (error) {
    throw toPreviewError(error)
  }
}

/** A file that cannot be had is a fact about the media, as long as it is not the storage that is away. */
function toPreviewError(error: unknown): unknown {
  if (!(error instanceof WorkError) || error.code === 'INTERNAL') return error
  const { code, message, facts } = error
  if (code === 'STORAGE_FAILED' || code === 'STORAGE_FULL')
    return new ServiceError('UNAVAILABLE', { cause: error })
  const details = facts.field ? [{ field: facts.field, code, message }] : []
  return new ServiceError('MEDIA_INCOMPLETE', { message, details, cause: error })
}

async function demoMedia(
  { config }: Services,
  { template: { needs } }: LoadedTemplate,
  folder: string,
): Promise<PreviewMedia> {
  const { DEMO_SONG, writeDemoLyrics } = await import('@songreel/render/demo')
  const { song, cover } = await ensureDemoFiles(config.dataDir)
  const { title, artist, album } = DEMO_SONG
  const clips = needs.clips ? await ensureDemoClips(config.dataDir) : []
  const lyrics = needs.lyrics && { lyrics: await writeDemoLyrics(folder) }
  return { files: { audio: song, cover, clips, ...lyrics }, song: { title, artist, album } }
}
