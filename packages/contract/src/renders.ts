import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
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
  posterUrl: z.string().optional(),
  durationSecs: z.number().optional(),
  expiresAt: Timestamp.optional(),
  error: RenderFault.optional(),
})
export type BatchRender = z.infer<typeof BatchRender>
