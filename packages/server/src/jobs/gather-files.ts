import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RenderFault } from '@songreel/contract'
import type { RenderFiles } from '@songreel/render'
import { assetKey } from '../assets/asset-key.ts'
import { collectAsset } from '../assets/collect-asset.ts'
import type { Services } from '../services.ts'
import { type AssetRow, getAssetRow } from '../store/assets.ts'
import type { RenderWork } from '../store/render-work.ts'
import { RenderFailure } from './render-failure.ts'

/** The files of a render in its work folder, and the hashes that tell identical work. */
export type GatheredFiles = { files: RenderFiles; hashes: Record<string, string | string[]> }

type Gather = { folder: string; signal: AbortSignal; isLastAttempt: boolean }

/** Waits for nothing: what another job has not brought here yet is fetched on the spot. */
export async function gatherFiles(
  services: Services,
  work: RenderWork,
  gather: Gather,
): Promise<GatheredFiles> {
  const fetchOne = (assetId: string, field: string) =>
    gatherFile(services, { orgId: work.orgId, assetId, field }, gather)
  const cover = findCover(work)
  const files: RenderFiles = { clips: [] }
  const hashes: GatheredFiles['hashes'] = {}
  if (work.audioAssetId) [files.audio, hashes.audio] = await fetchOne(work.audioAssetId, 'media.audioUrl')
  if (cover) [files.cover, hashes.cover] = await fetchOne(cover.assetId, cover.field)
  const clips: [string, string][] = []
  for (const [index, assetId] of work.videoAssetIds.entries())
    clips.push(await fetchOne(assetId, `media.videoUrls[${index}]`))
  files.clips = clips.map(([file]) => file)
  hashes.clips = clips.map(([, sha256]) => sha256)
  return { files, hashes }
}

/** The nearest picture: the song's, else the album's, else the artist's. */
function findCover({ mediaImageId, bundleImageId, artistImageId }: RenderWork) {
  const choices = [
    { assetId: mediaImageId, field: 'media.imageUrl' },
    { assetId: bundleImageId, field: 'mediaBundle.imageUrl' },
    { assetId: artistImageId, field: 'artist.imageUrl' },
  ]
  return choices.find((choice): choice is { assetId: string; field: string } => choice.assetId !== null)
}

type Wanted = { orgId: string; assetId: string; field: string }

async function gatherFile(
  services: Services,
  { orgId, assetId, field }: Wanted,
  { folder, signal, isLastAttempt }: Gather,
): Promise<[file: string, sha256: string]> {
  let asset = await getAssetRow(services.db, orgId, assetId)
  if (asset.status === 'PENDING') {
    await collectAsset(services, { orgId, asset }, { signal, isLastAttempt })
    asset = await getAssetRow(services.db, orgId, assetId)
  }
  if (asset.status !== 'READY' || asset.sha256 === null) throw new RenderFailure(faultOf(asset, field))
  const file = path.join(folder, asset.assetId)
  await pipeline(await services.storage.read(assetKey(orgId, asset.sha256)), createWriteStream(file), {
    signal,
  })
  return [file, asset.sha256]
}

function faultOf({ error }: AssetRow, field: string): RenderFault {
  const fault = error ?? { code: 'INTERNAL', message: 'The file is not here.', retryable: true }
  return { ...fault, message: `${field}: ${fault.message}`, field, retryable: fault.retryable }
}
