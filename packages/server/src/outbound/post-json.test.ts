import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import {
  aPolicy,
  resolveFrom,
  sendForEver,
  sendHead,
  startRawServer,
  startVictim,
} from '../../testing/outbound/outside-world.ts'
import type { Refusal } from './download.ts'
import { type PostOptions, postJson } from './post-json.ts'

const policy = aPolicy({ SONGREEL_HOST: '127.0.0.1' })

async function postTo(t: TestContext, answer: (socket: Socket) => void, options: Partial<PostOptions> = {}) {
  const server = await startRawServer(t, answer)
  const outcome = await postJson(server.url, { policy, body: '{"type":"ping"}', ...options })
  return { server, outcome }
}

test('a delivery carries its body and headers and brings the status and the start of the answer', async (t) => {
  const headers = { 'webhook-id': 'evt_1', 'webhook-signature': 'v1,abc=' }
  const answer = (socket: Socket) => {
    sendHead(socket, '202 Accepted', 'Content-Length: 4')
    socket.end('fine')
  }
  const { server, outcome } = await postTo(t, answer, { headers, body: '{"name":"Ærøskøbing"}' })
  assert.ok(outcome.kind === 'answered')
  const { tookMs, ...rest } = outcome
  assert.deepEqual(rest, { kind: 'answered', status: 202, bodyStart: 'fine', retryAfterSecs: undefined })
  assert.ok(Number.isInteger(tookMs) && tookMs >= 0)
  const [head, body] = Buffer.from(server.requests[0]!, 'latin1').toString().split('\r\n\r\n')
  assert.match(head!, /^POST \/file HTTP\/1\.1\r$/m)
  for (const line of [
    'webhook-id: evt_1',
    'webhook-signature: v1,abc=',
    'content-type: application/json',
    'content-length: 24',
  ])
    assert.ok(head!.toLowerCase().split('\r\n').includes(line), line)
  assert.equal(body, '{"name":"Ærøskøbing"}')
})

test('a redirect is an answer and is not followed', async (t) => {
  const victim = await startVictim(t)
  const location = `Location: http://127.0.0.1:${victim.port}/`
  for (const status of [301, 302, 307, 308]) {
    const { outcome } = await postTo(t, (socket) =>
      sendHead(socket, `${status} Moved`, location, 'Content-Length: 0'),
    )
    assert.deepEqual([outcome.kind, outcome.kind === 'answered' && outcome.status], ['answered', status])
  }
  assert.equal(victim.connections(), 0)
})

test('Retry-After comes along with whatever status has it', async (t) => {
  for (const status of ['429 Too Many', '503 Busy']) {
    const { outcome } = await postTo(t, (socket) =>
      sendHead(socket, status, 'Retry-After: 30', 'Content-Length: 0'),
    )
    assert.equal(outcome.kind === 'answered' && outcome.retryAfterSecs, 30)
  }
})

test('one kilobyte of an answer is kept, whole characters only and none the database refuses', async (t) => {
  const { outcome: endless } = await postTo(t, sendForEver)
  assert.ok(endless.kind === 'answered')
  assert.equal(endless.bodyStart, '\ufffd'.repeat(1024))
  const { outcome: cut } = await postTo(t, (socket) => {
    sendHead(socket, '500 Oops')
    socket.end(`x${'é'.repeat(2000)}`)
  })
  assert.equal(cut.kind === 'answered' && cut.bodyStart, `x${'é'.repeat(511)}`)
})

test('a status that has arrived counts, even if the rest of the answer breaks off or never comes', async (t) => {
  const { outcome: broken } = await postTo(t, (socket) => {
    sendHead(socket, '200 OK', 'Content-Length: 100')
    socket.end('ok')
  })
  assert.deepEqual([broken.kind, broken.kind === 'answered' && broken.status], ['answered', 200])
  const silent = (socket: Socket) => sendHead(socket, '200 OK', 'Content-Length: 100')
  const { outcome: stuck } = await postTo(t, silent, { limitMs: 5000 })
  assert.deepEqual([stuck.kind, stuck.kind === 'answered' && stuck.status], ['answered', 200])
})

test('a receiver that does not answer in time, closes, or is not there has its own code', async (t) => {
  const { outcome: late, server } = await postTo(t, () => {}, { limitMs: 80 })
  assert.ok(late.kind === 'failed')
  assert.deepEqual(
    [late.code, late.message],
    ['TIMEOUT', `127.0.0.1:${server.port} did not answer within 0.08 s.`],
  )
  assert.ok(late.tookMs >= 75, `${late.tookMs} ms`)
  const { outcome: closed } = await postTo(t, (socket) => socket.end())
  assert.ok(closed.kind === 'failed')
  assert.deepEqual([closed.code, closed.what], ['UNREACHABLE', 'connection'])
  const nobody = await postJson('http://127.0.0.1:1/', { policy, body: '{}' })
  assert.ok(nobody.kind === 'failed')
  assert.deepEqual([nobody.code, nobody.message], ['UNREACHABLE', '127.0.0.1:1 refuses the connection.'])
})

test('a forbidden receiver is told apart in the log only', async () => {
  const refusals: Refusal[] = []
  const strict = aPolicy({}, { resolve: resolveFrom({ 'hooks.example.com': ['10.1.2.3'] }) })
  const onRefused = (refusal: Refusal) => refusals.push(refusal)
  const outcome = await postJson('https://hooks.example.com/x', { policy: strict, body: '{}', onRefused })
  const nowhere = await postJson('https://nowhere.example.com/x', { policy: strict, body: '{}', onRefused })
  assert.ok(outcome.kind === 'failed' && nowhere.kind === 'failed')
  assert.deepEqual(
    [outcome.code, outcome.what, outcome.message],
    ['UNREACHABLE', 'dns', 'hooks.example.com has no address in the DNS that can be reached from here.'],
  )
  assert.deepEqual(
    [nowhere.code, nowhere.what, nowhere.message.replace('nowhere', 'hooks')],
    [outcome.code, outcome.what, outcome.message],
  )
  assert.deepEqual(refusals, [{ host: 'hooks.example.com', reason: '10.1.2.3 is not public' }])
})

test('a delivery that is called off throws the reason', async (t) => {
  const controller = new AbortController()
  const callOff = () => controller.abort(new Error('the service stops'))
  await assert.rejects(postTo(t, callOff, { signal: controller.signal }), /the service stops/)
})
