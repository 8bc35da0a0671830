import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { createApp } from '../http/app.ts'
import { healthRoutes } from '../http/routes/health.ts'
import type { App } from '../http/routes/route.ts'
import { listen } from '../http/server/listen.ts'
import { recallProxy } from '../http/server/proxy-watch.ts'
import { findPublicUrl } from '../http/server/public-url.ts'
import { startWorker } from '../jobs/start-worker.ts'
import type { WorkDone, WorkUntil } from '../jobs/worker-end.ts'
import { createLog } from '../log/log.ts'
import { isLoopbackHost } from '../loopback-host.ts'
import type { Services } from '../services.ts'
import { prepareSite } from '../site/build-site.ts'
import { ensureFirstOrganization, noteTokenShown } from '../tokens/first-organization.ts'
import { isClaimed, makeTerminalCode } from '../tokens/sessions.ts'
import { VERSION } from '../version.ts'
import { type BannerFacts, describeGuard } from './banner.ts'
import { logContainment } from './log-containment.ts'
import { openServices } from './open-services.ts'

/** What a program that starts the server may decide beside the settings. */
export type StartOptions = {
  /** Where log lines go; JSON lines on stderr if none is given. */
  log?: Logger
  /** Calls the start off. */
  signal?: AbortSignal
  /** Takes the next free port where the wanted one is taken. */
  mayMovePort?: boolean
  /** When a worker ends by itself; without it, it goes on until it is stopped. */
  until?: WorkUntil
  /** Called when the API listens, before work is taken from the queue. */
  onListening?(facts: Omit<BannerFacts, 'warnings'> & { warning?: string }): void
}

/** A server that runs in this process. */
export type RunningServer = {
  /** Where clients reach the API; of a worker, where its probes are. */
  url: string
  /** The first organization's token: only from the start that brought it into force. It is also in the data folder. */
  token?: string
  /** Ends when `until` has come, and says why; never without it. Whoever waits for it calls `stop` then. */
  done: Promise<WorkDone>
  /**
   * Ends requests and running renders in order, and closes everything; `hurry` gives the renders back to the queue.
   * `putBack` is how many jobs did not end in time and are in the queue again.
   */
  stop(options?: { hurry?: AbortSignal }): Promise<{ putBack: number }>
}

/** Starts the API, the worker or both, as the settings say. It sets no signal handlers and ends no process. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { log = createLog(config.logLevel), signal } = options
  // Beside the database's start: in a fresh clone both take some seconds.
  const pages = config.role === 'worker' ? undefined : prepareSite(log, signal)
  const { services, close } = await openServices(config, log, signal)
  let listening: Listening | undefined
  try {
    await recallProxy(services)
    await pages
    listening = config.role === 'worker' ? await startProbes(services) : await startApi(services, options)
    const { app, ...facts } = listening
    await logContainment(log)
    const worker = config.role === 'api' ? undefined : await startWorker(services, { until: options.until })
    const guard = describeGuard(config.strictReasons)
    log.info({ role: config.role, version: VERSION, guard }, 'service is ready')
    const stop = async ({ hurry }: { hurry?: AbortSignal } = {}) => {
      try {
        await worker?.leave()
        const [putBack] = await Promise.all([stopWork(services, hurry), app.close()])
        return { putBack: putBack + (worker?.countStopped() ?? 0) }
      } finally {
        await close()
      }
    }
    return { ...facts, done: worker?.untilDone() ?? new Promise(() => {}), stop }
  } catch (error) {
    await listening?.app.close()
    await close()
    throw error
  }
}

type Listening = Pick<RunningServer, 'url' | 'token'> & { app: App }

async function startApi(services: Services, { mayMovePort, onListening }: StartOptions): Promise<Listening> {
  const { config, db, log } = services
  const first = await ensureFirstOrganization(db, { ...config, hashToken: services.hashToken })
  if (first.warning) log.warn(first.warning)
  const app = await createApp(services)
  const port = await listen(app, { host: config.host, port: config.port, mayMove: mayMovePort ?? false })
  const url = findPublicUrl(config, app.server)
  // The port is known only now; links in records and webhooks need it.
  services.address.settle(url)
  const mayShow = first.token !== undefined && !config.isStrict
  const hasClaim = await isClaimed(db)
  const code = mayShow && !hasClaim && onListening && (await makeTerminalCode(services, first.orgId)).code
  onListening?.({
    version: VERSION,
    url,
    ...(code && { claimUrl: `${url}/claim#${code}` }),
    isClaimed: hasClaim,
    hostName: hostname(),
    dataDir: config.dataDir,
    isFirstStart: first.isNew,
    isTokenNew: first.token !== undefined,
    isReachableFromOutside: !isLoopbackHost(config.host) || !isLoopbackHost(new URL(url).hostname),
    strictReasons: config.strictReasons,
    ...(config.port !== 0 && config.port !== port && { portMoved: { wanted: config.port, taken: port } }),
    ...(first.warning && { warning: first.warning }),
    ...(mayShow && { token: first.token }),
  })
  if (first.token) await noteTokenShown(db)
  return { app, url, ...(first.token && { token: first.token }) }
}

/** A worker has no API, but responds to probes. Work matters more: another worker on this machine does not keep it from starting. */
async function startProbes(services: Services): Promise<Listening> {
  const { host, healthPort } = services.config
  const app = await createApp(services, { routes: [healthRoutes] })
  const port = await listen(app, { host, port: healthPort, mayMove: true, setting: 'SONGREEL_HEALTH_PORT' })
  const isMoved = healthPort !== 0 && port !== healthPort
  services.log[isMoved ? 'warn' : 'info'](
    { host, port, ...(isMoved && { wanted: healthPort }) },
    isMoved ? 'probes and figures are on another port: SONGREEL_HEALTH_PORT is taken' : 'probes and figures',
  )
  return { app, url: `http://localhost:${port}` }
}

async function stopWork({ queue, config }: Services, hurry?: AbortSignal): Promise<number> {
  const hasten = () => void queue.stopWork(0)
  hurry?.addEventListener('abort', hasten, { once: true })
  const putBack = await queue.stopWork(hurry?.aborted ? 0 : config.stopGraceSecs * 1000)
  hurry?.removeEventListener('abort', hasten)
  return putBack
}
