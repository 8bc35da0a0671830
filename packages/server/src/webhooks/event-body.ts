import type { Delivery } from '@songreel/contract'
import type { FileLinks } from '../assets/file-links.ts'
import type { DeliveryWork } from '../store/webhook-deliveries.ts'
import { addLinks } from './event-links.ts'
import { TEST_OCCASION } from './write-event.ts'

type Event = Pick<DeliveryWork, 'type' | 'createdAt' | 'occasion' | 'data'>

/** What is sent of an event, with addresses that are signed now. */
export function buildEventBody(
  { type, createdAt, occasion, data }: Event,
  links: FileLinks,
): NonNullable<Delivery['event']> {
  const isTest = occasion.startsWith(TEST_OCCASION)
  return { type, timestamp: createdAt, ...(isTest && { isTest }), data: addLinks(data, links) }
}
