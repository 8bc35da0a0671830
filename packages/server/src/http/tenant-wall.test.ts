import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Api, type ApiResponse, startService } from '../../testing/start-service.ts'
import type { Operation } from './openapi/operation.ts'

/** What belongs to an organization, by the name under which requests point at it. */
type OwnIds = Record<string, string>

/** Names that point at nothing of an organization's own. */
const SHARED = new Set(['contentId'])

/** What no organization may do, whatever the id: it is refused before anybody looks. */
const OF_THE_OPERATOR = new Set([
  'PUT /v1/organizations/{orgId}/quota',
  'PATCH /v1/organizations/{orgId}/quota',
])

/** Fields of a body that say the same as an id; both together would be refused for that alone. */
const RIVALS: Record<string, string[]> = {
  batchId: ['ref', 'renderIds'],
  artistId: ['artist'],
  mediaBundleId: ['artist', 'mediaBundle'],
  mediaId: ['artist', 'mediaBundle', 'media'],
}

const service = await startService({ after })
const stranger = await service.addOrganization('Stranger')
const calls = Object.entries(service.app.openApi().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
const ids = await makeRecords(service.api)
const before = await readAll()

test('every id that a path can hold is of a known kind', () => {
  const names = new Set(
    calls.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)),
  )
  for (const name of names) assert.ok(name in ids || SHARED.has(name), `${name} is looked at by this test`)
  assert.ok(names.size >= 6)
})

test('the ids are real: their owner finds what they name', () => {
  // The asset of this test is only an address so far, and has no bytes to download.
  for (const { path, status } of before)
    if (!path.startsWith('/v1/uploads/')) assert.notEqual(status, 404, path)
})

for (const { method, path, operation } of calls.filter(isAboutOwnThings)) {
  test(`${method} ${path}: a foreign id looks like one that does not exist`, async () => {
    const [foreign, unknown] = await ask((own) => stranger.api(method, fill(path, own), bodyOf(operation)))
    assertSameRefusal(foreign, unknown, OF_THE_OPERATOR.has(`${method} ${path}`) ? 403 : 404)
  })
}

for (const { method, path, operation } of calls) {
  for (const field of idFieldsOf(operation)) {
    test(`${method} ${path}: a foreign ${field} in the body looks like one that does not exist`, async () => {
      const [foreign, unknown] = await ask(async (own) => {
        const body: Record<string, unknown> = { ...(bodyOf(operation) as object), [field]: own[field] }
        for (const rival of RIVALS[field] ?? []) delete body[rival]
        return stranger.api(method, fill(path, await makeRecords(stranger.api)), body)
      })
      assertSameRefusal(foreign, unknown)
    })
  }
  for (const name of idFiltersOf(operation)) {
    test(`${method} ${path}: a foreign ${name} as a filter finds nothing`, async () => {
      const [foreign, unknown] = await ask((own) => stranger.api(method, `${path}?${name}=${own[name]}`))
      assert.equal(foreign.status, 200)
      assert.deepEqual(foreign.body.data, { items: [], nextCursor: null })
      assert.deepEqual(unknown.body, foreign.body)
    })
  }
}

test('a list shows nothing of another organization', async () => {
  const newcomer = await service.addOrganization('Newcomer')
  for (const { path } of calls.filter(({ method, path, operation }) => isList(method, path, operation))) {
    const { body } = await newcomer.api('GET', path)
    assert.deepEqual(body.data.items, [], path)
    assert.ok((await service.api('GET', path)).body.data.items.length > 0, `${path} has something to hide`)
  }
})

test('a cursor of another organization shows nothing of it', async () => {
  const { body } = await service.api('GET', '/v1/assets?limit=1')
  assert.ok(body.data.nextCursor)
  const answer = await stranger.api('GET', `/v1/assets?cursor=${encodeURIComponent(body.data.nextCursor)}`)
  const shown: { assetId: string }[] = answer.body.data?.items ?? []
  const own = new Set(
    (await service.api('GET', '/v1/assets')).body.data.items.map((item: { assetId: string }) => item.assetId),
  )

  for (const { assetId } of shown) assert.ok(!own.has(assetId))
})

test('after all of that the owner finds everything as it was', async () => {
  assert.deepEqual(await readAll(), before)
})

