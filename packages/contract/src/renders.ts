import { z } from 'zod'
import { ErrorDetail } from './envelope.ts'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Timestamp } from './text.ts'
import { VideoSettings } from './videos.ts'

/** Path of one render. */
export const RenderPath = z.object({ renderId: idInput('render').describe('The render') })

/** Where a render is on its way. */
export const RenderStatus = z
  .enum(['PENDING', 'COLLECTING_ASSETS', 'RENDERING', 'UPLOADING', 'COMPLETED', 'FAILED', 'CANCELED'])
  .describe('Where a render is; the last three are final. Treat a value that you do not know as not final')
export type RenderStatus = z.infer<typeof RenderStatus>

/** One entry of a batch's `renders`. */
export const RenderRequest = z.object({
  contentId: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(100)
    .meta({ description: 'Which template; `GET /v1/contents` lists them', example: 'BASE_BASIC_UNIFIED' }),
  requiredData: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The template's own data; `GET /v1/contents/{contentId}` has its schema"),
  videoSettings: VideoSettings.optional().describe('Shape, quality, excerpt and number of the videos'),
})
export type RenderRequest = z.infer<typeof RenderRequest>

/** Why a render failed. */
export const RenderFailure = z.object({
  code: z.string().meta({ description: 'Which failure; see the error codes', example: 'ASSET_UNREACHABLE' }),
  message: z.string().describe('The field, what was seen and what to do'),
  retryable: z.boolean().describe('Whether trying again may help'),
  field: z.string().optional().describe('The field of the request that is at fault'),
  details: z.array(ErrorDetail).optional().describe('What broke, where more is known'),
})
export type RenderFailure = z.infer<typeof RenderFailure>

/** A render inside its batch. */
export const BatchRender = z.object({
  renderId: idOf('render').describe('Names the render'),
  contentId: z.string().describe('The template'),
  status: RenderStatus,
  progress: z.number().int().min(0).max(100).describe('Percent; 100 only when it is completed'),
  createdAt: Timestamp.describe('When it was asked for'),
  aspectRatio: z.string().meta({ description: 'Shape of the video', example: '9x16' }),
  fileName: z.string().describe('Name of the file'),
  renderUrl: z
    .string()
    .optional()
    .describe('The video, signed anew with every reading, no token needed; only while the file is there'),
  renderUrlExpiresAt: Timestamp.optional().describe('Until when this renderUrl opens: 7 days at most'),
  posterUrl: z.string().optional().describe('A picture of the video, signed like renderUrl'),
  durationSecs: z.number().optional().describe('Length of the finished video'),
  expiresAt: Timestamp.optional().describe('Until when the files are kept'),
  filesDeletedAt: Timestamp.optional().describe(
    'Since when the files are gone, by DELETE or past expiresAt; then there is no renderUrl',
  ),
  error: RenderFailure.optional().describe('Why it failed; only on a failed render'),
})
export type BatchRender = z.infer<typeof BatchRender>

/** A finished file of a render. */
export const RenderFile = z.object({
  kind: z.enum(['VIDEO', 'POSTER']).describe('The video, or a picture of it'),
  url: z.string().describe('Signed like renderUrl'),
  contentType: z.string().describe('What its bytes are'),
  bytes: z.number().int().optional().describe('Its size'),
  sha256: z.string().optional().describe('Hash of its bytes, in hex'),
  width: z.number().int().optional().describe('Pixels across'),
  height: z.number().int().optional().describe('Pixels down'),
})
export type RenderFile = z.infer<typeof RenderFile>

/** The render record: what a batch shows of it, and everything else that is known. */
export const Render = BatchRender.extend({
  batchId: idOf('batch').describe('The batch it belongs to'),
  phase: z.string().nullable().meta({ description: 'What the worker does at present' }),
  etaSecs: z.number().nullable().describe('Seconds until it is done, roughly; null while that is not known'),
  queuePosition: z.number().int().nullable().meta({
    description: "Place in the organization's queue; 1 is next. Null once it is worked on, and in lists",
  }),
  waitingFor: z.string().nullable().meta({ description: 'Why it waits, where that is not other renders' }),
  attempt: z.number().int().describe('How often it was begun, by a retry or after a lost worker'),
  variation: z.number().int().describe('Which of numVideos it is'),
  requiredData: z.record(z.string(), z.unknown()).describe("The template's data, defaults filled in"),
  videoSettings: z.record(z.string(), z.unknown()).describe('How it is made, defaults filled in'),
  excerpt: z
    .object({
      start: z.number().describe('Where it begins'),
      end: z.number().describe('Where it ends'),
      reasons: z.array(z.string()).optional().describe('Why this part, where it was chosen by itself'),
    })
    .nullable()
    .meta({ description: 'The part of the song that was used, in seconds' }),
  files: z.array(RenderFile).describe('Its files; empty until it is completed and once they are gone'),
  checks: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What was measured in the finished file; null before'),
  warnings: z.array(z.string()).describe('What worked, but perhaps not as you mean it'),
  startedAt: Timestamp.nullable().describe('When a worker took it; null before'),
  finishedAt: Timestamp.nullable().describe('When it ended; null before'),
})
export type Render = z.infer<typeof Render>

/** Query of GET /v1/renders. */
export const RenderQuery = PageQuery.extend({
  batchId: idInput('batch').optional().describe('Only renders of this batch'),
  status: RenderStatus.optional().describe('Only renders in this state'),
  contentId: z.string().trim().max(100).optional().describe('Only renders of this template'),
})
export type RenderQuery = z.infer<typeof RenderQuery>

export const RenderPage = pageOf(Render)
