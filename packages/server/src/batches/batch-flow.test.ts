import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Batch, Render, WebhookEvent } from '@songreel/contract'
import { Webhook } from 'standardwebhooks'
import { startAssetServer } from '../../testing/asset-server.ts'
import { loadTestTemplates } from '../../testing/load-test-templates.ts'
import { unruly } from '../../testing/start-flow.ts'
import { startService } from '../../testing/start-service.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'

const hosts = await startAssetServer({ after })
const { api, services } = await startService(
  { after },
  {
    hasWorker: true,
    templates: await loadTestTemplates(),
    config: { allowPrivateHosts: ['127.0.0.1'], concurrency: 1, renderStallSecs: 3600 },
  },
)
const audioUrl = hosts.put('/song.wav', makeTestSong())
const tiny = { outputQuality: 'PREVIEW', audioStartEndSecs: { start: 0, end: 1 } }

function aBatch(more: object = {}) {
  return {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: { ...tiny, aspectRatio: '1x1' } }],
    ...more,
  }
}

async function untilFinal(batchId: string): Promise<Batch> {
  return waitFor(`batch ${batchId} is final`, async () => {
    const { body } = await api('GET', `/v1/batches/${batchId}`)
    return body.data.isFinal && (body.data as Batch)
  })
}

function received(type: string): { headers: Record<string, string>; body: string }[] {
  return hosts.requests.filter(
    ({ path, body }) => path.startsWith('/hook') && JSON.parse(body).type === type,
  ) as never
}

test('a batch becomes videos, and its webhooks tell of them, signed', async () => {
  const webhookUrl = hosts.put('/hook', (_, response) => response.writeHead(204).end())
  const created = await api('POST', '/v1/batches', aBatch({ ref: 'release-1', webhookUrl }))
  assert.equal(created.status, 201)
  assert.deepEqual(Object.keys(created.body.data), ['batchId', 'renders'])
  assert.deepEqual(Object.keys(created.body.data.renders[0]), ['renderId', 'status'])
  assert.equal(created.body.data.renders[0].status, 'PENDING')
  const { batchId } = created.body.data

  const batch = await untilFinal(batchId)
  assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch.renders[0]))
  assert.deepEqual([batch.ref, batch.progress, batch.renders[0]?.progress], ['release-1', 100, 100])
  const { timeline } = await readRender(batch.renders[0])
  assert.deepEqual(
    timeline?.map(({ status }) => status),
    ['PENDING', 'COLLECTING_ASSETS', 'RENDERING', 'UPLOADING', 'COMPLETED'],
  )

  const video = await fetch(batch.renders[0]?.renderUrl ?? '', { headers: { Range: 'bytes=4-7' } })
  assert.equal(video.status, 206)
  assert.equal(await video.text(), 'ftyp')

  const [event] = await waitFor('batch.completed arrives', async () => {
    const events = received('batch.completed')
    return events.length > 0 && events
  })
  const { secret } = (await api('GET', '/v1/webhooks/secret')).body.data
  const verified = new Webhook(secret).verify(event!.body, event!.headers) as WebhookEvent
  assert.equal(verified.type, 'batch.completed')
  assert.equal((verified.data as Batch).batchId, batchId)
  assert.ok((verified.data as Batch).renders[0]?.renderUrl)
})

test('the reference form answers in full, with its renders collecting, and identical work is linked', async () => {
  const first = await untilFinal((await api('POST', '/v1/batches', aBatch())).body.data.batchId)
  const soon = new Date(Date.now() + 60_000)
  await services.db.updateTable('outputs').set({ expires_at: soon }).execute()
  const again = await api('POST', '/v1/batches', { mediaId: first.mediaId, renders: aBatch().renders })
  assert.deepEqual(Object.keys(again.body.data.renders[0]).sort(), [
    'aspectRatio',
    'createdAt',
    'fileName',
    'progress',
    'renderId',
    'status',
  ])
  assert.deepEqual(
    [again.body.data.status, again.body.data.renders[0].status],
    ['PENDING', 'COLLECTING_ASSETS'],
  )
  const linked = await untilFinal(again.body.data.batchId)
  const outputs = await services.db
    .selectFrom('renders')
    .select('output_id')
    .where('render_id', 'in', [first.renders[0]!.renderId, linked.renders[0]!.renderId])
    .execute()
  assert.equal(new Set(outputs.map((each) => each.output_id)).size, 1)
  const { expiresAt } = linked.renders[0]!
  assert.ok(Date.parse(expiresAt ?? '') > soon.getTime(), 'the file has its full time again')
  assert.equal((await untilFinal(first.batchId)).renders[0]?.expiresAt, expiresAt)
})