/** One record of every kind. */
async function makeRecords(api: Api): Promise<OwnIds> {
  const make = async (path: string, body: object) => {
    const answer = await api('POST', path, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }
  const imageUrl = 'https://cdn.example.com/cover.jpg'
  const { artistId } = await make('/v1/artists', { name: 'Odalys Wren', imageUrl })
  const { mediaBundleId } = await make('/v1/media-bundles', { name: 'Harbour EP', artistId, imageUrl })
  const streamerUrl = 'https://streamer.example.com/track/4uLU6h'
  const song = { name: 'Tin Lanterns', mediaBundleId, streamerUrl, lyricsText: 'Leave the lantern burning' }
  const { mediaId } = await make('/v1/media', song)
  const { keyId } = await make('/v1/api-keys', { name: 'robot', scopes: ['read'] })
  const { streamerPluginId } = (await api('GET', `/v1/media/${mediaId}`)).body.data
  const { imageAssetId } = (await api('GET', `/v1/artists/${artistId}`)).body.data
  const { orgId } = (await api('GET', '/v1/organizations/me')).body.data
  const records = {
    artistId,
    mediaBundleId,
    mediaId,
    keyId,
    pluginId: streamerPluginId,
    assetId: imageAssetId,
    orgId,
  }
  const { batchId, renders } = await make('/v1/batches', exampleBody('POST', '/v1/batches'))
  const { deliveryId } = await make('/v1/webhooks/test', exampleBody('POST', '/v1/webhooks/test'))
  const { shareId } = await make('/v1/shares', { batchId })
  const known: OwnIds = { ...records, batchId, renderId: renders[0].renderId, deliveryId, shareId }
  for (const { path, operation } of calls.filter(
    ({ method, path }) => method === 'POST' && !/[{]/.test(path),
  )) {
    const name = madeIdOf(operation)
    if (!name || name in known) continue
    const body = Object.entries(bodyOf(operation) as object)
    known[name] = (
      await make(path, Object.fromEntries(body.map(([key, value]) => [key, known[key] ?? value])))
    )[name]
  }
  return known
}

/** The id of what a call makes, where paths ask for it: such a record is made from the call's own example. */
function madeIdOf({ responses }: Operation): string | undefined {
  const [example] = Object.values(responses['201']?.content?.['application/json']?.examples ?? {})
  const { data = {} } = (example?.value ?? {}) as { data?: object }
  return Object.keys(data).find((name) => calls.some(({ path }) => path.endsWith(`/{${name}}`)))
}

function exampleBody(method: string, path: string): object {
  const call = calls.find((candidate) => candidate.method === method && candidate.path === path)
  return (call && (bodyOf(call.operation) as object)) ?? {}
}

/** Asks once with the real ids of another organization and once with ids that nobody has. */
async function ask(
  call: (own: OwnIds) => Promise<ApiResponse>,
): Promise<[foreign: ApiResponse, unknown: ApiResponse]> {
  const nobodys = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, mirror(id)]))
  return [await call(ids), await call(nobodys)]
}

/** Another id of the same form. */
function mirror(id: string): string {
  return id.slice(0, 14) + [...id.slice(14)].reverse().join('')
}

function assertSameRefusal(foreign: ApiResponse, unknown: ApiResponse, status = 404): void {
  assert.equal(foreign.status, status, JSON.stringify(foreign.body))
  assert.equal(unknown.status, status)
  const plain = ({ body }: ApiResponse) => {
    const text = JSON.stringify({ ...body, requestId: '' })
    return Object.values(ids).reduce(
      (rest, id) => rest.replaceAll(mirror(id), '<id>').replaceAll(id, '<id>'),
      text,
    )
  }
  assert.equal(plain(foreign), plain(unknown))
  const names = (answer: ApiResponse) =>
    [...answer.headers.keys()].filter((name) => name !== 'content-length').sort()
  assert.deepEqual(names(foreign), names(unknown))
}

function isAboutOwnThings({ path }: { path: string }): boolean {
  return [...path.matchAll(/\{(\w+)\}/g)].some((match) => (match[1] as string) in ids)
}

function fill(path: string, own: OwnIds): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => own[name] ?? 'BASE_BASIC_UNIFIED')
}

function bodyOf(operation: Operation): unknown {
  return Object.values(operation.requestBody?.content['application/json']?.examples ?? {})[0]?.value
}

function idFieldsOf({ requestBody }: Operation): string[] {
  const { schema } = requestBody?.content['application/json'] ?? {}
  const name = schema?.$ref?.split('/').at(-1) ?? ''
  const { properties = {} } = service.app.openApi().components.schemas[name] ?? {}
  return Object.keys(properties).filter((field) => field in ids)
}

function idFiltersOf({ parameters = [] }: Operation): string[] {
  return parameters.flatMap(({ in: place, name = '' }) => (place === 'query' && name in ids ? [name] : []))
}

function isList(method: string, path: string, { parameters = [] }: Operation): boolean {
  return method === 'GET' && !path.includes('{') && parameters.some(({ name }) => name === 'cursor')
}

async function readAll(): Promise<{ path: string; status: number; data: unknown }[]> {
  // A stream of events ends only with its batch, which nobody works on here.
  const isStream = ({ responses }: Operation) => 'text/event-stream' in (responses['200']?.content ?? {})
  const paths = calls.filter(
    ({ method, path, operation }) => method === 'GET' && isAboutOwnThings({ path }) && !isStream(operation),
  )
  return Promise.all(
    paths.map(async ({ path }) => {
      const { status, body } = await service.api('GET', fill(path, ids))
      return { path, status, data: body.data }
    }),
  )
}
