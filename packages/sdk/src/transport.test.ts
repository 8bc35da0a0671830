import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ADMIN_TOKEN, startService } from '@songreel/server/testing/start-service.ts'
import { createLossyFetch, type Fate } from '../testing/lossy-fetch.ts'
import {
  AbortError,
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  IdempotencyError,
  isFinal,
  NotFoundError,
  PermissionError,
  QuotaError,
  RateLimitError,
  type ResponseInfo,
  ServerError,
  Songreel,
  SongreelError,
  TimeoutError,
  ValidationError,
} from './index.ts'

const { url, token, addOrganization } = await startService({ after })
const songreel = new Songreel({ baseUrl: url, token })

/** A client whose network does these things first. */
function connect(...fates: Fate[]) {
  const fetch = createLossyFetch(...fates)
  return { client: new Songreel({ baseUrl: `${url}/v1/`, token, fetch, retryDelayMs: 1 }), seen: fetch.seen }
}

const json = (status: number, body: object, headers = {}) => Response.json(body, { status, headers })

test('data comes without its envelope, and what the envelope says is in $meta', async () => {
  const artist = await songreel.artists.create({ name: 'Odalys Wren', colour: 'red' } as { name: string })
  assert.deepEqual(Object.keys(artist), ['artistId', 'name'])
  assert.equal(artist.$meta.message, 'Artist created')
  assert.equal(artist.$meta.status, 201)
  assert.equal(artist.$meta.warnings[0]?.field, 'colour')
  assert.match(artist.$meta.requestId ?? '', /./)
})

