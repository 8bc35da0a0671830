import { z } from 'zod'
import { Batch } from './batches.ts'
import { Render } from './renders.ts'
import { Timestamp } from './text.ts'
import { listEventTypes, WEBHOOK_CATALOGUE } from './webhook-catalogue.ts'

/** What a webhook can report. */
export const WebhookEventType = z
  .enum(Object.keys(WEBHOOK_CATALOGUE) as (keyof typeof WEBHOOK_CATALOGUE)[])
  .describe('What happened')
export type WebhookEventType = z.infer<typeof WebhookEventType>

const common = {
  timestamp: Timestamp.describe('When it happened'),
  isTest: z
    .literal(true)
    .optional()
    .describe('Only on events from `POST /v1/webhooks/test`, whose records are samples'),
}

/** A render ended, or its files were delivered. */
export const RenderEvent = z.object({
  type: z.enum(listEventTypes('render')).describe('What happened'),
  ...common,
  data: Render.describe('The record as `GET /v1/renders/{renderId}` returned it at that time'),
})

/** A batch closed. */
export const BatchEvent = z.object({
  type: z.enum(listEventTypes('batch')).describe('What happened'),
  ...common,
  data: Batch.describe('The record as `GET /v1/batches/{batchId}` returned it at that time'),
})

/** Somebody tries the address. */
export const PingEvent = z.object({
  type: z.literal('ping').describe('What happened'),
  ...common,
  data: z.object({ message: z.string().describe('A note') }).describe('A note'),
})

/** The body of a webhook; `data` is the record that GET returns. */
export const WebhookEvent = z.discriminatedUnion('type', [RenderEvent, BatchEvent, PingEvent])
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The schema of an event's body, by the record that it carries. */
export const EVENT_SCHEMAS = { render: RenderEvent, batch: BatchEvent, none: PingEvent } as const
