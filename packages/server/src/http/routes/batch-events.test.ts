import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startAssetServer } from '../../testing/asset-server.ts'
import { startService } from '../../testing/start-service.ts'
import { makeTestSong } from '../../testing/test-song.ts'

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
    artist: { name: 'Nova Lane' },
    media: { name: 'Midnight Drive', audioUrl },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings }],
  })
  return body.data.batchId
}

async function readEvents(batchId: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1/batches/${batchId}/events`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const blocks = (await response.text()).split('\n\n').filter((block) => block.startsWith('id: '))
  return blocks.map((block) => {
    const [id, event, data] = block.split('\n').map((line) => line.slice(line.indexOf(': ') + 2))
    return { id, event, data: JSON.parse(data) }
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

test('a client that saw the last state gets nothing twice', async () => {
  const batchId = await makeBatch()
  const events = await readEvents(batchId)
  const last = events.at(-1)?.id as string
  assert.deepEqual(await readEvents(batchId, { 'Last-Event-ID': last }), [])
  assert.equal((await readEvents(batchId)).at(-1)?.data.status, 'COMPLETED')
})

test("another organization's batch has no stream", async () => {
  const other = await addOrganization()
  const answer = await other.api('GET', `/v1/batches/${await makeBatch()}/events`)
  assert.equal(answer.body.error.code, 'BATCH_NOT_FOUND')
})
