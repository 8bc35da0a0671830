import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import { findPostgres, OLDEST_MAJOR } from '../../testing/start-installed-postgres.ts'
import type { Api } from '../../testing/start-service.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { sweep } from '../jobs/janitor.ts'
import { purge } from '../jobs/purge.ts'

// The oldest PostgreSQL that is supported. All tests of the database run on any version with `npm run test:postgres` (see
// CONTRIBUTING.md); this is the heart of it, in every run.

const programs = findPostgres(OLDEST_MAJOR) ?? ''
const skip =
  programs === '' &&
  `PostgreSQL ${OLDEST_MAJOR} is not here (npm run test:postgres -- --fetch ${OLDEST_MAJOR})`

test('on PostgreSQL 15: migrations, a batch that completes, fails in part, is tried again and canceled', {
  skip,
}, async (t) => {
  const database = await createTestDatabase(t, programs)
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

test('on PostgreSQL 15: whatever is read, counted, swept and purged, while renders wait for files and for nobody', {
  skip,
}, async (t) => {
  const refused: string[] = []
  const flow = await startFlow(t, {
    database: await createTestDatabase(t, programs),
    onLog: (line) => {
      // Only PostgreSQL's own errors have a severity.
      if (JSON.parse(line).err?.severity !== undefined) refused.push(line)
    },
  })
  const { api, apiAs, hosts, post, readRender, services, untilRender } = flow
  const tarpit = hosts.put('/tarpit.wav', () => {})
  const media = { name: 'Tin Lanterns', audioUrl: tarpit }
  const parked = await post({ artist: { name: 'Odalys Wren' }, media })
  await waitFor('it waits for its song', async () => (await readRender(parked.renderId)).waitingFor)
  const ready = await apiAs(undefined)('GET', '/readyz')
  assert.deepEqual([ready.status, ready.body.data?.checks.queue.workers], [200, 1])
  assert.match(
    (await apiAs(undefined)('GET', '/metrics')).body,
    /songreel_queue_scheduled\{queue="render-video"\} 1/,
  )
  const { renderId, batchId } = await post()
  await untilRender(renderId, 'COMPLETED')
  await api('POST', '/v1/artists', { name: 'Somebody else' })

  await sweep(services)
  await purge(services)
  const { mediaId } = (await api('GET', `/v1/batches/${batchId}`)).body.data
  await readEverything(api, { batchId, renderId, mediaId, orgId: 'me' })
  assert.deepEqual(refused, [])
})

/** Calls whatever can be read without a body; each must find its statements in order. */
async function readEverything(api: Api, ids: Record<string, string>): Promise<void> {
  const { paths } = (await api('GET', '/v1/openapi.json')).body
  const readable = Object.entries<Record<string, { responses: object }>>(paths)
    .filter(
      ([path, { get }]) =>
        get && !/event-stream|image\/|video\//.test(JSON.stringify(get.responses)) && !/preview/.test(path),
    )
    .map(([path]) => path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'none'))
  assert.ok(readable.length > 20, `${readable.length} paths`)
  for (const path of readable) {
    const { status, body } = await api('GET', path)
    assert.ok(status < 500, `GET ${path}: ${status} ${JSON.stringify(body)}`)
  }
}
