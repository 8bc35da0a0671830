import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { DeletedAt, DeletedOnly, IdList, PageQuery, pageOf, SearchText } from './lists.ts'
import { ARTIST_FIELDS } from './record-fields.ts'
import { inputShape, patchShape, recordShape } from './record-shapes.ts'
import { Name } from './text.ts'

/** Path of one artist. */
export const ArtistPath = z.object({ artistId: idInput('artist').describe('The artist') })

/** Body of POST /v1/artists. */
export const ArtistInput = z.object({
  name: Name.describe("The artist's name, as videos show it"),
  ...inputShape(ARTIST_FIELDS),
})
export type ArtistInput = z.infer<typeof ArtistInput>

/** Body of PUT and PATCH /v1/artists/{artistId}: only what is sent changes. */
export const ArtistPatch = z.object({
  name: Name.optional().describe("The artist's name, as videos show it"),
  ...patchShape(ARTIST_FIELDS),
})
export type ArtistPatch = z.infer<typeof ArtistPatch>

/** What creating an artist returns. */
export const ArtistCreated = z.object({
  artistId: idOf('artist').describe('Id of the new artist'),
  name: z.string().describe("The artist's name"),
})
export type ArtistCreated = z.infer<typeof ArtistCreated>

/** The artist record. */
export const Artist = z.object({
  name: z.string().describe("The artist's name"),
  artistId: idOf('artist').describe('Id of the artist'),
  imageAssetId: idOf('asset').nullable().describe('The image; null if there is none'),
  brandId: idOf('brand').optional().describe('The brand that its videos wear; absent if none is set'),
  ...recordShape(ARTIST_FIELDS),
})
export type Artist = z.infer<typeof Artist>

/** What deleting an artist returns. */
export const ArtistDeleted = z.object({
  artistId: idOf('artist').describe('The artist that was deleted'),
  deleted: z.literal(true).describe('Always true'),
})
export type ArtistDeleted = z.infer<typeof ArtistDeleted>

/** Query of GET /v1/artists. */
export const ArtistQuery = PageQuery.extend({
  q: SearchText.optional(),
  ids: IdList.optional().meta({ description: 'Only these, by their ids: up to 100, separated by commas' }),
  brandId: idInput('brand').optional().describe('Only artists that have this brand'),
  deleted: DeletedOnly,
})
export type ArtistQuery = z.infer<typeof ArtistQuery>

/** An artist in a list. */
export const ListedArtist = Artist.extend({ deletedAt: DeletedAt })
export type ListedArtist = z.infer<typeof ListedArtist>

export const ArtistPage = pageOf(ListedArtist)
