import fc from 'fast-check'
import type { OpenApiDocument } from '../src/http/openapi/document.ts'
import type { Operation } from '../src/http/openapi/operation.ts'

/** Like the unit 'binary', which makes a table of all characters first and takes a second for it. */
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code).toWellFormed())

/** A request as it goes onto the wire, and the call it was made from. */
export type MalformedRequest = {
  /** `POST /v1/artists`, where the request is aimed at a described call. */
  name?: string
  operation?: Operation
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

type Known = { method: string; path: string; operation: Operation }

/** Things that are real, so that requests get past the first door. */
export type RealThings = { token: string; ids: string[] }

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'PURGE',
]
const NASTY_SEGMENTS = [
  '%',
  '%zz',
  '%00',
  '%ED%A0%80',
  '%C0%AF',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '.',
  '*',
  ':id',
  "'%20or%201=1--",
  '%F0%9F%8E%B5',
  'null',
  '-1',
  '__proto__',
  'constructor',
  'x'.repeat(300),
  'y'.repeat(6000),
]
const NASTY_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  ' ',
  'a\0b',
  '\ud800',
  'x'.repeat(3000),
  '🎵'.repeat(300),
  'javascript:alert(1)',
  'http://[::1',
  'http://user:pass@host/',
  '../../etc/passwd',
  "'; drop table artists; --",
  [],
  [[[[]]]],
  {},
  { a: { b: { c: {} } } },
  { $gt: '' },
  { constructor: { prototype: {} } },
]
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/vnd.api+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'nonsense',
  '',
]

/** Makes requests that are wrong in every way we could think of, aimed at every call of the API. */
export function malformedRequests(
  document: OpenApiDocument,
  real: RealThings,
): fc.Arbitrary<MalformedRequest> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return fc.constantFrom(...calls).chain((call) => malformed(call, real))
}

function malformed(call: Known, real: RealThings): fc.Arbitrary<MalformedRequest> {
  return fc
    .record({
      segments: fc.array(segment(real.ids), { minLength: 4, maxLength: 4 }),
      query: query(call.operation),
      method: fc.oneof({ weight: 9, arbitrary: fc.constant(call.method) }, fc.constantFrom(...METHODS)),
      headers: headers(real.token),
      content: content(call.operation),
    })
    .map(({ segments, query, method, headers, content }) => {
      let index = 0
      const path = call.path.replace(/\{\w+\}/g, () => segments[index++ % segments.length] as string) + query
      const isAimed = method === call.method && !segments.slice(0, index).includes('')
      return {
        ...(isAimed && { name: `${call.method} ${call.path}`, operation: call.operation }),
        method,
        path,
        headers: { ...headers, ...(content.type !== '' && { 'content-type': content.type }) },
        body: content.body,
      }
    })
}

/** Made once: to make one of these takes longer than the request. */
const oddSegment = fc
  .string({ unit: anyCharacter, maxLength: 30 })
  .map((text) => encodeURIComponent(text.toWellFormed()))
const oddValue = fc
  .string({ unit: anyCharacter, maxLength: 20 })
  .map((text) => encodeURIComponent(text.toWellFormed()))

function segment(ids: string[]): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...ids, 'me'), fc.constantFrom(...NASTY_SEGMENTS), oddSegment)
}

function query(operation: Operation): fc.Arbitrary<string> {
  const names = (operation.parameters ?? []).flatMap((parameter) =>
    parameter.in === 'query' ? [parameter.name ?? ''] : [],
  )
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '%00',
      '%',
      '%ED%A0%80',
      '-1',
      '1e9',
      'true',
      '99999999999999999999',
      '2026-02-31T00:00:00Z',
      '[]',
    ),
    oddValue,
  )
  const pair = fc.tuple(fc.constantFrom(...names, 'unknown', 'limit', 'cursor', '__proto__', 'a[b]'), value)
  const pairs = fc
    .array(pair, { maxLength: 4 })
    .map((list) => list.map(([name, text]) => `${name}=${text}`).join('&'))
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    pairs.map((text) => `?${text}`),
  )
}

function headers(token: string): fc.Arbitrary<Record<string, string>> {
  const authorization = fc.oneof(
    { weight: 12, arbitrary: fc.constant(`Bearer ${token}`) },
    fc.constantFrom(
      '',
      'Bearer',
      'Bearer x',
      'Basic eDp5',
      `Bearer ${token} ${token}`,
      `Bearer ${token.slice(0, -1)}`,
    ),
  )
  const others = fc.record(
    {
      prefer: fc.constantFrom('handling=strict', 'return=minimal', ';;;', 'handling=', 'x'.repeat(500)),
      'idempotency-key': fc.constantFrom('', 'k', 'key one', 'x'.repeat(255), 'x'.repeat(256), 'sch\u00fc'),
      'x-request-id': fc.constantFrom('mine', '', '<script>', 'x'.repeat(200)),
      'content-encoding': fc.constantFrom('gzip', 'br', 'identity'),
      expect: fc.constantFrom('100-continue', 'something'),
      accept: fc.constantFrom('text/html', '*/*', 'image/png'),
      range: fc.constantFrom('bytes=0-1', 'bytes=9-1', 'lines=1', 'bytes=-'),
    },
    { requiredKeys: [] },
  )
  const maybe = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, others)
  return fc
    .tuple(authorization, maybe)
    .map(([value, more]) => ({ ...(value !== '' && { authorization: value }), ...more }))
}

