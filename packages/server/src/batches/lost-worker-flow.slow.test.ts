import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startFlow, unruly } from '../../testing/start-flow.ts'
import { startWorkerProcess } from '../../testing/start-worker-process.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'

const database = await createTestDatabase({ after })
const flow = await startFlow({ after }, { database, config: { concurrency: 1 } })
const { services, post, readRender, untilRender, untilFinal, listEvents, makeGate } = flow

test("a crashed worker's render goes back to PENDING by itself, its progress starts again, and it completes", async (t) => {
  const gate = makeGate()
  t.after(gate.open)
  const blocker = await post({ renders: [unruly({ waitForFile: gate.file })] })
  await untilRender(blocker.renderId, 'RENDERING')
  const worker = await startWorkerProcess(t, flow, database.databaseUrl)
  const long = { outputQuality: 'HD', aspectRatio: '1x1', fps: 60 } as const
  const renders = [{ contentId: 'BASE_ART_TRACK', videoSettings: long }]
  const { batchId, renderId } = await post({ renders })
  const before = await waitFor('the other worker draws', async () => {
    const render = await readRender(renderId)
    return render.phase === 'DRAWING' && render
  })
  assert.ok(before.progress >= 15)

  worker.kill('SIGKILL')
  const waiting = await waitFor('it waits again', async () => {
    const render = await readRender(renderId)
    return render.status === 'PENDING' && render
  })
  assert.deepEqual([waiting.progress, waiting.attempt, waiting.phase], [0, 2, null])
  assert.equal(waiting.queuePosition, 1)
  assert.deepEqual(listEvents(renderId), [])

  gate.open()
  assert.equal((await untilFinal(batchId)).status, 'COMPLETED')
  assert.equal((await readRender(renderId)).attempt, 2)
  const { losses, errors } = await services.db
    .selectFrom('renders')
    .select(['losses', 'errors'])
    .where('render_id', '=', renderId)
    .executeTakeFirstOrThrow()
  assert.deepEqual([losses, errors], [1, 0], 'a lost worker is not an error of the render')
  await waitFor('its end is reported', async () => listEvents(renderId).length > 0)
  assert.deepEqual(
    listEvents(renderId).map(({ type }) => type),
    ['render.completed'],
  )
})
