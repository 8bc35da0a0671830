import type { Logger } from 'pino'
import { createFileLinks } from '../assets/file-links.ts'
import { createFileShelf } from '../assets/file-shelf.ts'
import { openStorage } from '../assets/open-storage.ts'
import type { Config } from '../config/config.ts'
import { openStills } from '../contents/open-stills.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { addWorkFacts } from '../metrics/work-facts.ts'
import { createOngoingWork } from '../ongoing-work.ts'
import { openDatabase } from '../postgres/open-database.ts'
import { createPublicAddress } from '../public-address.ts'
import { JOBS } from '../queue/all-jobs.ts'
import { openQueue, type Queue } from '../queue/queue.ts'
import type { Services } from '../services.ts'
import { openDb } from '../store/db.ts'
import { migrate } from '../store/migrate.ts'
import { changeSecret } from '../tokens/change-secret.ts'
import { checkSecretFitsDatabase, readOrMakeSecret } from '../tokens/secret.ts'
import { createSecretKeys } from '../tokens/secret-keys.ts'
import { openTracing } from '../trace/open-tracing.ts'
import { VERSION } from '../version.ts'
import { openTemplates } from './open-templates.ts'
import { withRights } from './postgres-rights.ts'
import { prepareDataFolder, refuseUnfinishedRestore } from './prepare-data-folder.ts'

/** The open services, and how to shut them: last opened, first shut. */
export type OpenServices = { services: Services; close(): Promise<void> }

/** Opens database, queue and storage in the order in which they need each other. */
export async function openServices(config: Config, log: Logger, signal?: AbortSignal): Promise<OpenServices> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    const tracing = await openTracing(config.traces, log)
    closers.push(() => tracing.close(limitFlush(config)))
    prepareDataFolder(config.dataDir)
    refuseUnfinishedRestore(config.dataDir)
    const templates = await openTemplates(config)
    const database = await openDatabase({ ...config, log, signal })
    closers.push(database.close)
    const { databaseUrl } = database
    await withRights(databaseUrl, () => migrate({ databaseUrl, programVersion: VERSION, log }))
    const db = openDb({ databaseUrl, log })
    closers.push(db.close)
    const secret = readOrMakeSecret(config.secret, config.dataDir)
    const secrets = { secret, previous: config.secretPrevious }
    await checkSecretFitsDatabase(db.kysely, secrets)
    const keys = createSecretKeys(secrets)
    await changeSecret(db.kysely, keys, log)
    const queue = await withRights(databaseUrl, () => openServiceQueue(databaseUrl, config, log))
    closers.push(queue.close)
    const storage = await openStorage(config)
    const metrics = createMetrics()
    const address = createPublicAddress(config)
    const stills = openStills(config.dataDir)
    closers.push(stills.close)
    const shelf = createFileShelf(config.dataDir)
    closers.push(shelf.close)
    addWorkFacts(metrics, { config, log, db: db.kysely })
    const services: Services = {
      config,
      log,
      metrics,
      tracing,
      db: db.kysely,
      read: db.read,
      queue,
      storage,
      templates,
      address,
      links: createFileLinks(keys.deriveKeys('file links'), address.url),
      stills,
      shelf,
      ongoing: createOngoingWork(),
      ...keys,
    }
    return { services, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The last thing at a stop. A collector that is away must not hold it up: within the grace, and never for long. */
function limitFlush({ stopGraceSecs }: Config): number {
  return 1000 * Math.max(1, Math.min(5, stopGraceSecs))
}

function openServiceQueue(connectionString: string, { role }: Config, log: Logger): Promise<Queue> {
  const onError = (error: Error) => log.warn({ err: error }, 'queue error')
  return openQueue({ connectionString, jobs: JOBS, isWorker: role !== 'api', onError })
}
