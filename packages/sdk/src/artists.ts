import { type Catalogue, createCatalogue } from './catalogue.ts'
import type {
  Artist,
  ArtistCreated,
  ArtistDeleted,
  ArtistFilter,
  ArtistInput,
  ArtistPatch,
} from './records.ts'
import type { Transport } from './transport.ts'

type ArtistTypes = {
  input: ArtistInput
  patch: ArtistPatch
  filter: ArtistFilter
  created: ArtistCreated
  record: Artist
  updated: Artist
  deleted: ArtistDeleted
}

export type Artists = Catalogue<ArtistTypes>

export function createArtists(transport: Transport): Artists {
  return createCatalogue<ArtistTypes>(transport, '/v1/artists', 'artistId')
}
