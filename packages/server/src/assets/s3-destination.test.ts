import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
// @ts-expect-error s3rver has no types.
import S3rver from 's3rver'
import {
  aPolicy,
  createWorldDial,
  PUBLIC_ADDRESS,
  resolveFrom,
  startVictim,
} from '../../testing/outbound/outside-world.ts'
import { createSelfSignedCertificate } from '../../testing/outbound/self-signed-certificate.ts'
import {
  type S3Store,
  STORE_KEYS,
  type StoreFault,
  type StoreOptions,
  startS3Store,
} from '../../testing/s3-store.ts'
import { WorkError } from '../work-error.ts'
import { DeliveryError } from './delivery-error.ts'
import { type DestinationAccess, type OutgoingFile, openS3Destination } from './s3-destination.ts'

const LOOPBACK = { SONGREEL_ALLOW_PRIVATE_HOSTS: '127.0.0.1', SONGREEL_FETCH_IDLE_SECS: '1' }
const PART_BYTES = 100_000
const SMALL = randomBytes(30_000)
/** Two whole parts and a bit. */
const LARGE = randomBytes(2 * PART_BYTES + 17)

function openStore({ url }: { url: string }, access: Partial<DestinationAccess> = {}) {
  return openS3Destination({
    destination: { bucket: 'label-videos', endpoint: url },
    keys: STORE_KEYS,
    policy: aPolicy(LOOPBACK),
    partBytes: PART_BYTES,
    ...access,
  })
}

function aFile(body: Buffer, file: Partial<OutgoingFile> = {}): OutgoingFile {
  return {
    key: 'releases/2026/odalys wren (live)+1.mp4',
    contentType: 'video/mp4',
    bytes: body.length,
    // In pieces that fit no part.
    open: async () => Readable.from([body.subarray(0, 7), body.subarray(7, 60_001), body.subarray(60_001)]),
    ...file,
  }
}

const objectOf = ({ objects }: S3Store) => objects.get('label-videos/releases/2026/odalys wren (live)+1.mp4')

async function failWith(sending: Promise<unknown>): Promise<DeliveryError> {
  const error = await sending.then(
    () => assert.fail('it was sent'),
    (reason) => reason,
  )
  assert.ok(error instanceof DeliveryError, String(error))
  return error
}

const STORES: Record<string, StoreOptions> = {
  'knows SHA-256': { sha256: 'KNOWN' },
  'refuses SHA-256': { sha256: 'REFUSED' },
  'ignores SHA-256': { sha256: 'IGNORED' },
}

for (const [name, options] of Object.entries(STORES))
  for (const [size, body] of Object.entries({
    small: SMALL,
    large: LARGE,
    exact: LARGE.subarray(0, 200_000),
  }))
    test(`a ${size} file arrives whole at a store that ${name}, with a checksum on every byte`, async (t) => {
      const store = await startS3Store(t, options)
      const open: string[] = []
      const onUpload = async (upload: object | null) => void open.push(upload ? 'begun' : 'over')
      await openStore(store).put(aFile(body, { onUpload }))
      assert.deepEqual(objectOf(store)?.body, body)
      assert.equal(store.uploads.size, 0)
      assert.deepEqual(open, body === SMALL ? [] : ['begun', 'over'])
      const puts = store.requests.filter(({ method }) => method === 'PUT')
      const kept = options.sha256 === 'REFUSED' ? puts.slice(body === SMALL ? 1 : 0) : puts
      const header = options.sha256 === 'REFUSED' ? 'content-md5' : 'x-amz-checksum-sha256'
      for (const { headers } of kept) assert.ok(headers[header], `${header} is sent`)
      assert.ok(store.requests.some(({ method }) => method === 'HEAD'))
    })

test('s3rver, which is not ours, takes small and large files', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'songreel-destination-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'label-videos' }],
  })
  const { port } = await server.run()
  t.after(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const bucket = openStore({ url }, { keys })
  for (const body of [SMALL, LARGE]) {
    await bucket.put(aFile(body, { key: 'a b/c.mp4' }))
    const response = await fetch(`${url}/label-videos/a%20b/c.mp4`)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), body)
  }
  await bucket.delete('a b/c.mp4')
  assert.equal((await fetch(`${url}/label-videos/a%20b/c.mp4`)).status, 404)
})

