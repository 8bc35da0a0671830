import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf, SearchText } from './lists.ts'
import { clearable, Name } from './text.ts'
import { Upc } from './upc.ts'
import { HttpUrl } from './url.ts'

/** Path of one media bundle. */
export const MediaBundlePath = z.object({ mediaBundleId: idInput('mediaBundle') })

/** Body of POST /v1/media-bundles. */
export const MediaBundleInput = z.object({
  name: Name,
  artistId: idInput('artist'),
  upc: Upc.optional(),
  imageUrl: HttpUrl.optional(),
})
export type MediaBundleInput = z.infer<typeof MediaBundleInput>

/** Body of PUT and PATCH /v1/media-bundles/{mediaBundleId}. */
export const MediaBundlePatch = z.object({
  name: Name.optional(),
  upc: clearable(Upc),
  imageUrl: clearable(HttpUrl),
})
export type MediaBundlePatch = z.infer<typeof MediaBundlePatch>

/** What creating a media bundle answers. */
export const MediaBundleCreated = z.object({ mediaBundleId: idOf('mediaBundle'), name: z.string() })
export type MediaBundleCreated = z.infer<typeof MediaBundleCreated>

/** The media bundle record (an album). */
export const MediaBundle = z.object({
  mediaBundleId: idOf('mediaBundle'),
  name: z.string(),
  artistId: idOf('artist'),
  imageAssetId: idOf('asset').nullable(),
  upc: z.string().nullable(),
})
export type MediaBundle = z.infer<typeof MediaBundle>

/** What updating a media bundle answers: the three fields that the interface lists. */
export const MediaBundleUpdated = MediaBundle.pick({ mediaBundleId: true, name: true, imageAssetId: true })
export type MediaBundleUpdated = z.infer<typeof MediaBundleUpdated>

/** What deleting a media bundle answers. */
export const MediaBundleDeleted = z.object({ mediaBundleId: idOf('mediaBundle'), deleted: z.literal(true) })
export type MediaBundleDeleted = z.infer<typeof MediaBundleDeleted>

/** Query of GET /v1/media-bundles. */
export const MediaBundleQuery = PageQuery.extend({
  artistId: idInput('artist').optional(),
  upc: Upc.optional(),
  q: SearchText.optional(),
})
export type MediaBundleQuery = z.infer<typeof MediaBundleQuery>

export const MediaBundlePage = pageOf(MediaBundle)
