import assert from 'node:assert/strict'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { NOBODY, whyNoOtherUser } from '../../testing/other-user.ts'
import { startPostgresProcess } from '../../testing/start-postgres-process.ts'
import { startPostgres } from './start-postgres.ts'

// Runs alone: its process starts and gives up PostgreSQL servers of its own.

const log = pino({ level: 'silent' })

// Closed like a home folder, with a space: nothing below may be reachable by another user.
const folder = mkdtempSync(join(tmpdir(), 'songreel start '))
after(() => rmSync(folder, { recursive: true, force: true }))

test('PostgreSQL starts on an empty folder, safe and closed, keeps what was written, and stops', async (t) => {
  const dataDir = join(folder, 'safe')
  const first = await startPostgres({ dataDir, log })
  const settings = await readRow(
    first.databaseUrl,
    `
    select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
      lower('É') as lower, current_setting('is_superuser') as superuser`,
  )
  await readRow(first.databaseUrl, 'create table kept as select 1 as id')
  await first.stop()

  assert.deepEqual(settings, {
    fsync: 'on',
    checksums: 'on',
    addresses: '',
    encoding: 'UTF8',
    lower: 'é',
    superuser: 'off',
  })
  assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700)
  assert.equal(statSync(join(dataDir, 'postgres/data')).mode & 0o777, 0o700)
  assert.equal(existsSync(join(dataDir, 'postgres/data/postmaster.pid')), false)

  const second = await startPostgres({ dataDir, log })
  t.after(second.stop)
  assert.equal(second.wasRunning, false)
  assert.deepEqual(await readRow(second.databaseUrl, 'select * from kept'), { id: 1 })
})

test('a folder whose path is too long for a socket works, and leaves no socket folder behind', async () => {
  const dataDir = join(folder, 'long '.repeat(20).trim(), 'long'.repeat(20))
  const postgres = await startPostgres({ dataDir, log })
  const socketFolder = new URL(postgres.databaseUrl).searchParams.get('host')!
  assert.ok(socketFolder.length < 93)
  assert.equal(statSync(socketFolder).mode & 0o777, 0o700)
  assert.deepEqual(await readRow(postgres.databaseUrl, 'select 1 as one'), { one: 1 })

  await postgres.stop()

  assert.equal(existsSync(socketFolder), false)
})

test('of two services that start on one folder at once, one runs and the other says who does', async (t) => {
  const dataDir = join(folder, 'both')
  const both = [startPostgresProcess(t, dataDir), startPostgresProcess(t, dataDir)]
  const said = await Promise.all(both.map((one) => one.said))

  const winner = both[said.findIndex((one) => one.databaseUrl)]
  const refusal = said.find((one) => one.code)
  assert.ok(winner)
  assert.equal(refusal?.code, 'DATA_FOLDER_IN_USE')
  assert.match(
    refusal?.message ?? '',
    new RegExp(`in use by another Songreel \\(pid ${winner.child.pid}\\)\\. Stop that one`),
  )
})

test('a PostgreSQL that outlived its killed service is taken over by the next', async (t) => {
  const dataDir = join(folder, 'safe')
  const killed = startPostgresProcess(t, dataDir)
  const { databaseUrl } = await killed.said
  const before = readPid(dataDir)
  killed.child.kill('SIGKILL')
  await killed.stop()
  assert.deepEqual(await readRow(databaseUrl!, 'select 1 as one'), { one: 1 }, 'it goes on alone')

  const next = await startPostgres({ dataDir, log })

  assert.equal(next.wasRunning, true)
  assert.equal(readPid(dataDir), before)
  await next.stop()
  assert.equal(
    existsSync(join(dataDir, 'postgres/data/postmaster.pid')),
    false,
    'stopped like one of our own',
  )
})

test('a stale process id that now belongs to another process is no obstacle', async () => {
  const dataDir = join(folder, 'safe')
  writeFileSync(
    join(dataDir, 'postgres/data/postmaster.pid'),
    `${process.pid}\n/proc/self/cwd\n1\n5432\n\n\n`,
  )

  const postgres = await startPostgres({ dataDir, log })

  assert.equal(postgres.wasRunning, false)
  await postgres.stop()
})

test('a creation that was interrupted is healed by the next start', async (t) => {
  const dataDir = join(folder, 'interrupted')
  for (const target of ['service', 'service and initdb']) {
    const service = startPostgresProcess(t, dataDir)
    await waitUntil(() =>
      listFolder(join(dataDir, 'postgres')).some((name) => isHalfMade(join(dataDir, 'postgres', name))),
    )
    process.kill(target === 'service' ? service.child.pid! : -service.child.pid!, 'SIGKILL')
    await service.stop()
    assert.equal(existsSync(join(dataDir, 'postgres/data')), false)
  }

  const postgres = await startPostgres({ dataDir, log })

  assert.deepEqual(await readRow(postgres.databaseUrl, 'select 1 as one'), { one: 1 })
  await postgres.stop()
})

test('a folder made by another version of PostgreSQL is refused', async () => {
  const dataDir = join(folder, 'older')
  mkdirSync(join(dataDir, 'postgres/data'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '16\n')

  const starting = startPostgres({ dataDir, log })

  await assert.rejects(starting, {
    code: 'DATA_FOLDER_UNUSABLE',
    message: /made by PostgreSQL 16, .* brings PostgreSQL 18/,
  })
})

test('a start that is given up leaves no process', async () => {
  const dataDir = join(folder, 'safe')

  await assert.rejects(startPostgres({ dataDir, log, signal: AbortSignal.abort() }), { name: 'AbortError' })

  assert.equal(existsSync(join(dataDir, 'postgres/data/postmaster.pid')), false)
})

test('so does one that finds a server which is ready already', async (t) => {
  const dataDir = join(folder, 'safe')
  const killed = startPostgresProcess(t, dataDir)
  await killed.said
  killed.child.kill('SIGKILL')
  await killed.stop()

  await assert.rejects(startPostgres({ dataDir, log, signal: AbortSignal.abort() }), { name: 'AbortError' })

  assert.equal(existsSync(join(dataDir, 'postgres/data/postmaster.pid')), false)
})

test('an ordinary user can run it, and no other user gets in', { skip: whyNoOtherUser() }, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'songreel-nobody-'))
  chownSync(dataDir, NOBODY.uid, NOBODY.gid)

  const service = startPostgresProcess(t, dataDir, NOBODY)

  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const { databaseUrl, message } = await service.said
  assert.ok(databaseUrl, message)
  assert.equal(statSync(join(dataDir, 'postgres/data')).uid, NOBODY.uid)
  await assert.rejects(readRow(databaseUrl, 'select 1'), { code: '28000' }, 'not even root')
})

function listFolder(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : []
}

/** Whether initdb has begun with a folder and has not finished it. */
function isHalfMade(path: string): boolean {
  return path.includes('draft-') && existsSync(join(path, 'base'))
}

function readPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
}

async function readRow(databaseUrl: string, text: string): Promise<unknown> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(text)).rows[0]
  } finally {
    await client.end()
  }
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}
