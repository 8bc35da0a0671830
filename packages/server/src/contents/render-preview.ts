import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LookDrawing, type PreviewInput } from '@songreel/contract'
import {
  planVideo,
  type RenderPlan,
  type RenderWarning,
  renderVideo,
  type VideoOrder,
} from '@songreel/render'
import { ensureDemoClips, ensureDemoFiles } from '../assets/demo-files.ts'
import type { ShelfVisit } from '../assets/file-shelf.ts'
import { addBrand, gatherFiles } from '../assets/gather-files.ts'
import { findTracks } from '../assets/gather-work.ts'
import { withWorkFolder } from '../assets/work-folder.ts'
import type { WornBrand } from '../assets/worn-brand.ts'
import { planRenders } from '../batches/plan/plan-renders.ts'
import { refuseIncomplete } from '../batches/plan/refuse-incomplete.ts'
import type { OfferedTemplate } from '../catalogue/find-templates.ts'
import { notFound, ServiceError } from '../errors.ts'
import type { Preview } from '../ongoing-work.ts'
import type { Services } from '../services.ts'
import { getAssetRow } from '../store/assets.ts'
import { findSong, type Song } from '../store/media.ts'
import { WorkError } from '../work-error.ts'
import { findPreviewBrand } from './preview-brand.ts'

const DEFAULT_AT_SECS = 3

/** What a preview shows, and to whom. */
export type PreviewRequest = { loaded: OfferedTemplate; input: PreviewInput; orgId: string; isTest: boolean }

/** One moment as a PNG, or with the places of the layers as JSON, or so many seconds as an MP4. */
export type PreviewShot = { clipSecs?: number | undefined; isSketch?: boolean }

/** What is known of a preview before anything is drawn; from equal facts comes an equal preview. */
export type PreparedPreview = {
  request: PreviewRequest
  shot: PreviewShot
  planned: PlannedRender
  song: ListedSong | undefined
  brand: WornBrand | undefined
}

/** A song, with those of its album where the template lists them. */
type ListedSong = Song & { tracks: string[] | undefined }

type PlannedRender = ReturnType<typeof planRenders>[number]

/** Checks a preview's request against its template and finds its song. */
export async function preparePreview(
  services: Services,
  request: PreviewRequest,
  shot: PreviewShot,
): Promise<PreparedPreview> {
  const { loaded, input, orgId } = request
  const { contentId } = loaded.template
  const videoSettings = {
    outputQuality: 'HD' as const,
    ...input.videoSettings,
    format: 'MP4' as const,
    numVideos: 1,
  }
  const { requiredData = loaded.template.example, background } = input
  const renders = [{ contentId, requiredData, videoSettings, ...(background && { background }) }]
  // One entry with one video plans one render, or throws.
  const planned = planOnly(() =>
    planRenders(new Map([[contentId, loaded]]), { renders }, services.config),
  )[0]!
  const song = input.mediaId ? await findSong(services.db, orgId, input.mediaId) : undefined
  if (input.mediaId && !song) throw notFound('MEDIA_NOT_FOUND', input.mediaId, 'mediaId')
  if (song && background)
    planOnly(() => refuseIncomplete({ planned: [planned], song, mediaId: input.mediaId }))
  return {
    request,
    shot,
    planned,
    brand: await findPreviewBrand(services, request),
    song: song && { ...song, tracks: await listSongs(services, request, planned) },
  }
}

/** The album's songs belong to the facts of a preview that lists them. */
function listSongs(
  { db }: Services,
  { input, orgId, loaded }: PreviewRequest,
  { requiredData }: PlannedRender,
) {
  return findTracks(db, { orgId, mediaId: input.mediaId ?? '', requiredData }, loaded.template.needs)
}

/** Draws it by the same engine and with the same pixels as the export. */
export function drawPreview(
  services: Services,
  prepared: PreparedPreview,
  signal: AbortSignal,
): Promise<Preview> {
  const { dataDir } = services.config
  const { atSecs } = prepared.request.input
  const { clipSecs, isSketch } = prepared.shot
  return withPlace(services, async ({ folder, shelf }) => {
    const plan = await planPreview(services, prepared, { folder, shelf, signal })
    if (clipSecs !== undefined) {
      const clip = { startSecs: atSecs ?? 0, secs: clipSecs }
      const { file, warnings } = await renderVideo({ ...plan, clip }, { signal, closedFolders: [dataDir] })
      return { bytes: await readFile(file), warnings: warnings.filter(isOfBrand) }
    }
    const moment = atSecs ?? DEFAULT_AT_SECS
    const asked = { owner: nameOwner(prepared.request), signal }
    if (isSketch)
      return { bytes: await sketchLook(services, plan, { ...asked, atSecs: moment }), warnings: [] }
    const { pictures, warnings } = await services.stills.draw(plan, { ...asked, atSecs: [moment] })
    // One moment was asked for, so one still comes back.
    return { bytes: Buffer.from(pictures[0]!), warnings }
  })
}

