import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Timestamp } from './text.ts'
import { HttpUrl } from './url.ts'
import { WebhookEventType } from './webhook-events.ts'

/** Path of one delivery. */
export const DeliveryPath = z.object({ deliveryId: idInput('delivery') })

/** How far a delivery is. */
export const DeliveryStatus = z.enum(['PENDING', 'DELIVERED', 'FAILED'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** One try to deliver an event. */
export const DeliveryTry = z.object({
  at: Timestamp,
  tookMs: z.number().int(),
  status: z.number().int().optional().meta({ description: 'HTTP status of the answer' }),
  answer: z.string().optional().meta({ description: 'The first 1 KB of the answer' }),
  error: z.string().optional().meta({ description: 'Why there was no answer' }),
})
export type DeliveryTry = z.infer<typeof DeliveryTry>

/** The delivery of one event to one address. */
export const Delivery = z.object({
  deliveryId: idOf('delivery'),
  eventId: idOf('event').meta({ description: 'The webhook-id header, the same on every try' }),
  type: WebhookEventType,
  url: z.string(),
  batchId: idOf('batch').nullable(),
  renderId: idOf('render').nullable(),
  status: DeliveryStatus,
  tries: z.array(DeliveryTry),
  nextTryAt: Timestamp.nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** Query of GET /v1/webhook-deliveries. */
export const DeliveryQuery = PageQuery.extend({
  status: DeliveryStatus.optional(),
  type: WebhookEventType.optional(),
  batchId: idInput('batch').optional(),
})
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

export const DeliveryPage = pageOf(Delivery)

/** Body of POST /v1/webhooks/test. */
export const WebhookTest = z.object({
  url: HttpUrl.optional().meta({ description: "Where to; without it the organization's webhookUrl" }),
  type: WebhookEventType.optional().meta({ description: 'Which event; ping without it' }),
})
export type WebhookTest = z.infer<typeof WebhookTest>

/** The secret that signs webhooks. */
export const WebhookSecret = z.object({
  secret: z.string().meta({ example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }),
  previousSecretEndsAt: Timestamp.nullable().meta({ description: 'Until then the secret before signs too' }),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>
