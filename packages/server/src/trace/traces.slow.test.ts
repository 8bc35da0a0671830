import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { Songreel } from '@songreel/sdk'
import { type AssetServer, startAssetServer } from '../../testing/asset-server.ts'
import { type ReceivedSpan, startOtlpReceiver } from '../../testing/otlp-receiver.ts'
import { type RanService, runServe } from '../../testing/run-worker.ts'
import { TINY } from '../../testing/start-flow.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'

const TOKEN = 'the-token-of-the-first-organization'
const CLIENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

type Setup = {
  api: RanService
  hosts: AssetServer
  client: Songreel
  post(headers?: Record<string, string>, audioUrl?: string): Promise<string>
  runWorker(settings: Record<string, string>): RanService
}

/** An API and a worker in processes of their own, each with its own settings of OpenTelemetry. */
async function start(t: TestContext, otel: Record<string, string>): Promise<Setup> {
  const { databaseUrl } = await createTestDatabase(t)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'songreel-traces-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  const hosts = await startAssetServer(t)
  const songUrl = hosts.put('/secret-path/song.wav', makeTestSong())
  const webhookUrl = hosts.put('/hook', (_, response) => response.writeHead(204).end())
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DATABASE_URL: databaseUrl,
    SONGREEL_DATA_DIR: dataDir,
    SONGREEL_PORT: String(port),
    SONGREEL_PUBLIC_URL: url,
    SONGREEL_AUTH_TOKEN: TOKEN,
  }
  const api = runServe(t, { words: ['--api'], settings: { ...settings, ...otel } })
  await waitFor('the API is ready', async () => {
    assert.equal(api.hasEnded(), false, api.log())
    return api.log().includes('service is ready')
  })
  return {
    api,
    hosts,
    client: new Songreel({ baseUrl: url, token: TOKEN }),
    async post(headers = {}, audioUrl = songUrl) {
      const response = await fetch(`${url}/v1/batches`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({
          artist: { name: 'Odalys Wren' },
          media: { name: 'Tin Lanterns', audioUrl },
          webhookUrl,
          renders: [{ contentId: 'BASE_ART_TRACK', videoSettings: TINY }],
        }),
      })
      assert.equal(response.status, 201, await response.clone().text())
      return ((await response.json()) as { data: { batchId: string } }).data.batchId
    },
    runWorker: (own) =>
      runServe(t, { words: ['--worker', '--until-idle=0'], settings: { ...settings, ...own } }),
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The spans below another, by name, as deep as they go. */
type Tree = { [name: string]: Tree }

function buildTree(spans: ReceivedSpan[], parentSpanId: string): Tree {
  const below = spans.filter((span) => span.parentSpanId === parentSpanId)
  // A render that waits for its file is claimed twice; the last one has made the video.
  return Object.fromEntries(below.map((span) => [span.name, buildTree(spans, span.spanId)]))
}

test('a batch is one trace, from the request in one process to the file and its webhook in another', async (t) => {
  const collector = await startOtlpReceiver(t)
  const setup = await start(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,service.name=other',
    OTEL_SERVICE_NAME: 'videos',
  })
  const { traceId, spanId } = CLIENT
  const batchId = await setup.post({ traceparent: `00-${traceId}-${spanId}-01`, 'X-Request-Id': 'friday' })
  const worker = setup.runWorker({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
  })
  assert.equal(await worker.exit, 0, worker.log())
  assert.equal((await setup.client.batches.get(batchId)).status, 'COMPLETED')
  setup.api.kill('SIGTERM')
  assert.equal(await setup.api.exit, 0, setup.api.log())

  const spans = collector.spans.filter((span) => span.traceId === traceId)
  const stages = { read: {}, analyse: {}, draw: {}, check: {} }
  assert.deepEqual(buildTree(spans, spanId), {
    'POST /v1/batches': {
      'queue wait': {},
      collect: {},
      render: { gather: {}, make: stages, store: {}, deliver: {} },
    },
  })
  const [request] = spans.filter(({ name }) => name === 'POST /v1/batches')
  const renders = spans.filter(({ name }) => name === 'render')
  const made = renders.find(({ attributes }) => attributes['songreel.outcome'] === 'ended')
  assert.deepEqual(
    [request?.resource['service.name'], request?.resource['deployment.environment']],
    ['videos', 'test'],
  )
  assert.equal(made?.resource['service.name'], 'songreel')
  assert.notEqual(made?.resource['process.pid'], request?.resource['process.pid'])
  assert.equal(request?.attributes['http.response.status_code'], 201)
  for (const span of [request, made]) {
    assert.equal(span?.attributes['songreel.batch_id'], batchId)
    assert.equal(span?.attributes['songreel.request_id'], 'friday')
  }
  for (const span of spans) {
    assert.ok(span.endMs >= span.startMs, span.name)
    assert.equal(span.isError, false, span.name)
  }
  const sum = (name: string) => spans.filter((span) => span.name === name)
  assert.equal(sum('deliver').length, 2)
  assert.deepEqual(
    sum('deliver').map(({ attributes }) => attributes['http.response.status_code']),
    [204, 204],
  )

  const [asProtobuf, asJson] = ['/v1/traces', '/own/path'].map((wanted) =>
    collector.requests.filter((each) => each.path === wanted),
  )
  assert.ok(asProtobuf?.every(({ headers }) => headers['x-collector-key'] === 'a key'))
  assert.ok(asJson?.every(({ headers }) => headers['content-encoding'] === 'gzip'))
  const said = collector.requests.map(({ body }) => body.toString('latin1')).join('')
  for (const word of [TOKEN, 'Tin Lanterns', 'Odalys', 'secret-path', '/hook', 'a key'])
    assert.ok(!said.includes(word), `${word} is in a span`)
  const hooks = setup.hosts.requests.filter((each) => each.path === '/hook')
  assert.deepEqual(
    hooks.map(({ headers }) => headers.traceparent),
    [undefined, undefined],
  )
})

