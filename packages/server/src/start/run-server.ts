import type { Logger } from 'pino'
import { type Config, forgetSecrets, readConfig } from '../config/config.ts'
import type { WorkUntil } from '../jobs/worker-end.ts'
import { createLog } from '../log/log.ts'
import { StartError } from '../start-error.ts'
import { composeBanner } from './banner.ts'
import { type EndingFlags, readUntil } from './read-until.ts'
import { reportStartFailure } from './start-failure.ts'
import { startServer } from './start-server.ts'
import { listenForStop, type Stop } from './stop-signals.ts'

/** sysexits.h: what it was to do is not done, and is in the queue again; another start goes on with it. */
const EXIT_UNFINISHED = 75

/**
 * The server as a program of its own: settings from the environment, below `flags` (by the names of the settings); a
 * banner; until it is told to stop or, as a worker that ends, is done. Returns the exit code.
 */
export async function runServer(
  flags: Record<string, string> = {},
  ending: EndingFlags = {},
): Promise<number> {
  try {
    const until = readUntil(ending)
    const { config, warnings } = readConfig(undefined, flags)
    forgetSecrets()
    if (until) assertWorker(config)
    if (until?.kind === 'once') config.concurrency = 1
    const log = createLog(config.logLevel)
    for (const warning of warnings) log.warn(warning)
    const stop = listenForStop(log)
    const exitCode = await runUntilStopped({ config, warnings, log, stop, until }).catch((error) => {
      // A start that was called off is a stop like any other.
      if (!stop.signal.aborted) throw error
      return 0
    })
    log.info({ exitCode }, 'stopped')
    return exitCode
  } catch (error) {
    return reportStartFailure(error)
  }
}

function assertWorker({ role }: Config): void {
  if (role === 'worker') return
  const message = `--once and --until-idle are for a process that is only a worker, and this one would be ${role}: add --worker, or SONGREEL_ROLE=worker.`
  throw new StartError('ARGUMENTS_INVALID', { message })
}

type Run = { config: Config; warnings: string[]; log: Logger; stop: Stop; until?: WorkUntil }

async function runUntilStopped({ config, warnings, log, stop, until }: Run): Promise<number> {
  const server = await startServer(config, {
    log,
    until,
    signal: stop.signal,
    mayMovePort: process.stdout.isTTY && !config.isStrict,
    onListening: ({ warning, ...facts }) =>
      process.stdout.write(
        composeBanner({ ...facts, warnings: [...warnings, ...(warning ? [warning] : [])] }),
      ),
  })
  const done = await Promise.race([server.done, untilAborted(stop.signal)])
  const { putBack } = await server.stop({ hurry: stop.hurry })
  if (putBack > 0) log.info({ putBack }, 'unfinished work is back in the queue')
  const isUnfinished = done === 'returned' || (!done && putBack > 0)
  return until && isUnfinished ? EXIT_UNFINISHED : 0
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
