import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPostgres, NOBODY_ID } from '@songreel/server/testing/start-installed-postgres.ts'
import pg from 'pg'
import { findFreePort } from '../crash/start-stack.ts'

const run = promisify(execFile)
const ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
const START_LIMIT_MS = 120_000
const MAJORS = [18, 17, 16, 15]

/** A PostgreSQL of the system's own packages, on loopback, in a folder of its own. */
export type RealPostgres = {
  port: number
  /** Asks it as its superuser, whose connections are reserved. */
  ask<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends it at once and without a checkpoint, as a machine that fails. */
  crash(): Promise<void>
  remove(): Promise<void>
}

/** Finds the programs, with those for replication, which only a package of the system has. */
export function findRealPrograms(): { folder: string; major: number } | undefined {
  const found = MAJORS.map((major) => ({ major, folder: `/usr/lib/postgresql/${major}/bin` }))
  return found.find(({ major, folder }) => findPostgres(major) === folder)
}

/** Whether programs can copy a server while it runs. */
export function canMakeStandby(folder: string): boolean {
  return existsSync(path.join(folder, 'pg_basebackup'))
}

type Options = { programs: string; settings?: Record<string, string> }

/** Makes and starts a server with the role and the database of the service. */
export async function startPrimary({ programs, settings = {} }: Options): Promise<RealPostgres> {
  const { data, user } = makeFolder()
  const rules = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await run(path.join(programs, 'initdb'), ['-D', data, ...rules], { ...user, cwd: '/', env: ENV })
  const server = await launch({ programs, data, user, settings })
  await server.ask('create role songreel login')
  await server.ask('create database songreel owner songreel')
  return server
}

/** Makes a standby of a server, which from then on commits nothing that the standby has not written down. */
export async function startStandby(
  primary: RealPostgres,
  { programs, settings = {} }: Options,
): Promise<RealPostgres> {
  const { data, user } = makeFolder()
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
  const args = [
    '-D',
    data,
    ...from,
    '--checkpoint=fast',
    '--write-recovery-conf',
    '--wal-method=stream',
    '--no-sync',
  ]
  await run(path.join(programs, 'pg_basebackup'), args, { ...user, cwd: '/', env: ENV })
  const standby = await launch({ programs, data, user, settings })
  await primary.ask(`alter system set synchronous_standby_names = '*'`)
  await primary.ask('select pg_reload_conf()')
  await waitUntil('the standby is synchronous', async () => {
    const rows = await primary.ask(`select from pg_stat_replication where sync_state in ('sync', 'quorum')`)
    return rows.length > 0
  })
  return standby
}

/** Makes a standby the server. */
export async function promote(standby: RealPostgres): Promise<void> {
  await standby.ask('select pg_promote(true, 60)')
}

function makeFolder(): { data: string; user: { uid?: number; gid?: number } } {
  const data = mkdtempSync(path.join(tmpdir(), 'songreel-database-'))
  if (process.geteuid?.() !== 0) return { data, user: {} }
  const user = { uid: readId('-u'), gid: readId('-g') }
  chownSync(data, user.uid, user.gid)
  return { data, user }
}

function readId(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return NOBODY_ID
  }
}

type Launch = { programs: string; data: string; user: object; settings: Record<string, string> }

async function launch({ programs, data, user, settings }: Launch): Promise<RealPostgres> {
  const port = await findFreePort()
  const all = {
    // A killed process leaves what it wrote to the system; a power cut is not tried here.
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '60',
    timezone: 'UTC',
    ...settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, ...flags], {
    ...user,
    cwd: '/',
    env: ENV,
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  const endWithUs = () => void server.kill('SIGQUIT')
  process.on('exit', endWithUs)
  const ask = async <Row>(text: string, values?: unknown[]) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text, values)).rows as Row[]
    } finally {
      await client.end().catch(() => {})
    }
  }
  await waitUntil('PostgreSQL takes connections', async () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    return ask('select').then(
      () => true,
      () => false,
    )
  })
  const crash = async () => {
    server.kill('SIGQUIT')
    await ended
    process.off('exit', endWithUs)
  }
  return {
    port,
    ask,
    crash,
    async remove() {
      if (server.exitCode === null && server.signalCode === null) await crash()
      rmSync(data, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Looks again and again, for a limited time. */
export async function waitUntil(fact: string, look: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + START_LIMIT_MS
  while (!(await look())) {
    if (Date.now() > endMs) throw new Error(`waited in vain: ${fact}`)
    await sleep(100)
  }
}