test('another loudness is other work: the video is made at it, and its record tells what was reached', async () => {
  const shared = { contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: { ...tiny, aspectRatio: '1x1' } }
  const loud = { ...shared, videoSettings: { ...shared.videoSettings, loudness: -23 } }
  const created = await api('POST', '/v1/batches', aBatch({ renders: [shared, loud] }))
  const batch = await untilFinal(created.body.data.batchId)
  const [first, second] = await Promise.all(
    batch.renders.map(async ({ renderId }) => (await api('GET', `/v1/renders/${renderId}`)).body.data),
  )
  assert.deepEqual([first.videoSettings.loudness, second.videoSettings.loudness], ['ORIGINAL', -23])
  assert.ok(
    Math.abs(second.checks.loudness.integratedLufs + 23) < 0.5,
    JSON.stringify(second.checks.loudness),
  )
  assert.ok(first.checks.loudness.integratedLufs > -20, JSON.stringify(first.checks.loudness))
})

test('a file that is not there fails its render with the field and the host, and the batch with it', async () => {
  const input = aBatch({ media: { name: 'Gone', audioUrl: `${hosts.url}/nothing.mp3` } })
  const batch = await untilFinal((await api('POST', '/v1/batches', input)).body.data.batchId)
  assert.equal(batch.status, 'FAILED')
  const { error } = batch.renders[0]!
  assert.deepEqual([error?.code, error?.field], ['ASSET_UNREACHABLE', 'media.audioUrl'])
  assert.match(error?.message ?? '', /127\.0\.0\.1:\d+ answers with status 404/)
})

test('some renders complete and some fail: the batch is partially completed, and a retry opens it again', async () => {
  const tooLate = { ...tiny, audioStartEndSecs: { start: 0, end: 999 }, aspectRatio: '1x1' }
  const renders = [...aBatch().renders, { contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: tooLate }]
  const batch = await untilFinal((await api('POST', '/v1/batches', aBatch({ renders }))).body.data.batchId)
  assert.equal(batch.status, 'PARTIALLY_COMPLETED')
  assert.equal(batch.renders[1]?.error?.code, 'AUDIO_RANGE_INVALID')

  const retried = await api('POST', `/v1/batches/${batch.batchId}/retry`)
  assert.deepEqual([retried.body.data.isFinal, retried.body.data.renders[1].status], [false, 'PENDING'])
  const closed = await untilFinal(batch.batchId)
  assert.equal(closed.status, 'PARTIALLY_COMPLETED')
  const { attempt, createdAt, finishedAt, timeline } = await readRender(batch.renders[1])
  assert.equal(attempt, 2)
  const told = timeline?.map(({ status }) => status).join(' ')
  assert.match(
    told ?? '',
    /^PENDING COLLECTING_ASSETS (RENDERING )?FAILED PENDING COLLECTING_ASSETS (RENDERING )?FAILED$/,
  )
  const moments = timeline?.map(({ at }) => at) ?? []
  assert.deepEqual(moments, moments.toSorted())
  assert.equal(moments[0], createdAt)
  assert.ok((moments.at(-1) ?? '') >= (finishedAt ?? ''))
})

async function readRender(render: { renderId: string } | undefined): Promise<Render> {
  return (await api('GET', `/v1/renders/${render?.renderId}`)).body.data
}

test('a cancel ends a running render, which would never end by itself, and leaves no work folder', async () => {
  const renders = [unruly({ trouble: 'HANG' })]
  const { batchId } = (await api('POST', '/v1/batches', aBatch({ renders }))).body.data
  await waitFor(
    'rendering',
    async () => (await api('GET', `/v1/batches/${batchId}`)).body.data.renders[0].status === 'RENDERING',
  )
  const canceled = await api('POST', `/v1/batches/${batchId}/cancel`)
  assert.equal(canceled.body.data.status, 'CANCELED')
  assert.equal((await api('POST', `/v1/batches/${batchId}/cancel`)).body.error.code, 'NOT_CANCELABLE')
  const { readdir } = await import('node:fs/promises')
  await waitFor(
    'work folder is gone',
    async () => (await readdir(`${services.config.dataDir}/work`)).length === 0,
  )
})

test('a dry run answers what would be made and stores nothing', async () => {
  const before = await countBatches()
  const { status, body } = await api('POST', '/v1/batches?dryRun=true', aBatch())
  assert.equal(status, 200)
  assert.match(body.data.renders[0].fileName, /^odalys-wren-tin-lanterns-waveform-card-1x1(-\d+)?\.mp4$/)
  assert.equal(body.data.estimate.videos, 1)
  assert.ok(!JSON.stringify(body).includes('Id"'))
  assert.equal(await countBatches(), before)
})

async function countBatches(): Promise<number> {
  return (await services.db.selectFrom('batches').select('batch_id').execute()).length
}
