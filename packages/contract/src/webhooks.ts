import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Timestamp } from './text.ts'
import { HttpUrl } from './url.ts'
import { WebhookEventType } from './webhook-events.ts'

/** Path of one delivery. */
export const DeliveryPath = z.object({ deliveryId: idInput('delivery').describe('The delivery') })

/** How far a delivery is. */
export const DeliveryStatus = z
  .enum(['PENDING', 'DELIVERED', 'FAILED'])
  .describe('`PENDING` while it is being tried, then `DELIVERED` or `FAILED`')
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** One attempt to deliver an event. */
export const DeliveryAttempt = z.object({
  at: Timestamp.describe('Time of the attempt'),
  tookMs: z.number().int().describe('Duration in milliseconds'),
  status: z.number().int().optional().meta({ description: 'HTTP status of the response' }),
  responseBody: z.string().optional().meta({ description: 'The first 1 KB of the response' }),
  error: z.string().optional().meta({ description: 'Why there was no response' }),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

/** The delivery of one event to one address. */
export const Delivery = z.object({
  deliveryId: idOf('delivery').describe('Id of the delivery'),
  eventId: idOf('event').meta({ description: 'The webhook-id header, the same on every attempt' }),
  type: WebhookEventType,
  url: z.string().describe("The receiver's URL"),
  batchId: idOf('batch').nullable().describe('The batch it is about; null for a test event'),
  renderId: idOf('render').nullable().describe('The render it is about; null for events of a batch'),
  status: DeliveryStatus,
  attempts: z.array(DeliveryAttempt).describe('Every attempt so far'),
  nextAttemptAt: Timestamp.nullable().describe('Time of the next attempt; null if there is none'),
  createdAt: Timestamp.describe('When it was created'),
  finishedAt: Timestamp.nullable().describe('When it was delivered or given up; null until then'),
  event: z
    .object({
      type: WebhookEventType,
      timestamp: Timestamp.describe('When it happened'),
      isTest: z.literal(true).optional().describe('Only on test events'),
      data: z.record(z.string(), z.unknown()).describe('The record at that time'),
    })
    .optional()
    .describe('The body that is sent, with fresh URLs; only where one delivery is read'),
})
export type Delivery = z.infer<typeof Delivery>

/** Query of GET /v1/webhook-deliveries. */
export const DeliveryQuery = PageQuery.extend({
  status: DeliveryStatus.optional().describe('Only deliveries in this state'),
  type: WebhookEventType.optional().describe('Only deliveries of this event'),
  batchId: idInput('batch').optional().describe('Only deliveries about this batch'),
})
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

export const DeliveryPage = pageOf(Delivery)

/** Query of GET /v1/webhooks/addresses. */
export const WebhookAddressQuery = z.object({
  hours: z.coerce.number().int().min(1).max(720).default(24).describe('How far back deliveries are counted'),
})
export type WebhookAddressQuery = z.infer<typeof WebhookAddressQuery>

/** An address that events went to, and how many of them arrived. */
export const WebhookAddress = z.object({
  url: z.string().describe("The receiver's URL"),
  delivered: z.number().int().describe('Deliveries that arrived'),
  failed: z.number().int().describe('Deliveries that were given up'),
  pending: z.number().int().describe('Deliveries that are still being tried'),
  lastDeliveredAt: Timestamp.nullable().describe('When the last one arrived; null if none did'),
})
export type WebhookAddress = z.infer<typeof WebhookAddress>

export const WebhookAddresses = z.object({
  items: z.array(WebhookAddress).describe('Busiest first, 100 at most'),
})

/** Body of POST /v1/webhooks/test. */
export const WebhookTest = z.object({
  url: HttpUrl.optional().meta({ description: "The receiver; by default the organization's webhookUrl" }),
  type: WebhookEventType.optional().meta({ description: 'Type of event; default ping' }),
})
export type WebhookTest = z.infer<typeof WebhookTest>

/** The secret that signs webhooks. */
export const WebhookSecret = z.object({
  secret: z.string().meta({
    description: 'The secret that signs webhooks; keep it private',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  }),
  previousSecretEndsAt: Timestamp.nullable().meta({
    description: 'Until then, the previous secret signs too',
  }),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>