type Case = { fault: StoreFault; code: string; says: RegExp; when?: string }
const FAULTS: Record<string, Case> = {
  'refuses the keys': {
    fault: { status: 403, code: 'AccessDenied' },
    code: 'DESTINATION_REFUSED',
    says: /answers with status 403 \(AccessDenied\)/,
  },
  'has no such bucket': {
    fault: { status: 404, code: 'NoSuchBucket' },
    code: 'DESTINATION_NOT_FOUND',
    says: /NoSuchBucket/,
  },
  'is in another region': {
    fault: { status: 301, code: 'PermanentRedirect', headers: { Location: 'http://169.254.169.254/' } },
    code: 'DESTINATION_INVALID',
    says: /301 \(PermanentRedirect\)/,
  },
  'sends elsewhere for now': {
    fault: { status: 307, code: 'TemporaryRedirect', headers: { Location: 'http://169.254.169.254/' } },
    code: 'DESTINATION_UNREACHABLE',
    says: /307/,
  },
  'is broken': { fault: { status: 500 }, code: 'DESTINATION_UNREACHABLE', says: /status 500\./ },
  'breaks off': { fault: 'RESET', code: 'DESTINATION_UNREACHABLE', says: /closed the connection/ },
  'says nothing': { fault: 'SILENCE', code: 'DESTINATION_UNREACHABLE', says: /does not answer/ },
  'keeps other bytes': {
    fault: 'CORRUPT',
    code: 'DESTINATION_CHECKSUM_MISMATCH',
    says: /has another SHA-256/,
  },
}

for (const [name, { fault, code, says }] of Object.entries(FAULTS))
  for (const [size, body] of Object.entries({ small: SMALL, large: LARGE }))
    test(`a store that ${name} in a ${size} file: ${code}, and nothing is left behind`, async (t) => {
      const store = await startS3Store(t)
      // A large one goes wrong in its middle.
      const isMeant = body === SMALL ? 'PUT' : '2'
      store.fault = ({ method, query }) =>
        method === isMeant || query.get('partNumber') === isMeant ? fault : undefined
      const error = await failWith(openStore(store).put(aFile(body)))
      assert.equal(error.code, code)
      assert.match(error.message, says)
      assert.doesNotMatch(
        JSON.stringify([error, error.message, error.stack, error.cause]),
        /canary|Signature=/,
      )
      assert.equal(store.uploads.size, 0)
      if (fault !== 'CORRUPT' || body === LARGE) assert.equal(objectOf(store), undefined)
    })

test('a page instead of an answer is not taken for one', async (t) => {
  const store = await startS3Store(t)
  store.fault = () => 'HTML'
  assert.ok((await failWith(openStore(store).put(aFile(LARGE)))).code)
  assert.equal(objectOf(store), undefined)
})

test('Retry-After is heard', async (t) => {
  const store = await startS3Store(t)
  store.fault = () => ({ status: 503, code: 'SlowDown', headers: { 'Retry-After': '77' } })
  const error = await failWith(openStore(store).put(aFile(SMALL)))
  assert.deepEqual([error.code, error.retryAfterSecs], ['DESTINATION_UNREACHABLE', 77])
  assert.equal(store.requests.length, 1, 'the schedule is the delivery’s own')
})

test('wrong keys are refused by the signature, and no part of them is told', async (t) => {
  const store = await startS3Store(t)
  const keys = { ...STORE_KEYS, secretAccessKey: `${STORE_KEYS.secretAccessKey}x` }
  const error = await failWith(openStore(store, { keys }).put(aFile(SMALL)))
  assert.equal(error.code, 'DESTINATION_REFUSED')
  assert.match(error.message, /SignatureDoesNotMatch/)
  assert.doesNotMatch(JSON.stringify([error, error.stack]), /canary/)
})

