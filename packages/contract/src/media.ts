import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { Isrc } from './isrc.ts'
import { DeletedAt, DeletedOnly, Flag, IdList, PageQuery, pageOf, SearchText } from './lists.ts'
import { MEDIA_FIELDS } from './record-fields.ts'
import { inputShape, patchShape, recordShape } from './record-shapes.ts'
import { Name } from './text.ts'

const ONE_LYRICS_SOURCE = 'must not be sent together with lyricsUrl; choose one'

/** Path of one media record. */
export const MediaPath = z.object({ mediaId: idInput('media').describe('The song') })

/** Body of POST /v1/media. */
export const MediaInput = z
  .object({
    name: Name.describe("The song's title, as videos show it"),
    mediaBundleId: idInput('mediaBundle').describe('The album it is on'),
    ...inputShape(MEDIA_FIELDS),
  })
  .refine(hasOneLyricsSource, { error: ONE_LYRICS_SOURCE, path: ['lyricsText'] })
export type MediaInput = z.infer<typeof MediaInput>

/** Body of PUT and PATCH /v1/media/{mediaId}. */
export const MediaPatch = z
  .object({
    name: Name.optional().describe("The song's title, as videos show it"),
    ...patchShape(MEDIA_FIELDS),
  })
  .refine(hasOneLyricsSource, { error: ONE_LYRICS_SOURCE, path: ['lyricsText'] })
export type MediaPatch = z.infer<typeof MediaPatch>

/** Body of POST /v1/media/{mediaId}/move. */
export const MediaMove = z.object({
  mediaBundleId: idInput('mediaBundle').describe(
    'The album it moves to; the song gets the artist of that album',
  ),
})
export type MediaMove = z.infer<typeof MediaMove>

/** What creating a media record returns. */
export const MediaCreated = z.object({
  mediaId: idOf('media').describe('Id of the new song'),
  name: z.string().describe("The song's title"),
})
export type MediaCreated = z.infer<typeof MediaCreated>

/** The media record (a song). */
export const Media = z.object({
  name: z.string().describe("The song's title"),
  mediaId: idOf('media').describe('Id of the song'),
  artistId: idOf('artist').describe("The song's artist"),
  mediaBundleId: idOf('mediaBundle').describe('The album it is on'),
  ...recordShape(MEDIA_FIELDS),
  isActive: z.boolean().describe('False once it is deleted'),
  audioAssets: z.record(z.string(), z.string()).meta({
    description: 'The audio as `DEFAULT`; empty if there is none',
    example: { DEFAULT: 'ast_01K9ZB3Q4V8M7N6P5R2S1T0WXY' },
  }),
  videoAssets: z
    .array(
      z.object({
        aspectRatio: z.string().nullable().describe('Aspect ratio, such as `16x9`; null until probed'),
        id: idOf('asset').describe('The video'),
      }),
    )
    .describe('One per video URL'),
  imageAssetId: idOf('asset').nullable().describe('The cover; null if there is none'),
  textAssetsIds: z
    .record(z.string(), z.string())
    .meta({ description: 'The lyrics as `LYRICS`; empty if there are none', example: {} }),
  videositePluginId: idOf('plugin').nullable().describe('Link to a video site; null if there is none'),
  streamerPluginId: idOf('plugin').nullable().describe('Link to a streaming service; null if there is none'),
  storePluginId: idOf('plugin').nullable().describe('Link to a store; null if there is none'),
})
export type Media = z.infer<typeof Media>

/** What deleting a media record returns. */
export const MediaDeleted = z.object({
  mediaId: idOf('media').describe('The song that was deleted'),
  deleted: z.literal(true).describe('Always true'),
})
export type MediaDeleted = z.infer<typeof MediaDeleted>

/** Query of GET /v1/media. */
export const MediaQuery = PageQuery.extend({
  artistId: idInput('artist').optional().describe('Only songs of this artist'),
  mediaBundleId: idInput('mediaBundle').optional().describe('Only songs of this album'),
  isrc: Isrc.optional().describe('Only the song with this recording code'),
  q: SearchText.optional(),
  ids: IdList.optional().meta({ description: 'Only these, by their ids: up to 100, separated by commas' }),
  includeDeleted: Flag.optional().meta({ description: 'Include deleted ones (isActive false)' }),
  deleted: DeletedOnly,
})
export type MediaQuery = z.infer<typeof MediaQuery>

/** A song in a list. */
export const ListedMedia = Media.extend({ deletedAt: DeletedAt })
export type ListedMedia = z.infer<typeof ListedMedia>

export const MediaPage = pageOf(ListedMedia)

function hasOneLyricsSource(input: { lyricsUrl?: string | null; lyricsText?: string | null }): boolean {
  return !(input.lyricsUrl && input.lyricsText)
}
