import { z } from 'zod'
import { Batch } from './batches.ts'
import { Render } from './renders.ts'
import { Timestamp } from './text.ts'

/** What a webhook can tell. */
export const WebhookEventType = z.enum([
  'render.completed',
  'render.failed',
  'render.canceled',
  'batch.completed',
  'batch.partially_completed',
  'batch.failed',
  'batch.canceled',
  'ping',
])
export type WebhookEventType = z.infer<typeof WebhookEventType>

const RenderEvent = z.object({
  type: z.enum(['render.completed', 'render.failed', 'render.canceled']),
  timestamp: Timestamp,
  data: Render,
})

const BatchEvent = z.object({
  type: z.enum(['batch.completed', 'batch.partially_completed', 'batch.failed', 'batch.canceled']),
  timestamp: Timestamp,
  data: Batch,
})

const PingEvent = z.object({
  type: z.literal('ping'),
  timestamp: Timestamp,
  data: z.record(z.string(), z.unknown()),
})

/** The body of a webhook; `data` is the record that GET returns. */
export const WebhookEvent = z.discriminatedUnion('type', [RenderEvent, BatchEvent, PingEvent])
export type WebhookEvent = z.infer<typeof WebhookEvent>
