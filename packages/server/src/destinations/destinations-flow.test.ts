import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import type { Delivered, Render } from '@songreel/contract'
import { type S3Store, STORE_KEYS, startS3Store } from '../../testing/s3-store.ts'
import { startFlow, unruly } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { deliverVideo } from './deliver-video.ts'

const lines: string[] = []
const flow = await startFlow({ after }, { onLog: (line) => lines.push(line) })
const { api, services, orgId } = flow
const CREDENTIALS = '/v1/destination-credentials'
const signal = new AbortController().signal

async function storeKeys(as = api): Promise<string> {
  const { status, body } = await as('POST', CREDENTIALS, { name: 'Label bucket', ...STORE_KEYS })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.credentialsId
}

async function destinationOf({ url }: Pick<S3Store, 'url'>, more: object = {}) {
  const credentialsId = await storeKeys()
  return {
    type: 'S3',
    bucket: 'label-videos',
    prefix: 'releases/2026',
    endpoint: url,
    credentialsId,
    ...more,
  } as const
}

/** A video that is there; most of these tests need no other. */
const finished = await flow.post({})
await flow.untilRender(finished.renderId, 'COMPLETED')

/** Sends the finished video there, and tells what an attempt of it is named by. */
async function send(destination: object, renderId = finished.renderId) {
  const { status, body } = await api('POST', `/v1/renders/${renderId}/redeliver`, { destination })
  assert.deepEqual([status, body.data?.delivered], [200, { status: 'PENDING', attempts: 0 }])
  const rows = services.db.selectFrom('video_deliveries').select('round').where('render_id', '=', renderId)
  const { round } = await rows.executeTakeFirstOrThrow()
  return { orgId, renderId, round }
}

/** Sends the finished video to a store that has troubles of its own; the delivery goes on waiting. */
async function sendInVain(store: S3Store) {
  store.fault = () => ({ status: 500 })
  const destination = await destinationOf(store)
  const delivery = await send(destination)
  await untilDelivered(delivery.renderId, 'PENDING')
  return { destination, delivery, renderId: delivery.renderId }
}

const untilDelivered = (renderId: string, status: Delivered['status']): Promise<Render> =>
  waitFor(`render ${renderId} is ${status}`, async () => {
    const render = await flow.readRender(renderId)
    return render.delivered?.status === status && render.delivered.attempts > 0 && render
  })

const untilEvent = (renderId: string, type: string) =>
  waitFor(`${type} of ${renderId}`, async () =>
    flow.listEvents(renderId).find((event) => event.type === type),
  )

test('a batch without a destination delivers nothing', async () => {
  const { renderId } = finished
  assert.equal((await flow.readRender(renderId)).delivered, undefined)
  const { status, body } = await api('POST', `/v1/renders/${renderId}/redeliver`, {})
  assert.deepEqual([status, body.error.code], [409, 'CONFLICT'])
  assert.match(body.message, /has no destination/)
})

test('a finished video is sent to the bucket with its poster, and it is reported', async (t) => {
  const store = await startS3Store(t)
  const destination = await destinationOf(store)
  const { batchId, renderId } = await flow.post({ serviceParams: { destination } })
  const render = await untilDelivered(renderId, 'DELIVERED')
  const key = `releases/2026/${render.fileName}`
  assert.deepEqual(render.delivered, { status: 'DELIVERED', at: render.delivered?.at, key, attempts: 1 })
  const stored = store.objects.get(`label-videos/${key}`)
  const [video] = render.files
  assert.equal(
    createHash('sha256')
      .update(stored?.body ?? '')
      .digest('hex'),
    video?.sha256,
  )
  assert.equal(stored?.contentType, 'video/mp4')
  const puts = store.requests.filter(({ method }) => method === 'PUT').map(({ key }) => key)
  assert.deepEqual(puts, [key.replace('.mp4', '.jpg'), key], 'the video comes last')
  const { data } = await untilEvent(renderId, 'render.delivered')
  assert.deepEqual(data.delivered, render.delivered)
  const completed = flow.listEvents(renderId).find(({ type }) => type === 'render.completed')
  assert.deepEqual(completed?.data.delivered, { status: 'PENDING', attempts: 0 })
  const batch = await flow.readBatch(batchId)
  assert.deepEqual(batch.renders[0]?.delivered, render.delivered)
  assert.deepEqual(batch.serviceParams?.destination, destination)
  const listed = (await api('GET', `${CREDENTIALS}?limit=1`)).body.data.items[0]
  assert.equal(listed.accessKeyHint, 'AKIA…ary1')
  assert.ok(listed.lastUsedAt)
})

