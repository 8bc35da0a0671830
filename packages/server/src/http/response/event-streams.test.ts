import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { createEventStreams } from './event-streams.ts'
import { signalGone } from './when-gone.ts'

/** A response whose client has gone before anything was said. */
async function loseClient(t: TestContext): Promise<ServerResponse> {
  const server = createServer()
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asking = request({ host: '127.0.0.1', port }).on('error', () => {})
  asking.end()
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  asking.destroy()
  await once(response, 'close')
  // A timer that was left would hold the process of the tests.
  t.after(() => void response.emit('close'))
  return response
}

function toReply(raw: ServerResponse): FastifyReply {
  return { hijack: () => ({ raw }), getHeaders: () => ({}), request: { method: 'GET' } } as never
}

const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('a stream for a client that went while its token was looked up is not followed, and leaves no timer', async (t) => {
  const response = await loseClient(t)
  const streams = createEventStreams({ addHook: () => {} } as never, { close: () => {} })
  const timers = countTimers()
  let followers = 0
  streams.open(toReply(response), { text: ': beat\n\n', everyMs: 1000 }, () => {
    followers++
    return () => {
      followers--
    }
  })
  assert.equal(followers, 0)
  assert.equal(countTimers(), timers)
})

test('work for a client that has gone already is not begun', async (t) => {
  assert.equal(signalGone({ raw: await loseClient(t) }).aborted, true)
})
