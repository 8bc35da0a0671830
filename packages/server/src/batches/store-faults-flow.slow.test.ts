import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
// @ts-expect-error s3rver has no types.
import S3rver from 's3rver'
import { startFaultProxy, type Trouble } from '../../testing/fault-proxy.ts'
import { startFlow, unruly } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openS3Storage } from '../assets/s3-storage.ts'

// The store answers 500, 503, nothing, or half: renders wait and go on by themselves, and nothing half is handed out.

const folder = await mkdtemp(path.join(tmpdir(), 'songreel-s3-'))
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'songreel' }],
})
const { port } = await server.run()
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
const proxy = await startFaultProxy({ after }, port)
const storage = await openS3Storage({
  bucket: 'songreel',
  endpoint: proxy.url,
  region: undefined,
  incomingFolder: path.join(folder, 'incoming'),
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  silenceMs: 2000,
})
const flow = await startFlow({ after }, { storage, config: { renderAttempts: 1, renderRetrySecs: 0 } })
const { apiAs, post, readRender, untilRender, makeGate, listEvents } = flow
const open = apiAs(undefined)

for (const trouble of ['STATUS_500', 'STATUS_503', 'SILENCE'] satisfies Trouble[])
  test(`the store gives ${trouble} while a render ends: it waits, says why, and completes by itself`, async (t) => {
    t.after(() => proxy.setTrouble('NONE'))
    const gate = makeGate()
    const { renderId } = await post({ renders: [unruly({ waitForFile: gate.file })] })
    await untilRender(renderId, 'RENDERING')
    proxy.setTrouble(trouble)
    gate.open()
    const waiting = await waitFor('it waits', async () => {
      const render = await readRender(renderId)
      return render.waitingFor !== null && render
    })
    assert.equal(waiting.status, 'PENDING')
    assert.match(
      waiting.waitingFor ?? '',
      /^another try after STORAGE_FAILED: The video could not be stored\./,
    )
    const { status, body } = await open('GET', '/readyz')
    assert.equal(status, 503)
    assert.deepEqual(
      body.error.details.map(({ field }: { field: string }) => field),
      ['storage'],
    )
    assert.ok(proxy.refused() > 0)

    proxy.setTrouble('NONE')
    await untilRender(renderId, 'COMPLETED')
    assert.deepEqual(
      await waitFor(
        'its end is reported',
        async () => listEvents(renderId).length > 0 && listEvents(renderId).map(({ type }) => type),
      ),
      ['render.completed'],
    )
    const ready = await waitFor('all is well', async () => (await open('GET', '/readyz')).status === 200)
    assert.ok(ready)
  })

test('a store that is away for longer than the limit fails the render, and says so', async (t) => {
  const { config } = flow.services
  t.after(() => {
    proxy.setTrouble('NONE')
    config.outageHours = 12
  })
  const gate = makeGate()
  const { renderId } = await post({ renders: [unruly({ waitForFile: gate.file })] })
  await untilRender(renderId, 'RENDERING')
  proxy.setTrouble('STATUS_503')
  gate.open()
  await waitFor('it waits', async () => (await readRender(renderId)).waitingFor !== null)
  config.outageHours = 0
  const { error } = await waitFor('it fails', async () => {
    const render = await readRender(renderId)
    return render.status === 'FAILED' && render
  })
  assert.equal(error?.code, 'STORAGE_FAILED')
})

test('while the store is in trouble a download is refused or breaks; it never looks whole', async (t) => {
  t.after(() => proxy.setTrouble('NONE'))
  const { renderId } = await post()
  const { renderUrl } = await untilRender(renderId, 'COMPLETED')
  const address = renderUrl as string
  proxy.setTrouble('STATUS_503')
  const refused = await fetch(address)
  assert.equal(refused.status, 503)
  assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'UNAVAILABLE')

  proxy.setTrouble('BREAK_OFF')
  await assert.rejects(async () => (await fetch(address)).arrayBuffer())

  proxy.setTrouble('NONE')
  const whole = await fetch(address)
  assert.equal((await whole.arrayBuffer()).byteLength, Number(whole.headers.get('content-length')))
})
