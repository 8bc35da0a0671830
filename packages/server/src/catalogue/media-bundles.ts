import type { MediaBundle, MediaBundleCreated, MediaBundleInput, MediaBundlePatch } from '@songreel/contract'
import { notFound } from '../errors.ts'
import { lockLive } from '../store/deletion.ts'
import { changeMediaBundle, insertMediaBundle } from '../store/media-bundles.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { type CatalogueDeps, createAssets } from './asset-records.ts'
import { asSent, type FieldNames } from './field-names.ts'

/** Makes a media bundle under a living artist. */
export async function createMediaBundle(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  input: MediaBundleInput,
  fieldName: FieldNames = asSent,
): Promise<MediaBundleCreated> {
  const { artistId, name, upc = null, imageUrl } = input
  if (imageUrl === undefined) return insertMediaBundle(db, orgId, { artistId, name, upc, imageAssetId: null })
  return inTransaction(db, async (transaction) => {
    const image = { field: fieldName('imageUrl'), kind: 'IMAGE', url: imageUrl } as const
    const [imageAssetId] = (await createAssets(services, transaction, orgId, [image])) as [string]
    return insertMediaBundle(transaction, orgId, { artistId, name, upc, imageAssetId })
  })
}

/** Changes what is sent; a new picture gets a new asset, even from the same address. */
export async function updateMediaBundle(
  services: CatalogueDeps,
  db: Db,
  { orgId, mediaBundleId, patch }: { orgId: string; mediaBundleId: string; patch: MediaBundlePatch },
): Promise<MediaBundle> {
  const { name, upc, imageUrl } = patch
  if (typeof imageUrl !== 'string') {
    return changeMediaBundle(db, orgId, mediaBundleId, { name, upc, imageAssetId: imageUrl })
  }
  return inTransaction(db, async (transaction) => {
    const bundle = { orgId, table: 'media_bundles', column: 'media_bundle_id', id: mediaBundleId } as const
    if (!(await lockLive(transaction, bundle, 'own'))) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId)
    const image = { field: 'imageUrl', kind: 'IMAGE', url: imageUrl } as const
    const [imageAssetId] = await createAssets(services, transaction, orgId, [image])
    return changeMediaBundle(transaction, orgId, mediaBundleId, { name, upc, imageAssetId })
  })
}