test('identical work that is linked is delivered, too, each once', async (t) => {
  const store = await startS3Store(t)
  const destination = await destinationOf(store, { prefix: undefined })
  const { mediaId } = await flow.readBatch(finished.batchId)
  const input = { mediaId, renders: [unruly()], serviceParams: { destination } }
  const create = async () => (await api('POST', '/v1/batches', input)).body.data.renders[0].renderId as string
  const ids = [await create(), await create()]
  const [first, second] = await Promise.all(ids.map((id) => untilDelivered(id, 'DELIVERED')))
  assert.notEqual(first?.fileName, second?.fileName)
  const [one, two] = [first, second].map(
    (render) => store.objects.get(`label-videos/${render?.fileName}`)?.body,
  )
  assert.ok(one && two?.equals(one))
  const puts = store.requests.filter(({ method, key }) => method === 'PUT' && key.endsWith('.mp4'))
  assert.equal(puts.length, 2)
})

test('a bucket that refuses never fails the render; after a few attempts it is reported, and can be sent again', async (t) => {
  const store = await startS3Store(t)
  store.fault = () => ({ status: 403, code: 'AccessDenied' })
  const destination = await destinationOf(store)
  const { batchId, renderId } = await flow.post({ serviceParams: { destination } })
  assert.equal((await flow.untilFinal(batchId)).status, 'COMPLETED')
  const pending = await untilDelivered(renderId, 'PENDING')
  assert.equal(pending.delivered?.error?.code, 'DESTINATION_REFUSED')
  assert.ok(pending.delivered?.nextAttemptAt)
  // Five seconds and five minutes are not waited for.
  await waitFor('it is given up', async () => {
    await deliverVideo(services, { orgId, renderId, round: 1 }, signal)
    return (await flow.readRender(renderId)).delivered?.status === 'FAILED'
  })
  const { delivered, status } = await flow.readRender(renderId)
  assert.deepEqual([status, delivered?.attempts, delivered?.error?.retryable], ['COMPLETED', 3, false])
  assert.match(delivered?.error?.message ?? '', /answers with status 403 \(AccessDenied\).*s3:PutObject/)
  const { data } = await untilEvent(renderId, 'render.delivery_failed')
  assert.deepEqual(data.delivered, delivered)
  store.fault = () => undefined
  const again = await api('POST', `/v1/renders/${renderId}/redeliver`, {})
  assert.deepEqual([again.status, again.body.data.delivered], [200, { status: 'PENDING', attempts: 0 }])
  await untilDelivered(renderId, 'DELIVERED')
  await untilEvent(renderId, 'render.delivered')
})

test('a store that is away is tried on the schedule of webhooks, and Retry-After postpones it', async (t) => {
  const store = await startS3Store(t)
  store.fault = () => ({ status: 503, code: 'SlowDown', headers: { 'Retry-After': '1800' } })
  const destination = await destinationOf(store)
  const delivery = await send(destination)
  const { renderId } = delivery
  const { delivered } = await untilDelivered(renderId, 'PENDING')
  assert.ok(Date.parse(delivered?.nextAttemptAt ?? '') > Date.now() + 1_700_000)
  // Days pass.
  for (let attempts = 1; attempts < 10; attempts++) await deliverVideo(services, delivery, signal)
  const last = (await flow.readRender(renderId)).delivered
  assert.deepEqual(
    [last?.status, last?.attempts, last?.error?.code],
    ['FAILED', 10, 'DESTINATION_UNREACHABLE'],
  )
})

