import { fstatSync } from 'node:fs'
import { isatty } from 'node:tty'
import type { Logger } from 'pino'
import { isStartedByNpm } from '../config/config.ts'
import { readProcess, watchParent } from './parent-watch.ts'

/** Npm passes a Ctrl-C on that the terminal has given us already; only a later one means impatience. */
const SAME_PRESS_MS = 1000

/** The calls to stop. */
export type Stop = {
  /** Ends when the service is to stop. */
  signal: AbortSignal
  /** Ends when whoever stops it will not wait for running renders. */
  hurry: AbortSignal
}

/** Listens for every ordinary way in which a service is stopped; a second call, later, asks for haste. */
export function listenForStop(log: Pick<Logger, 'info' | 'warn'>): Stop {
  const [stop, hurry] = [new AbortController(), new AbortController()]
  const isLeftAlone = wasLeftAlone()
  let firstMs = 0
  const call = (reason: string) => {
    if (!stop.signal.aborted) {
      firstMs = performance.now()
      log.info({ reason }, 'stopping')
      stop.abort()
    } else if (performance.now() - firstMs > SAME_PRESS_MS && !hurry.signal.aborted) {
      log.info({ reason }, 'stopping now; running renders return to the queue')
      hurry.abort()
    }
  }
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => call(name))
  process.on('SIGHUP', () => {
    if (isLeftAlone) log.info({}, 'the terminal was closed; the service keeps running')
    else call('SIGHUP')
  })
  if (!isLeftAlone) {
    const onEnd = () => call('the process that started this one has ended')
    watchParent({ isStartedByNpm: isStartedByNpm(), onEnd })
  }
  return { signal: stop.signal, hurry: hurry.signal }
}

/**
 * Whether this was started to outlive its terminal: it has one, and neither reads nor writes there (`nohup … &`,
 * `… </dev/null >log 2>&1 &`). Node undoes what nohup does to the signal itself, so this is how it can be known.
 */
function wasLeftAlone(): boolean {
  const hasTerminal = (readProcess(process.pid)?.terminal ?? 0) !== 0
  return hasTerminal && [0, 1, 2].every((fd) => !isatty(fd)) && [1, 2].every(isFileOrNothing)
}

function isFileOrNothing(fd: number): boolean {
  try {
    const facts = fstatSync(fd)
    return facts.isFile() || facts.isCharacterDevice()
  } catch {
    return true
  }
}
