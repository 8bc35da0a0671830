import type { Media, MediaCreated, MediaInput, MediaMove, MediaPatch } from '@songreel/contract'
import { notFound, ServiceError } from '../errors.ts'
import { lockLive } from '../store/deletion.ts'
import { changeMedia, getMedia, insertMedia, type MediaFields, type MediaHome } from '../store/media.ts'
import { getMediaBundle } from '../store/media-bundles.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import type { CatalogueDeps } from './asset-records.ts'
import { asSent, type FieldNames } from './field-names.ts'
import { createMediaFiles, namesFiles } from './media-files.ts'
import { demandVersion } from './record-tag.ts'

/** A song of which nothing is known but its name. */
export const NO_FILES: Omit<MediaFields, 'name' | 'isrc'> = {
  imageAssetId: null,
  audioAssetId: null,
  lyricsAssetId: null,
  videoAssetIds: [],
  videositePluginId: null,
  streamerPluginId: null,
  storePluginId: null,
}

/** Makes a media record under a living media bundle, whose artist it takes. */
export async function createMedia(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  input: MediaInput,
  fieldName: FieldNames = asSent,
): Promise<MediaCreated> {
  const { mediaBundleId, name, isrc = null } = input
  if (!namesFiles(input)) return insertMedia(db, orgId, mediaBundleId, { ...NO_FILES, name, isrc })
  return inTransaction(db, async (transaction) => {
    const bundle = { orgId, table: 'media_bundles', column: 'media_bundle_id', id: mediaBundleId } as const
    if (!(await lockLive(transaction, bundle, 'share'))) {
      throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId, 'mediaBundleId')
    }
    const files = await createMediaFiles(services, transaction, { orgId, input, fieldName })
    return insertMedia(transaction, orgId, mediaBundleId, { ...NO_FILES, ...files, name, isrc })
  })
}

type Update = { orgId: string; mediaId: string; patch: MediaPatch & Partial<MediaMove>; ifMatch?: string }

/** Changes what is sent; new addresses get new assets and links, even when they are the same as before. */
export async function updateMedia(
  services: CatalogueDeps,
  db: Db,
  { orgId, mediaId, patch, ifMatch }: Update,
): Promise<Media> {
  const { retentionDays } = services.config
  return inTransaction(db, async (transaction) => {
    // From the top down, as deletions lock them.
    const home = patch.mediaBundleId && (await findHome(transaction, orgId, patch.mediaBundleId))
    const record = { orgId, table: 'media', column: 'media_id', id: mediaId } as const
    if (!(await lockLive(transaction, record, 'own'))) {
      await getMedia(transaction, orgId, mediaId, retentionDays)
      const message = `This media record is deleted. Bring it back first: POST /v1/media/${mediaId}/restore.`
      throw new ServiceError('CONFLICT', { message })
    }
    if (ifMatch !== undefined)
      demandVersion(ifMatch, await getMedia(transaction, orgId, mediaId, retentionDays))
    const files = await createMediaFiles(services, transaction, { orgId, input: patch, fieldName: asSent })
    const { name, isrc } = patch
    await changeMedia(transaction, orgId, mediaId, { ...files, ...(home || {}), name, isrc })
    return getMedia(transaction, orgId, mediaId, retentionDays)
  })
}

/** The album that a song moves to, and so its artist. */
async function findHome(db: Db, orgId: string, mediaBundleId: string): Promise<MediaHome> {
  const bundle = { orgId, table: 'media_bundles', column: 'media_bundle_id', id: mediaBundleId } as const
  if (!(await lockLive(db, bundle, 'share')))
    throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId, 'mediaBundleId')
  const { artistId } = await getMediaBundle(db, orgId, mediaBundleId)
  return { artistId, mediaBundleId }
}