test('a create is done once, however often its response is lost, and each try carries the same key', async () => {
  const { client, seen } = connect('LOSE_REQUEST', 'LOSE_RESPONSE', 'CUT_BODY')
  const { artistId, $meta } = await client.artists.create({ name: 'Once Only' }, { maxRetries: 3 })
  assert.equal($meta.isReplayed, true)
  assert.equal(seen.length, 4)
  assert.equal(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
  const found = await songreel.artists.list({ q: 'Once Only' })
  assert.deepEqual(
    found.items.map((each) => each.artistId),
    [artistId],
  )
})

test('an error whose response was cut off is not taken for another error', async () => {
  const cut = new Response('{"success":false,"mess', {
    status: 409,
    headers: { 'content-type': 'application/json' },
  })
  const { client, seen } = connect(cut)
  await client.artists.create({ name: 'Cut' })
  assert.equal(seen.length, 2)
})

test('two creates have different keys', async () => {
  const { client, seen } = connect()
  await client.artists.create({ name: 'One' })
  await client.artists.create({ name: 'Two' })
  assert.notEqual(seen[0]?.headers.get('idempotency-key'), seen[1]?.headers.get('idempotency-key'))
})

test('a token whose response was lost is an error, because the repeated response has it masked', async () => {
  const { client } = connect('LOSE_RESPONSE')
  const lost = client.apiKeys.create({ name: 'Reader', scopes: ['read'] })
  await assert.rejects(lost, { name: 'SongreelError', message: /the token was lost on the way/ })
})

test('a rotated webhook secret whose response was lost is read again', async () => {
  const { client } = connect('LOSE_RESPONSE')
  const { secret } = await client.webhooks.rotateSecret()
  assert.equal(secret, (await songreel.webhooks.secret()).secret)
})

test('deleting what a lost try has already deleted succeeds; deleting what never was does not', async () => {
  const { artistId } = await songreel.artists.create({ name: 'Gone' })
  const { client } = connect('LOSE_RESPONSE')
  const deleted = await client.artists.delete(artistId)
  assert.deepEqual(deleted, { artistId, deleted: true })
  assert.equal(deleted.$meta.status, 404)
  await assert.rejects(songreel.artists.delete(artistId), NotFoundError)
})

test('Retry-After is honoured, and a wait that is too long is reported instead', async () => {
  const limited = (secs: string) =>
    json(
      429,
      { success: false, message: 'Too many', error: { code: 'RATE_LIMITED' } },
      { 'retry-after': secs },
    )
  const { client, seen } = connect(limited('0'), limited('3600'))
  await assert.rejects(client.artists.list(), (error) => {
    assert.ok(error instanceof RateLimitError)
    assert.equal(error.retryAfterSeconds, 3600)
    return true
  })
  assert.equal(seen.length, 2)
})

test('every way to fail has its own class', async () => {
  const failing = (status: number, code: string, retryable = false) =>
    connect(json(status, { success: false, message: 'No', error: { code, retryable, details: [] } })).client
  const cases: [() => Promise<unknown>, new (...facts: never[]) => SongreelError][] = [
    [() => songreel.artists.get('art_none'), NotFoundError],
    [() => songreel.artists.create({ name: '' }), ValidationError],
    [() => new Songreel({ baseUrl: url, token: 'srl_live_x' }).artists.list(), AuthenticationError],
    [() => songreel.organizations.create({ name: 'Other' }), PermissionError],
    [() => failing(409, 'HAS_CHILDREN').artists.delete('art_1'), ConflictError],
    [() => failing(422, 'IDEMPOTENCY_KEY_REUSED').artists.create({ name: 'A' }), IdempotencyError],
    [() => failing(410, 'OUTPUT_EXPIRED').artists.list(), ApiError],
    [
      () =>
        new Songreel({ baseUrl: url, token, fetch: async () => json(502, {}), maxRetries: 0 }).artists.list(),
      ServerError,
    ],
    [() => new Songreel({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).artists.list(), ConnectionError],
    [
      () =>
        connect(new Response('<html>', { headers: { 'content-type': 'text/html' } })).client.request({
          method: 'GET',
          path: '/v1/limits',
          maxRetries: 0,
        }),
      ConnectionError,
    ],
    [() => songreel.artists.list({}, { signal: AbortSignal.abort() }), AbortError],
    [
      () =>
        new Songreel({
          baseUrl: url,
          fetch: never,
          timeoutMs: 5,
          maxRetries: 1,
          retryDelayMs: 1,
        }).artists.list(),
      TimeoutError,
    ],
  ]
  for (const [call, Class] of cases) {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof Class && error instanceof SongreelError, `${Class.name}: ${error}`)
      assert.equal(error.name, Class.name)
      return true
    })
  }
})

/** A network on which nothing comes back until it is aborted. */
const never: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })

test('an error is one line for a log, and names each wrong field', async () => {
  const input = {
    artist: { name: 'A' },
    media: { name: 'B', audioUrl: 'ftp://x' },
    renders: [{ contentId: 'BASE_BASIC_UNIFED' }],
  }
  await assert.rejects(songreel.batches.create(input), (error) => {
    assert.ok(error instanceof ValidationError)
    assert.match(error.field('media.audioUrl') ?? '', /must start with http/)
    assert.equal(error.field('ref'), undefined)
    assert.match(
      String(error),
      /^ValidationError 400 VALIDATION_ERROR: [^\n]+ \(request \S+, http\S+#VALIDATION_ERROR\)$/,
    )
    return true
  })
})

test('a quota that would be exceeded is told in figures, and so is when it begins anew', async () => {
  const { orgId, client } = await addOrganization()
  const operator = new Songreel({ baseUrl: url, token: ADMIN_TOKEN })
  const { resetsAt } = await operator.organizations.setQuota(orgId, { videos: 1 })
  const input = {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'BASE_BASIC_UNIFIED' }, { contentId: 'BASE_ART_TRACK' }],
  }
  await assert.rejects(client.batches.create(input), (error) => {
    assert.ok(error instanceof QuotaError)
    assert.deepEqual(error.exceeded, [{ code: 'VIDEOS_PER_MONTH', limit: 1, used: 0, open: 2, resetsAt }])
    assert.equal(error.resetsAt, resetsAt)
    return true
  })
})

