import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fetchOnce, forgetReadings, slowedUntilMs } from './fetch-once.ts'

const asked: string[] = []
let respond = (response: ServerResponse) => void response.end('{}')
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  respond(response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const countOf = (call: string) => asked.filter((each) => each === call).length

test('who asks the same at once, or a moment later, gets the same response', async () => {
  const read = async () => (await fetchOnce(url('/v1/batches'))).text()
  assert.deepEqual(await Promise.all([read(), read(), read()]), ['{}', '{}', '{}'])
  await read()
  assert.equal(countOf('GET /v1/batches'), 1)
})

test('after a change, or news of one, the same is asked anew', async () => {
  const read = () => fetchOnce(url('/v1/media'))
  await read()
  await fetchOnce(url('/v1/media'), { method: 'POST' })
  await read()
  forgetReadings()
  await read()
  assert.equal(countOf('GET /v1/media'), 3)
})

test('a question ends when nobody waits for it any more, and not before', async () => {
  const held: ServerResponse[] = []
  respond = (response) => void held.push(response)
  const [first, second] = [new AbortController(), new AbortController()]
  const readings = [first, second].map(({ signal }) => fetchOnce(url('/v1/slow'), { signal }))
  const ends = readings.map((reading) => assert.rejects(reading))
  while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const closed = once(held[0] as ServerResponse, 'close')
  first.abort()
  await ends[0]
  assert.equal(held[0]?.destroyed, false, 'the other still waits')
  second.abort()
  await Promise.all([...ends, closed])
  assert.equal(countOf('GET /v1/slow'), 1)
})

test('where the server has had too many requests, all wait as long as it says, and it is told', async () => {
  let refusals = 1
  respond = (response) => {
    const isRefused = refusals-- > 0
    response.writeHead(isRefused ? 429 : 200, isRefused ? { 'retry-after': '1' } : {}).end('{}')
  }
  const told: boolean[] = []
  const stop = slowedUntilMs.subscribe((until) => told.push(until !== undefined))
  const statuses = await Promise.all(
    ['/v1/a', '/v1/b'].map(async (path) => (await fetchOnce(url(path))).status),
  )
  stop()
  assert.deepEqual(statuses, [200, 200])
  assert.ok(told.includes(true))
})
