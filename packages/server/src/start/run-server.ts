import type { Logger } from 'pino'
import { type Config, forgetSecrets, readConfig } from '../config/config.ts'
import { createLog } from '../log/log.ts'
import { composeBanner } from './banner.ts'
import { describeStartFailure } from './start-failure.ts'
import { startServer } from './start-server.ts'
import { listenForStop, type Stop } from './stop-signals.ts'

/**
 * The server as a program of its own: settings from the environment, below `flags` (by the names of the settings); a
 * banner; until it is told to stop. Returns the exit code.
 */
export async function runServer(flags: Record<string, string> = {}): Promise<number> {
  try {
    const { config, warnings } = readConfig(undefined, flags)
    forgetSecrets()
    const log = createLog(config.logLevel)
    for (const warning of warnings) log.warn(warning)
    const stop = listenForStop(log)
    await runUntilStopped({ config, warnings, log, stop }).catch((error) => {
      // A start that was called off is a stop like any other.
      if (!stop.signal.aborted) throw error
    })
    log.info('stopped')
    return 0
  } catch (error) {
    const { text, exitCode } = describeStartFailure(error)
    process.stderr.write(`${text}\n`)
    return exitCode
  }
}

type Run = { config: Config; warnings: string[]; log: Logger; stop: Stop }

async function runUntilStopped({ config, warnings, log, stop }: Run): Promise<void> {
  const server = await startServer(config, {
    log,
    signal: stop.signal,
    mayMovePort: process.stdout.isTTY && !config.isStrict,
    onListening: ({ warning, ...facts }) =>
      process.stdout.write(
        composeBanner({ ...facts, warnings: [...warnings, ...(warning ? [warning] : [])] }),
      ),
  })
  await untilAborted(stop.signal)
  await server.stop({ hurry: stop.hurry })
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
