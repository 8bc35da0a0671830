import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ApiError,
  type BatchRecord,
  ConnectionError,
  isFinal,
  type Render,
  type Songreel,
  TimeoutError,
} from '@songreel/sdk'

/** Well within the limit of requests, and soon enough for somebody who watches. */
const POLL_MS = 1500
const PAGE = 100

/** An event as a webhook would report it. */
export type HookEvent = {
  id: string
  /** The render or batch that it is about. */
  recordId: string
  body: { type: string; timestamp: string; data: Render | BatchRecord }
}

/** How a watch is done. */
export type WatchContext = {
  client: Songreel
  signal: AbortSignal
  /** Told when the server does not respond, and undefined when it does again. */
  onSilence(error: Error | undefined): void
  pollMs?: number
}

/**
 * What happens from now on in the organization, in the order of a webhook: it is seen in the records themselves, so no
 * address needs to be set up, and nobody else's deliveries change.
 */
export async function* watchEvents(context: WatchContext): AsyncGenerator<HookEvent> {
  const { client, signal, pollMs = POLL_MS } = context
  const seen = new Map<string, string>()
  for (const batch of (await client.batches.list({ limit: PAGE }, { signal })).items) listChanges(batch, seen)
  for (;;) {
    await pause(pollMs, undefined, { signal })
    for (const batch of await readBatches(context, seen)) {
      for (const renderId of listChanges(batch, seen))
        if (renderId !== batch.batchId)
          yield toEvent(await client.renders.get(renderId, { signal }), renderId)
        else yield toEvent(batch, batch.batchId)
    }
  }
}

/** The newest batches, and older ones that were not final; oldest first. A server that restarts is waited for. */
async function readBatches(
  { client, signal, onSilence }: WatchContext,
  seen: ReadonlyMap<string, string>,
): Promise<BatchRecord[]> {
  try {
    const { items } = await client.batches.list({ limit: PAGE }, { signal })
    const ids = new Set(items.map(({ batchId }) => batchId))
    const older = [...seen].filter(([id, state]) => state === OPEN && !ids.has(id))
    for (const [id] of older) items.push(await client.batches.get(id, { signal }))
    onSilence(undefined)
    return items.reverse()
  } catch (error) {
    const isPassing =
      error instanceof ConnectionError ||
      error instanceof TimeoutError ||
      (error instanceof ApiError && error.retryable)
    if (!isPassing) throw error
    onSilence(error)
    return []
  }
}

/** What a batch is known by while it goes on. */
const OPEN = 'open'

/** The renders of a batch, and then the batch itself, as far as they have ended since they were last seen. */
function listChanges(batch: BatchRecord, seen: Map<string, string>): string[] {
  const states: [id: string, state: string | undefined][] = [
    ...batch.renders.map((render): [string, string | undefined] => [
      render.renderId,
      isFinal(render) ? render.status : undefined,
    ]),
    // A retry closes it a second time.
    [batch.batchId, isFinal(batch) ? `${batch.status} ${batch.finishedAt}` : OPEN],
  ]
  const changed = states.filter(
    ([id, state]) => state !== undefined && state !== OPEN && seen.get(id) !== state,
  )
  for (const [id, state] of states)
    if (state === undefined) seen.delete(id)
    else seen.set(id, state)
  return changed.map(([id]) => id)
}

/** Its id follows from what happened, so that it is the same whoever reports it again. */
function toEvent(data: Render | BatchRecord, recordId: string): HookEvent {
  const kind = 'renderId' in data ? 'render' : 'batch'
  const type = `${kind}.${data.status.toLowerCase()}`
  const timestamp = data.finishedAt ?? new Date().toISOString()
  const hash = createHash('sha256').update(`${type} ${recordId} ${timestamp}`).digest('hex')
  return { id: `evt_${hash.slice(0, 26)}`, recordId, body: { type, timestamp, data } }
}
