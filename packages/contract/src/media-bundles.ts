import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { DeletedAt, DeletedOnly, IdList, PageQuery, pageOf, SearchText } from './lists.ts'
import { MEDIA_BUNDLE_FIELDS } from './record-fields.ts'
import { inputShape, patchShape, recordShape } from './record-shapes.ts'
import { Name } from './text.ts'
import { Upc } from './upc.ts'

/** Path of one media bundle. */
export const MediaBundlePath = z.object({
  mediaBundleId: idInput('mediaBundle').describe('The media bundle'),
})

/** Body of POST /v1/media-bundles. */
export const MediaBundleInput = z.object({
  name: Name.describe("The album's name"),
  artistId: idInput('artist').describe("The album's artist"),
  ...inputShape(MEDIA_BUNDLE_FIELDS),
})
export type MediaBundleInput = z.infer<typeof MediaBundleInput>

/** Body of PUT and PATCH /v1/media-bundles/{mediaBundleId}. */
export const MediaBundlePatch = z.object({
  name: Name.optional().describe("The album's name"),
  ...patchShape(MEDIA_BUNDLE_FIELDS),
})
export type MediaBundlePatch = z.infer<typeof MediaBundlePatch>

/** Body of POST /v1/media-bundles/{mediaBundleId}/move. */
export const MediaBundleMove = z.object({
  artistId: idInput('artist').describe('The artist it moves to, with all of its songs'),
})
export type MediaBundleMove = z.infer<typeof MediaBundleMove>

/** What creating a media bundle returns. */
export const MediaBundleCreated = z.object({
  mediaBundleId: idOf('mediaBundle').describe('Id of the new media bundle'),
  name: z.string().describe("The album's name"),
})
export type MediaBundleCreated = z.infer<typeof MediaBundleCreated>

/** The media bundle record (an album). */
export const MediaBundle = z.object({
  mediaBundleId: idOf('mediaBundle').describe('Id of the media bundle'),
  name: z.string().describe("The album's name"),
  artistId: idOf('artist').describe("The album's artist"),
  imageAssetId: idOf('asset').nullable().describe('The cover; null if there is none'),
  ...recordShape(MEDIA_BUNDLE_FIELDS),
})
export type MediaBundle = z.infer<typeof MediaBundle>

/** What updating a media bundle returns: the three fields that the interface lists. */
export const MediaBundleUpdated = MediaBundle.pick({ mediaBundleId: true, name: true, imageAssetId: true })
export type MediaBundleUpdated = z.infer<typeof MediaBundleUpdated>

/** What deleting a media bundle returns. */
export const MediaBundleDeleted = z.object({
  mediaBundleId: idOf('mediaBundle').describe('The media bundle that was deleted'),
  deleted: z.literal(true).describe('Always true'),
})
export type MediaBundleDeleted = z.infer<typeof MediaBundleDeleted>

/** Query of GET /v1/media-bundles. */
export const MediaBundleQuery = PageQuery.extend({
  artistId: idInput('artist').optional().describe('Only albums of this artist'),
  upc: Upc.optional().describe('Only the album with this product code'),
  q: SearchText.optional(),
  ids: IdList.optional().meta({ description: 'Only these, by their ids: up to 100, separated by commas' }),
  deleted: DeletedOnly,
})
export type MediaBundleQuery = z.infer<typeof MediaBundleQuery>

/** A media bundle in a list. */
export const ListedMediaBundle = MediaBundle.extend({ deletedAt: DeletedAt })
export type ListedMediaBundle = z.infer<typeof ListedMediaBundle>

export const MediaBundlePage = pageOf(ListedMediaBundle)