test('another destination can be named when it is sent again, also for a batch that had none', async (t) => {
  const store = await startS3Store(t, { buckets: ['other-bucket'] })
  const destination = await destinationOf(store, { bucket: 'other-bucket', prefix: 'x/' })
  const { renderId } = await send(destination)
  const { delivered, fileName } = await untilDelivered(renderId, 'DELIVERED')
  assert.equal(delivered?.key, `x/${fileName}`)
})

test('deleted credentials: they are gone at once, and what waits for them fails with a clear word', async (t) => {
  const store = await startS3Store(t)
  const { destination, delivery, renderId } = await sendInVain(store)
  const gone = await api('DELETE', `${CREDENTIALS}/${destination.credentialsId}`)
  assert.deepEqual(gone.body.data, { credentialsId: destination.credentialsId, deleted: true })
  await deliverVideo(services, delivery, signal)
  const { delivered } = await flow.readRender(renderId)
  assert.deepEqual([delivered?.status, delivered?.error?.code], ['FAILED', 'DESTINATION_CREDENTIALS_DELETED'])
  const again = await api('POST', `/v1/renders/${renderId}/redeliver`, {})
  assert.deepEqual([again.status, again.body.error.code], [404, 'DESTINATION_CREDENTIALS_NOT_FOUND'])
})

test('of two workers at once, one counts; a round that is over is left alone', async (t) => {
  const store = await startS3Store(t)
  const { delivery, renderId } = await sendInVain(store)
  const events = () => flow.listEvents(renderId).filter(({ type }) => type === 'render.delivered').length
  const eventsBefore = events()
  store.fault = () => undefined
  const attempt = () => deliverVideo(services, delivery, signal)
  await Promise.all([attempt(), attempt(), attempt()])
  const { delivered } = await flow.readRender(renderId)
  assert.deepEqual([delivered?.status, delivered?.attempts], ['DELIVERED', 2])
  const before = store.requests.length
  await attempt()
  assert.equal(store.requests.length, before)
  await waitFor('it is reported', async () => events() > eventsBefore)
  assert.equal(events(), eventsBefore + 1)
})

test('an upload that a killed worker left behind is aborted by the next attempt', async (t) => {
  const store = await startS3Store(t)
  store.fault = () => ({ status: 500 })
  const destination = await destinationOf(store)
  const delivery = await send(destination)
  await untilDelivered(delivery.renderId, 'PENDING')
  store.uploads.set('left-behind', new Map())
  const upload = JSON.stringify({ destination, key: 'releases/2026/x.mp4', uploadId: 'left-behind' })
  await services.db
    .updateTable('video_deliveries')
    .set({ upload })
    .where('render_id', '=', delivery.renderId)
    .execute()
  store.fault = () => undefined
  await deliverVideo(services, delivery, signal)
  assert.equal((await flow.readRender(delivery.renderId)).delivered?.status, 'DELIVERED')
  assert.equal(store.uploads.size, 0)
})

