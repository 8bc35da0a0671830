import type { WebhookEventType } from '@songreel/contract'

/** What a webhook can report. */
export const EVENT_TYPES: WebhookEventType[] = [
  'ping',
  'render.completed',
  'render.failed',
  'render.canceled',
  'batch.completed',
  'batch.partially_completed',
  'batch.failed',
  'batch.canceled',
]
