import { z } from 'zod'
import { ErrorDetail } from './envelope.ts'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Timestamp } from './text.ts'
import { VideoSettings } from './videos.ts'

/** Path of one render. */
export const RenderPath = z.object({ renderId: idInput('render') })

/** Where a render is on its way. */
export const RenderStatus = z.enum([
  'PENDING',
  'COLLECTING_ASSETS',
  'RENDERING',
  'UPLOADING',
  'COMPLETED',
  'FAILED',
  'CANCELED',
])
export type RenderStatus = z.infer<typeof RenderStatus>

/** One entry of a batch's `renders`. */
export const RenderRequest = z.object({
  contentId: z.string().trim().min(1, 'must not be empty').max(100).meta({ example: 'BASE_BASIC_UNIFIED' }),
  requiredData: z.record(z.string(), z.unknown()).optional(),
  videoSettings: VideoSettings.optional(),
})
export type RenderRequest = z.infer<typeof RenderRequest>

/** Why a render failed. */
export const RenderFault = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  field: z.string().optional(),
  details: z.array(ErrorDetail).optional(),
})
export type RenderFault = z.infer<typeof RenderFault>

/** A render inside its batch. */
export const BatchRender = z.object({
  renderId: idOf('render'),
  contentId: z.string(),
  status: RenderStatus,
  progress: z.number().int().min(0).max(100),
  createdAt: Timestamp,
  aspectRatio: z.string(),
  fileName: z.string(),
  renderUrl: z.string().optional(),
  renderUrlExpiresAt: Timestamp.optional(),
  posterUrl: z.string().optional(),
  durationSecs: z.number().optional(),
  expiresAt: Timestamp.optional(),
  filesDeletedAt: Timestamp.optional(),
  error: RenderFault.optional(),
})
export type BatchRender = z.infer<typeof BatchRender>

/** A finished file of a render. */
export const RenderFile = z.object({
  kind: z.enum(['VIDEO', 'POSTER']),
  url: z.string(),
  contentType: z.string(),
  bytes: z.number().int().optional(),
  sha256: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
})
export type RenderFile = z.infer<typeof RenderFile>

/** The render record: what a batch shows of it, and everything else that is known. */
export const Render = BatchRender.extend({
  batchId: idOf('batch'),
  phase: z.string().nullable().meta({ description: 'What the worker does at present' }),
  etaSecs: z.number().nullable(),
  queuePosition: z
    .number()
    .int()
    .nullable()
    .meta({ description: "Place in the organization's line; 1 is next" }),
  waitingFor: z.string().nullable().meta({ description: 'Why it waits, where that is not other renders' }),
  attempt: z.number().int(),
  variation: z.number().int(),
  requiredData: z.record(z.string(), z.unknown()),
  videoSettings: z.record(z.string(), z.unknown()),
  excerpt: z
    .object({ start: z.number(), end: z.number(), reasons: z.array(z.string()).optional() })
    .nullable()
    .meta({ description: 'The part of the song that was used, in seconds' }),
  files: z.array(RenderFile),
  checks: z.record(z.string(), z.unknown()).nullable(),
  warnings: z.array(z.string()),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})
export type Render = z.infer<typeof Render>

/** Query of GET /v1/renders. */
export const RenderQuery = PageQuery.extend({
  batchId: idInput('batch').optional(),
  status: RenderStatus.optional(),
  contentId: z.string().trim().max(100).optional(),
})
export type RenderQuery = z.infer<typeof RenderQuery>

export const RenderPage = pageOf(Render)
