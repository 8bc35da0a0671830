import { readEvents } from './event-stream.ts'
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

export function createEvents({ open }: Transport): Events {
  return {
    async *stream({ signal, lastEventId } = {}) {
      const headers = { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) }
      const response = await open({ method: 'GET', path: '/v1/events', headers, signal, maxRetries: 0 })
      for await (const { event, id, data } of readEvents(response, () => IDLE_MS)) {
        if (event === 'batch') yield { type: event, id, batch: JSON.parse(data) }
        else if (event === 'open' || event === 'ping') yield { type: event, id }
      }
    },
  }
}
