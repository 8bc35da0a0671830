import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { findShortLivedFolder } from './short-lived-folder.ts'

/** The oldest PostgreSQL that is supported. */
export const OLDEST_MAJOR = 15

/** Where `npm run test:postgres` leaves what it fetched: one entry per major version, the folder of its programs. */
export const FETCHED_POSTGRES = fileURLToPath(
  new URL('../../../node_modules/.cache/postgres', import.meta.url),
)

/** The folder of a version's programs: those of Debian's package, or those that were fetched. */
export function findPostgres(major: number): string | undefined {
  const places = [`/usr/lib/postgresql/${major}/bin`, path.join(FETCHED_POSTGRES, String(major))]
  return places.find((folder) => existsSync(path.join(folder, 'initdb')))
}

/** Who runs a server for root, which PostgreSQL refuses to do. */
export const NOBODY_ID = 65534
const START_MS = 180_000

/** A server that was started for tests. */
export type InstalledPostgres = { adminUrl: string; databaseUrl: string; stop(): Promise<void> }

/**
 * Starts a PostgreSQL that is installed on this computer (`programs` is the folder of its programs) on a folder of its own:
 * the same tests must hold on it as on the one that the service brings along.
 */
export async function startInstalledPostgres(
  programs: string,
  settings: Record<string, string>,
): Promise<InstalledPostgres> {
  // Not inside the run's folder: that is closed, and as root PostgreSQL runs as somebody else.
  const folder = await mkdtemp(path.join(findShortLivedFolder(), 'songreel-pg-'))
  // Laid out like the data folder of the embedded one, with its socket inside.
  const data = path.join(folder, 'postgres', 'data')
  const user = process.geteuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {}
  await mkdir(data, { recursive: true, mode: 0o700 })
  const owned = [folder, path.dirname(data), data]
  if (user.uid !== undefined) for (const each of owned) await chown(each, user.uid, user.gid)
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  const rules = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await promisify(execFile)(path.join(programs, 'initdb'), ['-D', data, ...rules], { ...user, cwd: '/', env })
  const all = { ...settings, listen_addresses: '', unix_socket_directories: data, timezone: 'UTC' }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, ...flags], {
    ...user,
    cwd: '/',
    env,
    stdio: 'ignore',
  })
  const urlOf = (role: string, database: string) =>
    `postgres://${role}@localhost:5432/${database}?host=${encodeURIComponent(data)}&ssl=0`
  const adminUrl = urlOf('postgres', 'postgres')
  await prepare(server, adminUrl)
  return {
    adminUrl,
    databaseUrl: urlOf('songreel', 'songreel'),
    async stop() {
      const exited = once(server, 'exit')
      // At once, whoever is connected: SIGINT is PostgreSQL's "fast" way.
      if (server.exitCode === null && server.kill('SIGINT')) await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function prepare(server: ChildProcess, adminUrl: string): Promise<void> {
  const endMs = Date.now() + START_MS
  for (;;) {
    const admin = new pg.Client(adminUrl)
    admin.on('error', () => {})
    try {
      await admin.connect()
      await admin.query('create role songreel login')
      await admin.query('create database songreel owner songreel')
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > endMs) throw error
      await sleep(50)
    } finally {
      await admin.end().catch(() => {})
    }
  }
}
