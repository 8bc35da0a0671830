import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import packageFacts from '../../package.json' with { type: 'json' }
import { createEmptyTestDatabase } from '../../testing/test-database.ts'
import { openDb } from '../store/db.ts'
import { JOBS, renderVideoJob } from './all-jobs.ts'
import { countWaitingJobs, findLostJobs, findOpenJobs, selectNamedByJobs } from './job-table.ts'
import { KNOWN_COLUMNS, KNOWN_PG_BOSS } from './known-schema.ts'
import { openQueue } from './queue.ts'

const ID = '00000000-0000-4000-8000-000000000000'

async function openEmptyDb(t: TestContext) {
  const databaseUrl = await createEmptyTestDatabase(t)
  const { kysely: db, close } = openDb({ databaseUrl, log: pino({ level: 'silent' }), poolSize: 1 })
  t.after(close)
  return { databaseUrl, db }
}

async function openAndClose(connectionString: string): Promise<void> {
  const errors: Error[] = []
  const queue = await openQueue({ connectionString, jobs: JOBS, onError: (error) => errors.push(error) })
  await queue.close()
  assert.deepEqual(errors, [])
}

test('the queue opens on the tables that it has made itself', async (t) => {
  const { databaseUrl } = await openEmptyDb(t)
  await openAndClose(databaseUrl)
  await openAndClose(databaseUrl)
})

test('tables of another version are refused', async (t) => {
  const { databaseUrl, db } = await openEmptyDb(t)
  await openAndClose(databaseUrl)
  await sql`update pgboss.version set version = version + 1`.execute(db)

  await assert.rejects(openAndClose(databaseUrl), {
    name: 'StartError',
    code: 'DATABASE_NEWER',
    message:
      /have version 44, and this Songreel knows the tables of pg-boss 12\.35\.0, version 43\..*Install that Songreel/,
  })

  await sql`delete from pgboss.version`.execute(db)
  await assert.rejects(openAndClose(databaseUrl), { code: 'DATABASE_UNSUITABLE', message: /version none/ })
})

test('a column that is gone, renamed or of another kind is refused and named', async (t) => {
  const { databaseUrl, db } = await openEmptyDb(t)
  await openAndClose(databaseUrl)
  const refusal = (message: RegExp) => ({ name: 'StartError', code: 'DATABASE_UNSUITABLE', message })

  for (const name of Object.keys(KNOWN_COLUMNS)) {
    await sql`alter table pgboss.job rename column ${sql.ref(name)} to elsewhere`.execute(db)
    await assert.rejects(openAndClose(databaseUrl), refusal(new RegExp(`"${name}" is missing, expected `)))
    await sql`alter table pgboss.job rename column elsewhere to ${sql.ref(name)}`.execute(db)
  }
  await openAndClose(databaseUrl)

  await sql`alter type pgboss.job_state add value 'paused' before 'completed'`.execute(db)
  await assert.rejects(
    openAndClose(databaseUrl),
    refusal(
      /"state" is \(created, retry, active, paused, completed, .* expected \(created, retry, active, comp/,
    ),
  )
  await sql`alter table pgboss.job alter column data type text`.execute(db)
  await assert.rejects(openAndClose(databaseUrl), refusal(/"data" is text, expected jsonb; "state" is/))
  await sql`alter table pgboss.job drop column data cascade`.execute(db)
  await assert.rejects(openAndClose(databaseUrl), refusal(/"data" is missing, expected jsonb/))
})

test('nothing else of the table is read than the columns that are known', async (t) => {
  const { db } = await openEmptyDb(t)
  const types = Object.entries(KNOWN_COLUMNS).map(([name, type]) => {
    const [, values] = /^\((.+)\)/.exec(type) ?? []
    return { name, values, type: values ? type.replace(`(${values})`, `pgboss.${name}_values`) : type }
  })
  await sql`create schema pgboss`.execute(db)
  for (const { name, values } of types)
    if (values)
      await sql`create type ${sql.table(`pgboss.${name}_values`)} as enum (${sql.join(values.split(', ').map(sql.lit))})`.execute(
        db,
      )
  const columns = types.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  await sql`create table pgboss.job (${sql.join(columns)})`.execute(db)
  const { name } = renderVideoJob
  await sql`insert into pgboss.job values (${ID}::uuid, ${name}, '{"orgId": "a"}', 'retry', now())`.execute(
    db,
  )

  assert.deepEqual(await findLostJobs(db, renderVideoJob, [ID]), new Set([ID]))
  assert.deepEqual(await findOpenJobs(db, renderVideoJob, [ID]), new Set([ID]))
  assert.equal((await countWaitingJobs(db, JOBS))[name]?.depth, 1)
  assert.equal((await sql`${selectNamedByJobs(renderVideoJob, 'orgId')}`.execute(db)).rows.length, 1)
})

test('the pg-boss that is asked for, the one that is installed and the one that is known are the same', async () => {
  assert.match(KNOWN_PG_BOSS.version, /^\d+\.\d+\.\d+$/, 'an exact version, no range')
  assert.equal(packageFacts.dependencies['pg-boss'], KNOWN_PG_BOSS.version)
  const installed = new URL('../package.json', import.meta.resolve('pg-boss'))
  const { version, pgboss } = JSON.parse(await readFile(installed, 'utf8'))
  assert.deepEqual({ version, schema: pgboss.schema }, KNOWN_PG_BOSS)
})
