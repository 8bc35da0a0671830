import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Batch, BatchStatus } from '@songreel/contract'
import { startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

// The states of a batch: PENDING → PROCESSING → each of its four ends, and again after a
// retry; one final event each time it closes.

const flow = await startFlow({ after }, { config: { concurrency: 1, renderAttempts: 1 } })
const { api, post, readBatch, untilRender, untilFinal, listEvents, makeGate } = flow
const bad = { ...unruly(), videoSettings: { ...TINY, audioStartEndSecs: { start: 0, end: 99 } } }

type End = Exclude<BatchStatus, 'PENDING' | 'PROCESSING'>
const EVENTS: Record<End, string> = {
  COMPLETED: 'batch.completed',
  PARTIALLY_COMPLETED: 'batch.partially_completed',
  FAILED: 'batch.failed',
  CANCELED: 'batch.canceled',
}

/** The final events of a batch, once there are as many as its closings. */
async function finalEvents(batchId: string, closings: number) {
  await waitFor(`${closings} final events of ${batchId}`, async () => listEvents(batchId).length >= closings)
  const events = listEvents(batchId)
  assert.equal(new Set(events.map(({ id }) => id)).size, closings, 'one event id for each closing')
  return events.map(({ type }) => type)
}

const ENDS: {
  end: End
  data?: object
  others?: object[]
  cancels?: boolean
  counts: Partial<Batch['counts']>
}[] = [
  { end: 'COMPLETED', counts: { completed: 1 } },
  { end: 'PARTIALLY_COMPLETED', others: [bad], counts: { completed: 1, failed: 1 } },
  { end: 'FAILED', data: { trouble: 'THROW' }, counts: { failed: 1 } },
  { end: 'CANCELED', cancels: true, counts: { canceled: 1 } },
]

for (const { end, data = {}, others = [], cancels = false, counts } of ENDS) {
  test(`PENDING → PROCESSING → ${end}, reported by one ${EVENTS[end]}`, async (t) => {
    const gate = makeGate()
    t.after(gate.open)
    const held = unruly({ waitForFile: gate.file, ...data })
    const { batchId, renderId } = await post({ renders: [held, ...others] as never })
    const created = await readBatch(batchId)
    assert.ok(['PENDING', 'PROCESSING'].includes(created.status))
    assert.deepEqual([created.isFinal, created.finishedAt], [false, null])

    await untilRender(renderId, 'RENDERING')
    const processing = await readBatch(batchId)
    assert.deepEqual([processing.status, processing.isFinal], ['PROCESSING', false])
    assert.deepEqual(listEvents(batchId), [], 'nothing is told before the end')
    if (cancels) await api('POST', `/v1/batches/${batchId}/cancel`)
    else gate.open()

    const final = await untilFinal(batchId)
    const none = { total: others.length + 1, pending: 0, active: 0, completed: 0, failed: 0, canceled: 0 }
    assert.deepEqual([final.status, final.counts], [end, { ...none, ...counts }])
    assert.equal(final.progress === 100, end === 'COMPLETED')
    assert.ok(final.finishedAt)
    assert.deepEqual(await finalEvents(batchId, 1), [EVENTS[end]])
  })
}

test('a batch that no worker has touched is PENDING with progress 0', async (t) => {
  const gate = makeGate()
  t.after(gate.open)
  const blocker = await post({ renders: [unruly({ waitForFile: gate.file })] })
  await untilRender(blocker.renderId, 'RENDERING')
  const { batchId } = await post()
  const { status, isFinal, progress, counts } = await readBatch(batchId)
  assert.deepEqual([status, isFinal, progress, counts.pending], ['PENDING', false, 0, 1])
  const { body } = await api('POST', `/v1/batches/${batchId}/cancel`)
  assert.equal(body.data.status, 'CANCELED', 'canceled before anybody began')
  await api('POST', `/v1/batches/${blocker.batchId}/cancel`)
})

test('a retry opens a closed batch again, and each closing has one final event of its own', async () => {
  const gate = makeGate()
  const { batchId, renderId } = await post({ renders: [unruly({ waitForFile: gate.file })] })
  await untilRender(renderId, 'RENDERING')
  await api('POST', `/v1/batches/${batchId}/cancel`)
  assert.equal((await untilFinal(batchId)).status, 'CANCELED')
  assert.deepEqual(await finalEvents(batchId, 1), ['batch.canceled'])

  const { body } = await api('POST', `/v1/batches/${batchId}/retry`)
  const { status, isFinal, finishedAt, counts } = body.data
  assert.deepEqual([status, isFinal, finishedAt, counts.canceled], ['PROCESSING', false, null, 0])
  gate.open()
  assert.equal((await untilFinal(batchId)).status, 'COMPLETED')
  assert.deepEqual(await finalEvents(batchId, 2), ['batch.canceled', 'batch.completed'])
  const { body: refused } = await api('POST', `/v1/batches/${batchId}/retry`)
  assert.equal(refused.error.code, 'NOT_RETRYABLE')
})
