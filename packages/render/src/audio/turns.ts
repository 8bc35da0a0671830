import { setImmediate } from 'node:timers/promises'
import { RenderError } from '../errors.ts'

/** After this much work the event loop gets its turn, so that cancelling and progress work during analysis. */
const TURN_MS = 15

/** Called often in long work: gives others their turn when it is due, and throws once the work is canceled. */
export type Turns = () => Promise<void>

/** The turns of one piece of work. */
export function createTurns(signal: AbortSignal | undefined): Turns {
  let turnStartMs = performance.now()
  return async () => {
    throwIfCanceled(signal)
    if (performance.now() - turnStartMs < TURN_MS) return
    await setImmediate()
    turnStartMs = performance.now()
    throwIfCanceled(signal)
  }
}

/** Throws once the work is canceled. */
export function throwIfCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new RenderError('RENDER_CANCELED', 'The work was canceled.', {}, { cause: signal.reason })
}
