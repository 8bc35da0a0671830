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
import type { CatalogueDeps } from './asset-records.ts'
import { asSent, type FieldNames } from './field-names.ts'
import { demandVersion } from './record-tag.ts'
import { createValues, keepTexts, MEDIA_BUNDLE, namesFiles } from './record-values.ts'

/** Makes a media bundle under a living artist. */
export async function createMediaBundle(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  { artistId, name, ...values }: MediaBundleInput,
  fieldName: FieldNames = asSent,
): Promise<MediaBundleCreated> {
  if (!namesFiles(MEDIA_BUNDLE, values))
    return insertMediaBundle(db, orgId, { ...keepTexts(MEDIA_BUNDLE, values), artistId, name })
  return inTransaction(db, async (transaction) => {
    const sent = { sorted: MEDIA_BUNDLE, input: values, fieldName }
    const kept = await createValues(services, transaction, orgId, sent)
    return insertMediaBundle(transaction, orgId, { ...kept, artistId, name })
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
  const { name, artistId, ...input } = patch
  if (!namesFiles(MEDIA_BUNDLE, input) && artistId === undefined && ifMatch === undefined)
    return changeMediaBundle(db, orgId, mediaBundleId, { ...keepTexts(MEDIA_BUNDLE, input), name })
  return inTransaction(db, async (transaction) => {
    // From the top down, as deletions lock them.
    if (artistId !== undefined) await demandArtist(transaction, orgId, artistId)
    const bundle = { orgId, table: 'media_bundles', column: 'media_bundle_id', id: mediaBundleId } as const
    if (!(await lockLive(transaction, bundle, 'own'))) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId)
    demandVersion(ifMatch, await getMediaBundle(transaction, orgId, mediaBundleId))
    const sent = { sorted: MEDIA_BUNDLE, input, fieldName: asSent }
    const kept = await createValues(services, transaction, orgId, sent)
    if (artistId !== undefined) await giveMediaToArtist(transaction, orgId, { artistId, mediaBundleId })
    return changeMediaBundle(transaction, orgId, mediaBundleId, { ...kept, artistId, name })
  })
}

async function demandArtist(db: Db, orgId: string, artistId: string): Promise<void> {
  const artist = { orgId, table: 'artists', column: 'artist_id', id: artistId } as const
  if (!(await lockLive(db, artist, 'share'))) throw notFound('ARTIST_NOT_FOUND', artistId, 'artistId')
}