test('keys that may only write are enough', async (t) => {
  const store = await startS3Store(t)
  store.fault = ({ method }) => (method === 'HEAD' ? { status: 403 } : undefined)
  await openStore(store).put(aFile(LARGE))
  assert.deepEqual(objectOf(store)?.body, LARGE)
})

test('an object that is shorter afterwards is a mismatch', async (t) => {
  const store = await startS3Store(t, { sha256: 'IGNORED' })
  store.fault = ({ method }) => {
    const found = objectOf(store)
    if (method === 'HEAD' && found) found.body = found.body.subarray(1)
    return undefined
  }
  const error = await failWith(openStore(store).put(aFile(LARGE)))
  assert.equal(error.code, 'DESTINATION_CHECKSUM_MISMATCH')
  assert.match(error.message, /has 200016 bytes instead of 200017/)
})

test('a stored file that is damaged or cut is never completed', async (t) => {
  const store = await startS3Store(t)
  const damaged = Buffer.from(LARGE)
  damaged[5] = (damaged[5] ?? 0) ^ 1
  const { createHash } = await import('node:crypto')
  const sha256 = createHash('sha256').update(LARGE).digest('hex')
  for (const body of [damaged, LARGE.subarray(0, -1), Buffer.concat([LARGE, LARGE])]) {
    const file = aFile(body, { bytes: LARGE.length, sha256 })
    await assert.rejects(openStore(store).put(file), (error) => error instanceof WorkError)
    assert.equal(objectOf(store), undefined)
    assert.equal(store.uploads.size, 0)
  }
})

test('what is called off is aborted, and says so', async (t) => {
  const store = await startS3Store(t)
  const calledOff = new AbortController()
  store.fault = ({ query }) => {
    if (query.get('partNumber') !== '2') return undefined
    calledOff.abort(new Error('the worker stops'))
    return 'SILENCE'
  }
  const { signal } = calledOff
  await assert.rejects(openStore(store, { signal }).put(aFile(LARGE)), /the worker stops/)
  assert.equal(store.uploads.size, 0)
  assert.equal(objectOf(store), undefined)
})

test('an upload that was left behind is aborted; one that is gone is no error', async (t) => {
  const store = await startS3Store(t)
  const left: { key: string; uploadId: string }[] = []
  store.fault = ({ query, method }) =>
    query.get('partNumber') === '2' || method === 'DELETE' ? 'RESET' : undefined
  const onUpload = async (upload: { key: string; uploadId: string } | null) =>
    void (upload && left.push(upload))
  await failWith(openStore(store).put(aFile(LARGE, { onUpload })))
  assert.equal(store.uploads.size, 1)
  store.fault = () => undefined
  const [upload] = left
  assert.ok(upload)
  for (let times = 0; times < 2; times++) await openStore(store).abort(upload)
  assert.equal(store.uploads.size, 0)
})

/** A store on the public internet, as far as the guard can see. */
async function openWorld(t: TestContext, domain: string, zone: Record<string, string[]>) {
  const { key, cert } = createSelfSignedCertificate([domain, `*.${domain}`])
  const store = await startS3Store(t, { tls: { key, cert }, domain })
  const { dial, dialled } = createWorldDial(store.port, { ca: cert })
  const policy = aPolicy({ SONGREEL_FETCH_IDLE_SECS: '1' }, { dial, resolve: resolveFrom(zone) })
  return { store, dialled, policy }
}

test("AWS: the bucket is a host, found by the bucket's region, and dialled at the checked address", async (t) => {
  const domain = 's3.eu-central-1.amazonaws.com'
  const { store, dialled, policy } = await openWorld(t, domain, {
    [`label-videos.${domain}`]: [PUBLIC_ADDRESS],
  })
  const destination = { bucket: 'label-videos', region: 'eu-central-1' }
  await openStore(store, { destination, policy }).put(aFile(LARGE))
  assert.deepEqual(objectOf(store)?.body, LARGE)
  assert.ok(
    dialled.every(
      ({ address, serverName }) => address === PUBLIC_ADDRESS && serverName?.startsWith('label-videos.'),
    ),
  )
})

