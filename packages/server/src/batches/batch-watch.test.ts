import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { pino } from 'pino'
import type { Services } from '../services.ts'
import type { Database } from '../store/schema.ts'
import { createBatchWatch } from './batch-watch.ts'

test('listeners that come while the database is being asked do not ask it again', async () => {
  const { db, asked, answer } = openSlowDatabase()
  const watch = createBatchWatch({ db, log: pino({ level: 'silent' }), links: {} as Services['links'] })
  for (let i = 0; i < 20; i++) {
    const silent = { onState: () => undefined, onTokenEnd: () => undefined }
    watch.follow({ orgId: 'org_1', keyId: 'key_1', batchId: `bat_${i}`, ...silent })
    await sleep(5)
  }
  watch.close()
  answer()
  assert.deepEqual(asked(), { times: 1, atOnce: 1 })
})

/** Answers every question with nothing, and only when it is told to. */
function openSlowDatabase() {
  const asked = { times: 0, atOnce: 0 }
  let now = 0
  const mayAnswer = Promise.withResolvers<void>()
  const executeQuery = async () => {
    asked.times++
    asked.atOnce = Math.max(asked.atOnce, ++now)
    await mayAnswer.promise
    now--
    return { rows: [] }
  }
  const driver = new DummyDriver()
  driver.acquireConnection = async () => ({ executeQuery, streamQuery: () => assert.fail() })
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { db, asked: () => asked, answer: mayAnswer.resolve }
}
