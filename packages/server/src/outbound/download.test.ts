import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { before, type TestContext, test } from 'node:test'
import {
  aPolicy,
  PUBLIC_ADDRESS,
  resolveFrom,
  sendForEver,
  sendHead,
  startRawServer,
  startVictim,
} from '../../testing/outbound/outside-world.ts'
import { describeFailure, WorkError } from '../work-error.ts'
import { type DownloadOptions, downloadFile, type Refusal } from './download.ts'

const LOCAL = { SONGREEL_HOST: '127.0.0.1' }
const PIECE = Buffer.alloc(16 * 1024, 'song')

let folder: string

before((t) => {
  folder = mkdtempSync(path.join(tmpdir(), 'songreel-download-'))
  ;(t as TestContext).after(() => rmSync(folder, { recursive: true }))
})

function download(url: string, options: Partial<DownloadOptions> = {}) {
  return downloadFile(url, {
    policy: aPolicy(LOCAL),
    toFile: path.join(folder, 'file'),
    maxBytes: 1024 * 1024,
    field: 'audioUrl',
    ...options,
  })
}

async function findError(work: Promise<unknown>): Promise<WorkError> {
  const error = await work.then(
    () => assert.fail('the download should have failed'),
    (reason) => reason,
  )
  assert.ok(error instanceof WorkError, String(error?.stack ?? error))
  assert.deepEqual(readdirSync(folder), [], 'nothing half-written stays')
  return error
}

test('a file arrives whole, with its size, hash, type and host', async (t) => {
  const server = await startRawServer(t, (socket) => {
    sendHead(socket, '200 OK', `Content-Length: ${PIECE.length}`, 'Content-Type: audio/mpeg')
    socket.end(PIECE)
  })
  const sniffed: [number, string | undefined][] = []
  const file = await download(server.url, {
    sniff: (start, { contentTypeHeader }) => void sniffed.push([start.length, contentTypeHeader]),
  })
  assert.deepEqual(file, {
    bytes: PIECE.length,
    sha256: createHash('sha256').update(PIECE).digest('hex'),
    contentTypeHeader: 'audio/mpeg',
    finalHost: `127.0.0.1:${server.port}`,
  })
  assert.deepEqual(readdirSync(folder), ['file'])
  assert.ok(readFileSync(path.join(folder, 'file')).equals(PIECE))
  rmSync(path.join(folder, 'file'))
  assert.deepEqual(sniffed, [[4096, 'audio/mpeg']])
  assert.match(server.requests[0]!, /^accept-encoding: identity\r$/im)
  assert.match(server.requests[0]!, /^user-agent: Songreel\/\d/im)
})

test('a body without a length or in chunks is taken to its end, and a short one is sniffed too', async (t) => {
  const server = await startRawServer(t, (socket, request) => {
    if (request.startsWith('GET /file?chunked')) {
      sendHead(socket, '200 OK', 'Transfer-Encoding: chunked')
      socket.end('2\r\nab\r\n1\r\nc\r\n0\r\n\r\n')
    } else {
      sendHead(socket, '200 OK')
      socket.end('abc')
    }
  })
  for (const url of [server.url, `${server.url}?chunked`]) {
    let start = ''
    const { bytes } = await download(url, {
      sniff: (buffer) => {
        start = buffer.toString()
      },
    })
    assert.deepEqual([bytes, start], [3, 'abc'])
  }
  rmSync(path.join(folder, 'file'))
})

test('only what the declared length covers is taken from a body that is longer', async (t) => {
  const server = await startRawServer(t, (socket) => {
    sendHead(socket, '200 OK', 'Content-Length: 10')
    socket.end(PIECE)
  })
  assert.equal((await download(server.url)).bytes, 10)
  rmSync(path.join(folder, 'file'))
})

test('a name that is unknown and a port where nobody listens are told apart', async () => {
  const policy = aPolicy({}, { resolve: resolveFrom({}) })
  const unknown = await findError(download('http://nowhere.example.com/a.mp3?token=hush', { policy }))
  assert.deepEqual(
    [unknown.code, unknown.facts.problem, unknown.facts.retryable],
    ['ASSET_UNREACHABLE', 'dns', false],
  )
  assert.equal(
    unknown.message,
    'audioUrl: nowhere.example.com has no address in the DNS that can be reached from here. Check the spelling of the host; it must be public, or allowed by the operator.',
  )
  const nobody = await findError(download('http://127.0.0.1:1/'))
  assert.deepEqual(
    [nobody.code, nobody.facts.problem, nobody.facts.retryable],
    ['ASSET_UNREACHABLE', 'connection', true],
  )
})