type Content = { type: string; body: string | Buffer | undefined }

function content(operation: Operation): fc.Arbitrary<Content> {
  const { examples = {} } = operation.requestBody?.content['application/json'] ?? {}
  const example = Object.values(examples)[0]?.value ?? {}
  const json = (body: string): Content => ({ type: 'application/json', body })
  const bytes = fc.uint8Array({ maxLength: 200 }).map((list) => Buffer.from(list))
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .array(change(), { minLength: 1, maxLength: 3 })
        .map((changes) => json(apply(example, changes))),
    },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((value) => json(JSON.stringify(value))) },
    { weight: 2, arbitrary: cut(JSON.stringify(example)).map(json) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(json('['.repeat(50_000)), json('{"a":'.repeat(40)), json(''), json('nul')),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...TYPES), bytes).map(([type, body]) => ({ type, body })),
    },
    { weight: 1, arbitrary: fc.constant({ type: '', body: undefined }) },
  )
}

type Change = { place: number; value: unknown; kind: 'set' | 'drop' | 'add' }

function change(): fc.Arbitrary<Change> {
  const value = fc.oneof(fc.constantFrom(...NASTY_VALUES), fc.jsonValue({ maxDepth: 2 }))
  return fc.record({ place: fc.nat(1000), value, kind: fc.constantFrom('set', 'set', 'drop', 'add') })
}

/** Changes a body somewhere inside. */
function apply(example: unknown, changes: Change[]): string {
  const root = { body: structuredClone(example) }
  for (const { place, value, kind } of changes) {
    const places = placesOf(root)
    const [owner, key] = places[place % places.length] as [Record<string, unknown>, string]
    if (kind === 'set') owner[key] = structuredClone(value)
    if (kind === 'drop' && owner !== root) delete owner[key]
    if (kind === 'add') owner[`${key}X`] = structuredClone(value)
  }
  return JSON.stringify(root.body ?? null)
}

function placesOf(owner: object): [object, string][] {
  return Object.entries(owner).flatMap(([key, value]) => [
    [owner, key] as [object, string],
    ...(typeof value === 'object' && value !== null ? placesOf(value) : []),
  ])
}

/** Cuts a text off, or puts something into it. */
function cut(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.constantFrom('', ',', '"', '}', '\\', '\\ud83d', '\\u0000', '\n', '1'))
    .map(([place, insert]) => text.slice(0, place) + insert + (insert === '' ? '' : text.slice(place)))
}

/** Bytes that are hardly HTTP, or hardly a request of ours. */
export function malformedBytes(token: string): fc.Arbitrary<Buffer> {
  const line = fc.constantFrom(
    'GET / HTTP/1.1',
    'GET /v1/limits HTTP/1.1',
    'POST /v1/artists HTTP/1.1',
    'GET http://other.example/v1/limits HTTP/1.1',
    'GET //v1/limits HTTP/1.1',
    'GET /v1/../v1/limits HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT x:1 HTTP/1.1',
    'GET  / HTTP/1.1',
    'get / http/1.1',
    'PRI * HTTP/2.0',
    'GET / HTTP/0.9',
    'GET /ä HTTP/1.1',
    '',
  )
  const header = fc.constantFrom(
    'Host: x',
    'Host:',
    'Host: x:y:z',
    ' folded: x',
    'No-Colon',
    'Bad Name: x',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 1, 2',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip',
    'Content-Type: application/json',
    'Upgrade: websocket',
    'Connection: upgrade',
    'Expect: 100-continue',
    `Authorization: Bearer ${token}`,
    'X-Null: a\0b',
    `X-Long: ${'x'.repeat(20_000)}`,
  )
  const tail = fc.oneof(
    fc.constantFrom('', 'hello', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n'),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
  )
  const shaped = fc
    .tuple(line, fc.array(header, { maxLength: 5 }), tail)
    .map(([first, headers, rest]) =>
      Buffer.from(`${[first, ...headers].join('\r\n')}\r\n\r\n${rest}`, 'latin1'),
    )
  return fc.oneof(
    { weight: 4, arbitrary: shaped },
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((list) => Buffer.from(list)),
  )
}