/** Processes that have seen an organization's files draw for it alone. */
function nameOwner({ orgId, isTest }: PreviewRequest): string {
  return `${orgId} ${isTest}`
}

/** A folder of its own, and a place at the shelf. */
async function withPlace<Result>(
  { config, shelf }: Services,
  work: (place: { folder: string; shelf: ShelfVisit }) => Promise<Result>,
): Promise<Result> {
  const visit = shelf.visit()
  try {
    return await withWorkFolder(config.dataDir, 'preview', (folder) => work({ folder, shelf: visit }))
  } finally {
    visit.leave()
  }
}

/** What else is said of a video is about all of it, and a clip is a part. */
function isOfBrand({ code }: RenderWarning): boolean {
  return code.startsWith('BRAND_')
}

/** What comes out of a contained process is parsed like anything else from outside. */
async function sketchLook(
  { stills }: Services,
  plan: RenderPlan,
  moment: { atSecs: number; owner: string; signal: AbortSignal },
): Promise<Buffer> {
  const { picture, outline } = await stills.sketch(plan, moment)
  const image = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`
  return Buffer.from(JSON.stringify(LookDrawing.parse({ image, ...outline })))
}

type Place = { folder: string; shelf: ShelfVisit; signal: AbortSignal }

async function planPreview(services: Services, prepared: PreparedPreview, place: Place): Promise<RenderPlan> {
  const { loaded, input, isTest } = prepared.request
  const { requiredData: data, theme, background, variation, seed } = prepared.planned
  const { videoSettings: settings } = prepared.planned
  const media = prepared.song
    ? await gatherMedia(services, { ...prepared, song: prepared.song }, place)
    : await demoMedia(services, prepared.planned, place.shelf)
  const worn = prepared.brand && (await gatherBrand(services, prepared, prepared.brand, place))
  const { title = media.song.title, artist = media.song.artist } = input
  const order = {
    template: { ...loaded.template, url: loaded.url },
    settings,
    data,
    song: { ...media.song, title, artist },
    files: { ...media.files, ...worn?.files },
    brand: worn?.plan ?? null,
    theme,
    background,
    variation,
    seed,
    watermark: isTest,
  }
  return planVideo(order, {
    folder: place.folder,
    outFile: path.join(place.folder, 'preview.mp4'),
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

/** The song's files as the export would get them; only what is here already, because a preview does not wait. */
async function gatherMedia(
  services: Services,
  { request, planned, song }: PreparedPreview & { song: ListedSong },
  place: Place,
): Promise<PreviewMedia> {
  const { contentId } = request.loaded.template
  const needs = await addLyrics(services, request.orgId, { needs: planned.needs, song })
  const work = { ...song, orgId: request.orgId, contentId, requiredData: planned.requiredData }
  try {
    const { files } = await gatherFiles(services, work, needs, place)
    return { files, song }
  } catch (error) {
    throw toPreviewError(error)
  }
}

/** A process draws again only with files that it has: if all looks of a song have its lyrics at hand, those that show them have it, too. */
async function addLyrics(
  { db }: Services,
  orgId: string,
  { needs, song }: { needs: PlannedRender['needs']; song: Song },
): Promise<PlannedRender['needs']> {
  if (needs.lyrics || song.lyricsAssetId === null) return needs
  const { status } = await getAssetRow(db, orgId, song.lyricsAssetId)
  return status === 'READY' ? { ...needs, lyrics: 'OPTIONAL' } : needs
}

/** The brand's files, under the same terms. */
async function gatherBrand(
  services: Services,
  { request }: PreparedPreview,
  brand: WornBrand,
  place: Place,
): Promise<{ files: Pick<RenderPlan['files'], 'brand'>; plan: WornBrand['plan'] }> {
  const nothing = { files: { clips: [] }, hashes: {}, found: [] }
  try {
    const { files } = await addBrand(services, request.orgId, { gathered: nothing, brand }, place)
    return { files: { brand: (files as RenderPlan['files']).brand }, plan: brand.plan }
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
  { needs }: PlannedRender,
  shelf: ShelfVisit,
): Promise<PreviewMedia> {
  const { DEMO_SONG, writeDemoLyrics } = await import('@songreel/render')
  const { song, cover } = await ensureDemoFiles(config.dataDir)
  const { title, artist, album } = DEMO_SONG
  const clips = needs.clips ? await ensureDemoClips(config.dataDir) : []
  const bring = (file: string) => writeDemoLyrics(path.dirname(file))
  const wanted = { name: 'demo lyrics', fileName: 'lyrics.lrc', bring }
  const lyrics = needs.lyrics && { lyrics: await shelf.take(wanted) }
  // The generated cover stands for a photograph that nobody has.
  const photo = needs.photo && { photo: cover }
  return { files: { audio: song, cover, clips, ...lyrics, ...photo }, song: { title, artist, album } }
}
