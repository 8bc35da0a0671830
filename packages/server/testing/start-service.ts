import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Songreel } from '@songreel/sdk'
import { loadTemplates, type Templates } from '@songreel/templates'
import { pino } from 'pino'
import { createFileLinks } from '../src/assets/file-links.ts'
import { createFileShelf } from '../src/assets/file-shelf.ts'
import { openLocalStorage } from '../src/assets/local-storage.ts'
import type { Storage } from '../src/assets/storage.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { openStills } from '../src/contents/open-stills.ts'
import { type AppOptions, createApp } from '../src/http/app.ts'
import type { App } from '../src/http/routes/route.ts'
import { startWorker } from '../src/jobs/start-worker.ts'
import { LOG_OPTIONS } from '../src/log/log.ts'
import { createMetrics } from '../src/metrics/metrics.ts'
import { addWorkFacts } from '../src/metrics/work-facts.ts'
import { createOngoingWork } from '../src/ongoing-work.ts'
import { createPublicAddress } from '../src/public-address.ts'
import { JOBS } from '../src/queue/all-jobs.ts'
import { openQueue } from '../src/queue/queue.ts'
import type { Services } from '../src/services.ts'
import { buildSite } from '../src/site/build-site.ts'
import { createOrganization } from '../src/tokens/create-organization.ts'
import { createSecretKeys, type Secrets } from '../src/tokens/secret-keys.ts'
import { NO_TRACING } from '../src/trace/tracing.ts'
import { type Api, createApi } from './call-api.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type { Api, ApiResponse } from './call-api.ts'

/** The secret of all test services. */
export const SECRET = 'the secret of all test services, long enough'
/** The operator's token of every test service. */
export const ADMIN_TOKEN = 'operator-token-for-tests'

/** A test, or `node:test` itself (`{ after }`) for one service per file. */
type Cleanup = { after(fn: () => Promise<void>): void }

/** What a test can change about its service. */
export type StartOptions = {
  config?: Partial<Config>
  app?: AppOptions
  /** Also takes work from the queue, as a process of role `all` does. */
  hasWorker?: boolean
  /** Instead of the product's own. */
  templates?: Templates
  /** Instead of a folder of its own, which is deleted with everything in it. */
  dataDir?: string
  /** Instead of a database of its own. */
  database?: TestDatabase
  /** Instead of the data folder's files. */
  storage?: Storage
  /** Instead of the secret of all test services. */
  secrets?: Secrets
  /** Takes every line that is logged. */
  onLog?(line: string): void
}

/** A running service with a first organization. */
export type TestService = {
  url: string
  app: App
  services: Services
  orgId: string
  token: string
  /** Calls with the first organization's token. */
  api: Api
  /** The same as a user's program does it: with types and without the envelope. */
  client: Songreel
  /** Calls with another token, or with none. */
  apiAs(token: string | undefined): Api
  /** Makes one more organization. */
  addOrganization(name?: string): Promise<{ orgId: string; token: string; api: Api; client: Songreel }>
}

/** Starts the whole API on a database of its own; everything is cleaned up after the test. */
export async function startService(t: Cleanup, options: StartOptions = {}): Promise<TestService> {
  const [services] = await Promise.all([openTestServices(t, options), ensureSite()])
  const app = await createApp(services, { checkResponses: true, ...options.app })
  t.after(() => closeApp(app))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  if (options.hasWorker) {
    services.address.settle(url)
    const worker = await startWorker(services)
    t.after(worker.leave)
  }
  // Hooks run in the order in which they were made: until the others have run, previews and jobs write into it. A render
  // that is still going does so even then.
  const { dataDir } = services.config
  if (!options.dataDir)
    t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  const apiAs = (token: string | undefined) => createApi(url, token)

  async function addOrganization(name = 'Odalys Wren Records') {
    const { organization, token } = await createOrganization(services.db, services.hashToken, { name })
    const client = new Songreel({ baseUrl: url, token })
    return { orgId: organization.orgId, token, api: apiAs(token), client }
  }
  return { url, app, services, ...(await addOrganization()), apiAs, addOrganization }
}

let site: Promise<unknown> | undefined

/** As a server does at its start; all services of a process look once whether the pages are built. */
async function ensureSite(): Promise<void> {
  site ??= buildSite()
  await site
}

/** A client may hold a connection that it never used, for which Node would wait a minute. */
async function closeApp(app: App): Promise<void> {
  const closed = app.close()
  app.server.closeAllConnections()
  await closed
}

let sharedFolder = process.env.SONGREEL_TEST_SHARED

/** What is the same for all, and takes seconds to make or to hear: the demo's files, and what was heard in a song. */
const SHARED = ['demo', 'analysis']

/** All services of a test run share it, as tools/tests lends them a folder; without one, those of a process do. */
async function makeDataFolder(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'songreel-test-data-'))
  if (sharedFolder === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'songreel-test-shared-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    sharedFolder = folder
  }
  await mkdir(path.join(dataDir, 'cache'))
  for (const name of SHARED) {
    await mkdir(path.join(sharedFolder, name), { recursive: true })
    await symlink(path.join(sharedFolder, name), path.join(dataDir, 'cache', name))
  }
  return dataDir
}

async function openTestServices(t: Cleanup, options: StartOptions): Promise<Services> {
  const { config, onLog, hasWorker } = options
  const { databaseUrl, db, read } = options.database ?? (await createTestDatabase(t))
  const dataDir = options.dataDir ?? (await makeDataFolder())
  const log = onLog ? pino({ ...LOG_OPTIONS, level: 'trace' }, { write: onLog }) : pino({ level: 'silent' })
  const onError = (error: Error) => log.warn({ err: error }, 'queue error')
  const queue = await openQueue({ connectionString: databaseUrl, jobs: JOBS, isWorker: hasWorker, onError })
  t.after(() => queue.close())
  const settings = { ...readConfig({}).config, rateLimit: 0, adminToken: ADMIN_TOKEN, ...config, dataDir }
  const keys = createSecretKeys(options.secrets ?? { secret: SECRET })
  const metrics = createMetrics()
  const address = createPublicAddress(settings)
  const stills = openStills(dataDir)
  t.after(stills.close)
  const shelf = createFileShelf(dataDir)
  t.after(shelf.close)
  addWorkFacts(metrics, { config: settings, log, db })
  return {
    config: settings,
    log,
    metrics,
    tracing: NO_TRACING,
    db,
    read,
    queue,
    storage: options.storage ?? (await openLocalStorage(path.join(dataDir, 'files'))),
    templates: options.templates ?? (await loadTemplates()),
    address,
    links: createFileLinks(keys.deriveKeys('file links'), address.url),
    stills,
    shelf,
    ongoing: createOngoingWork(),
    ...keys,
  }
}
