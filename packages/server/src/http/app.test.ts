import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { ERRORS, type ErrorCode, Failure } from '@songreel/contract'
import { sendRaw } from '../../testing/raw-request.ts'
import { startService } from '../../testing/start-service.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { Routes } from './routes/route.ts'

const troubleRoutes: Routes = (app) => {
  app.get('/v1/trouble', async () => {
    throw new Error('an inner detail: /etc/secret')
  })
  app.get('/v1/trouble/nothing', async () => {
    throw undefined
  })
  app.get('/v1/trouble/database', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  })
}

const service = await startService({ after }, { app: { extraRoutes: [troubleRoutes] } })
/** On a busy machine whole requests may take longer than this; only halves are sent here. */
const impatient = await startService({ after }, { app: { bodyTimeoutMs: 300, headersTimeoutMs: 300 } })
const { api, url, token } = service
const auth = `Authorization: Bearer ${token}\r\n`

function assertFailure(answer: { status: number; body: unknown }, code: ErrorCode, from = service): Failure {
  const failure = Failure.strict().parse(answer.body)
  assert.equal(failure.error.code, code, failure.message)
  assert.equal(answer.status, ERRORS[code].status)
  assert.equal(failure.error.retryable, ERRORS[code].retryable)
  assert.equal(failure.error.docs, `${from.app.publicUrl()}/docs/errors#${code}`)
  assert.match(failure.message, /^[\p{L}"].*[.?]$/su, 'a full sentence')
  return failure
}

test('a success has a request id, is not kept by caches and says how it may be shown', async () => {
  const { status, headers, body } = await api('GET', '/v1/limits')

  assert.equal(status, 200)
  assert.equal(body.success, true)
  assert.match(headers.get('x-request-id') ?? '', /^rq_[0-9A-Z]{26}$/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('access-control-allow-origin'), null)
})

test("a caller's own request id is kept where it is harmless, and replaced where it is not", async () => {
  const kept = await api('GET', '/nowhere', undefined, { 'X-Request-Id': 'my-trace.42' })
  const replaced = await api('GET', '/nowhere', undefined, { 'X-Request-Id': 'a "quoted" one' })

  assert.equal(kept.headers.get('x-request-id'), 'my-trace.42')
  assert.equal(kept.body.requestId, 'my-trace.42')
  assert.match(replaced.headers.get('x-request-id') ?? '', /^rq_/)
})

test('a path that does not exist is a 404 that names the nearest one', async () => {
  const failure = assertFailure(await api('GET', '/v1/limit'), 'NOT_FOUND')
  assert.match(failure.message, /Did you mean \/v1\/limits\?/)
})

test('a method that a path does not take is a 405 with Allow', async () => {
  const answer = await api('DELETE', '/v1/limits')

  assertFailure(answer, 'METHOD_NOT_ALLOWED')
  assert.equal(answer.headers.get('allow'), 'GET, HEAD')
})

test('HEAD answers like GET without a body', async () => {
  const [head, get] = [await api('HEAD', '/v1/limits'), await api('GET', '/v1/limits')]

  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-length'), get.headers.get('content-length'))
})

test('a trailing slash changes nothing', async () => {
  assert.equal((await api('GET', '/v1/limits/')).status, 200)
})

test('an error of ours is a 500 without inner detail', async () => {
  const failure = assertFailure(await api('GET', '/v1/trouble'), 'INTERNAL')
  assert.doesNotMatch(JSON.stringify(failure), /inner detail|secret/)
  assertFailure(await api('GET', '/v1/trouble/nothing'), 'INTERNAL')
})

test('a database that can not be reached is a 503 that says when to try again', async () => {
  const answer = await api('GET', '/v1/trouble/database')

  assertFailure(answer, 'UNAVAILABLE')
  assert.equal(answer.headers.get('retry-after'), '2')
})

test('a body that is not JSON, or not said to be, is refused', async () => {
  assertFailure(await api('POST', '/v1/api-keys', '{"name": '), 'INVALID_JSON')
  assertFailure(
    await api('POST', '/v1/api-keys', 'name=x', { 'Content-Type': 'text/plain' }),
    'UNSUPPORTED_MEDIA_TYPE',
  )
  assertFailure(
    await api('POST', '/v1/api-keys', '{}', { 'Content-Type': 'nonsense' }),
    'UNSUPPORTED_MEDIA_TYPE',
  )
  assertFailure(
    await api('POST', '/v1/api-keys', '{}', { 'Content-Encoding': 'gzip' }),
    'UNSUPPORTED_MEDIA_TYPE',
  )
})

test('a body that is too large is a 413 that the sender gets to see', async () => {
  const large = JSON.stringify({ name: 'x'.repeat(3_000_000) })

  assertFailure(await api('POST', '/v1/api-keys', large), 'BODY_TOO_LARGE')
  const chunked = await fetch(`${url}/v1/api-keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: new Blob([large]).stream(),
    duplex: 'half',
  } as RequestInit)
  assertFailure({ status: chunked.status, body: await chunked.json() }, 'BODY_TOO_LARGE')
})

test('an error says of its connection what a success says', async () => {
  const said = async (...call: Parameters<typeof api>) => {
    const { headers } = await api(...call)
    return { connection: headers.get('connection'), keepAlive: headers.get('keep-alive') }
  }
  const success = await said('GET', '/v1/limits')

  assert.deepEqual(success, { connection: 'keep-alive', keepAlive: 'timeout=72' })
  assert.deepEqual(await said('GET', '/nowhere'), success)
  assert.deepEqual(await said('POST', '/v1/api-keys', '{"name": '), success)
  const closing = await said('POST', '/v1/api-keys', '{"name": ', { Connection: 'close' })
  assert.deepEqual(closing, { connection: 'close', keepAlive: null })
})

/** Requests that Node or Fastify would answer in words of their own. */
const RAW: [name: string, bytes: string, code: ErrorCode][] = [
  ['garbage', '\x16\x03\x01 this is not http\r\n\r\n', 'BAD_REQUEST'],
  ['an odd method', 'BREW /v1/limits HTTP/1.1\r\nHost: x\r\n\r\n', 'BAD_REQUEST'],
  ['an unknown version', 'GET /v1/limits HTTP/9.9\r\nHost: x\r\n\r\n', 'BAD_REQUEST'],
  ['TRACE', `TRACE /v1/limits HTTP/1.1\r\nHost: x\r\n${auth}\r\n`, 'METHOD_NOT_ALLOWED'],
  ['PROPFIND', `PROPFIND /v1/limits HTTP/1.1\r\nHost: x\r\n${auth}\r\n`, 'METHOD_NOT_ALLOWED'],
  ['QUERY without a type', `QUERY /v1/limits HTTP/1.1\r\nHost: x\r\n${auth}\r\n`, 'UNSUPPORTED_MEDIA_TYPE'],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 'NOT_FOUND'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 'METHOD_NOT_ALLOWED'],
  ['no Host', `GET /v1/limits HTTP/1.1\r\n${auth}\r\n`, 'BAD_REQUEST'],
  ['two Hosts', `GET /v1/limits HTTP/1.1\r\nHost: a\r\nHost: b\r\n${auth}\r\n`, 'BAD_REQUEST'],
  ['a broken Host', `GET /v1/limits HTTP/1.1\r\nHost: a b/c\r\n${auth}\r\n`, 'BAD_REQUEST'],
  [
    'an Expect of its own',
    `GET /v1/limits HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n${auth}\r\n`,
    'EXPECTATION_FAILED',
  ],
  ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`, 'HEADERS_TOO_LARGE'],
  [
    'a broken percent-encoding',
    `GET /v1/organizations/%E0%A4 HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
    'BAD_REQUEST',
  ],
  ['NUL in the path', `GET /v1/organizations/a%00b HTTP/1.1\r\nHost: x\r\n${auth}\r\n`, 'INVALID_CHARACTERS'],
  ['NUL in the query', `GET /v1/limits?a=%00 HTTP/1.1\r\nHost: x\r\n${auth}\r\n`, 'INVALID_CHARACTERS'],
  [
    'an endless id',
    `GET /v1/organizations/${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
    'BAD_REQUEST',
  ],
  [
    'both lengths',
    `POST /v1/api-keys HTTP/1.1\r\nHost: x\r\n${auth}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'BAD_REQUEST',
  ],
  ['headers that stop half-way', 'GET /v1/limits HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'REQUEST_TIMEOUT'],
  [
    'a body that stops half-way',
    `POST /v1/api-keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${impatient.token}\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{"name":`,
    'REQUEST_TIMEOUT',
  ],
]

for (const [name, bytes, code] of RAW) {
  test(`${name} is answered in the envelope`, async () => {
    const from = code === 'REQUEST_TIMEOUT' ? impatient : service
    const answer = await sendRaw(from.url, bytes)

    assert.ok(answer, 'an answer came')
    const failure = assertFailure({ status: answer.status, body: JSON.parse(answer.text) }, code, from)
    assert.equal(answer.headers.get('x-request-id'), failure.requestId)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    if (code === 'METHOD_NOT_ALLOWED') assert.ok(answer.headers.get('allow'))
  })
}

test('HTTP/1.0 without Host is served', async () => {
  const answer = await sendRaw(url, `GET /v1/limits HTTP/1.0\r\n${auth}\r\n`)
  assert.equal(answer?.status, 200)
})

test('a service that is stopping finishes what it has begun and refuses the rest in the envelope', async (t) => {
  const isStopping = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  const slowRoutes: Routes = (app) => {
    app.addHook('preClose', async () => isStopping.resolve())
    app.get('/v1/slow', async () => {
      void app.close()
      await mayAnswer.promise
      return { success: true }
    })
  }
  const stopping = await startService(t, { app: { extraRoutes: [slowRoutes] } })
  const { port } = new URL(stopping.url)
  const accepted = once(stopping.app.server, 'connection')
  const socket = connect(Number(port), '127.0.0.1')
  const [otherEnd]: Socket[] = await accepted

  socket.write(`GET /v1/slow HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stopping.token}\r\n\r\n`)
  await isStopping.promise
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  await waitFor('both were read', async () => otherEnd?.bytesRead === socket.bytesWritten)
  mayAnswer.resolve()
  const answers = await text(socket)

  assert.match(answers, /^HTTP\/1\.1 200 OK/)
  assert.match(answers, /HTTP\/1\.1 503 .*connection: close.*"code":"UNAVAILABLE"/is)
})
