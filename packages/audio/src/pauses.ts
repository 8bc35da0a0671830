import { setImmediate } from 'node:timers/promises'
import { RenderError } from '@songreel/kit/core'

/** After this much work the event loop gets its turn, so that cancelling and progress work during analysis. */
const WORK_MS = 15

/** Called often in long work: gives others their turn when it is due, and throws once the work is canceled. */
export type Pause = () => Promise<void>

/** The pauses of one piece of work. */
export function createPauses(signal: AbortSignal | undefined): Pause {
  let startedMs = performance.now()
  return async () => {
    throwIfCanceled(signal)
    if (performance.now() - startedMs < WORK_MS) return
    await setImmediate()
    startedMs = performance.now()
    throwIfCanceled(signal)
  }
}

/** Throws once the work is canceled. */
export function throwIfCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new RenderError('RENDER_CANCELED', 'The work was canceled.', {}, { cause: signal.reason })
}
