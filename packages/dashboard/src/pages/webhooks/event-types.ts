import { listEventTypes } from '@songreel/contract/webhook-catalogue'

/** What a webhook can report; first what asks for nothing but an address. */
export const EVENT_TYPES = [
  ...listEventTypes('none'),
  ...listEventTypes('render'),
  ...listEventTypes('batch'),
]
