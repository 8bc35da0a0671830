import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { startForwarder } from '../../testing/forwarder.ts'
import { createEmptyTestDatabase } from '../../testing/test-database.ts'
import { openDb } from './db.ts'
import { isTransientDbError } from './retry-transient.ts'
import type { Database } from './schema.ts'

const log = pino({ level: 'silent' })
const databaseUrl = await createEmptyTestDatabase({ after })

test('values come back as documented, through the builder and through read alike', async (t) => {
  const { kysely, read, close } = openDb({ databaseUrl, log })
  t.after(close)
  const text = `select 5::bigint as bytes, '2026-11-14 09:30:00.5Z'::timestamptz as at, '{"a":1}'::jsonb as facts,
    array['x','y'] as names, 0.5::float8 as ratio, null::text as nothing`
  const expected = {
    bytes: 5,
    at: '2026-11-14T09:30:00.500Z',
    facts: { a: 1 },
    names: ['x', 'y'],
    ratio: 0.5,
    nothing: null,
  }

  const { rows } = await sql.raw(text).execute(kysely)

  assert.deepEqual(rows, [expected])
  assert.deepEqual(await read(text, []), [expected])
})

test('a connection lost inside a transaction fails that transaction and nothing else', async (t) => {
  const { kysely, close } = openDb({ databaseUrl, log, poolSize: 2 })
  t.after(close)

  const lost = kysely.transaction().execute(async (transaction) => {
    const pid = await readBackendPid(transaction)
    await sql`select pg_terminate_backend(${pid}::int)`.execute(kysely)
    await waitUntil(async () => !(await listBackends(kysely)).includes(pid))
    await readBackendPid(transaction)
  })

  await assert.rejects(lost)
  assert.ok(await readBackendPid(kysely))
})

test('an idle connection that is lost is replaced', async (t) => {
  const { kysely, close } = openDb({ databaseUrl, log, poolSize: 1 })
  const other = openDb({ databaseUrl, log, poolSize: 1 })
  t.after(close)
  t.after(other.close)
  const pid = await readBackendPid(kysely)

  await sql`select pg_terminate_backend(${pid}::int)`.execute(other.kysely)
  await waitUntil(async () => !(await listBackends(other.kysely)).includes(pid))
  await waitUntil(() =>
    readBackendPid(kysely)
      .then((now) => now !== pid)
      .catch(() => false),
  )

  assert.notEqual(await readBackendPid(kysely), pid)
})

test('a table that changes under the service costs one failed query at most', async (t) => {
  const { kysely, read, close } = openDb({ databaseUrl, log, poolSize: 1 })
  t.after(close)
  await sql`create table growing (id int)`.execute(kysely)
  await sql`insert into growing values (1)`.execute(kysely)
  const ask = () => sql`select * from growing where id = ${1}`.execute(kysely).then(({ rows }) => rows)
  const askShort = () => read('select * from growing where id = $1', [1])
  for (const repeat of [ask, ask, ask, askShort, askShort, askShort]) await repeat()

  await sql`alter table growing add column name text`.execute(kysely)
  await Promise.allSettled([ask(), askShort()])

  assert.deepEqual(await ask(), [{ id: 1, name: null }])
  assert.deepEqual(await askShort(), [{ id: 1, name: null }])
})

test('a query that takes too long is ended', async (t) => {
  const { kysely, close } = openDb({ databaseUrl, log, statementTimeoutMs: 50 })
  t.after(close)

  await assert.rejects(sql`select pg_sleep(5)`.execute(kysely), { code: '57014' })
})

test('a server that falls silent fails what was asked in time, and later queries connect anew', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-silent-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const url = new URL(databaseUrl)
  const name = '.s.PGSQL.5432'
  const target = { path: join(url.searchParams.get('host') ?? '', name) }
  const way = await startForwarder(t, target, join(folder, name))
  url.searchParams.set('host', folder)
  const { kysely, read, close } = openDb({ databaseUrl: url.href, log, statementTimeoutMs: 100, poolSize: 1 })
  await Promise.all([readBackendPid(kysely), read('select 1', [])])

  way.fallSilent()
  const asked = [
    kysely.transaction().execute((transaction) => readBackendPid(transaction)),
    kysely.transaction().execute((transaction) => readBackendPid(transaction)),
    read('select 1', []),
  ]
  for (const result of await Promise.allSettled(asked)) {
    assert.equal(result.status, 'rejected')
    assert.ok(isTransientDbError(result.reason), String(result.reason))
  }
  way.heal()

  assert.ok(await readBackendPid(kysely))
  // Its connection is one of those that are silent for ever: it is asked again on a new one.
  assert.equal((await read('select 1 as one', [])).length, 1)
  way.fallSilent()
  await close()
})

test('a database that is not there fails the query, not the process', async (t) => {
  const { kysely, read, close } = openDb({ databaseUrl: 'postgres://songreel@127.0.0.1:1/none', log })
  t.after(close)

  await assert.rejects(readBackendPid(kysely), { code: 'ECONNREFUSED' })
  await assert.rejects(read('select 1', []), { code: 'ECONNREFUSED' })
})

test('a transaction holds from its first statement on, and what fails in it is taken back', async (t) => {
  const { kysely, close } = openDb({ databaseUrl, log, poolSize: 1 })
  t.after(close)
  await sql`create table kept (id int)`.execute(kysely)
  const insert = (db: Kysely<Database>, id: number) => sql`insert into kept values (${id})`.execute(db)

  await kysely.transaction().execute((transaction) => insert(transaction, 1))
  const taken = kysely.transaction().execute(async (transaction) => {
    await insert(transaction, 2)
    throw new Error('taken back')
  })
  await assert.rejects(taken, { message: 'taken back' })
  const failed = kysely.transaction().execute(async (transaction) => {
    await sql`select 1 / ${0}::int`.execute(transaction)
  })
  await assert.rejects(failed, { code: '22012' })
  await kysely.transaction().execute(async () => {})
  const { rows } = await sql<{ id: number }>`select id from kept`.execute(kysely)

  assert.deepEqual(rows, [{ id: 1 }])
})

async function readBackendPid(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]!.pid
}

async function listBackends(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db)
  return rows.map((row) => row.pid)
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10))
}
