import { readFile, rm, writeFile } from 'node:fs/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { ADMIN_ROLE, prepareSocketFolder, SERVICE_ROLE, writeAccessRules } from './access.ts'
import { ensureCluster, type Places, preparePlaces } from './cluster.ts'
import { DatabaseError } from './errors.ts'
import { type FileLock, tryLockFile } from './folder-lock.ts'
import { choosePostgresUser } from './postgres-user.ts'
import {
  findPostmaster,
  type Postmaster,
  type Settings,
  startPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './postmaster.ts'
import { installPrograms } from './programs.ts'
import { watchPostmaster } from './watch-postmaster.ts'

/** An embedded PostgreSQL that is running. */
export type EmbeddedPostgres = {
  /** Address of the service's own database, as its owner. */
  databaseUrl: string
  /** Address of the same server, as the role that may create databases. */
  adminUrl: string
  /** Whether it had outlived an earlier service and was taken over. */
  wasRunning: boolean
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  settings?: Settings
  signal?: AbortSignal
}

/** Starts PostgreSQL on the data folder, or takes over the one that an earlier service left running there. */
export async function startPostgres({
  dataDir,
  log,
  settings = {},
  signal,
}: Options): Promise<EmbeddedPostgres> {
  const places = await preparePlaces(dataDir)
  const lock = await lockFolder(places, dataDir)
  try {
    const first = await attachOrStart(places, settings, signal)
    await ensureServiceDatabase(places)
    log.info({ postgresPid: first.pid, wasRunning: first.wasRunning }, 'postgres is ready')
    const watch = watchPostmaster(first, { places, log, restart: () => attachOrStart(places, settings) })
    return {
      databaseUrl: urlOf(places, SERVICE_ROLE, SERVICE_ROLE),
      adminUrl: urlOf(places, ADMIN_ROLE, 'postgres'),
      wasRunning: first.wasRunning,
      stop: async () => {
        await watch.stop()
        await stopAndRelease(places, lock)
        log.info({}, 'postgres is stopped')
      },
    }
  } catch (error) {
    await stopAndRelease(places, lock)
    throw error
  }
}

async function stopAndRelease(places: Places, lock: FileLock): Promise<void> {
  const running = await findPostmaster(places)
  if (running) await stopPostmaster(running, places)
  if (places.socketFolder !== places.cluster) await rm(places.socketFolder, { recursive: true, force: true })
  await rm(places.holderFile, { force: true })
  lock.release()
}

async function lockFolder(places: Places, dataDir: string): Promise<FileLock> {
  const lock = tryLockFile(places.lockFile)
  if (lock) {
    await writeFile(places.holderFile, String(process.pid))
    return lock
  }
  const holder = await readFile(places.holderFile, 'utf8').catch(() => '')
  const message = `The data folder ${dataDir} is in use by another Songreel (pid ${holder || 'unknown'}). Stop that one, or give this one its own SONGREEL_DATA_DIR.`
  throw new DatabaseError('DATA_FOLDER_IN_USE', { message })
}

async function attachOrStart(places: Places, settings: Settings, signal?: AbortSignal): Promise<Postmaster> {
  const running = await findPostmaster(places)
  if (running) {
    await waitUntilReady(running, { places, signal })
    return running
  }
  const user = await choosePostgresUser(places.cluster)
  const programs = await installPrograms(user, places.root)
  await ensureCluster(places, programs, user)
  await prepareSocketFolder(places, user)
  await writeAccessRules(places, user)
  return startPostmaster({ places, programs, user, settings, signal })
}

function urlOf({ socketFolder }: Places, user: string, database: string): string {
  return `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(socketFolder)}&ssl=0`
}

async function ensureServiceDatabase(places: Places): Promise<void> {
  const client = new pg.Client(urlOf(places, ADMIN_ROLE, 'postgres'))
  client.on('error', () => {})
  await client.connect()
  try {
    const roles = await client.query('select from pg_roles where rolname = $1', [SERVICE_ROLE])
    if (!roles.rowCount) await client.query(`create role ${SERVICE_ROLE} login`)
    const databases = await client.query('select from pg_database where datname = $1', [SERVICE_ROLE])
    if (!databases.rowCount) await client.query(`create database ${SERVICE_ROLE} owner ${SERVICE_ROLE}`)
  } finally {
    await client.end()
  }
}
