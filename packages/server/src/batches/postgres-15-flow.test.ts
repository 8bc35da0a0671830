import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import { DEBIAN_POSTGRES_15 } from '../../testing/start-installed-postgres.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'

// The oldest PostgreSQL that is supported, where Debian's package has it. The whole suite runs on it with
// SONGREEL_TEST_POSTGRES (see CONTRIBUTING.md); this is the heart of it, in every run.

const skip =
  !existsSync(path.join(DEBIAN_POSTGRES_15, 'initdb')) &&
  `PostgreSQL 15 is not installed in ${DEBIAN_POSTGRES_15} (Debian: apt-get install postgresql-15)`

test('on PostgreSQL 15: migrations, a batch that completes, fails in part, is tried again and canceled', {
  skip,
}, async (t) => {
  const database = await createTestDatabase(t, DEBIAN_POSTGRES_15)
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(database.db)
  assert.match(rows[0]?.version ?? '', /^PostgreSQL 15\./)
  const { api, post, readRender, untilRender, untilFinal, listEvents, makeGate } = await startFlow(t, {
    database,
  })

  const tooLate = { ...unruly(), videoSettings: { ...TINY, audioStartEndSecs: { start: 0, end: 99 } } }
  const { batchId, renderId } = await post({ renders: [unruly(), tooLate] })
  assert.equal((await untilFinal(batchId)).status, 'PARTIALLY_COMPLETED')
  assert.equal((await fetch((await readRender(renderId)).renderUrl as string)).status, 200)
  await api('POST', `/v1/batches/${batchId}/retry`)
  await untilFinal(batchId)
  const types = ['batch.partially_completed', 'batch.partially_completed']
  await waitFor('both closings are told', async () => listEvents(batchId).length === types.length)
  assert.deepEqual(
    listEvents(batchId).map(({ type }) => type),
    types,
  )

  const gate = makeGate()
  const held = await post({ renders: [unruly({ waitForFile: gate.file })] })
  await untilRender(held.renderId, 'RENDERING')
  const { body } = await api('POST', `/v1/batches/${held.batchId}/cancel`)
  assert.equal(body.data.status, 'CANCELED')
})
