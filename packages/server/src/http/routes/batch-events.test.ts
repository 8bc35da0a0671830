import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, EventSource } from 'undici'
import { startAssetServer } from '../../../testing/asset-server.ts'
import { startService } from '../../../testing/start-service.ts'
import { makeTestSong } from '../../../testing/test-song.ts'

const hosts = await startAssetServer({ after })
const { api, url, token, addOrganization } = await startService(
  { after },
  { hasWorker: true, config: { allowPrivateHosts: ['127.0.0.1'] } },
)
const audioUrl = hosts.put('/song.wav', makeTestSong())

async function makeBatch(): Promise<string> {
  const videoSettings = {
    outputQuality: 'PREVIEW',
    aspectRatio: '1x1',
    audioStartEndSecs: { start: 0, end: 1 },
  }
  const { body } = await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings }],
  })
  return body.data.batchId
}

async function readEvents(batchId: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1/batches/${batchId}/events`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const blocks = (await response.text()).split('\n\n').filter((block) => block.includes('event: '))
  return blocks.map((block) => {
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
    return { id: fields.get('id'), event: fields.get('event'), data: JSON.parse(fields.get('data') ?? '') }
  })
}

test('a stream shows progress that never falls, with 100 only at the end, and ends with the final state', async () => {
  const events = await readEvents(await makeBatch())
  const progress = events.filter(({ event }) => event === 'render').map(({ data }) => data.progress)
  assert.deepEqual(
    progress,
    [...progress].sort((a, b) => a - b),
  )
  assert.ok(events.every(({ data }) => (data.progress === 100) === (data.status === 'COMPLETED')))
  assert.equal(events.at(-1)?.event, 'batch')
  assert.equal(events.at(-1)?.data.status, 'COMPLETED')
})

test('a client that saw the end gets 204, which stops it from coming back; any other gets the end once', async () => {
  const batchId = await makeBatch()
  const last = (await readEvents(batchId)).at(-1)?.id as string
  const path = `/v1/batches/${batchId}/events`
  const again = await api('GET', path, undefined, { 'Last-Event-ID': last })
  assert.deepEqual([again.status, again.body], [204, ''])

  const others: Record<string, string>[] = [{}, { 'Last-Event-ID': 'of another batch' }]
  for (const headers of others) {
    const events = await readEvents(batchId, headers)
    assert.deepEqual(
      events.map(({ event, data }) => [event, data.status]),
      [
        ['render', 'COMPLETED'],
        ['batch', 'COMPLETED'],
      ],
    )
  }
})

test('only the last event of a state has an id, so that a state that was cut off is sent again', async () => {
  const events = await readEvents(await makeBatch())
  for (const { event, id } of events) assert.equal(id !== undefined, event === 'batch')
})

test('an EventSource sees the end once and stays closed', async (t) => {
  const requests: (string | undefined)[] = []
  const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
    const headers = { ...(options.headers as Record<string, string>), authorization: `Bearer ${token}` }
    requests.push((options.headers as Record<string, string>)['last-event-id'])
    return dispatch({ ...options, headers }, handler)
  })
  const source = new EventSource(`${url}/v1/batches/${await makeBatch()}/events`, {
    node: { dispatcher, reconnectionTime: 1 },
  })
  t.after(async () => {
    source.close()
    await dispatcher.close()
  })
  const ends: string[] = []
  source.addEventListener('batch', (event) => {
    const { data, lastEventId } = event as MessageEvent<string>
    if (JSON.parse(data).isFinal) ends.push(lastEventId)
  })
  const closed = Promise.withResolvers<void>()
  source.addEventListener('error', () => {
    if (source.readyState === source.CLOSED || requests.length > 3) closed.resolve()
  })
  await closed.promise
  assert.deepEqual(requests, [undefined, ends[0]])
  assert.equal(ends.length, 1)
})

test("another organization's batch has no stream", async () => {
  const other = await addOrganization()
  const answer = await other.api('GET', `/v1/batches/${await makeBatch()}/events`)
  assert.equal(answer.body.error.code, 'BATCH_NOT_FOUND')
})