test('a name server that fails is a transient error, and one that never answers a time-out', async (t) => {
  await startVictim(t)
  const failing = async () => {
    throw Object.assign(new Error('queryA ESERVFAIL'), { code: 'EAI_AGAIN' })
  }
  const failed = await findError(
    download('http://a.example.com/', { policy: aPolicy({}, { resolve: failing }) }),
  )
  assert.deepEqual(
    [failed.code, failed.facts.problem, failed.facts.retryable],
    ['ASSET_UNREACHABLE', 'dns', true],
  )
  const silent = () => new Promise<string[]>(() => {})
  const policy = aPolicy({}, { resolve: silent })
  const late = await findError(download('http://a.example.com/', { policy, limits: { connectMs: 50 } }))
  assert.deepEqual([late.code, late.facts.retryable], ['ASSET_TIMEOUT', true])
  assert.match(late.message, /could not be connected to within 0\.05 s/)
})

test('whoever sniffs can refuse early, with an error of their own', async (t) => {
  let isClosed: Promise<void> | undefined
  const server = await startRawServer(t, (socket) => {
    isClosed = new Promise((resolve) => socket.on('close', resolve))
    sendForEver(socket)
  })
  const own = new WorkError('ASSET_TYPE_MISMATCH', { seen: 'This is a web page.' })
  const options = { maxBytes: Number.MAX_SAFE_INTEGER, sniff: () => Promise.reject(own) }
  assert.equal(await findError(download(server.url, options)), own)
  assert.equal(describeFailure(own).retryable, false)
  await isClosed
})

test('a download that is called off throws the reason and leaves nothing', async (t) => {
  const controller = new AbortController()
  const server = await startRawServer(t, (socket) => {
    sendForEver(socket)
    controller.abort(new Error('the batch was canceled'))
  })
  const options = { maxBytes: Number.MAX_SAFE_INTEGER, signal: controller.signal }
  await assert.rejects(download(server.url, options), /the batch was canceled/)
  await assert.rejects(download(server.url, options), /the batch was canceled/)
  assert.equal(server.requests.length, 1)
  assert.deepEqual(readdirSync(folder), [])
})

test('a refusal tells the client nothing and the log everything', async () => {
  const refusals: Refusal[] = []
  const policy = aPolicy({}, { resolve: resolveFrom({ 'a.example.com': ['10.1.2.3'] }) })
  const urls = ['http://a.example.com:22/', 'http://x@a.example.com/', 'ftp://a.example.com/']
  const messages = new Set<string>()
  for (const url of urls) {
    const error = await findError(download(url, { policy, onRefused: (refusal) => refusals.push(refusal) }))
    assert.equal(error.code, 'URL_NOT_ALLOWED')
    assert.equal(error.facts.retryable, false)
    messages.add(error.message.replace(':22', ''))
  }
  assert.deepEqual(
    [...messages],
    [
      'audioUrl: a.example.com may not be reached from here. Use a public http or https address, or have the operator allow the host.',
    ],
  )
  assert.deepEqual(
    refusals.map(({ reason }) => reason),
    ['port 22 is not among the allowed ones', 'it carries a user name or password', 'its scheme is ftp:'],
  )
})

test('a name that leads into the private network reads like one that leads nowhere, except in the log', async () => {
  const refusals: Refusal[] = []
  const zone = { 'inner.example.com': ['10.1.2.3'], 'mixed.example.com': [PUBLIC_ADDRESS, '::1'] }
  const policy = aPolicy({}, { resolve: resolveFrom(zone) })
  const read = async (host: string) => {
    const onRefused = (refusal: Refusal) => refusals.push(refusal)
    const error = await findError(download(`https://${host}/a.mp3`, { policy, onRefused }))
    const { code, message, facts } = error
    return JSON.parse(
      JSON.stringify({ code, message, facts, failure: describeFailure(error) }).replaceAll(host, 'host'),
    )
  }
  const nowhere = await read('nowhere.example.com')
  assert.equal(nowhere.code, 'ASSET_UNREACHABLE')
  assert.deepEqual(refusals, [])
  assert.deepEqual(await read('inner.example.com'), nowhere)
  assert.deepEqual(await read('mixed.example.com'), nowhere)
  assert.deepEqual(refusals, [
    { host: 'inner.example.com', reason: '10.1.2.3 is not public' },
    { host: 'mixed.example.com', reason: '::1 is not public' },
  ])
})
