import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createEmptyTestDatabase } from '../../testing/test-database.ts'
import { openDb } from './db.ts'
import { MIGRATIONS_FOLDER, migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
const START = { '0001-start.sql': 'create table songs (id int primary key); insert into songs values (1);' }
const TITLE = { '0002-title.sql': 'alter table songs add column title text;' }

test('migrations are applied in order of their names, once, and recorded', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const folder = await writeFolder(t, { ...TITLE, ...START })
  const options = { databaseUrl, folder, log, programVersion: '1.2.3' }

  assert.deepEqual(await migrate(options), ['0001-start.sql', '0002-title.sql'])
  assert.deepEqual(await migrate(options), [])

  const recorded = await readRows(
    t,
    databaseUrl,
    'select name, program_version from songreel_migrations order by 1',
  )
  assert.deepEqual(recorded, [
    { name: '0001-start.sql', program_version: '1.2.3' },
    { name: '0002-title.sql', program_version: '1.2.3' },
  ])
})

test('a new migration is applied to a database that has rows', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const before = { databaseUrl, folder: await writeFolder(t, START), log, programVersion: '1.0.0' }
  const now = { ...before, folder: await writeFolder(t, { ...START, ...TITLE }), programVersion: '1.1.0' }
  await migrate(before)

  assert.deepEqual(await migrate(now), ['0002-title.sql'])
  assert.deepEqual(await readRows(t, databaseUrl, 'select * from songs'), [{ id: 1, title: null }])
})

test('a migration that fails leaves nothing of itself, and says which one it was', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const faulty = { '0002-faulty.sql': 'create table halfway (id int); select nonsense;' }
  const folder = await writeFolder(t, { ...START, ...faulty })

  const failing = migrate({ databaseUrl, folder, log, programVersion: '1.0.0' })

  await assert.rejects(failing, { code: 'MIGRATION_FAILED', message: /0002-faulty\.sql .*"nonsense"/ })
  const tables = `select table_name from information_schema.tables where table_schema = 'public' order by 1`
  assert.deepEqual(await readRows(t, databaseUrl, tables), [
    { table_name: 'songreel_migrations' },
    { table_name: 'songs' },
  ])
})

test('a migration that was edited after it was applied is refused', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const options = { databaseUrl, log, programVersion: '1.0.0' }
  await migrate({ ...options, folder: await writeFolder(t, START) })
  const edited = await writeFolder(t, { '0001-start.sql': 'create table songs (id bigint primary key);' })

  await assert.rejects(migrate({ ...options, folder: edited }), {
    code: 'MIGRATION_EDITED',
    message: /0001-start\.sql/,
  })
})

test('a migration that slips in before applied ones is refused', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const options = { databaseUrl, log, programVersion: '1.0.0' }
  await migrate({ ...options, folder: await writeFolder(t, { ...START, ...TITLE }) })
  const late = await writeFolder(t, { ...START, '0001-zebra.sql': 'select 1', ...TITLE })

  await assert.rejects(migrate({ ...options, folder: late }), {
    code: 'MIGRATION_EDITED',
    message: /0001-zebra\.sql/,
  })
})

test('a database that is newer than the program is refused with the version to install', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const newer = await writeFolder(t, { ...START, ...TITLE })
  await migrate({ databaseUrl, folder: newer, log, programVersion: '2.5.0' })

  const older = migrate({ databaseUrl, folder: await writeFolder(t, START), log, programVersion: '2.4.0' })

  await assert.rejects(older, {
    code: 'DATABASE_NEWER',
    message: /this is Songreel 2\.4\.0.*songreel@2\.5\.0 or newer/,
  })
})

test('four processes that start at once apply every migration exactly once', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const slow = { '0003-slow.sql': 'select pg_sleep(0.3); insert into songs values (2);' }
  const folder = await writeFolder(t, { ...START, ...TITLE, ...slow })
  const program = `
    const { migrate } = await import(${JSON.stringify(import.meta.resolve('./migrate.ts'))})
    const options = JSON.parse(process.argv[1])
    process.stdout.write(JSON.stringify(await migrate({ ...options, log: { info() {} } })))`
  const args = [
    '--input-type=module',
    '-e',
    program,
    JSON.stringify({ databaseUrl, folder, programVersion: '1.0.0' }),
  ]

  const runs = await Promise.all([1, 2, 3, 4].map(() => promisify(execFile)(process.execPath, args)))

  const applied = runs.flatMap((run) => JSON.parse(run.stdout))
  assert.deepEqual(applied, ['0001-start.sql', '0002-title.sql', '0003-slow.sql'])
  assert.deepEqual(await readRows(t, databaseUrl, 'select id from songs order by 1'), [{ id: 1 }, { id: 2 }])
})

test('what receivers responded before it had its present name is kept', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name < '0016')
  const earlier = await Promise.all(
    names.map(async (name) => [name, await readFile(join(MIGRATIONS_FOLDER, name), 'utf8')]),
  )
  const folder = await writeFolder(t, Object.fromEntries(earlier))
  await migrate({ databaseUrl, folder, log, programVersion: '1.0.0' })
  const old = [
    { at: 'a', status: 500, answer: 'later' },
    { at: 'b', error: 'closed' },
    { at: 'c', answer: '' },
  ]
  await readRows(
    t,
    databaseUrl,
    `insert into organizations (org_id, name) values ('o', 'O');
     insert into webhook_events (event_id, org_id, occasion, type, url, data) values ('e', 'o', 'x', 'ping', 'u', '{}');
     insert into webhook_deliveries (delivery_id, event_id, org_id, tries)
     values ('d1', 'e', 'o', '${JSON.stringify(old)}'), ('d2', 'e', 'o', '[]')`,
  )

  await migrate({ databaseUrl, log, programVersion: '1.1.0' })

  const rows = await readRows(t, databaseUrl, 'select tries from webhook_deliveries order by delivery_id')
  const now = [
    { at: 'a', status: 500, responseBody: 'later' },
    { at: 'b', error: 'closed' },
    { at: 'c', responseBody: '' },
  ]
  assert.deepEqual(rows, [{ tries: now }, { tries: [] }])
})

async function writeFolder(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-migrations-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  return folder
}

async function readRows(t: TestContext, databaseUrl: string, text: string): Promise<unknown[]> {
  const { kysely, close } = openDb({ databaseUrl, log, poolSize: 1 })
  t.after(close)
  return (await sql.raw(text).execute(kysely)).rows
}
