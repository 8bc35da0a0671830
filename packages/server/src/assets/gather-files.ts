import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RENDER_FAILURES, type RenderFailureCode } from '@songreel/contract'
import {
  asksForLyrics,
  type BrandFiles,
  type BrandPlan,
  RenderError,
  type RenderFiles,
  type TemplateNeeds,
} from '@songreel/render'
import type { PublicAddress } from '../public-address.ts'
import { collectAssetJob } from '../queue/all-jobs.ts'
import type { Queue } from '../queue/queue.ts'
import { type AssetRow, getAssetRow, reopenLostAsset } from '../store/assets.ts'
import type { UsedBrand, UsedFile, UsedSong } from '../store/batch-schema.ts'
import type { Song } from '../store/media.ts'
import type { RenderWork } from '../store/renders/render-work.ts'
import type { DbPool } from '../store/schema.ts'
import { inLastingTransaction } from '../store/transaction.ts'
import { WorkError, type WorkFacts } from '../work-error.ts'
import { assetKey } from './asset-key.ts'
import type { ShelfVisit } from './file-shelf.ts'
import { findCover } from './find-cover.ts'
import { findOwnFile } from './own-url.ts'
import { nameSource } from './read-asset-error.ts'
import type { Storage } from './storage.ts'
import { withStorage } from './with-storage.ts'
import type { WornBrand } from './worn-brand.ts'

/** What a video is made of: a song of an organization, for a template and its data. */
export type GatherWork = Song & Pick<RenderWork, 'orgId' | 'contentId' | 'requiredData'>

/** The files of a video in its work folder, and the hashes that identify equal work. */
export type GatheredFiles = {
  files: RenderFiles
  hashes: Record<string, string | string[]>
  /** How long the song is; null without one. */
  songSecs: number | null
  /** Which of the song's files the video is made from. */
  used: Pick<UsedSong, 'audio' | 'cover' | 'lyrics' | 'clips' | 'photo' | 'tracks'>
  /** The brand that it wears, and which of its files. */
  brand?: GatheredBrand
  /** Every file that is here, and which field asked for it. */
  found: FoundFile[]
}

/** What a video wears, with the files that were used. */
export type GatheredBrand = { plan: BrandPlan; used: UsedBrand }

/** A file in the work folder. */
export type FoundFile = { asset: AssetRow; field: string; file: string; sha256: string }
/** Where files are brought, and those that are there already, by their assets. */
export type Gather = {
  folder: string
  signal: AbortSignal
  known?: Map<string, FoundFile>
  /** Where files stay for the next one who asks; unset: they are brought into the folder. */
  shelf?: ShelfVisit
}
type Wanted = { assetId: string; field: string }

/** The assets that a render needs, whether they are here or not. */
export function listWantedAssets(work: Song, needs: TemplateNeeds): string[] {
  const wanted = [
    work.audioAssetId,
    findCover(work).assetId,
    // A template that shows no videos does not wait for them, nor fail with them.
    ...(needs.clips ? work.videoAssetIds : []),
    needs.lyrics ? work.lyricsAssetId : null,
    needs.photo ? work.artistImageId : null,
  ]
  return wanted.filter((assetId) => assetId !== null)
}

/** What gathering needs. */
export type GatherDeps = { db: DbPool; storage: Storage; queue: Queue; address: PublicAddress }

/** Brings a video's files into its work folder, for an export and for a preview alike. Waits for none that is on its way. */
export async function gatherFiles(
  services: GatherDeps,
  work: GatherWork,
  needs: TemplateNeeds,
  gather: Gather,
): Promise<GatheredFiles> {
  refuseMissing(work, needs)
  const found: FoundFile[] = []
  const fetchOne = async (assetId: string | null, field: string) => {
    if (assetId === null) return undefined
    const one =
      gather.known?.get(assetId) ?? (await gatherFile(services, work.orgId, { assetId, field }, gather))
    gather.known?.set(assetId, one)
    found.push(one)
    return one
  }
  const audio = await fetchOne(work.audioAssetId, 'media.audioUrl')
  const { assetId, field } = findCover(work)
  const cover = await fetchOne(assetId, field)
  const clips: FoundFile[] = []
  for (const [index, assetId] of (needs.clips ? work.videoAssetIds : []).entries()) {
    const clip = await fetchOne(assetId, `media.videoUrls[${index}]`)
    if (clip) clips.push(clip)
  }
  const lyrics = needs.lyrics && (await fetchOne(work.lyricsAssetId, 'media.lyricsUrl'))
  const photo = needs.photo && (await fetchOne(work.artistImageId, 'artist.imageUrl'))
  return {
    files: {
      clips: clips.map(({ file }) => file),
      ...(audio && { audio: audio.file }),
      ...(cover && { cover: cover.file }),
      ...(lyrics && { lyrics: lyrics.file }),
      ...(photo && { photo: photo.file }),
    },
    hashes: {
      ...(audio && { audio: audio.sha256 }),
      ...(cover && { cover: cover.sha256 }),
      clips: clips.map(({ sha256 }) => sha256),
      ...(lyrics && { lyrics: lyrics.sha256 }),
      ...(photo && { photo: photo.sha256 }),
    },
    used: {
      audio: audio ? nameUsed(audio) : null,
      cover: cover ? nameUsed(cover) : null,
      lyrics: lyrics ? nameUsed(lyrics) : null,
      clips: clips.map(nameUsed),
      // None is worth knowing, too: a look with a place for it turns out differently once there is one.
      ...(needs.photo && { photo: photo ? nameUsed(photo) : null }),
    },
    songSecs: audio?.asset.durationSecs ?? null,
    found,
  }
}

