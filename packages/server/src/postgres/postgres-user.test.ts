import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { NOBODY, whyNoOtherUser } from '../../testing/other-user.ts'
import { startPostgres } from './start-postgres.ts'

const log = pino({ level: 'silent' })
const skip = whyNoOtherUser()

// Open to everybody, so that only what we close ourselves is closed.
const folder = mkdtempSync(join(tmpdir(), 'songreel-user-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true }))

test('a database started by root is out of reach for a process of nobody', { skip }, async (t) => {
  const dataDir = join(folder, 'closed')
  const { stop } = await startPostgres({ dataDir, log })
  t.after(stop)
  const pid = readPid(dataDir)
  const cluster = join(dataDir, 'postgres/data')
  const attempts = [
    ['read', `/proc/${pid}/cwd/pg_hba.conf`],
    ['write', `/proc/${pid}/cwd/pg_hba.conf`],
    ['connect', `/proc/${pid}/cwd/.s.PGSQL.5432`],
    ['list', `/proc/${pid}/fd`],
    ['list', join(dataDir, 'postgres')],
    ['read', join(cluster, 'pg_hba.conf')],
    ['connect', join(cluster, '.s.PGSQL.5432')],
    ['signal', String(pid)],
  ] as const

  const outcomes = tryAs(NOBODY, attempts)

  assert.deepEqual(
    outcomes.filter((code) => code !== 'EACCES' && code !== 'EPERM'),
    [],
    JSON.stringify(outcomes),
  )
  const { uid, gid } = lstatSync(cluster)
  assert.ok(uid > 0 && uid !== NOBODY.uid && gid === uid)
  assert.notEqual(spawnSync('getent', ['passwd', String(uid)]).status, 0, 'no account has this id')
})

test('even a process of its own user is not let in by PostgreSQL', { skip }, async (t) => {
  const dataDir = join(folder, 'closed')
  const { stop } = await startPostgres({ dataDir, log })
  t.after(stop)
  const { uid, gid } = lstatSync(join(dataDir, 'postgres/data'))
  const url = `postgres://songreel@localhost/songreel?host=/proc/${readPid(dataDir)}/cwd`

  assert.deepEqual(tryAs({ uid, gid }, [['log in', url]]), ['28000'])
})

test('a database that belonged to nobody gets a user of its own, and keeps it', { skip }, async () => {
  const dataDir = join(folder, 'closed')
  const cluster = join(dataDir, 'postgres/data')
  const first = await startPostgres({ dataDir, log })
  await run(first.databaseUrl, 'create table kept as select 1 as id')
  await first.stop()
  for (const path of listAll(cluster)) chownSync(path, NOBODY.uid, NOBODY.gid)

  for (const start of ['first', 'second']) {
    const { databaseUrl, stop } = await startPostgres({ dataDir, log })
    assert.deepEqual(await run(databaseUrl, 'select id from kept'), [{ id: 1 }], start)
    await stop()
  }

  const owners = new Set(listAll(cluster).map((path) => lstatSync(path).uid))
  assert.equal(owners.size, 1)
  assert.ok(!owners.has(NOBODY.uid))
})

type Attempt = readonly [kind: 'read' | 'write' | 'list' | 'connect' | 'signal' | 'log in', target: string]

/** Tries each as another user and says how it failed; "done" if it did not. */
function tryAs(user: { uid: number; gid: number }, attempts: readonly Attempt[]): string[] {
  const program = `
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))})
    const fs = await import('node:fs/promises')
    const { connect } = await import('node:net')
    const kinds = {
      read: (path) => fs.readFile(path),
      write: (path) => fs.appendFile(path, '# seen'),
      list: (path) => fs.readdir(path),
      connect: (path) => new Promise((resolve, reject) => connect(path).on('connect', resolve).on('error', reject)),
      signal: (pid) => process.kill(pid, 0),
      'log in': (url) => new pg.Client(url).connect(),
    }
    const outcomes = []
    for (const [kind, target] of JSON.parse(process.argv[1])) {
      outcomes.push(await (async () => kinds[kind](target))().then(() => 'done', (error) => error.code))
    }
    process.stdout.write(JSON.stringify(outcomes), () => process.exit())`
  const args = ['--input-type=module', '-e', program, JSON.stringify(attempts)]
  const { stdout, stderr } = spawnSync(process.execPath, args, { ...user, cwd: '/' })
  assert.ok(stdout.length > 0, stderr.toString())
  return JSON.parse(stdout.toString())
}

function listAll(path: string): string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return [path, ...entries.map((entry) => join(entry.parentPath, entry.name))]
}

function readPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
}

async function run(databaseUrl: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
