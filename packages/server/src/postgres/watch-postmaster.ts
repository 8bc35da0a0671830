import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Places } from './cluster.ts'
import { isPostmaster, type Postmaster } from './postmaster-process.ts'

const LOOK_EVERY_MS = 200
const FIRST_DELAY_MS = 250
/** Between starts that succeed, but whose server ends again soon. */
const SHORT_LIFE_MAX_DELAY_MS = 1_000
/** Between starts that fail. */
const FAILED_START_MAX_DELAY_MS = 30_000
/** After a life of this length the next restart is again immediate. */
const GOOD_LIFE_MS = 10_000

type Options = {
  places: Places
  log: Pick<Logger, 'error' | 'warn'>
  restart: (signal: AbortSignal) => Promise<Postmaster>
}

/** Starts the server again whenever its process is gone, ever more slowly if that does not help. */
export function watchPostmaster(first: Postmaster, { places, log, restart }: Options) {
  const end = new AbortController()
  let current: Postmaster | undefined = first

  async function watch(): Promise<void> {
    let delayMs = 0
    let startedAt = Date.now()
    while (!end.signal.aborted) {
      await pause(LOOK_EVERY_MS, end.signal)
      if (current && isPostmaster(current.pid, places)) continue
      if (current && Date.now() - startedAt > GOOD_LIFE_MS) delayMs = 0
      if (current) log.error({ postgresPid: current.pid, delayMs }, 'postgres has ended by itself')
      await pause(delayMs, end.signal)
      if (end.signal.aborted) return
      startedAt = Date.now()
      current = await startAgain()
      const maxDelayMs = current ? SHORT_LIFE_MAX_DELAY_MS : FAILED_START_MAX_DELAY_MS
      delayMs = Math.min(maxDelayMs, delayMs * 2 || FIRST_DELAY_MS)
    }
  }

  async function startAgain(): Promise<Postmaster | undefined> {
    const startedAt = performance.now()
    try {
      const started = await restart(end.signal)
      const tookMs = Math.round(performance.now() - startedAt)
      log.warn({ postgresPid: started.pid, tookMs }, 'postgres is ready again')
      return started
    } catch (error) {
      if (!end.signal.aborted) log.error({ err: error }, 'postgres could not be started again')
      return undefined
    }
  }

  const watching = watch()
  return {
    /** Ends the watch, and a restart that is under way; says which server is running now, if any. */
    async stop(): Promise<Postmaster | undefined> {
      end.abort()
      await watching
      return current
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
}