test('a destination that cannot be used is refused at creation, by field', async () => {
  const good = await destinationOf({ url: 'https://objects.example.net' })
  const stranger = await flow.addOrganization('Stranger')
  const foreign = await storeKeys(stranger.api)
  const cases: [object, number, string, string][] = [
    [{ ...good, credentialsId: foreign }, 404, 'DESTINATION_CREDENTIALS_NOT_FOUND', 'credentialsId'],
    [{ ...good, credentialsId: undefined }, 400, 'VALIDATION_ERROR', 'credentialsId'],
    [{ ...good, bucket: 'Label_Videos' }, 400, 'VALIDATION_ERROR', 'bucket'],
    [{ ...good, bucket: '192.168.5.4' }, 400, 'VALIDATION_ERROR', 'bucket'],
    [{ ...good, prefix: 'a/../b' }, 400, 'VALIDATION_ERROR', 'prefix'],
    [{ ...good, prefix: '/a' }, 400, 'VALIDATION_ERROR', 'prefix'],
    [{ ...good, prefix: 'a\u0007b' }, 400, 'VALIDATION_ERROR', 'prefix'],
    [{ ...good, region: 'eu/../x' }, 400, 'VALIDATION_ERROR', 'region'],
    [{ ...good, endpoint: 'https://10.0.0.8' }, 400, 'URL_NOT_ALLOWED', 'endpoint'],
    [{ ...good, endpoint: 'http://objects.example.net' }, 400, 'VALIDATION_ERROR', 'endpoint'],
    [{ ...good, endpoint: 'https://objects.example.net/?x=1' }, 400, 'VALIDATION_ERROR', 'endpoint'],
    [{ ...good, endpoint: 'https://user:pw@objects.example.net' }, 400, 'VALIDATION_ERROR', 'endpoint'],
    [{ ...good, type: 'FTP' }, 400, 'VALIDATION_ERROR', 'type'],
  ]
  for (const [destination, status, code, field] of cases) {
    const media = { name: 'Tin Lanterns', audioUrl: flow.songUrl }
    const input = {
      artist: { name: 'Odalys Wren' },
      media,
      renders: [unruly()],
      serviceParams: { destination },
    }
    for (const path of ['/v1/batches', '/v1/batches?dryRun=true']) {
      const response = await api('POST', path, input)
      const { error } = response.body
      assert.deepEqual(
        [response.status, error?.code],
        [status, code],
        JSON.stringify([destination, response.body]),
      )
      assert.equal(error.details[0].field, `serviceParams.destination.${field}`)
    }
  }
})

test('a test says what a store answers, leaves nothing, and tells of keys that may not delete', async (t) => {
  const store = await startS3Store(t)
  const credentialsId = await storeKeys()
  const path = `${CREDENTIALS}/${credentialsId}/test`
  const place = { bucket: 'label-videos', prefix: 'a/b', endpoint: store.url }
  const good = (await api('POST', path, place)).body.data
  assert.deepEqual([good.isWritable, good.isDeleted, good.error], [true, true, undefined])
  assert.match(good.key, /^a\/b\/songreel-test-\w+\.txt$/)
  assert.equal(store.objects.size, 0)
  store.fault = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined)
  const leaving = (await api('POST', path, place)).body.data
  assert.deepEqual([leaving.isWritable, leaving.isDeleted], [true, false])
  const missing = (await api('POST', path, { ...place, bucket: 'no-such-bucket' })).body.data
  assert.deepEqual([missing.isWritable, missing.error.code], [false, 'DESTINATION_NOT_FOUND'])
  const inside = await api('POST', path, { ...place, endpoint: 'https://169.254.169.254' })
  assert.deepEqual([inside.status, inside.body.error.code], [400, 'URL_NOT_ALLOWED'])
})

test('deleted files are not delivered, and it is said', async (t) => {
  const store = await startS3Store(t)
  const { delivery, renderId } = await sendInVain(store)
  await api('DELETE', `/v1/renders/${renderId}`)
  await deliverVideo(services, delivery, signal)
  assert.equal((await flow.readRender(renderId)).delivered?.error?.code, 'DELIVERY_FILES_DELETED')
  assert.equal((await api('POST', `/v1/renders/${renderId}/redeliver`, {})).status, 410)
})

test('keys are nowhere to be read: not in answers, records, events, logs, or the database', async () => {
  const { body } = await api('POST', CREDENTIALS, {
    name: 'Bad',
    accessKeyId: 'canary key',
    secretAccessKey: 'canary canary',
  })
  assert.deepEqual(
    body.error.details.map(({ field }: { field: string }) => field),
    ['accessKeyId', 'secretAccessKey'],
  )
  const told = [body, flow.hosts.requests, (await api('GET', CREDENTIALS)).body, lines]
  const rows = await services.db.selectFrom('destination_credentials').selectAll().execute()
  const deliveries = await services.db.selectFrom('video_deliveries').selectAll().execute()
  assert.ok(rows.length > 5 && deliveries.length > 2 && lines.length > 5)
  const found = /.{40}(canary|AWS4-HMAC).{40}/i.exec(JSON.stringify([told, rows, deliveries]))
  assert.equal(found?.[0], undefined)
})
