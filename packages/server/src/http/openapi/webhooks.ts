import { BatchEvent, PingEvent, RenderEvent, WebhookEventType } from '@songreel/contract'
import { z } from 'zod'
import type { RecordedExamples } from '../../examples/recorded-examples.ts'
import type { SchemaBook } from './json-schema.ts'
import { listParameters, type Operation } from './operation.ts'

const SUMMARIES: Record<WebhookEventType, string> = {
  'render.completed': 'A render is completed: its video is there',
  'render.failed': 'A render failed',
  'render.canceled': 'A render was canceled',
  'batch.completed': 'All renders of a batch are completed',
  'batch.partially_completed': 'A batch is over; some of its renders are completed',
  'batch.failed': 'A batch is over; none of its renders is completed',
  'batch.canceled': 'A batch was canceled',
  ping: 'Somebody tries your address with POST /v1/webhooks/test',
}

const Headers = z.object({
  'webhook-id': z.string().meta({
    description: 'Id of the event, the same on every attempt: use it to ignore duplicates',
    example: 'evt_01K9ZB3Q4V8M7N6P5R2S1T0WXY',
  }),
  'webhook-timestamp': z
    .string()
    .meta({ description: 'When this attempt was signed, in seconds since 1970', example: '1794648600' }),
  'webhook-signature': z.string().meta({
    description: '`v1,` and the HMAC-SHA256 of `id.timestamp.body`; several while a secret is being rotated',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
})

const DESCRIPTION =
  'Sent to the `webhookUrl` of the batch, or of the organization. Any 2xx within 15 seconds counts; otherwise it is tried again for three days.'

/** The calls that we make: one for each event, by the scheme of Standard Webhooks. */
export function describeWebhooks(
  book: SchemaBook,
  { events }: RecordedExamples,
): Record<string, { post: Operation }> {
  const entries = WebhookEventType.options.map((type) => {
    const schema = book.describe(getSchema(type), 'output')
    const examples = { [type]: { summary: SUMMARIES[type], value: events[type] } }
    const post: Operation = {
      operationId: nameWebhook(type),
      tags: ['Webhooks'],
      summary: SUMMARIES[type],
      description: DESCRIPTION,
      security: [],
      parameters: listParameters(Headers, 'header', book),
      requestBody: { required: true, content: { 'application/json': { schema, examples } } },
      responses: {
        204: { description: 'Received. Any 2xx will do.' },
        410: { description: 'Gone: the event is not sent again.' },
      },
    }
    return [type, { post }] as const
  })
  return Object.fromEntries(entries)
}

function getSchema(type: WebhookEventType): z.ZodType {
  if (type === 'ping') return PingEvent
  return type.startsWith('render.') ? RenderEvent : BatchEvent
}

/** `batch.partially_completed` is `onBatchPartiallyCompleted`. */
function nameWebhook(type: WebhookEventType): string {
  return `on${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`
}
