import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

type Cleanup = { after(fn: () => Promise<void>): void }

/** The keys of every test's bucket. */
export const STORE_KEYS = {
  accessKeyId: 'AKIAcanaryKEYcanary1',
  secretAccessKey: 'wJalrXUtnFEMIcanary/K7MDENG+bPxRfiCYcanary',
}

/** A request as the store has understood it. */
export type StoreRequest = {
  method: string
  bucket: string
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

/** What the store does instead of what it was asked for. */
export type StoreFault =
  | { status: number; code?: string; headers?: Record<string, string> }
  | 'RESET'
  | 'SILENCE'
  | 'HTML'
  /** It keeps other bytes than were sent, and says nothing. */
  | 'CORRUPT'

/** What a store can be like. */
export type StoreOptions = {
  buckets?: string[]
  /** Whether it knows x-amz-checksum-sha256, refuses such a header, or ignores it as older stores do. */
  sha256?: 'KNOWN' | 'REFUSED' | 'IGNORED'
  /** Buckets are hosts below this name. */
  domain?: string
  tls?: { key: string; cert: string }
}

/** A store that speaks S3, strictly: signatures and every checksum that is sent are compared. */
export type S3Store = {
  url: string
  port: number
  requests: StoreRequest[]
  /** Asked before each request; what it returns happens instead. */
  fault: (request: StoreRequest) => StoreFault | undefined
  objects: Map<string, { body: Buffer; contentType: string | undefined; sums: Record<string, string> }>
  /** Multipart uploads that were begun and neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>
}

const hash = (name: 'sha256' | 'md5', body: Buffer | string) => createHash(name).update(body).digest()
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Starts a store on loopback. */
export async function startS3Store(t: Cleanup, options: StoreOptions = {}): Promise<S3Store> {
  const store: S3Store = {
    url: '',
    port: 0,
    requests: [],
    fault: () => undefined,
    objects: new Map(),
    uploads: new Map(),
  }
  const listener: RequestListener = (incoming, outgoing) => {
    receive(store, options, incoming, outgoing).catch((error) => outgoing.destroy(error as Error))
  }
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  store.port = (server.address() as AddressInfo).port
  store.url = `${options.tls ? 'https' : 'http'}://127.0.0.1:${store.port}`
  return store
}

async function receive(
  store: S3Store,
  options: StoreOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const request = readRequest(incoming, Buffer.concat(chunks), options)
  store.requests.push(request)
  const fault = store.fault(request)
  if (fault === 'RESET') return void incoming.socket.resetAndDestroy()
  if (fault === 'SILENCE') return
  if (fault === 'HTML') return void outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello')
  if (fault === 'CORRUPT') request.body[0] = (request.body[0] ?? 0) ^ 1
  const problem =
    fault && fault !== 'CORRUPT' ? fault : findProblem(request, incoming, options, fault === 'CORRUPT')
  if (problem) return refuse(outgoing, request, problem)
  act(store, request, outgoing, options)
}

function readRequest(incoming: IncomingMessage, body: Buffer, { domain }: StoreOptions): StoreRequest {
  const { method = '', headers } = incoming
  const url = new URL(incoming.url ?? '/', 'http://store')
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isHosted = domain !== undefined && host.endsWith(`.${domain}`)
  const [first = '', ...rest] = url.pathname.slice(1).split('/')
  const bucket = isHosted ? host.slice(0, -domain.length - 1) : first
  const path = isHosted ? [first, ...rest] : rest
  return { method, bucket, key: decodeURIComponent(path.join('/')), query: url.searchParams, headers, body }
}

type Problem = { status: number; code?: string; headers?: Record<string, string> }

function findProblem(
  request: StoreRequest,
  incoming: IncomingMessage,
  { buckets = ['label-videos'], sha256 = 'KNOWN' }: StoreOptions,
  isCorrupt: boolean,
): Problem | undefined {
  const { headers, body, bucket } = request
  const refusal = checkSignature(request, incoming)
  if (refusal) return refusal
  if (!buckets.includes(bucket)) return { status: 404, code: 'NoSuchBucket' }
  const hasSha256 = 'x-amz-checksum-sha256' in headers || 'x-amz-checksum-algorithm' in headers
  if (hasSha256 && sha256 === 'REFUSED') return { status: 501, code: 'NotImplemented' }
  if (isCorrupt) return undefined
  const given = headers['x-amz-checksum-sha256']
  if (given && sha256 === 'KNOWN' && given !== hash('sha256', body).toString('base64'))
    return { status: 400, code: 'BadDigest' }
  const md5 = headers['content-md5']
  if (md5 && md5 !== hash('md5', body).toString('base64')) return { status: 400, code: 'BadDigest' }
  if (headers['x-amz-content-sha256'] !== hash('sha256', body).toString('hex'))
    return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  return undefined
}

/** AWS Signature Version 4, computed from the request as it arrived. */
function checkSignature({ method, headers }: StoreRequest, incoming: IncomingMessage): Problem | undefined {
  const [, id = '', scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== STORE_KEYS.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' }
  const [path = '', search = ''] = (incoming.url ?? '').split('?')
  const pairs = search.split('&').filter(Boolean)
  const query = pairs.map((pair) => (pair.includes('=') ? pair : `${pair}=`)).sort()
  const names = signed.split(';')
  const lines = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`)
  const canonical = [
    method,
    path,
    query.join('&'),
    ...lines,
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash('sha256', canonical).toString('hex')]
  const [day = '', region = '', service = '', end = ''] = scope.split('/')
  const secret = `AWS4${STORE_KEYS.secretAccessKey}`
  const key = hmac(hmac(hmac(hmac(secret, day), region), service), end)
  const isRight = hmac(key, text.join('\n')).toString('hex') === signature && names.includes('host')
  return isRight ? undefined : { status: 403, code: 'SignatureDoesNotMatch' }
}

/** Like the real one, it repeats what was signed and with which key. */
function refuse(
  outgoing: ServerResponse,
  { headers }: StoreRequest,
  { status, code, headers: more }: Problem,
) {
  const told = `<AWSAccessKeyId>${STORE_KEYS.accessKeyId}</AWSAccessKeyId><StringToSign>${headers.authorization}</StringToSign>`
  const error = `<Error><Code>${code}</Code><Message>canary ${headers.authorization}</Message>${told}</Error>`
  const type = { 'Content-Type': 'application/xml', 'x-amz-request-id': 'tx00000001' }
  outgoing.writeHead(status, { ...type, ...more }).end(code ? `<?xml version="1.0"?>${error}` : undefined)
}

function act(
  store: S3Store,
  request: StoreRequest,
  outgoing: ServerResponse,
  { sha256 = 'KNOWN' }: StoreOptions,
) {
  const { method, bucket, key, query, body, headers } = request
  const path = `${bucket}/${key}`
  const uploadId = query.get('uploadId') ?? ''
  const upload = store.uploads.get(uploadId)
  const reply = (status: number, headers: Record<string, string> = {}, text = '') =>
    void outgoing.writeHead(status, { 'Content-Length': Buffer.byteLength(text), ...headers }).end(text)
  const sum = (bytes: Buffer) => ({
    ETag: `"${hash('md5', bytes).toString('hex')}"`,
    ...(sha256 === 'KNOWN' && { 'x-amz-checksum-sha256': hash('sha256', bytes).toString('base64') }),
  })
  if (uploadId && !upload) return refuse(outgoing, request, { status: 404, code: 'NoSuchUpload' })
  if (method === 'POST' && query.has('uploads')) {
    const made = randomUUID()
    store.uploads.set(made, new Map())
    const xml = `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`
    return reply(200, { 'Content-Type': 'application/xml' }, xml)
  }
  if (method === 'PUT' && upload) {
    upload.set(Number(query.get('partNumber')), body)
    return reply(200, sum(body))
  }
  if (method === 'POST' && upload) {
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
    const parts = numbers.map((number) => upload.get(number) as Buffer)
    const whole = Buffer.concat(parts.map((part) => hash('sha256', part)))
    const composed = `${hash('sha256', whole).toString('base64')}-${parts.length}`
    const sums = {
      ETag: `"x-${parts.length}"`,
      ...(sha256 === 'KNOWN' && { 'x-amz-checksum-sha256': composed }),
    }
    store.objects.set(path, { body: Buffer.concat(parts), contentType: undefined, sums })
    store.uploads.delete(uploadId)
    const xml = `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`
    return reply(200, { 'Content-Type': 'application/xml' }, xml)
  }
  if (method === 'DELETE') {
    if (!store.uploads.delete(uploadId)) store.objects.delete(path)
    return reply(204)
  }
  if (method === 'PUT') {
    store.objects.set(path, { body, contentType: headers['content-type'], sums: sum(body) })
    return reply(200, sum(body))
  }
  const found = store.objects.get(path)
  if (!found) return reply(404)
  return void outgoing.writeHead(200, { 'Content-Length': found.body.length, ...found.sums }).end()
}
