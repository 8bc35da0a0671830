import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Batch, BatchStatus } from '@songreel/contract'
import { startFlow, TINY, unruly } from '../testing/start-flow.ts'
import { waitFor } from '../testing/wait-for.ts'

// The states of a batch in the contract (section 4): PENDING → PROCESSING → each of its four ends, and again after a
// retry; one final event each time it closes.

const flow = await startFlow({ after })
const { api, post, readBatch, untilRender, untilFinal, told, makeGate } = flow
const good = unruly()
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
  await waitFor(`${closings} final events of ${batchId}`, async () => told(batchId).length >= closings)
  const events = told(batchId)
  assert.equal(new Set(events.map(({ id }) => id)).size, closings, 'one event id for each closing')
  return events.map(({ type }) => type)
}

const ENDS: { end: End; renders: object[]; cancels: boolean; counts: Partial<Batch['counts']> }[] = [
  { end: 'COMPLETED', renders: [good], cancels: false, counts: { completed: 1 } },
  {
    end: 'PARTIALLY_COMPLETED',
    renders: [good, bad],
    cancels: false,
    counts: { completed: 1, failed: 1 },
  },
  { end: 'FAILED', renders: [bad], cancels: false, counts: { failed: 1 } },
  { end: 'CANCELED', renders: [], cancels: true, counts: { canceled: 1 } },
]

for (const { end, renders, cancels, counts } of ENDS) {
  test(`PENDING → PROCESSING → ${end}, told by one ${EVENTS[end]}`, async (t) => {
    const gate = makeGate()
    t.after(gate.open)
    const held = unruly({ waitForFile: gate.file })
    const { batchId, renderId } = await post({ renders: [held, ...renders] as never })
    const created = await readBatch(batchId)
    assert.ok(['PENDING', 'PROCESSING'].includes(created.status))
    assert.deepEqual([created.isFinal, created.finishedAt], [false, null])

    await untilRender(renderId, 'RENDERING')
    const processing = await readBatch(batchId)
    assert.deepEqual([processing.status, processing.isFinal], ['PROCESSING', false])
    assert.deepEqual(told(batchId), [], 'nothing is told before the end')
    if (cancels) await api('POST', `/v1/batches/${batchId}/cancel`)
    // The held render ends like the rest of its batch.
    else if (end === 'FAILED') await api('POST', `/v1/renders/${renderId}/cancel`)
    else gate.open()

    const final = await untilFinal(batchId)
    const heldEnd = end === 'FAILED' ? { canceled: 1 } : end === 'CANCELED' ? {} : { completed: 1 }
    const wanted = { total: renders.length + 1, pending: 0, active: 0, completed: 0, failed: 0, canceled: 0 }
    for (const each of [counts, heldEnd])
      for (const [name, count] of Object.entries(each)) wanted[name as keyof typeof wanted] += count
    if (end === 'COMPLETED') assert.equal(final.progress, 100)
    assert.deepEqual([final.status, final.counts], [end, wanted])
    assert.ok(final.finishedAt)
    assert.deepEqual(await finalEvents(batchId, 1), [EVENTS[end]])
  })
}

test('a batch that no worker has touched is PENDING with progress 0', async (t) => {
  const gates = [makeGate(), makeGate()]
  t.after(() => {
    for (const gate of gates) gate.open()
  })
  const blockers = await Promise.all(
    gates.map(({ file }) => post({ renders: [unruly({ waitForFile: file })] })),
  )
  for (const { renderId } of blockers) await untilRender(renderId, 'RENDERING')
  const { batchId } = await post()
  const { status, isFinal, progress, counts } = await readBatch(batchId)
  assert.deepEqual([status, isFinal, progress, counts.pending], ['PENDING', false, 0, 1])
  const { body } = await api('POST', `/v1/batches/${batchId}/cancel`)
  assert.equal(body.data.status, 'CANCELED', 'canceled before anybody began')
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
