import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { Batch } from '@songreel/contract'
import { startService } from '../../../testing/start-service.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const { api, url, token, addOrganization } = await startService({ after })

type Event = { id?: string; event: string; data: Batch }

/** Opens the stream; `events` grows as they come. */
async function listen(t: TestContext, { as = token, lastEventId = '' } = {}) {
  const ended = new AbortController()
  t.after(() => ended.abort())
  const response = await fetch(`${url}/v1/events`, {
    signal: ended.signal,
    headers: { Authorization: `Bearer ${as}`, ...(lastEventId && { 'Last-Event-ID': lastEventId }) },
  })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const events: Event[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks.filter((each) => each.includes('event: '))) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
        const { id, event = '', data = '' } = Object.fromEntries(fields)
        events.push({ ...(id && { id }), event, data: JSON.parse(data) })
      }
    }
  })().catch((error) => assert.equal(error.name, 'AbortError'))
  await waitFor('it is open', async () => events.some(({ event }) => event === 'open'))
  const batches = () => events.filter(({ event }) => event === 'batch')
  return { events, batches, reading, close: () => ended.abort() }
}

async function makeBatch(call = api): Promise<string> {
  const { body } = await call('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'BASE_BASIC_UNIFIED' }],
  })
  return body.data.batchId
}

test('a batch is reported when it is made and when it changes, and what was there before is not', async (t) => {
  await makeBatch()
  const { events, batches } = await listen(t)
  assert.deepEqual(batches(), [])
  assert.ok(events[0]?.id, 'the first event says up to when everything is known')

  const batchId = await makeBatch()
  await waitFor('it is reported', async () => batches().length === 1)
  await api('POST', `/v1/batches/${batchId}/cancel`)
  await waitFor('its end is reported', async () => batches().length === 2)
  assert.deepEqual(
    batches().map(({ data }) => [data.batchId, data.status]),
    [
      [batchId, 'PENDING'],
      [batchId, 'CANCELED'],
    ],
  )
})

test('who comes back is told what is open and what has ended in the meantime', async (t) => {
  const first = await listen(t)
  const [ended, open] = [await makeBatch(), await makeBatch()]
  await waitFor('both are reported', async () => first.batches().length >= 2)
  first.close()
  const lastEventId = first.events.findLast(({ id }) => id)?.id
  await api('POST', `/v1/batches/${ended}/cancel`)

  const second = await listen(t, { lastEventId })
  await waitFor('both are reported again', async () => second.batches().length >= 2)
  const statuses = new Map(second.batches().map(({ data }) => [data.batchId, data.status]))
  assert.deepEqual([statuses.get(ended), statuses.get(open)], ['CANCELED', 'PENDING'])
})

test('nothing of another organization is reported', async (t) => {
  const other = await addOrganization()
  const { batches } = await listen(t, { as: other.token })
  await makeBatch()
  const own = await makeBatch(other.api)
  await waitFor('the own one is reported', async () => batches().length > 0)
  assert.deepEqual(
    batches().map(({ data }) => data.batchId),
    [own],
  )
})

test('the stream ends with its token', async (t) => {
  const key = (await api('POST', '/v1/api-keys', { name: 'viewer', scopes: ['read'] })).body.data
  const { reading } = await listen(t, { as: key.token })
  await api('DELETE', `/v1/api-keys/${key.keyId}`)
  await reading
})

test('HEAD has the headers of the stream, and ends', async () => {
  const response = await fetch(`${url}/v1/events`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${token}` },
  })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
})
