import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ADMIN_ROLE } from './access.ts'
import { HERE, type Places } from './cluster.ts'
import { codeOf, DatabaseError, messageOf } from './errors.ts'
import type { PostgresUser } from './postgres-user.ts'
import type { Programs } from './programs.ts'

const POLL_MS = 15
const LOG_MAX_BYTES = 10 * 1024 * 1024
/** Recovery after a crash is bounded by `max_wal_size`; far more than it ever takes. */
const READY_TIMEOUT_MS = 5 * 60_000
const FAST_STOP_TIMEOUT_MS = 30_000
/** For how long a start is repeated while the processes of a killed server are still going away. */
const LEFTOVERS_TIMEOUT_MS = 15_000
const LEFTOVERS = /shared memory block|lock file ".*" already exists|is still in use/

/** PostgreSQL's settings, by their own names. */
export type Settings = Record<string, string>

/** The running server process. */
export type Postmaster = { pid: number; wasRunning: boolean }

const SETTINGS: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Without the detail lines, which repeat values of the rows concerned.
  log_error_verbosity: 'terse',
}

type StartOptions = {
  places: Places
  programs: Programs
  user: PostgresUser
  settings: Settings
  signal?: AbortSignal
}

/** Finds the server process of this data folder, if there is one. */
export async function findPostmaster(places: Places): Promise<Postmaster | undefined> {
  const text = await readFile(join(places.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return isPostmaster(pid, places) ? { pid, wasRunning: true } : undefined
}

/** Whether the process with this id is this folder's server: ids are given again to other processes. */
export function isPostmaster(pid: number, { mark }: Places): boolean {
  if (!(pid > 0)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(`cluster_name=${mark}`)
  } catch {
    return false
  }
}

/** Starts the server; it goes on when we are killed. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const deadline = Date.now() + LEFTOVERS_TIMEOUT_MS
  for (;;) {
    await removeForeignPidFile(options.places)
    const postmaster = await launch(options)
    try {
      await waitUntilReady(postmaster, options)
      return postmaster
    } catch (error) {
      if (!LEFTOVERS.test(messageOf(error)) || Date.now() > deadline) throw error
      await sleep(100, undefined, { signal: options.signal })
    }
  }
}

/** Stops the server in order: open transactions are rolled back, everything is written out. */
export async function stopPostmaster({ pid }: Postmaster, places: Places): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_STOP_TIMEOUT_MS],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const deadline = Date.now() + timeoutMs
    if (isPostmaster(pid, places)) process.kill(pid, signal)
    while (isPostmaster(pid, places) && Date.now() < deadline) await sleep(POLL_MS)
    if (!isPostmaster(pid, places)) return
  }
}

/** Waits until the server takes connections; fails as soon as its process is gone. */
export async function waitUntilReady(
  postmaster: Postmaster,
  { places, signal }: Pick<StartOptions, 'places' | 'signal'>,
) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    signal?.throwIfAborted()
    const failure = await tryToConnect(places)
    if (!failure) return
    if (!isPostmaster(postmaster.pid, places)) throw await explainExit(places, failure)
    if (codeOf(failure) === '28000') throw await explainExit(places, failure)
    if (Date.now() > deadline) throw await explainExit(places, failure)
    await sleep(POLL_MS, undefined, { signal })
  }
}

async function launch({ places, programs, user, settings }: StartOptions): Promise<Postmaster> {
  const log = await openLog(places)
  const socketFolder = places.socketFolder === places.cluster ? HERE : places.socketFolder
  const all = { ...SETTINGS, ...settings, unix_socket_directories: socketFolder, cluster_name: places.mark }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  try {
    const child = spawn(programs.postgres, ['-D', HERE, ...flags], {
      ...user.switchTo,
      cwd: places.cluster,
      detached: true,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log.fd, log.fd],
    })
    await once(child, 'spawn')
    child.unref()
    return { pid: child.pid!, wasRunning: false }
  } catch (cause) {
    const message = `PostgreSQL cannot be started: ${messageOf(cause)}.`
    throw new DatabaseError('POSTGRES_FAILED', { message, cause })
  } finally {
    await log.close()
  }
}

async function openLog({ logFile }: Places) {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_MAX_BYTES) await rename(logFile, `${logFile}.old`)
  return open(logFile, 'a', 0o600)
}

/** PostgreSQL takes any living process with the recorded id for itself; in a container ids repeat at every start. */
async function removeForeignPidFile(places: Places): Promise<void> {
  const file = join(places.cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (pid > 0 && !isPostmaster(pid, places)) await rm(file, { force: true })
}

async function tryToConnect({ socketFolder }: Places): Promise<unknown> {
  const client = new pg.Client({
    host: socketFolder,
    port: 5432,
    ssl: false,
    user: ADMIN_ROLE,
    database: 'postgres',
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    return error
  }
  await client.end()
}

async function explainExit({ logFile }: Places, cause: unknown): Promise<DatabaseError> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  const said = text
    .split('\n')
    .filter((line) => /FATAL|PANIC|ERROR|HINT|error while/.test(line))
    .slice(-3)
    .join(' ')
  const message = `PostgreSQL did not start. ${said || messageOf(cause)} (more in ${logFile})`
  return new DatabaseError('POSTGRES_FAILED', { message, cause })
}