test('an aborted call stops at once, also between two tries', async () => {
  const stop = new AbortController()
  const fetch = createLossyFetch('LOSE_REQUEST')
  const onResponse = () => stop.abort(new Error('enough'))
  const client = new Songreel({ baseUrl: url, token, fetch, onResponse, retryDelayMs: 60_000 })
  await assert.rejects(client.artists.list({}, { signal: stop.signal }), (error) => {
    assert.ok(error instanceof AbortError)
    assert.match(String(error.cause), /enough/)
    return true
  })
  assert.equal(fetch.seen.length, 1)
})

test('a list is a page when awaited, and all records in a loop', async () => {
  for (let number = 1; number <= 5; number++) await songreel.artists.create({ name: `Walker ${number}` })
  const page = await songreel.artists.list({ q: 'Walker', limit: 2 })
  assert.equal(page.items.length, 2)
  assert.ok(page.nextCursor)
  const names: string[] = []
  for await (const { name } of songreel.artists.list({ q: 'Walker', limit: 2, createdAfter: new Date(0) }))
    names.push(name)
  assert.deepEqual(names, ['Walker 5', 'Walker 4', 'Walker 3', 'Walker 2', 'Walker 1'])
  assert.equal((await songreel.artists.list({ q: 'Walker', limit: 2 }).toArray({ limit: 3 })).length, 3)
})

test('an empty id is refused before it names the whole list', async () => {
  assert.throws(() => songreel.artists.get(''), { message: /must not be empty/ })
})

test('statuses, fields and error codes of a newer server pass', async () => {
  const newer = json(200, {
    success: true,
    data: { batchId: 'bat_1', status: 'ENCHANTING', renders: [], mood: 'blue' },
    moon: 'full',
  })
  const batch = await connect(newer).client.batches.get('bat_1')
  assert.equal(batch.status, 'ENCHANTING')
  assert.equal(isFinal({ status: batch.status }), false)
  assert.equal(isFinal({ status: 'ENCHANTED', isFinal: true }), true)
  const refusal = json(418, {
    success: false,
    message: 'Teapot',
    error: { code: 'TEAPOT', retryable: false },
  })
  await assert.rejects(connect(refusal).client.artists.list(), {
    name: 'ApiError',
    code: 'TEAPOT',
    status: 418,
  })
})

test('hooks see every try and never the token', async () => {
  const infos: ResponseInfo[] = []
  const fetch = createLossyFetch('LOSE_REQUEST')
  const client = new Songreel({
    baseUrl: url,
    token,
    fetch,
    retryDelayMs: 1,
    onResponse: (info) => infos.push(info),
  })
  await client.service.limits()
  assert.deepEqual(
    infos.map(({ attempt, status, error }) => [attempt, status, error instanceof ConnectionError]),
    [
      [1, undefined, true],
      [2, 200, false],
    ],
  )
  assert.ok(!JSON.stringify(infos).includes(token))
})

test('an organization is read, changed, made and given a new token', async () => {
  const operator = new Songreel({ baseUrl: url, token: ADMIN_TOKEN })
  const { authToken, orgId } = await operator.organizations.create({ name: 'Second' })
  const second = new Songreel({ baseUrl: url, token: authToken })
  assert.equal((await second.organizations.get()).orgId, orgId)
  assert.equal((await second.organizations.update(orgId, { name: 'Renamed' })).name, 'Renamed')
  const rotated = await second.organizations.rotateToken('me', { graceSecs: 0 })
  assert.notEqual(rotated.authToken, authToken)
  await assert.rejects(second.organizations.get(), AuthenticationError)
})

test('a wrong baseUrl is named', () => {
  assert.throws(() => new Songreel({ baseUrl: 'localhost:4400' }), {
    message: /baseUrl must start with http/,
  })
})
