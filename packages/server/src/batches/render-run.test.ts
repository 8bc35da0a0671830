import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../../testing/start-service.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { enterStatus, writeProgress } from '../store/renders/enter-status.ts'
import { cancelRender } from './cancel.ts'
import { claimRender } from './claim-render.ts'
import { finishRender } from './finish-render.ts'
import { retryRender } from './retry.ts'
import { returnRender } from './return-render.ts'

const { api, services, orgId } = await startService({ after })
const { db } = services
let jobs = 0

async function makeBatch(count = 1, more: object = {}): Promise<string> {
  const { body } = await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    webhookUrl: 'https://hooks.example.com/songreel',
    renders: Array.from({ length: count }, () => ({ contentId: 'SNIPPET_WAVEFORM_CARD', ...more })),
  })
  return body.data.batchId
}

/** Claims whatever the organization has next, as a worker with its own job would. */
async function claim(jobId = `job-${++jobs}`): Promise<ClaimedRun> {
  const run = await claimRender(db, { jobId, orgId, tag: 1 })
  assert.ok(run, 'there is something to claim')
  return run
}

const read = (renderId: string) =>
  db.selectFrom('renders').selectAll().where('render_id', '=', renderId).executeTakeFirstOrThrow()
const readBatch = (batchId: string) =>
  db.selectFrom('batches').selectAll().where('batch_id', '=', batchId).executeTakeFirstOrThrow()
const listEvents = (batchId: string) =>
  db.selectFrom('webhook_events').selectAll().where('batch_id', '=', batchId).execute()
const FAILED = { status: 'FAILED', error: { code: 'INTERNAL', message: 'x', retryable: true } } as const

test('a claim opens the batch, and each status follows only from the one before', async () => {
  const batchId = await makeBatch()
  const run = await claim()
  assert.equal((await readBatch(batchId)).status, 'PROCESSING')
  assert.equal(await enterStatus(db, run, 'UPLOADING'), false)
  assert.equal(await enterStatus(db, run, 'RENDERING'), true)
  assert.equal(await enterStatus(db, run, 'RENDERING'), false)
  assert.equal(await enterStatus(db, run, 'UPLOADING'), true)
  assert.equal(await finishRender(services, run, FAILED), true)
  assert.equal(await finishRender(services, run, FAILED), false)
})

test('progress never falls within a run and never reaches 100 before the end', async () => {
  await makeBatch()
  const run = await claim()
  const seen: number[] = []
  for (const progress of [3, 40, 20, 99.9, 100]) {
    await writeProgress(db, run, { progress, phase: 'DRAWING', etaSecs: 1 })
    seen.push((await read(run.renderId)).progress)
  }
  assert.deepEqual(seen, [3, 40, 40, 99, 99])
  await finishRender(services, run, FAILED)
})

test('a worker that slept past its heartbeat can write nothing once another has taken the render up', async () => {
  const batchId = await makeBatch()
  const slept = await claim('job-lost')
  await enterStatus(db, slept, 'RENDERING')
  await writeProgress(db, slept, { progress: 50, phase: 'DRAWING', etaSecs: null })

  const taken = await claim('job-lost')
  assert.equal(taken.renderId, slept.renderId)
  const { progress, attempt, losses } = await read(taken.renderId)
  assert.deepEqual([progress, attempt, losses], [1, 2, 1])

  assert.equal(await writeProgress(db, slept, { progress: 80, phase: 'DRAWING', etaSecs: null }), false)
  assert.equal(await enterStatus(db, slept, 'UPLOADING'), false)
  assert.equal(await returnRender(services, slept, { countsAsError: true, afterSecs: 0 }), false)
  assert.equal(await finishRender(services, slept, FAILED), false)
  assert.equal((await readBatch(batchId)).failed, 0)
  assert.equal(await finishRender(services, taken, FAILED), true)
})

test('a render that is given back goes to the end of nothing: it waits, then is claimed again', async () => {
  await makeBatch()
  const run = await claim()
  assert.equal(await returnRender(services, run, { countsAsError: true, afterSecs: 0 }), true)
  const { status, errors, attempt } = await read(run.renderId)
  assert.deepEqual([status, errors, attempt], ['PENDING', 1, 2])
  const again = await claim()
  assert.equal(again.renderId, run.renderId)
  await finishRender(services, again, FAILED)
})

test('however its renders end at once, a batch closes once, with one final event', async () => {
  const batchId = await makeBatch(12)
  const runs: ClaimedRun[] = []
  for (let index = 0; index < 12; index++) runs.push(await claim())
  await Promise.all(
    runs.map((run, index) =>
      index % 3 === 0
        ? finishRender(services, { orgId: run.orgId, renderId: run.renderId }, { status: 'CANCELED' })
        : finishRender(services, run, FAILED),
    ),
  )
  const batch = await readBatch(batchId)
  assert.deepEqual([batch.status, batch.failed, batch.canceled], ['FAILED', 8, 4])
  const events = await listEvents(batchId)
  assert.deepEqual(
    events.filter((event) => event.type.startsWith('batch.')).map((event) => event.type),
    ['batch.failed'],
  )
  assert.equal(events.filter((event) => event.type.startsWith('render.')).length, 12)
})

test('a retry opens the batch for another round, which closes with an event of its own', async () => {
  const batchId = await makeBatch()
  const run = await claim()
  await cancelRender(services, db, orgId, run.renderId)
  assert.equal((await readBatch(batchId)).status, 'CANCELED')
  await retryRender(services, db, orgId, run.renderId)
  const reopened = await readBatch(batchId)
  assert.deepEqual(
    [reopened.status, reopened.round, reopened.canceled, reopened.finished_at],
    ['PROCESSING', 2, 0, null],
  )
  await finishRender(services, await claim(), FAILED)
  const types = (await listEvents(batchId))
    .map((event) => event.type)
    .filter((type) => type.startsWith('batch.'))
  assert.deepEqual(types.sort(), ['batch.canceled', 'batch.failed'])
})

test('previews come before the rest, then priority, then age', async () => {
  const old = await makeBatch()
  const preview = await makeBatch(1, { videoSettings: { outputQuality: 'PREVIEW' } })
  const { body } = await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    serviceParams: { priority: 5 },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  const order: string[] = []
  for (let index = 0; index < 3; index++) {
    const run = await claim()
    order.push(run.batchId)
    await finishRender(services, run, FAILED)
  }
  assert.deepEqual(order, [preview, body.data.batchId, old])
})
