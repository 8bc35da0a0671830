import { z } from 'zod'
import { BrandChoice } from './brands.ts'
import { Delivered } from './destinations.ts'
import { ErrorDetail } from './envelope.ts'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf, SearchText } from './lists.ts'
import { Ref, Timestamp } from './text.ts'
import { VideoSettings } from './videos.ts'

/** Path of one render. */
export const RenderPath = z.object({ renderId: idInput('render').describe('The render') })

/** Where a render is on its way. */
export const RenderStatus = z
  .enum(['PENDING', 'COLLECTING_ASSETS', 'RENDERING', 'UPLOADING', 'COMPLETED', 'FAILED', 'CANCELED'])
  .describe('Status of the render; the last three are final. Treat an unknown value as not final')
export type RenderStatus = z.infer<typeof RenderStatus>

/** What may lie behind a look. */
export const Background = z
  .enum(['COVER', 'VIDEOS', 'ARTIST'])
  .describe("The cover, the song's videos or the artist's photograph")
export type Background = z.infer<typeof Background>

/** A video that is asked for. */
export const RenderRequest = z.object({
  contentId: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(100)
    .meta({ description: 'The template; `GET /v1/contents` lists them', example: 'BASE_BASIC_UNIFIED' }),
  requiredData: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The template's own data; `GET /v1/contents/{contentId}` has its schema"),
  background: Background.optional().describe(
    'What lies behind the look, one of the `backgrounds` that the template lists: the cover (`COVER`, the default), the videos of the song (`VIDEOS`) or the photograph of the artist (`ARTIST`), no darker than its type needs',
  ),
  videoSettings: VideoSettings.optional().describe('Aspect ratio, quality, excerpt and number of videos'),
  brandId: BrandChoice.describe(
    'The brand that it wears; by default that of serviceParams, of the artist or of the organization, the first that is set. null: none',
  ),
})
export type RenderRequest = z.infer<typeof RenderRequest>

/** Of what a video of an album is made. */
export const AlbumVideo = z
  .enum(['VIDEO', 'SAMPLER'])
  .describe('All songs one after the other without a gap (`VIDEO`), or the best moment of each (`SAMPLER`)')
export type AlbumVideo = z.infer<typeof AlbumVideo>

/** What a video of an album is: its cover brought to life, all of its songs, or the best moment of each. */
export const AlbumRenderKind = z
  .enum([...AlbumVideo.options, 'ARTWORK'])
  .describe(
    'Of what: all songs one after the other (`VIDEO`), the best moment of each (`SAMPLER`), or the cover alone (`ARTWORK`)',
  )
export type AlbumRenderKind = z.infer<typeof AlbumRenderKind>

/** One entry of a batch's `renders`. */
export const BatchRenderRequest = RenderRequest.extend({
  album: AlbumVideo.optional().describe(
    'A video of the whole album, with a chapter per song: `VIDEO` (all songs, without a gap) or `SAMPLER` (the best moment of each, cut on bars). Only with mediaBundleId and without a song',
  ),
  samplerSecs: z
    .number()
    .min(5)
    .max(180)
    .optional()
    .describe('How long a `SAMPLER` lasts at most, in seconds; default 60'),
})
export type BatchRenderRequest = z.infer<typeof BatchRenderRequest>

/** Where a song begins in a video of several. */
export const VideoChapter = z.object({
  title: z.string().describe('Title of the song'),
  startSecs: z.number().describe('Where it begins in the video, in seconds'),
})
export type VideoChapter = z.infer<typeof VideoChapter>

/** Why a render failed. */
export const RenderFailure = z.object({
  code: z.string().meta({ description: 'Error code; see the error codes', example: 'ASSET_UNREACHABLE' }),
  message: z.string().describe('The field, what was received and what to do'),
  retryable: z.boolean().describe('Whether trying again may help'),
  field: z.string().optional().describe('The field of the request that caused it'),
  details: z.array(ErrorDetail).optional().describe('More detail, if known'),
})
export type RenderFailure = z.infer<typeof RenderFailure>

/** A render inside its batch. */
export const BatchRender = z.object({
  renderId: idOf('render').describe('Id of the render'),
  mediaId: idOf('media').optional().describe('The song; only in a batch of several songs'),
  albumKind: AlbumRenderKind.optional().describe('Only of a video of a whole album'),
  contentId: z.string().describe('The template'),
  background: Background.optional().describe('What lies behind the look; absent for the cover'),
  brandId: idOf('brand').optional().describe('The brand that it wears; absent without one'),
  status: RenderStatus,
  progress: z.number().int().min(0).max(100).describe('Percent; 100 only once completed'),
  createdAt: Timestamp.describe('When it was requested'),
  aspectRatio: z.string().meta({ description: 'Aspect ratio of the video', example: '9x16' }),
  fileName: z.string().describe('File name'),
  renderUrl: z
    .string()
    .optional()
    .describe('Signed URL of the video, fresh on every read, needs no token; only while the file exists'),
  renderUrlExpiresAt: Timestamp.optional().describe('When this renderUrl expires: after 7 days at most'),
  posterUrl: z.string().optional().describe('Signed URL of a still image of the video'),
  durationSecs: z.number().optional().describe('Duration of the finished video'),
  expiresAt: Timestamp.optional().describe('When the files will be deleted'),
  filesDeletedAt: Timestamp.optional().describe(
    'When the files were deleted, by DELETE or at expiresAt; then there is no renderUrl',
  ),
  error: RenderFailure.optional().describe('Why it failed; only on a failed render'),
  delivered: Delivered.optional().describe(
    'How far its delivery is; only on a completed render of a batch with a `destination`',
  ),
})
export type BatchRender = z.infer<typeof BatchRender>

