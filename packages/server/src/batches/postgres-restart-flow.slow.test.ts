import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { startFlow, unruly } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { openDb } from '../store/db.ts'
import { migrate } from '../store/migrate.ts'

const log = pino({ level: 'silent' })

test('PostgreSQL goes away and comes back while a render draws: it goes on, and completes once', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'songreel-restart-'))
  let postgres = await startPostgres({ dataDir, log })
  t.after(async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const { databaseUrl } = postgres
  await migrate({ databaseUrl, programVersion: '0.0.0', log })
  const { kysely: db, read, close } = openDb({ databaseUrl, log, poolSize: 4 })
  t.after(close)
  const flow = await startFlow(t, { database: { databaseUrl, db, read } })
  const { api, apiAs, post, readRender, untilRender, untilFinal, listEvents, makeGate } = flow
  const gate = makeGate()
  const { batchId, renderId } = await post({ renders: [unruly({ waitForFile: gate.file })] })
  await untilRender(renderId, 'RENDERING')

  await postgres.stop()
  const ready = await apiAs(undefined)('GET', '/readyz')
  assert.equal(ready.status, 503)
  assert.deepEqual(
    ready.body.error.details.map(({ field }: { field: string }) => field),
    ['database', 'queue'],
  )
  const refused = await api('GET', `/v1/batches/${batchId}`)
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'UNAVAILABLE'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await apiAs(undefined)('GET', '/livez')).status, 200)

  postgres = await startPostgres({ dataDir, log })
  assert.equal(postgres.databaseUrl, databaseUrl)
  await waitFor(
    'the service is ready again',
    async () => (await apiAs(undefined)('GET', '/readyz')).status === 200,
  )
  gate.open()
  assert.equal((await untilFinal(batchId)).status, 'COMPLETED')
  assert.equal((await readRender(renderId)).error, undefined)
  await waitFor('its end is reported', async () => listEvents(renderId).length > 0)
  assert.equal(new Set(listEvents(renderId).map(({ id }) => id)).size, 1)
  const { renderId: next } = await post()
  await untilRender(next, 'COMPLETED')
})
