import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { Isrc } from './isrc.ts'
import { Flag, PageQuery, pageOf, SearchText } from './lists.ts'
import { clearable, Name, text } from './text.ts'
import { HttpUrl } from './url.ts'

const MAX_VIDEOS_OF_A_SONG = 50
const MAX_LYRICS_CHARACTERS = 200_000
const ONE_LYRICS_SOURCE = 'must not be sent together with lyricsUrl; choose one'

/** Path of one media record. */
export const MediaPath = z.object({ mediaId: idInput('media') })

const LyricsText = text(MAX_LYRICS_CHARACTERS, 1)
const VideoUrls = z.array(HttpUrl).max(MAX_VIDEOS_OF_A_SONG)

/** Body of POST /v1/media. */
export const MediaInput = z
  .object({
    name: Name,
    mediaBundleId: idInput('mediaBundle'),
    isrc: Isrc.optional(),
    imageUrl: HttpUrl.optional(),
    audioUrl: HttpUrl.optional(),
    videoUrls: VideoUrls.optional(),
    videositeUrl: HttpUrl.optional(),
    streamerUrl: HttpUrl.optional(),
    storeMusicUrl: HttpUrl.optional(),
    lyricsUrl: HttpUrl.optional(),
    lyricsText: LyricsText.optional(),
  })
  .refine(hasOneLyricsSource, { error: ONE_LYRICS_SOURCE, path: ['lyricsText'] })
export type MediaInput = z.infer<typeof MediaInput>

/** Body of PUT and PATCH /v1/media/{mediaId}. */
export const MediaPatch = z
  .object({
    name: Name.optional(),
    isrc: clearable(Isrc),
    imageUrl: clearable(HttpUrl),
    audioUrl: clearable(HttpUrl),
    videoUrls: clearable(VideoUrls),
    videositeUrl: clearable(HttpUrl),
    streamerUrl: clearable(HttpUrl),
    storeMusicUrl: clearable(HttpUrl),
    lyricsUrl: clearable(HttpUrl),
    lyricsText: clearable(LyricsText),
  })
  .refine(hasOneLyricsSource, { error: ONE_LYRICS_SOURCE, path: ['lyricsText'] })
export type MediaPatch = z.infer<typeof MediaPatch>

/** What creating a media record answers. */
export const MediaCreated = z.object({ mediaId: idOf('media'), name: z.string() })
export type MediaCreated = z.infer<typeof MediaCreated>

/** The media record (a song). */
export const Media = z.object({
  name: z.string(),
  mediaId: idOf('media'),
  artistId: idOf('artist'),
  mediaBundleId: idOf('mediaBundle'),
  isrc: z.string().nullable(),
  isActive: z.boolean(),
  audioAssets: z
    .record(z.string(), z.string())
    .meta({ example: { DEFAULT: 'ast_01K9ZB3Q4V8M7N6P5R2S1T0WXY' } }),
  videoAssets: z.array(z.object({ aspectRatio: z.string().nullable(), id: idOf('asset') })),
  imageAssetId: idOf('asset').nullable(),
  textAssetsIds: z.record(z.string(), z.string()).meta({ example: {} }),
  videositePluginId: idOf('plugin').nullable(),
  streamerPluginId: idOf('plugin').nullable(),
  storePluginId: idOf('plugin').nullable(),
})
export type Media = z.infer<typeof Media>

/** What deleting a media record answers. */
export const MediaDeleted = z.object({ mediaId: idOf('media'), deleted: z.literal(true) })
export type MediaDeleted = z.infer<typeof MediaDeleted>

/** Query of GET /v1/media. */
export const MediaQuery = PageQuery.extend({
  artistId: idInput('artist').optional(),
  mediaBundleId: idInput('mediaBundle').optional(),
  isrc: Isrc.optional(),
  q: SearchText.optional(),
  includeDeleted: Flag.optional().meta({ description: 'Also those that read with isActive false' }),
})
export type MediaQuery = z.infer<typeof MediaQuery>

export const MediaPage = pageOf(Media)

function hasOneLyricsSource(input: { lyricsUrl?: string | null; lyricsText?: string | null }): boolean {
  return !(input.lyricsUrl && input.lyricsText)
}
