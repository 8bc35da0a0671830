import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Places } from './cluster.ts'
import { isPostmaster, type Postmaster } from './postmaster.ts'

const LOOK_EVERY_MS = 200
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
/** A server that ran this long had started well; the next restart is again immediate. */
const STABLE_AFTER_MS = 60_000

type Options = { places: Places; log: Pick<Logger, 'error' | 'warn'>; restart: () => Promise<Postmaster> }

/** Starts the server again whenever its process is gone, ever more slowly if that does not help. */
export function watchPostmaster(first: Postmaster, { places, log, restart }: Options) {
  const end = new AbortController()
  let current: Postmaster | undefined = first

  async function watch(): Promise<void> {
    let delayMs = 0
    let startedAt = Date.now()
    while (!end.signal.aborted) {
      await pause(LOOK_EVERY_MS, end.signal)
      if (end.signal.aborted || (current && isPostmaster(current.pid, places))) continue
      if (Date.now() - startedAt > STABLE_AFTER_MS) delayMs = 0
      log.error({ postgresPid: current?.pid, delayMs }, 'postgres has ended by itself and is started again')
      await pause(delayMs, end.signal)
      if (end.signal.aborted) break
      delayMs = Math.min(MAX_DELAY_MS, delayMs * 2 || FIRST_DELAY_MS)
      startedAt = Date.now()
      current = await restart().catch((error: unknown) => {
        log.error({ err: error }, 'postgres could not be started again')
        return undefined
      })
      if (current)
        log.warn({ postgresPid: current.pid, tookMs: Date.now() - startedAt }, 'postgres is ready again')
    }
  }

  const watching = watch()
  return {
    /** Ends the watch, after a restart that is under way. */
    async stop(): Promise<void> {
      end.abort()
      await watching
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
}
