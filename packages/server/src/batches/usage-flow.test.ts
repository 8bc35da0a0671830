import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startFlow, unruly } from '../../testing/start-flow.ts'
import { purge } from '../jobs/purge.ts'

test('what a video took is measured when it is made, and stays when its files and records go', async (t) => {
  const flow = await startFlow(t)
  const { api, services, client } = flow
  const { batchId, renderId } = await flow.post()
  await flow.untilRender(renderId, 'COMPLETED')

  const { totals, artists } = await client.service.usage({ days: 2, by: 'artist' })
  const { rows } = await sql<{ bytes: number; work_secs: number }>`
    select outputs.bytes, work_secs from outputs, usage_entries`.execute(services.db)
  const { bytes = 0, work_secs: workSecs = 0 } = rows[0] ?? {}
  assert.deepEqual([totals.videos, totals.secs, totals.failed, totals.bytes], [1, 1, 0, bytes])
  // A process that draws a second of video takes more than a tenth, and on two cores at most twice the time it runs.
  assert.ok(totals.cpuSecs > 0.1, `${totals.cpuSecs} s`)
  assert.ok(totals.cpuSecs < 64 * workSecs, `${totals.cpuSecs} s in ${workSecs} s`)
  assert.deepEqual(
    artists?.map(({ name, videos }) => [name, videos]),
    [['Odalys Wren', 1]],
  )

  const { mediaId } = await flow.readBatch(batchId)
  const linked = (await api('POST', '/v1/batches', { mediaId, renders: [unruly()] })).body.data
  await flow.untilFinal(linked.batchId)
  const after = (await client.service.usage({ days: 2 })).totals
  assert.deepEqual(after, { ...totals, videos: 2, secs: 2 }, 'what is linked takes neither time nor room')

  const failing = await flow.post({ renders: [unruly({ trouble: 'THROW', isInSetup: true })] })
  await flow.untilFinal(failing.batchId)
  const all = { ...after, failed: 1 }
  assert.deepEqual((await client.service.usage({ days: 2 })).totals, all)

  for (const each of [renderId, linked.renders[0].renderId])
    assert.equal((await api('DELETE', `/v1/renders/${each}`)).status, 200)
  const { artistId } = await flow.readBatch(batchId)
  assert.equal((await api('DELETE', `/v1/artists/${artistId}?cascade=true`)).status, 200)
  services.config.retentionDays = 0
  await purge(services)
  assert.deepEqual((await client.service.usage({ days: 2 })).totals, all)

  const test = (await api('POST', '/v1/api-keys', { name: 'try', scopes: ['read', 'write'], isTest: true }))
    .body.data
  const tried = await flow.post({}, flow.apiAs(test.token))
  await flow.untilRender(tried.renderId, 'COMPLETED', flow.apiAs(test.token))
  assert.deepEqual((await client.service.usage({ days: 2 })).totals, all, 'test tokens do not count')
})
