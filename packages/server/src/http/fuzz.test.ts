import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ERRORS, type ErrorCode, Failure } from '@songreel/contract'
import fc from 'fast-check'
import { type MalformedRequest, malformedBytes, malformedRequests } from '../../testing/malformed-requests.ts'
import { sendRaw } from '../../testing/raw-request.ts'
import { startService } from '../../testing/start-service.ts'
import type { Operation } from './openapi/operation.ts'

/**
 * fuzz.slow.test.ts sets SONGREEL_FUZZ_RUNS to 2,000, and `npm run test:fuzz` to 10,000 with a new seed each time;
 * SONGREEL_FUZZ_SEED repeats one.
 */
const { SONGREEL_FUZZ_RUNS: wantedRuns, SONGREEL_FUZZ_SEED: wantedSeed } = process.env
const RUNS = Number(wantedRuns ?? 150)
const SEED = Number(wantedSeed ?? (wantedRuns ? randomInt(2 ** 31) : 4400))
/** About one request in 300 is whole enough to create a record, so that only a longer run surely has one. */
const ENOUGH_FOR_ALL = 2000
const AT_ONCE = 8
const SOCKETS_AT_ONCE = 40
const MAX_HEAP_GROWTH_BYTES = 40 * 1024 * 1024
/** Codes that any path can answer with, whatever call was meant. */
const ANYWHERE: ErrorCode[] = [
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'UNAUTHENTICATED',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

const service = await startService({ after }, { app: { bodyTimeoutMs: 300 } })
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
after(() => agent.destroy())
/** Ends whatever stops half-way, so that every connection comes to its end. */
const impatient = await startService({ after }, { app: { bodyTimeoutMs: 300, headersTimeoutMs: 300 } })

test(`${RUNS} malformed requests (seed ${SEED}): no 5xx, every answer in the envelope with a code that its call promises`, async () => {
  const ids = await makeRecords()
  const arbitrary = malformedRequests(service.app.openApi(), { token: service.token, ids })
  const requests = fc.sample(arbitrary, { numRuns: RUNS, seed: SEED })
  const statuses = new Map<number, number>()
  let heapBytes = 0

  for (let start = 0; start < requests.length; start += AT_ONCE) {
    if (start === Math.floor(RUNS / 4 / AT_ONCE) * AT_ONCE) heapBytes = usedHeapBytes()
    const group = requests.slice(start, start + AT_ONCE)
    await Promise.all(
      group.map(async (request) => {
        const status = await check(request)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }),
    )
  }
  const growth = usedHeapBytes() - heapBytes

  assert.ok(growth < MAX_HEAP_GROWTH_BYTES, `the heap grew by ${growth} bytes`)
  const reached = [200, 400, 401, 404, 405, 415, 417, ...(RUNS >= ENOUGH_FOR_ALL ? [201] : [])]
  for (const status of reached) assert.ok(statuses.has(status), `${status} was reached`)
})

test('bytes that are hardly HTTP are answered in the envelope, or the connection is closed', async () => {
  const samples = fc.sample(malformedBytes(impatient.token), { numRuns: Math.ceil(RUNS / 10), seed: SEED })
  let answered = 0

  for (let start = 0; start < samples.length; start += SOCKETS_AT_ONCE) {
    const group = samples.slice(start, start + SOCKETS_AT_ONCE)
    const answers = await Promise.all(group.map((bytes) => sendRaw(impatient.url, bytes)))
    for (const [index, answer] of answers.entries()) {
      if (!answer) continue
      answered += 1
      const shown = group[index]?.toString('latin1').slice(0, 300)
      assert.ok(answer.status < 500, `${answer.status} for ${shown}`)
      if (answer.status >= 400) assertFailure(answer.status, answer.text, shown ?? '')
    }
  }
  assert.ok(answered > samples.length / 2, `${answered} of ${samples.length} were answered`)
  assert.equal((await impatient.api('GET', '/readyz')).status, 200)
})

/** Real records, so that some requests get as far as the database. */
async function makeRecords(): Promise<string[]> {
  const { api } = service
  const artist = await api('POST', '/v1/artists', {
    name: 'Odalys Wren',
    imageUrl: 'https://cdn.example.com/a.jpg',
  })
  const { artistId } = artist.body.data
  const bundle = await api('POST', '/v1/media-bundles', { name: 'Harbour EP', artistId })
  const { mediaBundleId } = bundle.body.data
  const media = await api('POST', '/v1/media', { name: 'Tin Lanterns', mediaBundleId })
  const { imageAssetId } = (await api('GET', `/v1/artists/${artistId}`)).body.data
  return [artistId, mediaBundleId, media.body.data.mediaId, imageAssetId]
}

async function check(request: MalformedRequest): Promise<number> {
  const { status, headers, text } = await send(request)
  const shown = JSON.stringify({
    ...request,
    operation: undefined,
    body: request.body?.toString('latin1'),
  }).slice(0, 1500)

  assert.ok(status < 500, `${status} for ${shown}: ${text}`)
  assert.ok(headers['x-request-id'], shown)
  if (request.method === 'HEAD') return status
  if (status >= 400) {
    const code = assertFailure(status, text, shown)
    if (request.operation)
      assert.ok(isPromised(request.operation, status, code), `${code} is not promised: ${shown}`)
  } else if (
    /^application\/json/.test(headers['content-type'] ?? '') &&
    !request.path.startsWith('/v1/openapi')
  ) {
    assert.equal(JSON.parse(text).success, true, shown)
  }
  return status
}

function assertFailure(status: number, text: string, shown: string): ErrorCode {
  const failure = Failure.strict().parse(JSON.parse(text))
  const code = failure.error.code as ErrorCode
  assert.equal(ERRORS[code]?.status, status, `${code} for ${shown}`)
  return code
}

function isPromised(operation: Operation, status: number, code: ErrorCode): boolean {
  if (ANYWHERE.includes(code)) return true
  return code in (operation.responses[status]?.content?.['application/json']?.examples ?? {})
}

type Received = { status: number; headers: Record<string, string | undefined>; text: string }

function send({ method, path, headers, body }: MalformedRequest): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  // By its parts: a URL would be tidied up before it is sent.
  const { hostname: host, port } = new URL(service.url)
  const options = { host, port, method, path, agent, headers: { ...headers, ...length } }
  const outgoing = httpRequest(options, (incoming) => {
    const chunks: Buffer[] = []
    const finish = () =>
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers as Record<string, string>,
        text: Buffer.concat(chunks).toString('utf8'),
      })
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', finish)
    incoming.on('error', reject)
    // A stream of events has no end.
    if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
      finish()
      incoming.destroy()
    }
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}

function usedHeapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
