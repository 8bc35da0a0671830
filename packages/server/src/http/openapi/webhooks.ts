import { EVENT_SCHEMAS, WEBHOOK_CATALOGUE, WebhookEventType } from '@songreel/contract'
import { z } from 'zod'
import type { RecordedExamples } from '../../examples/recorded-examples.ts'
import type { SchemaBook } from './json-schema.ts'
import { listParameters, type Operation } from './operation.ts'

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
    const { record, about: summary } = WEBHOOK_CATALOGUE[type]
    const schema = book.describe(EVENT_SCHEMAS[record], 'output')
    const examples = { [type]: { summary, value: events[type] } }
    const post: Operation = {
      operationId: nameWebhook(type),
      tags: ['Webhooks'],
      summary,
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

/** `batch.partially_completed` is `onBatchPartiallyCompleted`. */
function nameWebhook(type: WebhookEventType): string {
  return `on${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`
}
