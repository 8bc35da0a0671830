import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readProcessStart } from './process-start.ts'
import { createTestDatabase } from './test-database.ts'

test('a test database has the tables of all migrations and no rows', async (t) => {
  const { db } = await createTestDatabase(t)

  assert.deepEqual(await db.selectFrom('organizations').selectAll().execute(), [])
})

test('what one test writes is not seen by another', async (t) => {
  const [first, second] = await Promise.all([createTestDatabase(t), createTestDatabase(t)])
  await first.db.insertInto('organizations').values({ org_id: 'org_1', name: 'One' }).execute()

  assert.equal((await first.db.selectFrom('organizations').selectAll().execute()).length, 1)
  assert.equal((await second.db.selectFrom('organizations').selectAll().execute()).length, 0)
})

test('when a run ends, however it ends, its PostgreSQL and its folder are gone', async () => {
  const { NODE_TEST_CONTEXT, SONGREEL_TEST_RUN, ...env } = process.env
  const program = `
    const { createTestDatabase } = await import(${JSON.stringify(import.meta.resolve('./test-database.ts'))})
    const { databaseUrl } = await createTestDatabase({ after() {} })
    process.stdout.write(databaseUrl)
    setInterval(() => {}, 1000)`
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], { env })
  const [databaseUrl] = await once(run.stdout, 'data')
  const folder = new URL(String(databaseUrl)).searchParams.get('host')!
  const pid = Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10)
  assert.ok(readProcessStart(pid))

  run.kill('SIGKILL')
  while (existsSync(join(folder, '../..'))) await sleep(20)

  assert.equal(readProcessStart(pid), undefined)
})
