import { z } from 'zod'
import { Warning } from './envelope.ts'
import { idInput, idOf } from './ids.ts'
import { Isrc } from './isrc.ts'
import { PageQuery, pageOf } from './lists.ts'
import { BatchRender, RenderRequest, RenderStatus } from './renders.ts'
import { Name, Ref, Timestamp } from './text.ts'
import { Upc } from './upc.ts'
import { HttpUrl } from './url.ts'
import { VideoSettings } from './videos.ts'

const MAX_SERVICE_PARAMS_BYTES = 16_384
const MAX_RENDERS = 100

/** Path of one batch. */
export const BatchPath = z.object({ batchId: idInput('batch') })

/** Where a batch is on its way. */
export const BatchStatus = z.enum([
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'PARTIALLY_COMPLETED',
  'FAILED',
  'CANCELED',
])
export type BatchStatus = z.infer<typeof BatchStatus>

/** Batch-wide defaults, merged under every render; other keys are the caller's own. */
export const ServiceParams = z
  .looseObject({
    videoSettings: VideoSettings.optional(),
    requiredData: z.record(z.string(), z.unknown()).optional(),
    theme: z.enum(['DARK', 'LIGHT']).optional(),
    seed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional(),
    priority: z.number().int().min(-10).max(10).optional(),
  })
  .refine((params) => new TextEncoder().encode(JSON.stringify(params)).length <= MAX_SERVICE_PARAMS_BYTES, {
    error: 'must be at most 16 KB as JSON',
  })

const InlineArtist = z.object({ name: Name, artworkUrl: HttpUrl.optional() })
const InlineBundle = z.object({ name: Name, artworkUrl: HttpUrl.optional(), upc: Upc.optional() })
const InlineMedia = z.object({
  name: Name,
  artworkUrl: HttpUrl.optional(),
  audioUrl: HttpUrl,
  isrc: Isrc.optional(),
  videoUrls: z.array(HttpUrl).max(50).optional(),
  lyricsUrl: HttpUrl.optional(),
  lyricsText: z.string().max(200_000).optional(),
})

/** Body of POST /v1/batches: records inline, by id, or mixed. */
export const BatchInput = z.object({
  ref: Ref.optional(),
  artist: InlineArtist.optional(),
  mediaBundle: InlineBundle.optional(),
  media: InlineMedia.optional(),
  artistId: idInput('artist').optional(),
  mediaBundleId: idInput('mediaBundle').optional(),
  mediaId: idInput('media').optional(),
  serviceParams: ServiceParams.optional(),
  webhookUrl: HttpUrl.optional(),
  renders: z.array(RenderRequest).min(1, 'must hold at least one render').max(MAX_RENDERS),
})
export type BatchInput = z.infer<typeof BatchInput>

/** The short answer to a create. */
export const BatchCreated = z.object({
  batchId: idOf('batch'),
  renders: z.array(z.object({ renderId: idOf('render'), status: RenderStatus })),
})
export type BatchCreated = z.infer<typeof BatchCreated>

/** The batch record. */
export const Batch = z.object({
  batchId: idOf('batch'),
  type: z.literal('RENDER'),
  ref: z.string().nullable(),
  artistId: idOf('artist'),
  mediaBundleId: idOf('mediaBundle'),
  mediaId: idOf('media'),
  status: BatchStatus,
  createdAt: Timestamp,
  webhookUrl: z.string().nullable(),
  renders: z.array(BatchRender),
  isFinal: z.boolean(),
  progress: z.number().int().min(0).max(100),
  counts: z.object({
    total: z.number().int(),
    pending: z.number().int(),
    active: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    canceled: z.number().int(),
  }),
  finishedAt: Timestamp.nullable(),
  serviceParams: z.record(z.string(), z.unknown()).optional(),
})
export type Batch = z.infer<typeof Batch>

/** The full answer to a create: the batch record, its renders without `contentId`. */
export const BatchCreatedInFull = Batch.extend({ renders: z.array(BatchRender.omit({ contentId: true })) })
export type BatchCreatedInFull = z.infer<typeof BatchCreatedInFull>

/** Query of POST /v1/batches. */
export const DryRunQuery = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ description: 'Check everything, store nothing' }),
})

/** What a dry run answers: the full form without ids, and what it would take. */
export const BatchDryRun = BatchCreatedInFull.omit({
  batchId: true,
  artistId: true,
  mediaBundleId: true,
  mediaId: true,
}).extend({
  renders: z.array(BatchRender.omit({ renderId: true, contentId: true })),
  warnings: z.array(Warning),
  estimate: z.object({ videos: z.number().int(), secs: z.number() }),
})
export type BatchDryRun = z.infer<typeof BatchDryRun>

/** Query of GET /v1/batches. */
export const BatchQuery = PageQuery.extend({
  artistId: idInput('artist').optional(),
  mediaBundleId: idInput('mediaBundle').optional(),
  mediaId: idInput('media').optional(),
  status: BatchStatus.optional(),
  ref: Ref.optional(),
})
export type BatchQuery = z.infer<typeof BatchQuery>

export const BatchPage = pageOf(Batch)
