import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { lockFile, tryLockFile } from '../src/postgres/folder-lock.ts'
import { openDb } from '../src/store/db.ts'
import { MIGRATIONS_FOLDER, migrate } from '../src/store/migrate.ts'
import type { Read } from '../src/store/reader.ts'
import type { Database } from '../src/store/schema.ts'
import { readProcessStart } from './process-start.ts'
import { findShortLivedFolder } from './short-lived-folder.ts'

const SERVER_PROGRAM = fileURLToPath(new URL('./test-postgres-server.ts', import.meta.url))
/** Taken while the template database is made ("test" in ASCII). */
const TEMPLATE_LOCK_KEY = 0x74657374

/** A database of its own for one test or test file, with all migrations applied. */
export type TestDatabase = { databaseUrl: string; db: Kysely<Database>; read: Read }

/**
 * What is needed of a test. For one database per file pass `{ after }` of `node:test`, at the top of the file and not
 * in a `before`: there `after` would belong to the first test alone.
 */
export type Cleanup = { after(fn: () => Promise<void>): void }

type ServerUrls = { adminUrl: string; serviceUrl: string }

const log = pino({ level: 'silent' })
const servers = new Map<string, Promise<ServerUrls>>()

/** The folder of another PostgreSQL's programs, for the whole run; empty: the one that the service brings along. */
const CHOSEN_PROGRAMS = process.env.SONGREEL_TEST_POSTGRES ?? ''

/** Makes a fresh database with our tables; after the test its connections are closed and it is dropped. */
export async function createTestDatabase(t: Cleanup, programs = CHOSEN_PROGRAMS): Promise<TestDatabase> {
  const { adminUrl, serviceUrl } = await useServer(programs)
  const template = await ensureTemplate(adminUrl, serviceUrl)
  const name = await createDatabase(adminUrl, `template ${template} strategy file_copy`)
  const databaseUrl = urlOfDatabase(serviceUrl, name)
  const { kysely, read, close } = openDb({ databaseUrl, log, poolSize: 4 })
  t.after(async () => {
    await close()
    await dropDatabase(adminUrl, name)
  })
  return { databaseUrl, db: kysely, read }
}

/** Makes a fresh database without any table and returns its address. */
export async function createEmptyTestDatabase(t: Cleanup, options = ''): Promise<string> {
  const { adminUrl, serviceUrl } = await useServer(CHOSEN_PROGRAMS)
  const name = await createDatabase(adminUrl, options)
  t.after(() => dropDatabase(adminUrl, name))
  return urlOfDatabase(serviceUrl, name)
}

async function createDatabase(adminUrl: string, options: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runAsAdmin(adminUrl, (admin) => admin.query(`create database ${name} owner songreel ${options}`))
  return name
}

function dropDatabase(adminUrl: string, name: string): Promise<void> {
  return runAsAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))
}

/** Tables and queues are made once per run, not once per test: every further database is a copy of this one. */
async function ensureTemplate(adminUrl: string, serviceUrl: string): Promise<string> {
  const name = `template_${await hashMigrations()}`
  await runAsAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY])
    const found = await admin.query('select from pg_database where datname = $1', [name])
    if (found.rowCount) return
    const draft = `draft_${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${draft} owner songreel`)
    const databaseUrl = urlOfDatabase(serviceUrl, draft)
    await migrate({ databaseUrl, programVersion: '0.0.0', log })
    await makeQueues(databaseUrl)
    await admin.query(`alter database ${draft} rename to ${name}`)
  })
  return name
}

/** Only the first file of a run needs what makes them. */
async function makeQueues(connectionString: string): Promise<void> {
  const [{ openQueue }, { JOBS }] = await Promise.all([
    import('../src/queue/queue.ts'),
    import('../src/queue/all-jobs.ts'),
  ])
  const onError = (error: Error) => {
    throw error
  }
  const queue = await openQueue({ connectionString, jobs: JOBS, onError })
  await queue.close()
}

async function hashMigrations(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(MIGRATIONS_FOLDER)).sort()) {
    hash.update(name).update(await readFile(join(MIGRATIONS_FOLDER, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Async, so that whoever waits goes on as its own test: a promise that is kept belongs to the test that made it. */
async function useServer(programs: string): Promise<ServerUrls> {
  const urls = servers.get(programs) ?? findOrStartServer(programs)
  servers.set(programs, urls)
  return urls
}

/**
 * One server for the whole run: the first test file that needs it starts it, the others find it by the process id of
 * the run, which tools/tests names. Below `node --test` that is the parent; a file without a runner is its own run.
 */
async function findOrStartServer(programs: string): Promise<ServerUrls> {
  const { SONGREEL_TEST_RUN, NODE_TEST_CONTEXT } = process.env
  const owner = Number(SONGREEL_TEST_RUN) || (NODE_TEST_CONTEXT ? process.ppid : process.pid)
  const kind = programs && `-${createHash('sha256').update(programs).digest('hex').slice(0, 6)}`
  const folder = join(findShortLivedFolder(), `songreel-test-${owner}-${readProcessStart(owner)}${kind}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = await lockFile(join(folder, 'start.lock'))
  try {
    return await startServer(folder, owner, programs)
  } finally {
    lock.release()
  }
}

/** Starts the server unless it is there; one whose supervisor was killed gets a new supervisor. */
async function startServer(folder: string, owner: number, programs: string): Promise<ServerUrls> {
  const supervisor = tryLockFile(join(folder, 'supervisor.lock'))
  supervisor?.release()
  const child = supervisor && spawnSupervisor(folder, owner, programs)
  for (;;) {
    const urls = readUrls(folder)
    if (urls) return urls
    if (typeof child?.exitCode === 'number') throw new Error(readFileSync(join(folder, 'server.log'), 'utf8'))
    await sleep(20)
  }
}

function spawnSupervisor(folder: string, owner: number, programs: string): ChildProcess {
  rmSync(join(folder, 'urls.json'), { force: true })
  const output = openSync(join(folder, 'server.log'), 'a')
  const args = [SERVER_PROGRAM, folder, String(owner), String(readProcessStart(owner))]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, SONGREEL_TEST_POSTGRES: programs }
  const child = spawn(process.execPath, args, { detached: true, env, stdio: ['ignore', output, output] })
  closeSync(output)
  child.unref()
  return child
}

function readUrls(folder: string): ServerUrls | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'urls.json'), 'utf8'))
  } catch {
    return undefined
  }
}

function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function runAsAdmin(adminUrl: string, action: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client(adminUrl)
  admin.on('error', () => {})
  await admin.connect()
  try {
    await action(admin)
  } finally {
    await admin.end()
  }
}
