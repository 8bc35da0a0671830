import { pino } from 'pino'
import { composeBanner, describeGuard } from './banner.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { createApp } from './http/app.ts'
import { listen, PortTakenError } from './http/listen.ts'
import { recallProxy } from './http/proxy-watch.ts'
import { publicUrlOf } from './http/public-url.ts'
import type { App } from './http/route.ts'
import { startWorker } from './jobs/start-worker.ts'
import { isLoopbackHost } from './loopback-host.ts'
import { openServices } from './open-services.ts'
import { DatabaseError } from './postgres/errors.ts'
import type { Services } from './services.ts'
import { ensureFirstOrganization, type FirstOrganization } from './tokens/first-organization.ts'
import { VERSION } from './version.ts'

/** sysexits.h: a setting is wrong. */
const EXIT_CONFIG = 78
const EXIT_FAILED = 1
/** Running renders may end within this time; after it they go back in line. */
const STOP_GRACE_MS = 20_000

/** Starts the service: settings, services, API and worker; stops it in order when told to. */
async function main(): Promise<void> {
  const { config, warnings } = readConfig()
  const log = pino(
    { level: config.logLevel, base: { pid: process.pid } },
    // In pieces of some size, but never kept back for long: a write for every line would cost more than the line.
    pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 200 }),
  )
  for (const warning of warnings) log.warn(warning)

  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stop.abort())

  const { services, close } = await openServices(config, log, stop.signal)
  try {
    await recallProxy(services)
    const first = await ensureFirstOrganization(services.db, { ...config, hashToken: services.hashToken })
    const app = config.role === 'worker' ? undefined : await startApi(services, first, warnings)
    const stopJanitor = config.role === 'api' ? undefined : await startWorker(services)
    const guard = describeGuard(config.strictReasons)
    log.info({ role: config.role, version: VERSION, guard }, 'service is ready')
    await untilAborted(stop.signal)
    log.info('stopping')
    await stopJanitor?.()
    await Promise.all([app?.close(), services.queue.stopWork(STOP_GRACE_MS)])
  } finally {
    await close()
  }
  log.info('stopped')
}

async function startApi(services: Services, first: FirstOrganization, warnings: string[]): Promise<App> {
  const { config } = services
  const app = await createApp(services)
  const mayMove = process.stdout.isTTY && !config.isStrict
  const port = await listen(app, { host: config.host, port: config.port, mayMove })
  const url = publicUrlOf(config, app.server)
  // The port is known only now; links in records and webhooks need it.
  config.publicUrl ??= url
  const token = config.isStrict ? undefined : first.token
  const facts = {
    ...factsOf(config, port),
    isFirstStart: first.isNew,
    isTokenNew: first.token !== undefined,
    strictReasons: config.strictReasons,
    url,
    warnings,
    ...(token && { token }),
  }
  process.stdout.write(composeBanner(facts))
  return app
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