test('another store: the bucket is a path, or a host where its address begins with it', async (t) => {
  const domain = 'objects.example.net'
  const zone = { [domain]: [PUBLIC_ADDRESS], [`label-videos.${domain}`]: [PUBLIC_ADDRESS] }
  const { store, dialled, policy } = await openWorld(t, domain, zone)
  for (const host of [domain, `label-videos.${domain}`]) {
    store.objects.clear()
    const destination = { bucket: 'label-videos', endpoint: `https://${host}` }
    await openStore(store, { destination, policy }).put(aFile(SMALL))
    assert.deepEqual(objectOf(store)?.body, SMALL)
    assert.equal(dialled.at(-1)?.serverName, host)
  }
})

test('the environment of the operator says nothing about a customer’s bucket', async (t) => {
  const victim = await startVictim(t)
  const names = ['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_S3', 'HTTPS_PROXY', 'HTTP_PROXY'] as const
  for (const name of names) process.env[name] = `http://127.0.0.1:${victim.port}`
  t.after(() => {
    for (const name of names) delete process.env[name]
  })
  const domain = 's3.us-east-1.amazonaws.com'
  const { store, policy } = await openWorld(t, domain, { [`label-videos.${domain}`]: [PUBLIC_ADDRESS] })
  await openStore(store, { destination: { bucket: 'label-videos' }, policy }).put(aFile(SMALL))
  assert.deepEqual(objectOf(store)?.body, SMALL)
  assert.equal(victim.connections(), 0)
})

const INWARD: Record<string, { endpoint: string; zone?: Record<string, string[]> }> = {
  'a private address': { endpoint: 'https://10.0.0.7' },
  'the metadata service': { endpoint: 'https://169.254.169.254' },
  loopback: { endpoint: 'https://127.0.0.1' },
  'a mapped address': { endpoint: 'https://[::ffff:127.0.0.1]' },
  'a name that leads inside': {
    endpoint: 'https://store.example.net',
    zone: { 'store.example.net': ['192.168.1.9'] },
  },
  'a name of which one address leads inside': {
    endpoint: 'https://store.example.net',
    zone: { 'store.example.net': [PUBLIC_ADDRESS, '127.0.0.1'] },
  },
  'a bucket host that leads inside': {
    endpoint: 'https://label-videos.store.example.net',
    zone: { 'label-videos.store.example.net': ['127.0.0.1'] },
  },
}

for (const [name, { endpoint, zone = {} }] of Object.entries(INWARD))
  test(`${name} is never connected to`, async (t) => {
    const victim = await startVictim(t)
    const { dial, dialled } = createWorldDial(victim.port)
    const refusals: object[] = []
    const policy = aPolicy({}, { dial, resolve: resolveFrom(zone) })
    const onRefused = (refusal: object) => void refusals.push(refusal)
    const destination = { bucket: 'label-videos', endpoint }
    const bucket = openStore({ url: '' }, { destination, policy, onRefused })
    const { code } = await failWith(bucket.put(aFile(SMALL)))
    assert.match(code, /^DESTINATION_(NOT_ALLOWED|UNREACHABLE)$/)
    assert.deepEqual([dialled.length, victim.connections(), refusals.length], [0, 0, 1])
  })

test('a name that changes between two requests is looked at again', async (t) => {
  const domain = 'objects.example.net'
  const { store, policy } = await openWorld(t, domain, {})
  let lookups = 0
  const resolve = async () => (++lookups > 2 ? ['127.0.0.1'] : [PUBLIC_ADDRESS])
  const destination = { bucket: 'label-videos', endpoint: `https://${domain}` }
  const error = await failWith(
    openStore(store, { destination, policy: { ...policy, resolve } }).put(aFile(LARGE)),
  )
  assert.equal(error.code, 'DESTINATION_UNREACHABLE')
  assert.equal(objectOf(store), undefined)
})
