import pg from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../start-error.ts'
import { ensureRoleAndDatabase, pingServer } from '../store/database-server.ts'
import {
  ADMIN_ROLE,
  prepareSocketFolder,
  removeSocketFolder,
  SERVICE_ROLE,
  writeAccessRules,
} from './access.ts'
import { ensureCluster, type Places, preparePlaces } from './cluster.ts'
import { refuseOtherMajor } from './cluster-version.ts'
import { findServer } from './find-server.ts'
import { finishUpgrade } from './finish-upgrade.ts'
import { type FileLock, findLockHolder, tryLockFile } from './folder-lock.ts'
import { ownCluster, refuseForeignCluster } from './own-folder.ts'
import { choosePostgresUser } from './postgres-user.ts'
import { type Settings, startPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts'
import { findPostmaster, type Postmaster } from './postmaster-process.ts'
import { installPrograms, listProgramPlaces, type Programs, readOwnMajor } from './programs.ts'
import { readErrorMessage } from './read-error.ts'
import { isServerListening, isServerLockHeld } from './server-lock.ts'
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
  /** Other programs than those that this version brings: for data that an older one has made. */
  programs?: Programs
  /** The folder's lock, where the caller has it and keeps it. */
  lock?: FileLock
}

/** Starts PostgreSQL on the data folder, or takes over the one that an earlier service left running there. */
export async function startPostgres({
  dataDir,
  log,
  settings = {},
  signal,
  programs,
  lock: given,
}: Options): Promise<EmbeddedPostgres> {
  const places = await preparePlaces(dataDir)
  const lock = given ? { release: () => {} } : await lockFolder(places, dataDir)
  try {
    if (!programs) await finishUpgrade(places)
    const first = await attachOrStart(places, { settings, programs, signal })
    await ensureServiceDatabase(places)
    log.info({ postgresPid: first.pid, wasRunning: first.wasRunning }, 'postgres is ready')
    const watch = watchPostmaster(first, {
      places,
      log,
      restart: (end) => attachOrStart(places, { settings, programs, signal: end }),
    })
    return {
      databaseUrl: buildUrl(places, SERVICE_ROLE, SERVICE_ROLE),
      adminUrl: buildUrl(places, ADMIN_ROLE, 'postgres'),
      wasRunning: first.wasRunning,
      stop: async () => {
        const last = await watch.stop()
        await stopAndRelease(places, lock, last)
        log.info({}, 'postgres is stopped')
      },
    }
  } catch (error) {
    await stopAndRelease(places, lock)
    throw signal?.aborted ? error : explainFailure(error)
  }
}

/** What the system refuses (a dropped capability, a full disk) comes without a word on what to do. */
function explainFailure(cause: unknown): StartError {
  if (cause instanceof StartError) return cause
  const message = `The embedded PostgreSQL cannot be started: ${readErrorMessage(cause)}. Set DATABASE_URL to use another one.`
  return new StartError('POSTGRES_FAILED', { message, cause })
}

async function stopAndRelease(places: Places, lock: FileLock, last?: Postmaster): Promise<void> {
  const running = last ?? findPostmaster(places)
  if (running) await stopPostmaster(running, places)
  // It may be the socket of a server in another container, because of which we have not started.
  if (!(await isServerListening(places))) await removeSocketFolder(places)
  lock.release()
}

/** Two services on one folder would both claim its work. */
export async function lockFolder({ lockFile }: Places, dataDir: string): Promise<FileLock> {
  const lock = lockOrExplain(lockFile)
  if (lock) return lock
  const pid = await findLockHolder(lockFile)
  const holder = pid ? `pid ${pid}` : 'in another container, or of another user'
  const message = `The data folder ${dataDir} is in use by another Songreel (${holder}). Stop that one, or give this one a folder of its own with SONGREEL_DATA_DIR.`
  throw new StartError('DATA_FOLDER_IN_USE', { message })
}

function lockOrExplain(lockFile: string): FileLock | undefined {
  try {
    return tryLockFile(lockFile)
  } catch (cause) {
    const message = `${lockFile} cannot be locked: ${readErrorMessage(cause)}. Does it belong to another user, or is the disk read-only?`
    throw new StartError('DATA_FOLDER_UNUSABLE', { message, cause })
  }
}

type StartChoice = { settings: Settings; programs: Programs | undefined; signal?: AbortSignal }

async function attachOrStart(
  places: Places,
  { settings, programs: chosen, signal }: StartChoice,
): Promise<Postmaster> {
  refuseForeignCluster(places)
  if (!chosen) await refuseOtherMajor(places, await readOwnMajor())
  const running = await findServer(places, { signal })
  if (running) {
    const isReady = await waitUntilReady(running, places, { signal })
    // Without a lock (earlier versions gave it none) it would not be noticed by another container.
    if (isReady && (await isServerLockHeld(places)) && (await acceptsUs(places))) return running
    await stopPostmaster(running, places)
  }
  const user = await choosePostgresUser(places.root, places.cluster)
  const programs = chosen ?? (await installPrograms(user, listProgramPlaces(user, places.root)))
  await ensureCluster(places, programs, user)
  ownCluster(places, user)
  await prepareSocketFolder(places, user)
  await writeAccessRules(places, user)
  return startPostmaster({ places, programs, user, settings, signal })
}

/** A server that another user's service left behind does not let us in; the folder is ours now, so it is restarted. */
async function acceptsUs(places: Places): Promise<boolean> {
  try {
    await runAsAdmin(places, pingServer)
    return true
  } catch {
    return false
  }
}

/** The address of a database on the server of this folder. */
export function buildUrl({ socketFolder }: Places, user: string, database: string): string {
  return `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(socketFolder)}&ssl=0`
}

async function ensureServiceDatabase(places: Places): Promise<void> {
  await runAsAdmin(places, (admin) => ensureRoleAndDatabase(admin, SERVICE_ROLE))
}

async function runAsAdmin(places: Places, action: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client(buildUrl(places, ADMIN_ROLE, 'postgres'))
  admin.on('error', () => {})
  await admin.connect()
  try {
    await action(admin)
  } finally {
    await admin.end()
  }
}