/** A video's files, and those of the brand that it wears, in its work folder. */
export async function addBrand<Gathered extends Pick<GatheredFiles, 'files' | 'hashes' | 'found'>>(
  services: GatherDeps,
  orgId: string,
  { gathered, brand }: { gathered: Gathered; brand: WornBrand },
  gather: Gather,
): Promise<Gathered & { brand: GatheredBrand }> {
  const files: BrandFiles = {}
  const hashes: GatheredFiles['hashes'] = {}
  const used: UsedBrand['files'] = {}
  const found: FoundFile[] = []
  for (const { role, assetId, field } of brand.files) {
    const one = await gatherFile(services, orgId, { assetId, field }, gather)
    files[role] = one.file
    hashes[`brand.${role}`] = one.sha256
    used[role] = nameUsed(one)
    found.push(one)
  }
  const { brandId, plan } = brand
  return {
    ...gathered,
    files: { ...gathered.files, brand: files },
    hashes: { ...gathered.hashes, ...hashes },
    found: [...gathered.found, ...found],
    brand: { plan, used: { brandId, plan, files: used } },
  }
}

function nameUsed({ asset, sha256 }: FoundFile): UsedFile {
  return { assetId: asset.assetId, sha256 }
}

/** What the engine says of a file by its name in the work folder is reported with its field and its host. */
export function addFileName(error: unknown, { found }: Pick<GatheredFiles, 'found'>): unknown {
  if (!(error instanceof RenderError) || !(error.code in RENDER_FAILURES)) return error
  const source = found.find(({ asset }) => error.details.file === asset.assetId)
  if (!source) return error
  const seen = nameSource(error.seen, source.asset.assetId, source.asset)
  // Lyrics sent inside the request have no URL.
  const isSentIn = source.field === 'media.lyricsUrl' && source.asset.sourceUrl === null
  const field = isSentIn ? 'media.lyricsText' : source.field
  return new WorkError(error.code as RenderFailureCode, { seen, advice: error.advice, field, cause: error })
}

/** The media may have lost what it had when the batch was made. */
function refuseMissing({ contentId, requiredData, ...work }: GatherWork, needs: TemplateNeeds): void {
  if (needs.audio && work.audioAssetId === null)
    throw new WorkError('AUDIO_MISSING', {
      seen: `${contentId} needs a song, and the media has none any more.`,
      field: 'media.audioUrl',
    })
  if (needs.photo === 'REQUIRED' && work.artistImageId === null)
    throw new WorkError('ASSET_UNSUPPORTED', {
      seen: `${contentId} shows a photograph of the artist, who has none any more.`,
      field: 'artist.imageUrl',
    })
  const hasLyrics = work.lyricsAssetId !== null || requiredData.lyrics !== undefined
  if (asksForLyrics(needs, requiredData) === 'REQUIRED' && !hasLyrics)
    throw new WorkError('LYRICS_MISSING', {
      seen: `${contentId} needs lyrics, and the media has none any more.`,
      field: 'media.lyricsUrl',
    })
}

async function gatherFile(
  services: GatherDeps,
  orgId: string,
  { assetId, field }: Wanted,
  { folder, signal, shelf }: Gather,
): Promise<FoundFile> {
  const asset = await getAssetRow(services.db, orgId, assetId)
  const { sha256 } = asset
  if (asset.status !== 'READY' || sha256 === null) throw failedAsset(asset, field)
  const fileName = asset.assetId
  const bring = async (file: string) => {
    await withStorage(async () => {
      const stored = await services.storage.read(assetKey(orgId, sha256))
      await pipeline(stored, createWriteStream(file), { signal })
    }, signal)
    return file
  }
  try {
    const name = [orgId, fileName, sha256].join(' ')
    const file = await (shelf ? shelf.take({ name, fileName, bring }) : bring(path.join(folder, fileName)))
    return { asset, field, file, sha256 }
  } catch (error) {
    if (error instanceof WorkError && error.facts.isFileGone)
      throw await replaceLost(services, orgId, { asset, field })
    throw error
  }
}

/** The file was deleted from the storage: fetch it again if it has a URL. */
async function replaceLost(
  { db, queue, address }: GatherDeps,
  orgId: string,
  { asset, field }: Pick<FoundFile, 'asset' | 'field'>,
): Promise<WorkError> {
  const { assetId, sourceUrl } = asset
  const own = sourceUrl === null ? undefined : findOwnFile(address, sourceUrl)
  if (sourceUrl === null || own?.kind === 'UPLOAD')
    return new WorkError('ASSET_UNREACHABLE', {
      seen: 'the uploaded file is no longer in the store.',
      advice: 'Upload it again.',
      field,
    })
  await inLastingTransaction(db, async (transaction) => {
    if (!(await reopenLostAsset(transaction, orgId, assetId))) return
    await queue.enqueue(transaction, collectAssetJob, { assetId }, { orgId })
  })
  const seen = 'the file is no longer in the store, and is fetched once more.'
  return onItsWay({ seen, field, isFileGone: true })
}

function onItsWay(facts: WorkFacts): WorkError {
  const advice = 'Try again shortly.'
  return new WorkError('ASSET_UNREACHABLE', { ...facts, advice, isTransient: true, retryable: true })
}

/** The asset has used up its attempts and has its final error, so don't request the file again. */
function failedAsset({ error, status }: AssetRow, field: string): WorkError {
  if (status === 'PENDING') return onItsWay({ seen: 'the file is still on its way.', field })
  if (!error) return new WorkError('INTERNAL', { advice: '', field })
  const { code, message: seen, retryable, details } = error
  const named = details?.map((detail) => ({ ...detail, field }))
  return new WorkError(code, { seen, advice: '', retryable, field, details: named })
}
