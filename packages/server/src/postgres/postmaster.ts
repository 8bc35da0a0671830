import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { HERE, type Places, SOCKET_NAME } from './cluster.ts'
import { findServer } from './find-server.ts'
import type { PostgresUser } from './postgres-user.ts'
import { endLeftovers, isPostmaster, type Postmaster, readNote } from './postmaster-process.ts'
import { type Programs, readMajor } from './programs.ts'
import { readErrorMessage } from './read-error.ts'
import { createServerLock } from './server-lock.ts'

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

const SETTINGS: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // After a crash: one call in place of an fsync per file, which took 2 to 7 s on a busy disk against 0.2 to 2 s.
  recovery_init_sync_method: 'syncfs',
  max_logical_replication_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Nothing about failed queries, whose texts repeat values of the rows concerned; we log those failures ourselves.
  log_min_messages: 'log',
}

/** Settings that older servers, which an upgrade starts once more, do not know. */
const NEWER_SETTINGS: { since: number; settings: Settings }[] = [
  { since: 18, settings: { io_method: 'sync' } },
]

type StartOptions = {
  places: Places
  programs: Programs
  user: PostgresUser
  settings: Settings
  signal?: AbortSignal
}

/** Starts the server, which keeps running when we are killed. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const { places, signal } = options
  const deadline = Date.now() + LEFTOVERS_TIMEOUT_MS
  for (;;) {
    if (!(await findServer(places, { signal }))) removeNotes(places)
    const logStart = rotateLog(places)
    const postmaster = await launch(options)
    try {
      if (await waitUntilReady(postmaster, places, { signal })) return postmaster
    } catch (error) {
      await stopPostmaster(postmaster, places)
      throw error
    }
    const said = readFileSync(places.logFile).subarray(logStart).toString().trim()
    if (!LEFTOVERS.test(said) || Date.now() > deadline) throw explainEnd(said, places)
    endLeftovers(places)
    await sleep(100, undefined, { signal })
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

/** Waits until the server takes connections; `false` if its process ends instead. */
export async function waitUntilReady(
  { pid }: Postmaster,
  places: Places,
  { signal }: { signal?: AbortSignal },
): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    signal?.throwIfAborted()
    const found = readNote(places)
    if (found.pid === pid && found.status === 'ready') return true
    if (!isPostmaster(pid, places)) return false
    await sleep(POLL_MS, undefined, { signal })
  }
  const message = `PostgreSQL (pid ${pid}) is still not ready after ${READY_TIMEOUT_MS / 60_000} minutes; ${places.logFile} may say why.`
  throw new StartError('POSTGRES_FAILED', { message })
}

async function launch({ places, programs, user, settings }: StartOptions): Promise<Postmaster> {
  const lock = await createServerLock(places)
  const log = await open(places.logFile, 'a', 0o600)
  const socketFolder = places.socketFolder === places.cluster ? HERE : places.socketFolder
  const newer = NEWER_SETTINGS.filter(({ since }) => readMajor(programs) >= since).map(
    (each) => each.settings,
  )
  const all = {
    ...SETTINGS,
    ...Object.assign({}, ...newer),
    ...settings,
    unix_socket_directories: socketFolder,
    cluster_name: places.mark,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  try {
    const child = spawn(programs.postgres, ['-D', HERE, ...flags], {
      ...user.switchTo,
      cwd: places.cluster,
      detached: true,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log.fd, log.fd, lock.fd],
    })
    await once(child, 'spawn')
    child.unref()
    return { pid: child.pid!, wasRunning: false }
  } catch (cause) {
    const message = `PostgreSQL cannot be started: ${readErrorMessage(cause)}.`
    throw new StartError('POSTGRES_FAILED', { message, cause })
  } finally {
    await Promise.all([log.close(), lock.release()])
  }
}

/** Keeps the log from growing for ever; says where in it the coming lines begin. */
function rotateLog({ logFile }: Places): number {
  const sizeBytes = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (sizeBytes <= LOG_MAX_BYTES) return sizeBytes
  renameSync(logFile, `${logFile}.old`)
  return 0
}

/**
 * Takes away what a server that is gone has noted about itself. PostgreSQL takes any process with the recorded id for
 * itself: a stranger (in a container ids repeat at every start), or the remains of a killed server that nobody has
 * collected yet. And if the new server gets the recorded id, the old note says of it that it is ready. Should processes
 * of the old one be left, the server's lock says so, and PostgreSQL recognises them by their shared memory.
 */
function removeNotes({ cluster, socketFolder }: Places): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  rmSync(join(socketFolder, SOCKET_NAME), { force: true })
  rmSync(join(socketFolder, `${SOCKET_NAME}.lock`), { force: true })
}

function explainEnd(said: string, { logFile }: Places): StartError {
  const lines = said.split('\n').filter((line) => !line.includes(' LOG:  '))
  const message = `PostgreSQL did not start. It said: ${lines.slice(-3).join(' ') || 'nothing'} (all of it in ${logFile})`
  return new StartError('POSTGRES_FAILED', { message })
}
