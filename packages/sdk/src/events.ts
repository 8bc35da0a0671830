import { streamEvents } from './event-stream.ts'
import type { BatchRecord } from './records.ts'
import type { Transport } from './transport.ts'

/** The server pings every 5 seconds. */
const IDLE_MS = 12_000

/** What a stream of all batches brings. */
export type OrganizationEvent =
  | { type: 'open' | 'ping'; id: string | undefined }
  | { type: 'batch'; id: string | undefined; batch: BatchRecord }

export type EventOptions = {
  signal?: AbortSignal
  /** The id of the last event that was received, to be told what changed since. */
  lastEventId?: string
}

export type Events = {
  /** Every change of every batch, as it happens. Throws when the connection breaks: come back with the last `id`. */
  stream(options?: EventOptions): AsyncIterable<OrganizationEvent>
}

export function createEvents(transport: Transport): Events {
  return {
    async *stream(options = {}) {
      for await (const { event, id, data } of streamEvents(transport, '/v1/events', options, () => IDLE_MS))
        yield { type: event, id, ...(event === 'batch' && { batch: JSON.parse(data) }) } as OrganizationEvent
    },
  }
}
