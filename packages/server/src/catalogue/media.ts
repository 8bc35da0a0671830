import type { Media, MediaCreated, MediaInput, MediaMove, MediaPatch } from '@songreel/contract'
import { notFound, ServiceError } from '../errors.ts'
import { lockLive } from '../store/deletion.ts'
import { changeMedia, getMedia, insertMedia, type MediaHome } from '../store/media.ts'
import { getMediaBundle } from '../store/media-bundles.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import type { CatalogueDeps } from './asset-records.ts'
import { asSent, type FieldNames } from './field-names.ts'
import { demandVersion } from './record-tag.ts'
import { createValues, keepTexts, MEDIA, namesFiles } from './record-values.ts'

/** Makes a media record under a living media bundle, whose artist it takes. */
export async function createMedia(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  { mediaBundleId, name, ...input }: MediaInput,
  fieldName: FieldNames = asSent,
): Promise<MediaCreated> {
  if (!namesFiles(MEDIA, input))
    return insertMedia(db, orgId, mediaBundleId, { ...keepTexts(MEDIA, input), name })
  return inTransaction(db, async (transaction) => {
    const bundle = { orgId, table: 'media_bundles', column: 'media_bundle_id', id: mediaBundleId } as const
    if (!(await lockLive(transaction, bundle, 'share'))) {
      throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId, 'mediaBundleId')
    }
    const kept = await createValues(services, transaction, orgId, { sorted: MEDIA, input, fieldName })
    return insertMedia(transaction, orgId, mediaBundleId, { ...kept, name })
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
  const { name, mediaBundleId, ...input } = patch
  return inTransaction(db, async (transaction) => {
    // From the top down, as deletions lock them.
    const home = mediaBundleId && (await findHome(transaction, orgId, mediaBundleId))
    const record = { orgId, table: 'media', column: 'media_id', id: mediaId } as const
    if (!(await lockLive(transaction, record, 'own'))) {
      await getMedia(transaction, orgId, mediaId, retentionDays)
      const message = `This media record is deleted. Bring it back first: POST /v1/media/${mediaId}/restore.`
      throw new ServiceError('CONFLICT', { message })
    }
    if (ifMatch !== undefined)
      demandVersion(ifMatch, await getMedia(transaction, orgId, mediaId, retentionDays))
    const sent = { sorted: MEDIA, input, fieldName: asSent }
    const kept = await createValues(services, transaction, orgId, sent)
    await changeMedia(transaction, orgId, mediaId, { ...kept, ...(home || {}), name })
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
