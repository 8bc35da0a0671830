import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Arming } from './hook.ts'
import { openRetryingDb, type RetryingDb } from './retrying-db.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'
import { type Guardian, startGuardian } from './start-guardian.ts'
import { waitForFact } from './wait-until.ts'

const START_LIMIT_MS = 240_000
/** How long a finished file is promised to be there. */
export const RETENTION_DAYS = 30
/** The operator's token in every crash test. */
export const ADMIN_TOKEN = 'operator-token-of-the-crash-test'
/** The first organization's token in every crash test. */
export const TOKEN = 'token-of-the-crash-test'

/** A whole installation with a folder of its own, however it runs. */
export type Installation = {
  folder: string
  dataDir: string
  url: string
  token: string
  /** Reads the database, whatever happens to it. */
  query: RetryingDb['query']
  /** The settings that its processes run with. */
  environment: Record<string, string>
  untilReady(): Promise<void>
  /** Stops all services in order and returns how each of them ended. */
  stopServices(): Promise<{ name: string; exitCode: number | null }[]>
  /** Ends what is left; the folder goes unless it is to be kept. */
  close(isKept: boolean): Promise<void>
}

/** An installation in processes of its own: PostgreSQL, one API, two workers, one folder of files. */
export type Stack = Installation & { api: ServiceProcess; workers: ServiceProcess[] }

/** What an installation is started with. */
export type StartOptions = {
  folder: string
  /** The folder `src` of the server that is tried. */
  sourceFolder: string
  chooseSlowPoints(): Arming[]
  onFinding(finding: string): void
}

/** Starts everything and waits until it is ready. */
export async function startStack(options: StartOptions): Promise<Stack> {
  return startServices(options, await startGuardian(options.folder))
}

/** Starts the services on a PostgreSQL that runs already, and that ends with them. */
export async function startServices(
  { folder, ...options }: StartOptions,
  guardian: Guardian,
): Promise<Stack> {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const url = `http://127.0.0.1:${await findFreePort()}`
  const environment = { DATABASE_URL: guardian.databaseUrl, ...createEnvironment({ url, dataDir, folder }) }
  const start = (name: string, role: string) =>
    startServiceProcess({
      ...options,
      name,
      logFolder: folder,
      environment: { ...environment, SONGREEL_ROLE: role },
      onStart: guardian.watch,
    })
  const all: ServiceProcess[] = [start('api', 'api')]
  const untilReady = () => waitUntilReady(all, folder)
  try {
    // The first one makes the tables.
    await untilReady()
    all.push(start('worker-1', 'worker'), start('worker-2', 'worker'))
    await untilReady()
  } catch (error) {
    await guardian.end(false)
    throw error
  }
  const [api, ...workers] = all as [ServiceProcess, ...ServiceProcess[]]
  const { query, close } = openRetryingDb(guardian.databaseUrl)
  return {
    folder,
    dataDir,
    url,
    token: TOKEN,
    query,
    api,
    workers,
    environment,
    untilReady,
    stopServices: () => Promise.all(all.map(async (one) => ({ name: one.name, exitCode: await one.stop() }))),
    async close(isKept) {
      await close()
      // Otherwise they would be started again and again without their database.
      await Promise.all(all.map((one) => one.abandon()))
      await guardian.end(isKept)
    },
  }
}

/** Waits for all of them, and shows their logs when they are not ready in time. */
export async function waitUntilReady(all: ServiceProcess[], folder: string): Promise<void> {
  try {
    await waitForFact('all services are ready', async () => all.every((one) => one.isReady()), START_LIMIT_MS)
  } catch (cause) {
    const logs = all.map(({ name }) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-500))
    throw new Error(`The services are not ready:\n${logs.join('\n')}`, { cause })
  }
}

type Places = { url: string; dataDir: string; folder: string }

/** The settings of an installation, but for its database. */
export function createEnvironment({ url, dataDir, folder }: Places): Record<string, string> {
  return {
    SONGREEL_PORT: new URL(url).port,
    SONGREEL_HEALTH_PORT: '0',
    SONGREEL_PUBLIC_URL: url,
    SONGREEL_DATA_DIR: dataDir,
    SONGREEL_AUTH_TOKEN: TOKEN,
    SONGREEL_ADMIN_TOKEN: ADMIN_TOKEN,
    SONGREEL_SECRET: 'the secret of the crash test, long enough',
    SONGREEL_CONCURRENCY: '1',
    // A second thread takes longer to load than these videos take to draw.
    SONGREEL_RENDER_THREADS: '1',
    // The long videos of this test take a second or two, and are to be shared all the same.
    SONGREEL_SHARE_FROM_SECS: '0',
    SONGREEL_RATE_LIMIT: '0',
    SONGREEL_RETENTION_DAYS: String(RETENTION_DAYS),
    SONGREEL_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    NODE_COMPILE_CACHE: join(folder, 'code'),
  }
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
