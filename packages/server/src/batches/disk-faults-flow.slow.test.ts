import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ErrorDetail } from '@songreel/contract'
import { fillDisk, mountSmallDisk, whyNoSmallDisk } from '../../testing/small-disk.ts'
import { startFlow, unruly } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

const flow = await startFlow({ after })

test('while the disk is nearly full new renders wait and say why; with room they go on by themselves', async (t) => {
  const { services, post, readRender, untilRender } = flow
  t.after(() => {
    services.config.minFreeMb = 1024
  })
  services.config.minFreeMb = 1_000_000_000
  const { batchId, renderId } = await post()
  const waiting = await waitFor('it waits', async () => {
    const render = await readRender(renderId)
    return render.waitingFor !== null && render
  })
  assert.match(waiting.waitingFor ?? '', /^room on the worker's disk: \d+ MB free, 1000000000 MB needed$/)
  assert.deepEqual([waiting.status, waiting.error], ['PENDING', undefined])
  assert.equal((await flow.readBatch(batchId)).isFinal, false)
  const unready = await flow.apiAs(undefined)('GET', '/readyz')
  const details = unready.body.error.details.map(({ field, message }: ErrorDetail) => [field, message])
  assert.deepEqual(
    [unready.status, details],
    [503, [['disk', 'The disk does not work at present (ENOSPC).']]],
    'not ready for as long as renders wait, by the same figure',
  )

  services.config.minFreeMb = 0
  const { waitingFor } = await untilRender(renderId, 'COMPLETED')
  assert.equal(waitingFor, null)
  await waitFor('it is ready', async () => (await flow.apiAs(undefined)('GET', '/readyz')).status === 200)
})

test('the disk fills up during a render: it waits, says why, and completes by itself once there is room', {
  skip: whyNoSmallDisk(),
}, async (t) => {
  const config = { minFreeMb: 0, renderAttempts: 10, renderRetrySecs: 1 }
  const small = await startFlow(t, { dataDir: mountSmallDisk(t, 12), config })
  const gate = small.makeGate()
  const { renderId } = await small.post({ renders: [unruly({ waitForFile: gate.file })] })
  await small.untilRender(renderId, 'RENDERING')
  const makeRoom = await fillDisk(small.services.config.dataDir)
  gate.open()
  const waiting = await waitFor('it waits', async () => {
    const render = await small.readRender(renderId)
    return render.waitingFor !== null && render
  })
  assert.match(waiting.waitingFor ?? '', /^another try after STORAGE_FULL: /)
  small.services.config.minFreeMb = 1024
  const { status, body } = await small.apiAs(undefined)('GET', '/readyz')
  assert.equal(status, 503)
  assert.ok(body.error.details.some(({ field }: { field: string }) => field === 'disk'))
  const { body: batches } = await small.api('GET', '/v1/batches')
  assert.equal(batches.data.items.length, 1, 'what needs no disk is answered')

  small.services.config.minFreeMb = 0
  await makeRoom()
  const { files } = await small.untilRender(renderId, 'COMPLETED')
  assert.equal(files.length, 2)
  await waitFor('its end is reported', async () => small.listEvents(renderId).length > 0)
  assert.deepEqual(
    small.listEvents(renderId).map(({ type }) => type),
    ['render.completed'],
  )
})
