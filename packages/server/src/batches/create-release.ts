import type { AlbumRenderKind, ReleasePackRequest, ReleaseRecord, Warning } from '@songreel/contract'
import {
  chooseSamplerSecs,
  describeLeftOut,
  expandPack,
  type LeftOutOf,
  type PackedRender,
} from '@songreel/contract/release-folder'
import { findTemplates, type OfferedTemplates, type TemplateDeps } from '../catalogue/find-templates.ts'
import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { type AlbumFacts, type AlbumSong, getAlbumFacts, listAlbumSongs } from '../store/album-songs.ts'
import { demandBrand } from '../store/brands.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { createBatchOfSongs, type SongRenders } from './create-batch-of-songs.ts'
import { choosePack, type PlannedPack, planPack } from './plan/plan-pack.ts'
import type { PlannedRender } from './plan/plan-renders.ts'
import type { CreatedBatch, CreateOptions } from './store-batch.ts'

type Deps = Pick<Services, 'queue' | 'config'> & Omit<TemplateDeps, 'db'>

/** A batch that makes a release; its warnings also say what it leaves out. */
export type CreatedRelease = CreatedBatch

/** What a whole song is taken for until it has been listened to. */
const UNKNOWN_SONG_SECS = 180

/** Makes one batch of everything that a pack has of an album: one transaction, all or nothing. */
export async function createRelease(
  services: Deps,
  db: Db,
  { mediaBundleId, ...input }: ReleasePackRequest & { mediaBundleId: string },
  options: CreateOptions,
): Promise<CreatedRelease> {
  const { config } = services
  const templates = await findTemplates({ ...services, db }, options.orgId)
  const pack = choosePack(input.pack)
  const planned = planPack(templates, pack, input, config)
  return inTransaction(db, async (transaction) => {
    const { orgId } = options
    const album = await getAlbumFacts(transaction, orgId, mediaBundleId)
    const songs = await listAlbumSongs(transaction, orgId, mediaBundleId)
    const facts = { name: album.name, hasCover: album.imageAssetId !== null, songs }
    const { made: packed, leftOut } = expandPack(pack, facts, (id) => templates.get(id)?.template.needs)
    const warnings = describeLeftOut(
      leftOut.map((one) => nameLeftOut(one, templates)),
      'onServer',
    )
    if (packed.length === 0) throw nothingToMake(album, songs, warnings)
    await demandBrands(transaction, orgId, planned)
    const { ref, webhookUrl, serviceParams } = input
    const batch = {
      artistId: album.artistId,
      mediaBundleId,
      songs: packed.map((render) => orderSong(render, planned)),
      release: describeRelease(pack.name, leftOut),
      ...(ref !== undefined && { ref }),
      ...(webhookUrl !== undefined && { webhookUrl }),
      ...(serviceParams && { serviceParams }),
    }
    const made = await createBatchOfSongs(services, transaction, batch, options)
    return { ...made, warnings: [...warnings, ...made.warnings] }
  })
}

/** Brands that entries name are missed where they stand in the pack. */
async function demandBrands(transaction: Tx, orgId: string, planned: PlannedPack): Promise<void> {
  for (const part of ['song', 'album'] as const)
    for (const { entry, brandId, brandSource } of planned[part])
      if (brandId !== null && brandSource === 'RENDER')
        await demandBrand(transaction, orgId, { brandId, field: `pack.renders.${part}[${entry}].brandId` })
}

type LeftOut = LeftOutOf<AlbumSong>

function nameLeftOut({ field, song, contentId, reason }: LeftOut, templates: OfferedTemplates) {
  const name = templates.get(contentId)?.template.title ?? contentId
  return { field, reason, name, title: song?.title ?? null }
}

function describeRelease(pack: string, leftOut: readonly LeftOut[]): ReleaseRecord {
  return {
    pack,
    leftOut: leftOut.map(({ song, contentId, reason }) => ({
      mediaId: song?.mediaId ?? null,
      contentId,
      reason,
    })),
  }
}

/** A video of the album stands under its first song, and says which songs it has. */
function orderSong({ kind, index, songs }: PackedRender<AlbumSong>, planned: PlannedPack): SongRenders {
  const { mediaId } = songs[0]!
  if (kind === null) return { mediaId, planned: planned.song.filter(({ entry }) => entry === index) }
  const renders = planned.album
    .filter(({ entry }) => entry === index)
    .map((render) => ({ ...render, ...orderAlbum(kind, songs, render.videoSettings.fps) }))
  return { mediaId, planned: renders }
}

/** How long it is, is an estimate until all songs have been listened to. */
function orderAlbum(kind: AlbumRenderKind, songs: readonly AlbumSong[], fps: number): Partial<PlannedRender> {
  const mediaIds = songs.map(({ mediaId }) => mediaId)
  if (kind === 'ARTWORK') return { album: { kind, mediaIds } }
  const wholeSecs = songs.reduce((sum, { durationSecs }) => sum + (durationSecs ?? UNKNOWN_SONG_SECS), 0)
  if (kind === 'VIDEO') return { album: { kind, mediaIds }, frames: Math.round(wholeSecs * fps) }
  const samplerSecs = chooseSamplerSecs(songs.length)
  return {
    album: { kind, mediaIds, samplerSecs },
    frames: Math.round(Math.min(wholeSecs, samplerSecs) * fps),
  }
}

function nothingToMake(
  { name, mediaBundleId }: AlbumFacts,
  songs: AlbumSong[],
  warnings: Warning[],
): ServiceError {
  const message =
    songs.length === 0
      ? `The album "${name}" has no songs. Add them with POST /v1/media and mediaBundleId ${mediaBundleId}.`
      : `Nothing of the pack can be made of "${name}". ${warnings.map((warning) => warning.message).join(' ')}`
  const details = [
    { field: 'mediaBundleId', code: 'MEDIA_INCOMPLETE', message },
    ...warnings.map((warning) => ({ ...warning, code: 'MEDIA_INCOMPLETE' })),
  ]
  return new ServiceError('MEDIA_INCOMPLETE', { message, details })
}