test('what fails is marked with its code, and a trace that the client does not sample is not sent', async (t) => {
  const collector = await startOtlpReceiver(t)
  const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const setup = await start(t, otel)
  const missing = setup.hosts.put('/missing.wav', (_, response) => response.writeHead(404).end())
  await setup.post({}, missing)
  await setup.post({ traceparent: `00-${CLIENT.traceId}-${CLIENT.spanId}-00` })
  const worker = setup.runWorker(otel)
  assert.equal(await worker.exit, 0, worker.log())
  setup.api.kill('SIGTERM')
  await setup.api.exit
  const failed = collector.spans.filter(({ isError }) => isError)
  assert.deepEqual(
    new Set(failed.map(({ name, attributes }) => `${name} ${attributes['error.type']}`)),
    new Set(['collect', 'gather', 'render'].map((name) => `${name} ASSET_UNREACHABLE`)),
  )
  assert.equal(new Set(collector.spans.map(({ traceId }) => traceId)).size, 1)
  assert.notEqual(collector.spans[0]?.traceId, CLIENT.traceId)
})

for (const [name, respond] of [
  ['never responds', () => {}],
  ['refuses everything', (response) => void response.writeHead(400).end('no')],
] as [string, Parameters<typeof startOtlpReceiver>[1]][])
  test(`a collector that ${name} keeps neither a render nor a stop from ending`, async (t) => {
    const collector = await startOtlpReceiver(t, respond)
    const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '10' }
    const setup = await start(t, otel)
    const batchId = await setup.post()
    const worker = setup.runWorker({ ...otel, SONGREEL_STOP_GRACE_SECS: '1' })
    assert.equal(await worker.exit, 0, worker.log())
    assert.equal((await setup.client.batches.get(batchId)).status, 'COMPLETED')
    setup.api.kill('SIGTERM')
    assert.equal(await setup.api.exit, 0)
    assert.ok(collector.requests.length > 0)
    if (name.startsWith('refuses')) assert.match(worker.log(), /"msg":"traces could not be sent"/)
  })

const NOTE_LOADS = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) {
    // The figures' library brings this one along.
    if (name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api') process.stderr.write('LOADED ' + name + ' ')
    return next(name, context)
  } })`)}`

for (const [name, otel, isLoaded] of [
  ['nothing is set', {}, false],
  ['it is disabled', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }, false],
  ['it is wanted', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, true],
] as const)
  test(`OpenTelemetry is ${isLoaded ? '' : 'not '}loaded where ${name}`, async (t) => {
    const { databaseUrl } = await createTestDatabase(t)
    const dataDir = mkdtempSync(path.join(tmpdir(), 'songreel-traces-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const settings = { DATABASE_URL: databaseUrl, SONGREEL_DATA_DIR: dataDir, ...otel }
    const worker = runServe(t, {
      words: ['--worker', '--once'],
      settings,
      nodeOptions: ['--import', NOTE_LOADS],
    })
    assert.equal(await worker.exit, 0, worker.log())
    assert.equal(/LOADED/.test(worker.log()), isLoaded, worker.log())
  })
