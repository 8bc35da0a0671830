import { EXIT } from './cli-error.ts'

/** Npm passes a Ctrl-C on that the terminal has given us already; only a later one means impatience. */
const SAME_PRESS_MS = 1000

/** Aborts on the first Ctrl-C, so that everything is put away; a second one ends the process at once. */
export function listenForStop(): AbortSignal {
  const stop = new AbortController()
  let firstMs = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) {
        firstMs = performance.now()
        stop.abort()
      } else if (performance.now() - firstMs > SAME_PRESS_MS) process.exit(EXIT.stopped)
    })
  }
  return stop.signal
}
