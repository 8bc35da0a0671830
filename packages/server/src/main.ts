import type { Logger } from 'pino'
import { composeBanner, describeGuard } from './banner.ts'
import { type Config, forgetSecrets, readConfig } from './config.ts'
import { createApp } from './http/app.ts'
import { healthRoutes } from './http/routes/health.ts'
import type { App } from './http/routes/route.ts'
import { listen } from './http/server/listen.ts'
import { recallProxy } from './http/server/proxy-watch.ts'
import { publicUrlOf } from './http/server/public-url.ts'
import { startWorker } from './jobs/start-worker.ts'
import { createLog } from './log.ts'
import { logContainment } from './log-containment.ts'
import { isLoopbackHost } from './loopback-host.ts'
import { openServices } from './open-services.ts'
import type { Services } from './services.ts'
import { describeStartFailure } from './start-failure.ts'
import { listenForStop, type Stop } from './stop-signals.ts'
import { ensureFirstOrganization, noteTokenShown } from './tokens/first-organization.ts'
import { VERSION } from './version.ts'

/** Running renders may end within this time; after it they go back to the queue. */
const STOP_GRACE_MS = 20_000

/** Starts the service: settings, services, API and worker; stops it in order when told to. */
async function main(): Promise<void> {
  const { config, warnings } = readConfig()
  forgetSecrets()
  const log = createLog(config.logLevel)
  for (const warning of warnings) log.warn(warning)
  const stop = listenForStop(log)
  try {
    await run(config, log, stop, warnings)
  } catch (error) {
    // A start that was called off is a stop like any other.
    if (!stop.signal.aborted) throw error
  }
  log.info('stopped')
}

async function run(config: Config, log: Logger, stop: Stop, warnings: string[]): Promise<void> {
  const { services, close } = await openServices(config, log, stop.signal)
  try {
    await recallProxy(services)
    const app = config.role === 'worker' ? await startProbes(services) : await startApi(services, warnings)
    await logContainment(log)
    const stopWorker = config.role === 'api' ? undefined : await startWorker(services)
    const guard = describeGuard(config.strictReasons)
    log.info({ role: config.role, version: VERSION, guard }, 'service is ready')
    await untilAborted(stop.signal)
    await stopWorker?.()
    await Promise.all([app.close(), stopWork(services, stop.hurry)])
  } finally {
    await close()
  }
}

async function startApi(services: Services, warnings: string[]): Promise<App> {
  const { config, db, log } = services
  const first = await ensureFirstOrganization(db, { ...config, hashToken: services.hashToken })
  if (first.warning) log.warn(first.warning)
  const app = await createApp(services)
  const mayMove = process.stdout.isTTY && !config.isStrict
  const port = await listen(app, { host: config.host, port: config.port, mayMove })
  const url = publicUrlOf(config, app.server)
  // The port is known only now; links in records and webhooks need it.
  config.publicUrl ??= url
  const facts = {
    ...factsOf(config, port),
    isFirstStart: first.isNew,
    isTokenNew: first.token !== undefined,
    url,
    warnings: [...warnings, ...(first.warning ? [first.warning] : [])],
    ...(first.token && !config.isStrict && { token: first.token }),
  }
  process.stdout.write(composeBanner(facts))
  if (first.token) await noteTokenShown(db)
  return app
}

function factsOf(config: Config, port: number) {
  return {
    version: VERSION,
    dataDir: config.dataDir,
    isReachableFromOutside: !isLoopbackHost(config.host),
    strictReasons: config.strictReasons,
    ...(config.port !== 0 && config.port !== port && { portMoved: { wanted: config.port, taken: port } }),
  }
}

/** A worker has no API, but answers probes. Work matters more: another worker on this machine does not keep it from starting. */
async function startProbes(services: Services): Promise<App> {
  const { host, healthPort } = services.config
  const app = await createApp(services, { routes: [healthRoutes] })
  const port = await listen(app, { host, port: healthPort, mayMove: true, setting: 'SONGREEL_HEALTH_PORT' })
  const isMoved = healthPort !== 0 && port !== healthPort
  services.log[isMoved ? 'warn' : 'info'](
    { host, port, ...(isMoved && { wanted: healthPort }) },
    isMoved ? 'probes and figures are on another port: SONGREEL_HEALTH_PORT is taken' : 'probes and figures',
  )
  return app
}

async function stopWork({ queue }: Services, hurry: AbortSignal): Promise<void> {
  const hasten = () => void queue.stopWork(0)
  hurry.addEventListener('abort', hasten, { once: true })
  await queue.stopWork(hurry.aborted ? 0 : STOP_GRACE_MS)
  hurry.removeEventListener('abort', hasten)
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

main().then(
  () => process.exit(0),
  (error) => {
    const { text, exitCode } = describeStartFailure(error)
    process.stderr.write(`${text}\n`)
    process.exit(exitCode)
  },
)
