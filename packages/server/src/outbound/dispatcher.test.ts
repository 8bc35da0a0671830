import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { request } from 'undici'
import { startDnsServer } from '../../testing/outbound/dns-server.ts'
import {
  aPolicy,
  createWorldDial,
  PUBLIC_ADDRESS,
  resolveFrom,
  sendHead,
  startRawServer,
  startVictim,
} from '../../testing/outbound/outside-world.ts'
import { createSelfSignedCertificate } from '../../testing/outbound/self-signed-certificate.ts'
import { WorkError, type WorkFacts } from '../work-error.ts'
import { createDial, type Dial } from './dial.ts'
import { createDispatcher } from './dispatcher.ts'
import type { OutboundPolicy } from './policy.ts'

const LOCAL = { SONGREEL_HOST: '127.0.0.1' }

function answerHello(socket: Socket): void {
  sendHead(socket, '200 OK', 'Content-Length: 5')
  socket.end('hello')
}

async function get(policy: OutboundPolicy, url: string, connectMs = 60_000): Promise<string> {
  const dispatcher = createDispatcher(policy, { connectMs, signal: new AbortController().signal })
  try {
    const { body } = await request(url, { dispatcher })
    return await body.text()
  } finally {
    await dispatcher.destroy()
  }
}

async function findFacts(work: Promise<unknown>): Promise<WorkFacts> {
  const error = await work.then(
    () => assert.fail('the request should have failed'),
    (reason) => reason,
  )
  assert.ok(error instanceof WorkError, error?.stack)
  return error.facts
}

test('a name that changes between two questions is connected to where it was checked', async (t) => {
  const victim = await startVictim(t)
  const front = await startRawServer(t, answerHello)
  const { resolve } = await startDnsServer(t, {
    'rebind.evil.test': [[PUBLIC_ADDRESS], ['127.0.0.1']],
    'rebind-six.evil.test': [[PUBLIC_ADDRESS], [PUBLIC_ADDRESS, '::1']],
    'back.evil.test': [['127.0.0.1'], [PUBLIC_ADDRESS]],
    'private.evil.test': [['10.0.0.1']],
    'cdn.evil.test': [[PUBLIC_ADDRESS]],
  })
  const { dial, dialled } = createWorldDial(front.port)
  const policy = aPolicy({ SONGREEL_FETCH_PORTS: `${victim.port}` }, { resolve, dial })
  const ask = (name: string) =>
    get(policy, `http://${name}.evil.test:${victim.port}/`).catch(({ facts }: WorkError) =>
      facts.refusal ? 'refused' : facts.problem,
    )

  assert.deepEqual([await ask('cdn'), await ask('private')], ['hello', 'refused'])
  // Each connection asks once and uses that very answer; the next one asks again and is refused.
  assert.deepEqual(
    [await ask('rebind'), await ask('rebind'), await ask('rebind')],
    ['hello', 'refused', 'refused'],
  )
  assert.deepEqual([await ask('rebind-six'), await ask('rebind-six')], ['hello', 'refused'])
  assert.deepEqual([await ask('back'), await ask('back')], ['refused', 'hello'])
  assert.equal(await ask('unknown'), 'dns')
  assert.deepEqual(
    dialled.map(({ address }) => address),
    Array(4).fill(PUBLIC_ADDRESS),
  )
  assert.equal(victim.connections(), 0)
})

test('a connection that ends up elsewhere than it was meant to is closed before a byte is sent', async (t) => {
  const server = await startRawServer(t, answerHello)
  const dialLoopback = createDial()
  const dial: Dial = (target, options) =>
    dialLoopback({ ...target, address: '127.0.0.1', port: server.port }, options)
  const policy = aPolicy({}, { resolve: resolveFrom({ 'cdn.example.com': [PUBLIC_ADDRESS] }), dial })
  const facts = await findFacts(get(policy, 'http://cdn.example.com/'))
  assert.deepEqual(
    [facts.problem, facts.seen, facts.refusal],
    [
      'dns',
      'has no address in the DNS that can be reached from here',
      'the connection led elsewhere: 127.0.0.1 is not public',
    ],
  )
  assert.deepEqual(server.requests, [])
})

test('a literal address is checked although nothing is looked up', async (t) => {
  const victim = await startVictim(t)
  const resolve = () => assert.fail('an address needs no look-up')
  const policy = aPolicy({ SONGREEL_FETCH_PORTS: `${victim.port}` }, { resolve })
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])
    assert.equal((await findFacts(get(policy, `http://${host}:${victim.port}/`))).problem, 'refused')
  assert.equal(victim.connections(), 0)
})

