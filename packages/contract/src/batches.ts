import { z } from 'zod'
import { BrandChoice } from './brands.ts'
import { Destination } from './destinations.ts'
import { Warning } from './envelope.ts'
import { idInput, idOf } from './ids.ts'
import { Flag, PageQuery, pageOf, SearchText } from './lists.ts'
import { ARTIST_FIELDS, MEDIA_BUNDLE_FIELDS, MEDIA_FIELDS } from './record-fields.ts'
import { inlineShape } from './record-shapes.ts'
import { ReleaseRecord } from './release-record.ts'
import { BatchRender, BatchRenderRequest, RenderStatus } from './renders.ts'
import { Name, Ref, Timestamp, text } from './text.ts'
import { HttpUrl } from './url.ts'
import { VideoSettings } from './videos.ts'

const MAX_SERVICE_PARAMS_BYTES = 16_384
const MAX_RENDERS = 100
const MAX_ALBUM_SONGS = 100

/** Path of one batch. */
export const BatchPath = z.object({ batchId: idInput('batch').describe('The batch') })

/** Where a batch is on its way. */
export const BatchStatus = z
  .enum(['PENDING', 'PROCESSING', 'COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'CANCELED'])
  .describe('Status of the batch; the last four are final. Treat an unknown value as not final')
export type BatchStatus = z.infer<typeof BatchStatus>

/** Batch-wide defaults, merged under every render; other keys are the caller's own. */
export const ServiceParams = z
  .looseObject({
    videoSettings: VideoSettings.optional().describe('Settings for renders that do not set their own'),
    requiredData: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Data for every render; each template uses the fields it knows'),
    theme: z.enum(['DARK', 'LIGHT']).optional().describe('Light or dark; by default, what suits the cover'),
    seed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional()
      .describe('Seed for random choices: the same seed gives the same video'),
    priority: z
      .number()
      .int()
      .min(-10)
      .max(10)
      .optional()
      .describe("Higher goes first among your organization's renders"),
    brandId: BrandChoice.describe(
      'The brand of renders that name none; null: none, whatever the artist and the organization have',
    ),
    destination: Destination.optional().describe('A bucket of yours that finished videos are sent to'),
  })
  .refine((params) => new TextEncoder().encode(JSON.stringify(params)).length <= MAX_SERVICE_PARAMS_BYTES, {
    error: 'must be at most 16 KB as JSON',
  })

const InlineArtist = z.object({
  name: Name.describe("The artist's name, as videos show it"),
  ...inlineShape(ARTIST_FIELDS),
})
const InlineBundle = z.object({
  name: Name.describe("The album's name"),
  ...inlineShape(MEDIA_BUNDLE_FIELDS),
})
const InlineMedia = z
  .object({ name: Name.describe("The song's title, as videos show it"), ...inlineShape(MEDIA_FIELDS) })
  .required({ audioUrl: true })

/** Body of POST /v1/batches: records inline, by id, or mixed. */
export const BatchInput = z.object({
  ref: Ref.optional().describe('Your own reference, echoed in the record and usable as a filter'),
  artist: InlineArtist.optional().describe('The artist inline; required unless an id implies it'),
  mediaBundle: InlineBundle.optional().describe(
    "The album inline; by default one is created with the song's name",
  ),
  media: InlineMedia.optional().describe('The song inline; required unless mediaId is sent'),
  artistId: idInput('artist').optional().describe('An existing artist, instead of artist'),
  mediaBundleId: idInput('mediaBundle')
    .optional()
    .describe('An existing album, instead of mediaBundle; without a song, for videos of the whole album'),
  mediaId: idInput('media').optional().describe('An existing song; its album and artist are implied'),
  mediaIds: z
    .array(idInput('media'))
    .min(1, 'must name at least one song')
    .max(MAX_ALBUM_SONGS)
    .optional()
    .describe(
      'For videos of the whole album: its songs in the order they are played; default all, in the order they were added',
    ),
  serviceParams: ServiceParams.optional().describe(
    'Defaults for every render; any other keys are yours and are echoed back. At most 16 KB',
  ),
  webhookUrl: HttpUrl.optional().describe(
    "Where to send this batch's events; by default the organization's webhookUrl",
  ),
  renders: z
    .array(BatchRenderRequest)
    .min(1, 'must hold at least one render')
    .max(MAX_RENDERS)
    .describe('The videos to make'),
})
export type BatchInput = z.infer<typeof BatchInput>

/** The short response to a create. */
export const BatchCreated = z.object({
  batchId: idOf('batch').describe('Id of the new batch'),
  renders: z
    .array(z.object({ renderId: idOf('render').describe('Id of the render'), status: RenderStatus }))
    .describe('Its renders, in the order of the request'),
})
export type BatchCreated = z.infer<typeof BatchCreated>

/** The batch record. */
export const Batch = z.object({
  batchId: idOf('batch').describe('Id of the batch'),
  type: z.literal('RENDER').describe('Always `RENDER`'),
  ref: z.string().nullable().describe('Your own reference; null if there is none'),
  artistId: idOf('artist').describe('The artist'),
  mediaBundleId: idOf('mediaBundle').describe('The album'),
  mediaId: idOf('media')
    .nullable()
    .describe('The song; null for a batch of several songs, whose renders say which'),
  status: BatchStatus,
  createdAt: Timestamp.describe('When it was created'),
  webhookUrl: z
    .string()
    .nullable()
    .describe("Where its events are sent; null for the organization's webhookUrl"),
  renders: z.array(BatchRender).describe('Its renders, in the order of the request'),
  isFinal: z.boolean().describe('Whether it has ended; only a retry opens it again'),
  progress: z
    .number()
    .int()
    .min(0)
    .max(100)
    .describe('Percent, weighted by frames; 100 only when all are completed'),
  counts: z
    .object({
      total: z.number().int().describe('All renders'),
      pending: z.number().int().describe('Waiting'),
      active: z.number().int().describe('In progress'),
      completed: z.number().int().describe('Completed'),
      failed: z.number().int().describe('Failed'),
      canceled: z.number().int().describe('Canceled'),
    })
    .describe('Number of renders per state'),
  finishedAt: Timestamp.nullable().describe('When it ended; null until then'),
  serviceParams: z.record(z.string(), z.unknown()).optional().describe('serviceParams as sent'),
  releasePack: ReleaseRecord.optional().describe('Only of a batch that makes a release'),
})
export type Batch = z.infer<typeof Batch>

/** The full response to a create: the batch record, its renders without `contentId`. */
export const BatchCreatedInFull = Batch.extend({
  renders: z
    .array(BatchRender.omit({ contentId: true }))
    .describe('Its renders, in the order of the request'),
})
export type BatchCreatedInFull = z.infer<typeof BatchCreatedInFull>

/** Query of POST /v1/batches. */
export const DryRunQuery = z.object({
  dryRun: Flag.optional().describe('Check everything, store nothing'),
})

/** What a dry run returns: the full form without ids, and what it would take. */
export const BatchDryRun = BatchCreatedInFull.omit({
  batchId: true,
  artistId: true,
  mediaBundleId: true,
  mediaId: true,
}).extend({
  renders: z
    .array(BatchRender.omit({ renderId: true, contentId: true }))
    .describe('The renders that would be made'),
  warnings: z.array(Warning).describe('What would work, but perhaps not as intended'),
  estimate: z
    .object({
      videos: z.number().int().describe('Number of videos'),
      secs: z.number().describe('Seconds of work, on two cores'),
    })
    .describe('Estimated work'),
})
export type BatchDryRun = z.infer<typeof BatchDryRun>

/** Query of GET /v1/batches. */
export const BatchQuery = PageQuery.extend({
  artistId: idInput('artist').optional().describe('Only batches of this artist'),
  mediaBundleId: idInput('mediaBundle').optional().describe('Only batches of this album'),
  mediaId: idInput('media').optional().describe('Only batches of this song'),
  status: BatchStatus.optional().describe('Only batches in this state'),
  ref: Ref.optional().describe('Only batches with this reference'),
  isFinal: Flag.optional().describe('true: only batches that have ended, false: only those under way'),
  q: SearchText.optional().describe(
    'Part of the reference, the ISRC, the title or the artist; case is ignored',
  ),
})
export type BatchQuery = z.infer<typeof BatchQuery>

export const BatchPage = pageOf(Batch)

/** A reference in a request that is about all batches which have it. */
const WholeRef = text(255, 1).describe('The reference that the batches were sent with')

/** Query of GET /v1/batches/archive. */
export const RefQuery = z.object({ ref: WholeRef })

/** Body of what is done to everything that was sent together. */
export const TogetherInput = z.object({ ref: WholeRef })

/** What was done to it. */
export const TogetherChanged = z.object({
  ref: z.string().describe('The reference'),
  batchIds: z.array(idOf('batch')).describe('The batches in which something changed'),
  renders: z.number().int().describe('How many renders changed'),
})
export type TogetherChanged = z.infer<typeof TogetherChanged>
