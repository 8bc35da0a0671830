import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { after, test } from 'node:test'
import type { Workload } from '@songreel/contract'
import { startFlow, unruly } from '../../../testing/start-flow.ts'
import { ADMIN_TOKEN } from '../../../testing/start-service.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { VERSION } from '../../version.ts'

const flow = await startFlow({ after }, { config: { concurrency: 1, renderThreads: 1 } })
const { api, apiAs, orgId, post, untilRender, untilFinal, makeGate } = flow
const operator = apiAs(ADMIN_TOKEN)

async function read(as = operator): Promise<Workload> {
  const { status, body } = await as('GET', '/v1/workload')
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

test('the operator sees who makes what, whose work waits, and what has ended', async (t) => {
  const gate = makeGate()
  t.after(gate.open)
  const other = await flow.addOrganization('Brine Records')
  const { batchId, renderId } = await post({ renders: [unruly({ waitForFile: gate.file }), unruly()] })
  await untilRender(renderId, 'RENDERING')
  await post({ renders: [unruly()] }, other.api)
  const busy = await waitFor('one is drawn, two wait', async () => {
    const workload = await read()
    const { waiting, later, running } = workload.queue
    return (
      running === 1 &&
      waiting + later === 2 &&
      workload.workers[0]?.renders[0]?.phase === 'DRAWING' &&
      workload
    )
  })
  const [worker, ...others] = busy.workers
  assert.deepEqual(others, [])
  const { host, pid, version, threads, slots } = worker ?? {}
  assert.deepEqual([host, pid, version, threads, slots], [hostname(), process.pid, VERSION, 1, 1])
  assert.deepEqual(
    worker?.renders.map((render) => [render.renderId, render.batchId, render.orgId, render.contentId]),
    [[renderId, batchId, orgId, 'TEST_UNRULY']],
  )
  const loads = busy.organizations.map((load) => [load.orgId, load.running, load.waiting + load.later])
  assert.deepEqual(loads, [
    [orgId, 1, 1],
    [other.orgId, 0, 1],
  ])
  assert.deepEqual([busy.minutes.length, busy.failures], [15, []])
  assert.notEqual(busy.queue.files, null)

  const own = await read(other.api)
  assert.deepEqual([own.queue.running, own.queue.files, own.queue.webhooks], [0, null, null])
  assert.deepEqual(
    own.organizations.map((load) => load.orgId),
    [other.orgId],
  )
  assert.deepEqual(
    own.workers.map((each) => [each.host, each.pid, each.renders.length]),
    [[null, null, 0]],
  )
  gate.open()
  await untilFinal(batchId)
})

test('what has ended is counted by the minute, and failures are named with their code', async () => {
  const { batchId, renderId } = await post({ renders: [unruly({ trouble: 'THROW' })] })
  await untilFinal(batchId)
  await waitFor('nothing is left', async () => (await read()).organizations.length === 0)
  const { minutes, failures, queue } = await read(api)
  assert.deepEqual([queue.waiting, queue.running, queue.later], [0, 0, 0])
  assert.deepEqual(
    failures.map((failure) => [failure.renderId, failure.batchId, failure.contentId, failure.code]),
    [[renderId, batchId, 'TEST_UNRULY', 'TEMPLATE_FAILED']],
  )
  const sum = (key: 'completed' | 'failed') => minutes.reduce((all, minute) => all + minute[key], 0)
  assert.deepEqual([sum('completed'), sum('failed')], [2, 1])
})

test('a render whose worker is not alive belongs to nobody, and is still shown', async (t) => {
  const gate = makeGate()
  t.after(gate.open)
  const { batchId, renderId } = await post({ renders: [unruly({ waitForFile: gate.file })] })
  await untilRender(renderId, 'RENDERING')
  const { db } = flow.services
  await db.updateTable('renders').set({ worker_id: 'gone' }).where('render_id', '=', renderId).execute()
  const { workers } = await read()
  assert.deepEqual(
    workers.map((worker) => [worker.workerId === null, worker.renders.length]),
    [
      [false, 0],
      [true, 1],
    ],
  )
  gate.open()
  await untilFinal(batchId)
})

test('nobody without a token sees any of it', async () => {
  assert.equal((await apiAs(undefined)('GET', '/v1/workload')).status, 401)
})
