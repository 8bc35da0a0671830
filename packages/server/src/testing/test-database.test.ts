import assert from 'node:assert/strict'
import { test } from 'node:test'
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