test('the next checked address is tried when one does not answer', async (t) => {
  const server = await startRawServer(t, answerHello)
  const tried: string[] = []
  const dialLoopback = createDial()
  const dial: Dial = async (target, { signal }) => {
    tried.push(target.address)
    if (target.address === '127.0.0.3') await once(signal, 'abort')
    return await dialLoopback(target, { signal })
  }
  const resolve = resolveFrom({ 'app.localhost': ['127.0.0.2', '127.0.0.3', '127.0.0.1'] })
  assert.equal(
    await get(aPolicy(LOCAL, { resolve, dial }), `http://app.localhost:${server.port}/`, 9000),
    'hello',
  )
  assert.deepEqual(tried, ['127.0.0.2', '127.0.0.3', '127.0.0.1'])
})

test('a host that never takes the connection is a time-out, and one that refuses it an error of the connection', async () => {
  const silent: Dial = async (_target, { signal }) => {
    const keepAlive = setInterval(() => {}, 1000)
    await once(signal, 'abort')
    clearInterval(keepAlive)
    throw signal.reason
  }
  const resolve = resolveFrom({ 'app.localhost': ['127.0.0.2', '127.0.0.1'] })
  const url = 'http://app.localhost:1/'
  const timeout = await findFacts(get(aPolicy(LOCAL, { resolve, dial: silent }), url, 60))
  assert.deepEqual([timeout.problem, timeout.isTransient], ['timeout', true])
  assert.match(timeout.seen ?? '', /within 0\.06 s/)
  const refusedByHost = await findFacts(get(aPolicy(LOCAL, { resolve }), url))
  assert.deepEqual([refusedByHost.problem, refusedByHost.seen], ['connection', 'refuses the connection'])
})

async function startTlsServer(t: TestContext, hostNames: string[]) {
  const { key, cert } = createSelfSignedCertificate(hostNames)
  const names: (string | false)[] = []
  const server = createTlsServer({ key, cert }, (socket) => {
    names.push((socket as unknown as { servername: string | false }).servername)
    socket.on('error', () => {})
    socket.once('data', () => answerHello(socket))
  })
  server.on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { port } = server.address() as { port: number }
  const zone = { 'cdn.example.com': [PUBLIC_ADDRESS], 'other.example.com': [PUBLIC_ADDRESS] }
  const policyWith = (ca?: string) =>
    aPolicy({}, { resolve: resolveFrom(zone), dial: createWorldDial(port, { ca }).dial })
  return { names, cert, port, policyWith }
}

test('the certificate must carry the name in the URL, although an address is dialled', async (t) => {
  const { names, cert, policyWith } = await startTlsServer(t, ['cdn.example.com'])
  const policy = policyWith(cert)
  assert.equal(await get(policy, 'https://cdn.example.com/'), 'hello')
  assert.equal(await get(policy, 'https://CDN.example.com./'), 'hello')
  assert.deepEqual(names, ['cdn.example.com', 'cdn.example.com'])
  for (const url of ['https://other.example.com/', `https://${PUBLIC_ADDRESS}/`]) {
    const facts = await findFacts(get(policy, url))
    assert.equal(facts.problem, 'tls', url)
    assert.match(facts.seen ?? '', /no TLS certificate that can be trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)/)
  }
})

test('a certificate that nobody vouches for is refused, whatever the environment says', async (t) => {
  const { policyWith } = await startTlsServer(t, ['cdn.example.com'])
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
  const facts = await findFacts(get(policyWith(), 'https://cdn.example.com/'))
  assert.equal(facts.problem, 'tls')
  assert.match(facts.seen ?? '', /DEPTH_ZERO_SELF_SIGNED_CERT/)
})

test('a host that does not speak TLS on its port is named so', async (t) => {
  const plain = await startVictim(t)
  const facts = await findFacts(get(aPolicy(LOCAL), `https://127.0.0.1:${plain.port}/`))
  assert.equal(facts.problem, 'tls')
  assert.match(facts.seen ?? '', /does not speak TLS on this port/)
})

test('no proxy of the environment is used', async (t) => {
  const proxy = await startVictim(t)
  const server = await startRawServer(t, answerHello)
  const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const program = `
    import { createDispatcher } from ${here('./dispatcher.ts')}
    import { aPolicy } from ${here('../../testing/outbound/outside-world.ts')}
    import http from 'node:http'
    import { request } from 'undici'
    const policy = aPolicy({ SONGREEL_HOST: '127.0.0.1' })
    const dispatcher = createDispatcher(policy, { connectMs: 60_000, signal: new AbortController().signal })
    const { body } = await request(process.argv[1], { dispatcher })
    process.stdout.write(await body.text())
    await dispatcher.destroy()
    http.get(process.argv[1], (answer) => answer.pipe(process.stdout))
  `
  const address = `http://127.0.0.1:${proxy.port}`
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']
  const env = Object.fromEntries(names.map((name) => [name, address]))
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, server.url], {
    cwd: import.meta.dirname,
    env: { ...env, NODE_USE_ENV_PROXY: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  await once(child, 'close')
  // The second word is what Node's own client brings, which does go to the proxy: the test could have failed.
  assert.equal(output, 'helloSECRET')
  assert.deepEqual([server.requests.length, proxy.connections()], [1, 1])
})
