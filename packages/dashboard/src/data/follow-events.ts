import { songreel } from '../client.ts'
import { firstResponseAt } from '../fetch-once.ts'
import { endsSession } from '../session/session.ts'
import type { LiveMessage } from './messages.ts'

/** After so many failures in a row the stream is taken for broken, and pages ask instead. */
const MAX_FAILURES = 3
const RETRY_MS = 1500
const POLL_MS = 10_000

/** Reads the stream of all batches and comes back whenever it breaks, until it is told to end. */
export async function followEvents(tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  // Nothing is shown that was read before the server first responded: what moved since then comes by itself.
  let lastEventId: string | undefined = firstResponseAt
  for (let failures = 0; !signal.aborted; ) {
    try {
      for await (const event of songreel.events.stream({ signal, lastEventId })) {
        failures = 0
        // Without an id the server does not know what was missed.
        if (event.type === 'open' && lastEventId === undefined) tell({ type: 'refresh' })
        lastEventId = event.id ?? lastEventId
        if (event.type === 'batch') tell({ type: 'batch', batch: event.batch })
        else tell({ type: 'state', connection: 'live' })
      }
    } catch (error) {
      if (signal.aborted || endsSession(error)) return
    }
    failures += 1
    const isBroken = failures > MAX_FAILURES
    tell({ type: 'state', connection: isBroken ? 'polling' : 'reconnecting' })
    await wait(isBroken ? POLL_MS : RETRY_MS, signal)
    if (isBroken) tell({ type: 'refresh' })
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
