import type {
  MediaBundle,
  MediaBundleCreated,
  MediaBundleInput,
  MediaBundleMove,
  MediaBundlePatch,
} from '@songreel/contract'
import { notFound } from '../errors.ts'
import { lockLive } from '../store/deletion.ts'
import { giveMediaToArtist } from '../store/media.ts'
import { changeMediaBundle, getMediaBundle, insertMediaBundle } from '../store/media-bundles.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { type CatalogueDeps, createAssets } from './asset-records.ts'
import { asSent, type FieldNames } from './field-names.ts'
import { demandVersion } from './record-tag.ts'

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

type Update = {
  orgId: string
  mediaBundleId: string
  patch: MediaBundlePatch & Partial<MediaBundleMove>
  ifMatch?: string
}

/** Changes what is sent; a new picture gets a new asset, even from the same address. All songs go with an album that gets another artist. */
export async function updateMediaBundle(
  services: CatalogueDeps,
  db: Db,
  { orgId, mediaBundleId, patch, ifMatch }: Update,
): Promise<MediaBundle> {
  const { name, upc, imageUrl, artistId } = patch
  const isFile = typeof imageUrl === 'string'
  if (!isFile && artistId === undefined && ifMatch === undefined)
    return changeMediaBundle(db, orgId, mediaBundleId, { name, upc, imageAssetId: imageUrl })
  return inTransaction(db, async (transaction) => {
    // From the top down, as deletions lock them.
    if (artistId !== undefined) await demandArtist(transaction, orgId, artistId)
    const bundle = { orgId, table: 'media_bundles', column: 'media_bundle_id', id: mediaBundleId } as const
    if (!(await lockLive(transaction, bundle, 'own'))) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId)
    demandVersion(ifMatch, await getMediaBundle(transaction, orgId, mediaBundleId))
    const image = { field: 'imageUrl', kind: 'IMAGE', url: imageUrl ?? '' } as const
    const [imageAssetId] = isFile ? await createAssets(services, transaction, orgId, [image]) : [imageUrl]
    if (artistId !== undefined) await giveMediaToArtist(transaction, orgId, { artistId, mediaBundleId })
    return changeMediaBundle(transaction, orgId, mediaBundleId, { artistId, name, upc, imageAssetId })
  })
}

async function demandArtist(db: Db, orgId: string, artistId: string): Promise<void> {
  const artist = { orgId, table: 'artists', column: 'artist_id', id: artistId } as const
  if (!(await lockLive(db, artist, 'share'))) throw notFound('ARTIST_NOT_FOUND', artistId, 'artistId')
}
