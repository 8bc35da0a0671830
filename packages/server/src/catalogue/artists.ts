import type { Artist, ArtistCreated, ArtistInput, ArtistPatch } from '@songreel/contract'
import { notFound } from '../errors.ts'
import { changeArtist, getArtist, insertArtist } from '../store/artists.ts'
import { lockLive } from '../store/deletion.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { type CatalogueDeps, createAssets } from './asset-records.ts'
import { asSent, type FieldNames } from './field-names.ts'
import { demandVersion } from './record-tag.ts'

/** Makes an artist; with a picture it is one transaction, without one a single INSERT. */
export async function createArtist(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  { name, imageUrl }: ArtistInput,
  fieldName: FieldNames = asSent,
): Promise<ArtistCreated> {
  if (imageUrl === undefined) return insertArtist(db, orgId, { name, imageAssetId: null })
  return inTransaction(db, async (transaction) => {
    const image = { field: fieldName('imageUrl'), kind: 'IMAGE', url: imageUrl } as const
    const [imageAssetId] = (await createAssets(services, transaction, orgId, [image])) as [string]
    return insertArtist(transaction, orgId, { name, imageAssetId })
  })
}

/** Changes what is sent; a new picture gets a new asset, even from the same address. */
export async function updateArtist(
  services: CatalogueDeps,
  db: Db,
  {
    orgId,
    artistId,
    patch,
    ifMatch,
  }: { orgId: string; artistId: string; patch: ArtistPatch; ifMatch?: string },
): Promise<Artist> {
  const { name, imageUrl } = patch
  const isFile = typeof imageUrl === 'string'
  if (!isFile && ifMatch === undefined)
    return changeArtist(db, orgId, artistId, { name, imageAssetId: imageUrl })
  return inTransaction(db, async (transaction) => {
    const artist = { orgId, table: 'artists', column: 'artist_id', id: artistId } as const
    if (!(await lockLive(transaction, artist, 'own'))) throw notFound('ARTIST_NOT_FOUND', artistId)
    demandVersion(ifMatch, await getArtist(transaction, orgId, artistId))
    if (!isFile) return changeArtist(transaction, orgId, artistId, { name, imageAssetId: imageUrl })
    const image = { field: 'imageUrl', kind: 'IMAGE', url: imageUrl } as const
    const [imageAssetId] = await createAssets(services, transaction, orgId, [image])
    return changeArtist(transaction, orgId, artistId, { name, imageAssetId })
  })
}
