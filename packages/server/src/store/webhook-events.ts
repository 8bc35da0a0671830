import type { WebhookEventType } from '@songreel/contract'
import { newId } from './new-id.ts'
import type { Tx } from './transaction.ts'

/** An event that is to be stored. */
export type NewEvent = {
  orgId: string
  batchId: string | null
  renderId: string | null
  /** What makes this report the only one: the same occasion is never written twice. */
  occasion: string
  type: WebhookEventType
  data: object
}

/** Stores an event with the address it goes to, and returns its id. */
export async function insertEvent(transaction: Tx, event: NewEvent, url: string): Promise<string> {
  const eventId = newId('event')
  await transaction
    .insertInto('webhook_events')
    .values({
      event_id: eventId,
      org_id: event.orgId,
      batch_id: event.batchId,
      render_id: event.renderId,
      occasion: event.occasion,
      type: event.type,
      url,
      data: JSON.stringify(event.data),
    })
    .execute()
  return eventId
}
