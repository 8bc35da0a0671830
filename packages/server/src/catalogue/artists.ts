import type { Artist, ArtistCreated, ArtistInput, ArtistPatch } from '@songreel/contract'
import { notFound } from '../errors.ts'
import { changeArtist, getArtist, insertArtist } from '../store/artists.ts'
import { lockLive } from '../store/deletion.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import type { CatalogueDeps } from './asset-records.ts'
import { asSent, type FieldNames } from './field-names.ts'
import { demandVersion } from './record-tag.ts'
import { ARTIST, createValues, keepTexts, namesFiles } from './record-values.ts'

/** Makes an artist; with a picture it is one transaction, without one a single INSERT. */
export async function createArtist(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  { name, ...input }: ArtistInput,
  fieldName: FieldNames = asSent,
): Promise<ArtistCreated> {
  if (!namesFiles(ARTIST, input)) return insertArtist(db, orgId, { ...keepTexts(ARTIST, input), name })
  return inTransaction(db, async (transaction) => {
    const kept = await createValues(services, transaction, orgId, { sorted: ARTIST, input, fieldName })
    return insertArtist(transaction, orgId, { ...kept, name })
  })
}

type Update = { orgId: string; artistId: string; patch: ArtistPatch; ifMatch?: string }

/** Changes what is sent; a new picture gets a new asset, even from the same address. */
export async function updateArtist(
  services: CatalogueDeps,
  db: Db,
  { orgId, artistId, patch, ifMatch }: Update,
): Promise<Artist> {
  const { name, ...input } = patch
  if (!namesFiles(ARTIST, input) && ifMatch === undefined)
    return changeArtist(db, orgId, artistId, { ...keepTexts(ARTIST, input), name })
  return inTransaction(db, async (transaction) => {
    const artist = { orgId, table: 'artists', column: 'artist_id', id: artistId } as const
    if (!(await lockLive(transaction, artist, 'own'))) throw notFound('ARTIST_NOT_FOUND', artistId)
    demandVersion(ifMatch, await getArtist(transaction, orgId, artistId))
    const sent = { sorted: ARTIST, input, fieldName: asSent }
    const kept = await createValues(services, transaction, orgId, sent)
    return changeArtist(transaction, orgId, artistId, { ...kept, name })
  })
}
