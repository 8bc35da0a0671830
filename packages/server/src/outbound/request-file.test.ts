import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  aPolicy,
  createWorldDial,
  PUBLIC_ADDRESS,
  resolveFrom,
  sendHead,
  startRawServer,
} from '../../testing/outbound/outside-world.ts'
import { createSelfSignedCertificate } from '../../testing/outbound/self-signed-certificate.ts'
import { WorkError } from '../work-error.ts'
import { type DownloadOptions, downloadFile } from './download.ts'

const ZONE = { 'cdn.example.com': [PUBLIC_ADDRESS], 'files.example.org': [PUBLIC_ADDRESS] }

/** A public web that answers by path: `/hops/3` redirects three times, `/to?<url>` to that address, `/loop` to itself. */
async function openWeb(t: TestContext) {
  const front = await startRawServer(t, (socket, request) => {
    const target = request.split(' ')[1]!
    const hops = Number(/^\/hops\/(\d+)/.exec(target)?.[1] ?? 0)
    const next = target === '/loop' ? '/loop' : /^\/to\?(.+)/.exec(target)?.[1]
    const location = hops > 0 ? `/hops/${hops - 1}` : next
    const status = /status=(\d+)/.exec(target)?.[1] ?? '302'
    if (location) {
      sendHead(socket, `${status} Moved`, `Location: ${location}`, 'Set-Cookie: a=b', 'Content-Length: 0')
      socket.end()
    } else {
      sendHead(socket, '200 OK', 'Content-Length: 4')
      socket.end('file')
    }
  })
  const { dial } = createWorldDial(front.port)
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-redirect-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const policy = aPolicy({}, { resolve: resolveFrom(ZONE), dial })
  const get = (url: string, options: Partial<DownloadOptions> = {}) =>
    downloadFile(url, { policy, toFile: path.join(folder, 'file'), maxBytes: 1024, ...options })
  return { front, get }
}

test('five redirects are followed and a sixth is not', async (t) => {
  const { front, get } = await openWeb(t)
  assert.equal((await get('http://cdn.example.com/hops/5')).bytes, 4)
  assert.equal(front.requests.length, 6)
  const error = await findError(get('http://cdn.example.com/hops/6'))
  assert.deepEqual(
    [error.code, error.facts.problem, error.facts.retryable],
    ['ASSET_UNREACHABLE', 'redirect', false],
  )
  assert.match(error.message, /^cdn\.example\.com redirects more than 5 times\. Give the final address/)
  assert.equal(front.requests.length, 12)
  await findError(get('http://cdn.example.com/hops/2', { limits: { redirects: 1 } }))
  assert.equal(front.requests.length, 14)
})

test('a host that redirects to itself ends like any other with too many redirects', async (t) => {
  const { front, get } = await openWeb(t)
  const error = await findError(get('http://cdn.example.com/loop'))
  assert.match(error.message, /redirects more than 5 times/)
  assert.equal(front.requests.length, 6)
})

test('every kind of redirect is followed, and nothing else is', async (t) => {
  const { get } = await openWeb(t)
  for (const status of [301, 302, 303, 307, 308])
    assert.equal((await get(`http://cdn.example.com/hops/1?status=${status}`)).bytes, 4)
  for (const status of [300, 304, 305]) {
    const error = await findError(get(`http://cdn.example.com/hops/1?status=${status}`))
    assert.deepEqual([error.facts.problem, error.facts.status], ['status', status])
  }
})

test('a redirect takes neither cookies nor headers nor a referrer to another origin', async (t) => {
  const { front, get } = await openWeb(t)
  const headers = { authorization: 'Bearer hush' }
  const file = await get('http://cdn.example.com/to?http://files.example.org/a', { headers })
  assert.equal(file.finalHost, 'files.example.org')
  const [first, second] = front.requests
  assert.match(first!, /^host: cdn\.example\.com\r$/im)
  assert.match(first!, /^authorization: Bearer hush\r$/im)
  assert.match(second!, /^host: files\.example\.org\r$/im)
  for (const name of ['authorization', 'cookie', 'referer', 'origin'])
    assert.doesNotMatch(second!, new RegExp(`^${name}:`, 'im'))
  await get('http://cdn.example.com/to?http://files.example.org/to?http://cdn.example.com/a', { headers })
  assert.match(front.requests.at(-1)!, /^host: cdn\.example\.com\r$/im)
  assert.doesNotMatch(front.requests.at(-1)!, /^authorization:/im, 'not even on the way back')
  await get('http://cdn.example.com/hops/1', { headers })
  assert.match(front.requests.at(-1)!, /^authorization: Bearer hush\r$/im)
  assert.doesNotMatch(front.requests.at(-1)!, /^cookie:/im)
})

test('an error behind a redirect names the host that has it', async (t) => {
  const { get } = await openWeb(t)
  const error = await findError(
    get('http://cdn.example.com/to?http://gone.example.org/a', { field: 'imageUrl' }),
  )
  assert.equal(
    error.message,
    'imageUrl: gone.example.org has no address in the DNS that can be reached from here. Check the spelling of the host; it must be public, or allowed by the operator.',
  )
})

test('a redirect from https to http is not followed, to https it is', async (t) => {
  const { key, cert } = createSelfSignedCertificate(['cdn.example.com'])
  const server = createServer({ key, cert }, (request, response) => {
    const location = new URL(request.url!, 'https://cdn.example.com').searchParams.get('to')
    response.writeHead(location ? 302 : 200, location ? { location } : {}).end('file')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { dial, dialled } = createWorldDial((server.address() as AddressInfo).port, { ca: cert })
  const { get } = await openWeb(t)
  const policy = aPolicy({}, { resolve: resolveFrom(ZONE), dial })
  const go = (to: string) => get(`https://cdn.example.com/?to=${encodeURIComponent(to)}`, { policy })
  assert.equal((await go('https://cdn.example.com/file')).bytes, 4)
  assert.equal((await go('//cdn.example.com/file')).bytes, 4)
  dialled.length = 0
  for (const to of ['http://cdn.example.com/', 'http://127.0.0.1/', 'HTTP://files.example.org/']) {
    const error = await findError(go(to))
    assert.deepEqual([error.code, error.facts.problem], ['ASSET_UNREACHABLE', 'redirect'])
    assert.match(error.message, /redirects from https to http, which is not followed/)
  }
  assert.equal(dialled.length, 3)
})

async function findError(work: Promise<unknown>): Promise<WorkError> {
  const error = await work.then(
    () => assert.fail('the download should have failed'),
    (reason) => reason,
  )
  assert.ok(error instanceof WorkError, error?.stack)
  return error
}
