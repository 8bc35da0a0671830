import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RenderFiles, RenderPlan } from '@songreel/render'
import { notFound, ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { getAssetRow } from '../store/assets.ts'
import { findSong } from '../store/media.ts'
import { assetKey } from './asset-key.ts'
import { findCover } from './find-cover.ts'

type Wanted = { orgId: string; mediaId: string; folder: string }

/** The song's sound and picture as files; only what is here already, because a preview does not wait for downloads. */
export async function materialiseMedia(
  { db, storage }: Services,
  { orgId, mediaId, folder }: Wanted,
): Promise<{ files: RenderFiles; song: RenderPlan['song'] }> {
  const media = await findSong(db, orgId, mediaId)
  if (!media) throw notFound('MEDIA_NOT_FOUND', mediaId, 'mediaId')
  const place = async (assetId: string | null, field: string) => {
    if (assetId === null) return undefined
    const asset = await getAssetRow(db, orgId, assetId)
    if (asset.status !== 'READY' || asset.sha256 === null) {
      throw new ServiceError('MEDIA_INCOMPLETE', {
        message: `The file of ${field} is ${asset.status}: ${asset.error?.message ?? 'it is still on its way.'}`,
      })
    }
    const file = path.join(folder, asset.assetId)
    await pipeline(await storage.read(assetKey(orgId, asset.sha256)), createWriteStream(file))
    return file
  }
  const audio = await place(media.audioAssetId, 'media.audioUrl')
  const { assetId, field } = findCover(media)
  const cover = await place(assetId, field)
  const { title, artist, album } = media
  return {
    files: { clips: [], ...(audio && { audio }), ...(cover && { cover }) },
    song: { title, artist, album },
  }
}