/** A finished file of a render. */
export const RenderFile = z.object({
  kind: z
    .enum(['VIDEO', 'POSTER', 'CAPTIONS', 'CHAPTERS'])
    .describe(
      "The video, a still image of it, the captions of a video with lyrics (one SRT, one WebVTT), or the chapters of an album's video as lines for a description",
    ),
  url: z.string().describe('Signed like renderUrl'),
  contentType: z.string().describe('Content type'),
  bytes: z.number().int().optional().describe('Size in bytes'),
  sha256: z.string().optional().describe('Hash of the bytes, in hex'),
  width: z.number().int().optional().describe('Width in pixels'),
  height: z.number().int().optional().describe('Height in pixels'),
})
export type RenderFile = z.infer<typeof RenderFile>

/** How many segments a video has, and how many of them need not be made. */
export const SegmentCount = z.object({
  total: z.number().int().describe('Segments of the video, of about 4 seconds'),
  kept: z.number().int().describe('How many are taken from an earlier video or run instead of being drawn'),
})
export type SegmentCount = z.infer<typeof SegmentCount>

/** The render record: what a batch shows of it, and everything else that is known. */
export const Render = BatchRender.extend({
  batchId: idOf('batch').describe('The batch it belongs to'),
  phase: z.string().nullable().meta({ description: 'What the worker is doing' }),
  etaSecs: z.number().nullable().describe('Estimated seconds until it is done; null if unknown'),
  queuePosition: z.number().int().nullable().meta({
    description: "Place in the organization's queue; 1 is next. Null once a worker has it, and in lists",
  }),
  waitingFor: z.string().nullable().meta({ description: 'Why it waits, if not for other renders' }),
  attempt: z
    .number()
    .int()
    .describe('Number of the attempt; goes up with a retry, after an error and after a lost worker'),
  variation: z.number().int().describe('Which of the numVideos it is'),
  requiredData: z.record(z.string(), z.unknown()).describe("The template's data, including defaults"),
  videoSettings: z.record(z.string(), z.unknown()).describe('Its settings, including defaults'),
  excerpt: z
    .object({
      start: z.number().describe('Where it begins'),
      end: z.number().describe('Where it ends'),
      reasons: z.array(z.string()).optional().describe('Why this part was chosen, if it was automatic'),
    })
    .nullable()
    .meta({ description: 'The part of the song that is used, in seconds' }),
  album: z
    .object({
      kind: z.string().meta({ description: 'VIDEO or SAMPLER', example: 'VIDEO' }),
      mediaIds: z.array(idOf('media')).describe('Its songs, in order'),
    })
    .optional()
    .describe('Only of a video of a whole album'),
  chapters: z
    .array(VideoChapter)
    .optional()
    .describe("The songs of an album's video, as its file has them; only once it is completed"),
  files: z.array(RenderFile).describe('Its files; empty until it is completed and after they are deleted'),
  checks: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What was measured in the finished file, and which platforms take it; null until then'),
  warnings: z.array(z.string()).describe('What worked, but perhaps not as intended'),
  segments: SegmentCount.optional().describe('The segments of the video, once it is made'),
  timeline: z
    .array(z.object({ status: RenderStatus, at: Timestamp.describe('When it entered this status') }))
    .optional()
    .describe('Its states from the request on, all attempts, the latest 40; not in lists'),
  startedAt: Timestamp.nullable().describe('When a worker took it; null until then'),
  finishedAt: Timestamp.nullable().describe('When it ended; null until then'),
})
export type Render = z.infer<typeof Render>

/** Query of GET /v1/renders. */
export const RenderQuery = PageQuery.extend({
  batchId: idInput('batch').optional().describe('Only renders of this batch'),
  status: RenderStatus.optional().describe('Only renders in this state'),
  contentId: z.string().trim().max(100).optional().describe('Only renders of this template'),
  ref: Ref.optional().describe('Only renders of batches with this reference'),
  q: SearchText.optional().describe(
    "Part of the batch's reference, the ISRC, the title or the artist; case is ignored",
  ),
})
export type RenderQuery = z.infer<typeof RenderQuery>

export const RenderPage = pageOf(Render)
