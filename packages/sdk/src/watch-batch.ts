import { isFinal } from './batch-state.ts'
import { ApiError, TimeoutError } from './errors.ts'
import { streamEvents } from './event-stream.ts'
import { backOff, pause, toAbortError } from './pause.ts'
import type { BatchRecord } from './records.ts'
import { at, type Transport } from './transport.ts'

/** Three heartbeats of the server, and how soon the first state must be here unless somebody holds the stream back. */
const LIMITS = { idleMs: 45_000, firstMs: 10_000 }
const MAX_FAILED_STREAMS = 3
/** Together with their own retries, a few minutes: a server may restart while a batch is being made. */
const MAX_FAILED_POLLS = 30

export type WatchOptions = {
  signal?: AbortSignal
  /** How often to ask where events don't get through; 2,000. */
  pollMs?: number
}

/** The states of a batch until it is final: by events, or by asking where a proxy does not let them through. */
export async function* watchBatch(
  transport: Transport,
  batchId: string,
  { signal, pollMs = 2000 }: WatchOptions = {},
  limits = LIMITS,
): AsyncGenerator<BatchRecord> {
  const path = at('/v1/batches', batchId, '/events')
  let lastEventId = ''
  for (let failures = 0; failures < MAX_FAILED_STREAMS; ) {
    let hasSeen = false
    try {
      const findIdleMs = () => (hasSeen || lastEventId ? limits.idleMs : limits.firstMs)
      for await (const { event, id, data } of streamEvents(
        transport,
        path,
        { signal, lastEventId },
        findIdleMs,
      )) {
        if (event !== 'batch') continue
        const batch: BatchRecord = JSON.parse(data)
        hasSeen = true
        lastEventId = id ?? lastEventId
        yield batch
        if (isFinal(batch)) return
      }
    } catch (error) {
      if (signal?.aborted) throw toAbortError(signal)
      // Asking says better what is wrong, and gets through where a stream is held back.
      if (error instanceof ApiError || (error instanceof TimeoutError && !hasSeen && !lastEventId)) break
    }
    failures = hasSeen ? 1 : failures + 1
    await pause(backOff(transport.settings.retryDelayMs, failures), signal)
  }
  yield* pollBatch(transport, batchId, { signal, pollMs })
}

async function* pollBatch(
  { get }: Transport,
  batchId: string,
  { signal, pollMs }: { signal?: AbortSignal; pollMs: number },
): AsyncGenerator<BatchRecord> {
  let before = ''
  for (let failures = 0; ; ) {
    try {
      const batch = await get<BatchRecord>(at('/v1/batches', batchId), { signal })
      failures = 0
      const now = describe(batch)
      if (now !== before) yield batch
      if (isFinal(batch)) return
      before = now
    } catch (error) {
      if (signal?.aborted) throw toAbortError(signal)
      if ((error instanceof ApiError && !error.retryable) || ++failures > MAX_FAILED_POLLS) throw error
    }
    await pause(pollMs, signal)
  }
}

/** What a watcher sees of a batch; links are signed anew each time it is read. */
function describe({ status, renders }: BatchRecord): string {
  return [status, ...renders.map((render) => `${render.status} ${render.progress}`)].join()
}
