import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { startAssetServer } from '../../../testing/asset-server.ts'
import { startService, type TestService } from '../../../testing/start-service.ts'
import { readConfig } from '../../config/config.ts'
import { createOutboundPolicy } from '../../outbound/policy.ts'
import { recallProxy } from './proxy-watch.ts'

/** A reverse proxy on this computer: hands everything on, with the headers that its kind adds. */
async function startProxy(
  t: TestContext,
  target: string,
  headersOf: (host: string) => Record<string, string>,
) {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    const onward = request(
      { hostname, port, method, path: url, headers: { ...headers, ...headersOf(headers.host ?? '') } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What a client tries: to have a service on loopback asked, as a file and as a webhook. */
async function tryLoopback({ token }: TestService, url: string, victim: string) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const post = async (path: string, body: object) => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return {
      status: answer.status,
      code: ((await answer.json()) as { error?: { code: string } }).error?.code,
    }
  }
  return [
    await post('/v1/artists', { name: 'Odalys Wren', imageUrl: `${victim}/cover.jpg` }),
    await post('/v1/webhooks/test', { url: `${victim}/hook` }),
  ]
}

const REFUSED = { status: 400, code: 'URL_NOT_ALLOWED' }
const KINDS: Record<string, (host: string) => Record<string, string>> = {
  'adds X-Forwarded-For': () => ({ 'X-Forwarded-For': '203.0.113.7' }),
  'adds Forwarded': () => ({ Forwarded: 'for=203.0.113.7' }),
  'adds only X-Real-IP': () => ({ 'X-Real-IP': '203.0.113.7' }),
  "keeps the client's Host": () => ({ Host: 'videos.example.com' }),
}

test('behind a proxy on 127.0.0.1 clients reach nothing on loopback, although nothing was set', async (t) => {
  const hosts = await startAssetServer(t)
  for (const [kind, headersOf] of Object.entries(KINDS)) {
    const lines: string[] = []
    const service = await startService(t, { onLog: (line) => lines.push(line) })
    const proxy = await startProxy(t, service.url, headersOf)
    assert.equal(service.services.config.isStrict, false)
    assert.deepEqual(await tryLoopback(service, proxy, hosts.url), [REFUSED, REFUSED], kind)
    // For good: also for who comes without the proxy, and after the next start.
    assert.deepEqual(await tryLoopback(service, service.url, hosts.url), [REFUSED, REFUSED], kind)
    const { config } = readConfig({})
    await recallProxy({ config, db: service.services.db })
    assert.equal(createOutboundPolicy(config).isLoopbackAllowed, false)
    assert.match(config.strictReasons.join(), /came through a proxy/)
    assert.equal(lines.filter((line) => line.includes('a request came through a proxy, so')).length, 1)
  }
  assert.deepEqual(hosts.requests, [])
})

test("on one person's machine files and webhooks may be on loopback, under any of its names", async (t) => {
  const hosts = await startAssetServer(t)
  const service = await startService(t)
  for (const name of ['127.0.0.1', 'localhost'])
    assert.deepEqual(
      (await tryLoopback(service, service.url.replace('127.0.0.1', name), hosts.url)).map(({ code }) => code),
      [undefined, undefined],
    )
  assert.equal(service.services.config.isStrict, false)
})
