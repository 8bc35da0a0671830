import { z } from 'zod'
import { Warning } from './envelope.ts'
import { idInput, idOf } from './ids.ts'
import { Isrc } from './isrc.ts'
import { Flag, PageQuery, pageOf } from './lists.ts'
import { BatchRender, RenderRequest, RenderStatus } from './renders.ts'
import { Name, Ref, Timestamp } from './text.ts'
import { Upc } from './upc.ts'
import { HttpUrl } from './url.ts'
import { VideoSettings } from './videos.ts'

const MAX_SERVICE_PARAMS_BYTES = 16_384
const MAX_RENDERS = 100

/** Path of one batch. */
export const BatchPath = z.object({ batchId: idInput('batch').describe('The batch') })

/** Where a batch is on its way. */
export const BatchStatus = z
  .enum(['PENDING', 'PROCESSING', 'COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'CANCELED'])
  .describe('Where a batch is; the last four are final. Treat a value that you do not know as not final')
export type BatchStatus = z.infer<typeof BatchStatus>

/** Batch-wide defaults, merged under every render; other keys are the caller's own. */
export const ServiceParams = z
  .looseObject({
    videoSettings: VideoSettings.optional().describe(
      'Settings for every render that does not set them itself',
    ),
    requiredData: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Data for every render; each template takes what it knows'),
    theme: z.enum(['DARK', 'LIGHT']).optional().describe('Light or dark; the template chooses without it'),
    seed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional()
      .describe('Where chance begins: the same seed gives the same video'),
    priority: z
      .number()
      .int()
      .min(-10)
      .max(10)
      .optional()
      .describe("Higher goes first among your organization's renders"),
  })
  .refine((params) => new TextEncoder().encode(JSON.stringify(params)).length <= MAX_SERVICE_PARAMS_BYTES, {
    error: 'must be at most 16 KB as JSON',
  })

const InlineArtist = z.object({
  name: Name.describe("The artist's name, as videos show it"),
  artworkUrl: HttpUrl.optional().describe('A picture of the artist'),
})
const InlineBundle = z.object({
  name: Name.describe("The album's name"),
  artworkUrl: HttpUrl.optional().describe("The album's cover"),
  upc: Upc.optional().describe('Product code; finds the album if your organization has it already'),
})
const InlineMedia = z.object({
  name: Name.describe("The song's title, as videos show it"),
  artworkUrl: HttpUrl.optional().describe(
    "The song's cover; the album's or artist's picture is used without it",
  ),
  audioUrl: HttpUrl.describe('The sound'),
  isrc: Isrc.optional().describe('Recording code; finds the song if your organization has it already'),
  videoUrls: z.array(HttpUrl).max(50).optional().describe('Videos for templates that show some'),
  lyricsUrl: HttpUrl.optional().describe('Lyrics as a file: LRC, SRT, WebVTT, TTML, ASS or plain text'),
  lyricsText: z.string().max(200_000).optional().describe('The lyrics themselves, in place of lyricsUrl'),
})

/** Body of POST /v1/batches: records inline, by id, or mixed. */
export const BatchInput = z.object({
  ref: Ref.optional().describe('Your own reference, echoed in the record and usable as a filter'),
  artist: InlineArtist.optional().describe('The artist inline; needed unless an id settles it'),
  mediaBundle: InlineBundle.optional().describe('The album inline; without one it is named after the song'),
  media: InlineMedia.optional().describe('The song inline; needed unless mediaId is sent'),
  artistId: idInput('artist').optional().describe('An existing artist, in place of artist'),
  mediaBundleId: idInput('mediaBundle').optional().describe('An existing album, in place of mediaBundle'),
  mediaId: idInput('media')
    .optional()
    .describe('An existing song; its album and artist follow by themselves'),
  serviceParams: ServiceParams.optional().describe(
    'Defaults for every render; keys beside the known ones are yours and are echoed. At most 16 KB',
  ),
  webhookUrl: HttpUrl.optional().describe(
    "Where this batch's events go; the organization's address without it",
  ),
  renders: z
    .array(RenderRequest)
    .min(1, 'must hold at least one render')
    .max(MAX_RENDERS)
    .describe('The videos that are wanted'),
})
export type BatchInput = z.infer<typeof BatchInput>

/** The short answer to a create. */
export const BatchCreated = z.object({
  batchId: idOf('batch').describe('Names the new batch'),
  renders: z
    .array(z.object({ renderId: idOf('render').describe('Names the render'), status: RenderStatus }))
    .describe('Its renders, in the order in which they were asked for'),
})
export type BatchCreated = z.infer<typeof BatchCreated>

/** The batch record. */
export const Batch = z.object({
  batchId: idOf('batch').describe('Names the batch'),
  type: z.literal('RENDER').describe('Always `RENDER`'),
  ref: z.string().nullable().describe('Your own reference; null without one'),
  artistId: idOf('artist').describe('The artist'),
  mediaBundleId: idOf('mediaBundle').describe('The album'),
  mediaId: idOf('media').describe('The song'),
  status: BatchStatus,
  createdAt: Timestamp.describe('When it was made'),
  webhookUrl: z.string().nullable().describe("Where its events go; null for the organization's address"),
  renders: z.array(BatchRender).describe('Its renders, in the order in which they were asked for'),
  isFinal: z.boolean().describe('Whether it is over; only a retry opens it again'),
  progress: z
    .number()
    .int()
    .min(0)
    .max(100)
    .describe('Percent, weighted by frames; 100 only when all completed'),
  counts: z
    .object({
      total: z.number().int().describe('All renders'),
      pending: z.number().int().describe('Those that wait'),
      active: z.number().int().describe('Those that are worked on'),
      completed: z.number().int().describe('Those with a video'),
      failed: z.number().int().describe('Those that failed'),
      canceled: z.number().int().describe('Those that were canceled'),
    })
    .describe('How many renders are where'),
  finishedAt: Timestamp.nullable().describe('When it was over; null before'),
  serviceParams: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What was sent as serviceParams, as it was sent'),
})
export type Batch = z.infer<typeof Batch>

/** The full answer to a create: the batch record, its renders without `contentId`. */
export const BatchCreatedInFull = Batch.extend({
  renders: z
    .array(BatchRender.omit({ contentId: true }))
    .describe('Its renders, in the order in which they were asked for'),
})
export type BatchCreatedInFull = z.infer<typeof BatchCreatedInFull>

/** Query of POST /v1/batches. */
export const DryRunQuery = z.object({
  dryRun: Flag.optional().describe('Check everything, store nothing'),
})

/** What a dry run answers: the full form without ids, and what it would take. */
export const BatchDryRun = BatchCreatedInFull.omit({
  batchId: true,
  artistId: true,
  mediaBundleId: true,
  mediaId: true,
}).extend({
  renders: z
    .array(BatchRender.omit({ renderId: true, contentId: true }))
    .describe('The renders that would be made'),
  warnings: z.array(Warning).describe('What would work, but perhaps not as you mean it'),
  estimate: z
    .object({
      videos: z.number().int().describe('How many files'),
      secs: z.number().describe('Seconds of work on two cores'),
    })
    .describe('What it would take'),
})
export type BatchDryRun = z.infer<typeof BatchDryRun>

/** Query of GET /v1/batches. */
export const BatchQuery = PageQuery.extend({
  artistId: idInput('artist').optional().describe('Only batches of this artist'),
  mediaBundleId: idInput('mediaBundle').optional().describe('Only batches of this album'),
  mediaId: idInput('media').optional().describe('Only batches of this song'),
  status: BatchStatus.optional().describe('Only batches in this state'),
  ref: Ref.optional().describe('Only batches with this reference of yours'),
})
export type BatchQuery = z.infer<typeof BatchQuery>

export const BatchPage = pageOf(Batch)
