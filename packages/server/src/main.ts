import { pino } from 'pino'
import { composeBanner } from './banner.ts'
import { type Config, ConfigError, isLoopbackHost, readConfig } from './config.ts'
import { createApp } from './http/app.ts'
import { listen, PortTakenError } from './http/listen.ts'
import { publicUrlOf } from './http/public-url.ts'
import { openServices } from './open-services.ts'
import { DatabaseError } from './postgres/errors.ts'
import { ensureFirstOrganization } from './tokens/first-organization.ts'
import { VERSION } from './version.ts'

/** sysexits.h: a setting is wrong. */
const EXIT_CONFIG = 78
const EXIT_FAILED = 1

/** Starts the service: settings, services, API; stops it in order when told to. */
async function main(): Promise<void> {
  const { config, warnings } = readConfig()
  const log = pino(
    { level: config.logLevel, base: { pid: process.pid } },
    pino.destination({ dest: 2, sync: true }),
  )
  for (const warning of warnings) log.warn(warning)

  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stop.abort())

  const { services, close } = await openServices(config, log, stop.signal)
  try {
    const first = await ensureFirstOrganization(services.db, { ...config, hashToken: services.hashToken })
    const app = await createApp(services)
    const mayMove = process.stdout.isTTY && !config.isStrict
    const port = await listen(app, { host: config.host, port: config.port, mayMove })
    const url = publicUrlOf(config, app.server)
    // The port is known only now; links in records and webhooks need it.
    config.publicUrl ??= url
    process.stdout.write(
      composeBanner({
        ...factsOf(config, port),
        ...first,
        isFirstStart: first.isNew,
        url,
        warnings,
        token: config.isStrict ? undefined : first.token,
      }),
    )
    log.info({ url, version: VERSION }, 'service is ready')
    await untilAborted(stop.signal)
    log.info('stopping')
    await app.close()
  } finally {
    await close()
  }
  log.info('stopped')
}

function factsOf(config: Config, port: number) {
  return {
    version: VERSION,
    dataDir: config.dataDir,
    isReachableFromOutside: !isLoopbackHost(config.host),
    ...(config.port !== 0 && config.port !== port && { portMoved: { wanted: config.port, taken: port } }),
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** What a person can mend is told as a sentence; anything else with its stack. */
function tell(error: unknown): string {
  const isKnown =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof PortTakenError
  return isKnown ? error.message : `Songreel could not start.\n${(error as Error)?.stack ?? error}`
}

main().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${tell(error)}\n`)
    process.exit(error instanceof ConfigError ? EXIT_CONFIG : EXIT_FAILED)
  },
)
