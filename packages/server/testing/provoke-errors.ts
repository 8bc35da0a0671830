import { rename, truncate } from 'node:fs/promises'
import path from 'node:path'
import {
  type ErrorCode,
  type IdKind,
  type NotFoundCode,
  notFoundCode,
  RECORD_KINDS,
} from '@songreel/contract'
import { sql } from 'kysely'
import { assetKey } from '../src/assets/asset-key.ts'
import { newId } from '../src/store/new-id.ts'
import { AUDIO_URL, create, createSong } from './builders.ts'
import { sendRaw } from './raw-request.ts'
import { ADMIN_TOKEN, type Api, startService, type TestService } from './start-service.ts'
import { createTestDatabase } from './test-database.ts'
import { makeTestSong } from './test-song.ts'
import { waitFor } from './wait-for.ts'

type Cleanup = { after(fn: () => Promise<void>): void }
type Provoked = { status: number; body: unknown }

/** A service in which every error can be met. */
export type Ground = TestService & {
  /** The same, but it allows three requests a minute and has no patience with slow bodies. */
  strict: TestService
  /** A song of which one video is made; the same for all who ask. */
  finished(): Promise<{ batchId: string; renderId: string; renderUrl: string }>
}

/** A way to meet an error, over HTTP, as a client would. */
export type Provocation = (ground: Ground) => Promise<Provoked>

const TINY = { outputQuality: 'PREVIEW', aspectRatio: '1x1', audioStartEndSecs: { start: 0, end: 1 } }
const renders = [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: TINY }]

/** Starts everything that the provocations need. */
export async function startGround(t: Cleanup): Promise<Ground> {
  const database = await createTestDatabase(t)
  const service = await startService(t, { database, hasWorker: true })
  const strict = await startService(t, {
    database,
    config: { rateLimit: 3 },
    app: { bodyTimeoutMs: 100 },
  })
  let finished: ReturnType<Ground['finished']> | undefined
  return {
    ...service,
    strict,
    finished() {
      finished ??= makeVideo(service.api)
      return finished
    },
  }
}

async function makeVideo(api: Api) {
  const song = await upload(api, 2)
  const media = { name: 'Tin Lanterns', audioUrl: song.url }
  const { batchId } = await create(api, '/v1/batches', { artist: { name: 'Odalys Wren' }, media, renders })
  return waitFor('the video is there', async () => {
    const { isFinal, renders } = (await api('GET', `/v1/batches/${batchId}`)).body.data
    return isFinal && { batchId, renderId: renders[0].renderId, renderUrl: renders[0].renderUrl }
  })
}

/** Uploads a song of so many seconds. */
async function upload(api: Api, secs: number): Promise<{ assetId: string; url: string }> {
  const { body } = await api('POST', '/v1/uploads', makeTestSong(secs), { 'Content-Type': 'audio/wav' })
  return body.data
}

const readUnknown =
  (resource: string, kind: IdKind): Provocation =>
  ({ api }) =>
    api('GET', `/v1/${resource}/${newId(kind)}`)

/** Reads a record that is not there, for every kind: the route that ends with its id says where. */
const MISSING_RECORDS = Object.fromEntries(
  RECORD_KINDS.map((kind) => {
    const readMissing: Provocation = ({ api, app }) => {
      const ending = `/:${kind}Id`
      const route = app.routeList.find(({ method, url }) => method === 'GET' && url.endsWith(ending))
      if (!route) throw new Error(`no route reads a ${kind}`)
      return api('GET', route.url.replace(ending, `/${newId(kind)}`))
    }
    return [notFoundCode(kind), readMissing]
  }),
) as Record<NotFoundCode, Provocation>

async function sendBytes({ url }: TestService, bytes: string): Promise<Provoked> {
  const response = await sendRaw(url, bytes)
  if (!response) throw new Error('no response came')
  return { status: response.status, body: JSON.parse(response.text) }
}

const BROKEN_REQUESTS = {
  BAD_REQUEST: (ground) => sendBytes(ground, 'GET /v1/limits HTTP/1.1\r\n\r\n'),
  INVALID_JSON: ({ api }) => api('POST', '/v1/artists', '{"name": "Odalys Wren",}'),
  UNSAFE_JSON: ({ api }) => api('POST', '/v1/artists', '{"name": "Odalys Wren", "__proto__": {}}'),
  INVALID_CHARACTERS: ({ api }) => api('POST', '/v1/artists', '{"name": "Odalys Wren \\ud83c"}'),
  INVALID_CURSOR: ({ api }) => api('GET', '/v1/artists?cursor=of-another-list'),
  VALIDATION_ERROR: ({ api }) => api('POST', '/v1/artists', { name: '', imageUrl: 'cover.jpg' }),
  LYRICS_INVALID: async ({ api }) => {
    const { mediaId } = await createSong(api)
    return api('PUT', `/v1/media/${mediaId}`, { lyricsText: '[00:12.00]Lantern\n[00:75.00]light' })
  },
  FONT_INVALID: (ground) => nameUnreadable(ground, 'titleFontUrl', 'font/ttf', '\0\x01\0\0\0\x0c cut off'),
  LOGO_INVALID: (ground) => nameUnreadable(ground, 'logoUrl', 'image/svg+xml', '<svg><path d="M0'),
  ANIMATION_INVALID: (ground) =>
    nameUnreadable(ground, 'logoAnimationUrl', 'text/plain', '{"v":"5.7.0","fr":30,"w":0,"h":0,"layers":[]}'),
  METHOD_NOT_ALLOWED: ({ api }) => api('PUT', '/v1/artists', {}),
  BODY_TOO_LARGE: ({ api }) => api('POST', '/v1/artists', { name: 'x'.repeat(1_100_000) }),
  UNSUPPORTED_MEDIA_TYPE: ({ api }) =>
    api('POST', '/v1/artists', 'name=Odalys+Wren', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  EXPECTATION_FAILED: (ground) =>
    sendBytes(ground, 'GET /v1/limits HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\n\r\n'),
  HEADERS_TOO_LARGE: (ground) =>
    sendBytes(ground, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`),
  async REQUEST_TIMEOUT({ strict }) {
    const { token } = await strict.addOrganization()
    const head = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 30`
    return sendBytes(strict, `POST /v1/artists HTTP/1.1\r\n${head}\r\n\r\n{"name":`)
  },
} satisfies Partial<Record<ErrorCode, Provocation>>

/** Names an upload that was looked at already. */
async function nameUnreadable(
  { api }: Ground,
  field: string,
  type: string,
  bytes: string,
): Promise<Provoked> {
  const { body } = await api('POST', '/v1/uploads', Buffer.from(bytes, 'latin1'), { 'Content-Type': type })
  const { assetId, url } = body.data
  await waitFor('the file was looked at', async () => {
    return (await api('GET', `/v1/assets/${assetId}`)).body.data.status === 'FAILED'
  })
  return api('POST', '/v1/brands', { name: 'Harbour Records', [field]: url })
}

const WRONG_TOKENS = {
  UNAUTHENTICATED: ({ apiAs }) => apiAs(undefined)('GET', '/v1/artists'),
  async FORBIDDEN({ api, apiAs }) {
    const { token } = await create(api, '/v1/api-keys', { name: 'Reader', scopes: ['read'] })
    return apiAs(token)('POST', '/v1/artists', { name: 'Odalys Wren' })
  },
  async RATE_LIMITED({ strict }) {
    const { api } = await strict.addOrganization()
    for (let count = 0; count < 3; count++) await api('GET', '/v1/limits')
    return api('GET', '/v1/limits')
  },
} satisfies Partial<Record<ErrorCode, Provocation>>

const NOT_THERE = {
  NOT_FOUND: ({ api }) => api('GET', '/v1/artist'),
  ...MISSING_RECORDS,
  CONTENT_NOT_FOUND: ({ api }) => api('GET', '/v1/contents/BASE_BASIC'),
  ORGANIZATION_NOT_FOUND: readUnknown('organizations', 'organization'),
  API_KEY_NOT_FOUND: ({ api }) => api('DELETE', `/v1/api-keys/${newId('apiKey')}`),
  DELIVERY_NOT_FOUND: readUnknown('webhook-deliveries', 'delivery'),
  DESTINATION_CREDENTIALS_NOT_FOUND: ({ api }) =>
    api('DELETE', `/v1/destination-credentials/${newId('destinationCredentials')}`),
} satisfies Partial<Record<ErrorCode, Provocation>>

const WRONG_BATCHES = {
  UNKNOWN_CONTENT: ({ api }) =>
    api('POST', '/v1/batches', { mediaId: newId('media'), renders: [{ contentId: 'BASE_BASIC_UNIFED' }] }),
  TEMPLATE_DATA_INVALID: ({ api }) =>
    api('POST', '/v1/batches', {
      mediaId: newId('media'),
      renders: [{ contentId: 'BASE_BASIC_UNIFIED', requiredData: { customTxt: 'Out now', theme: 'GREY' } }],
    }),
  LOOK_INVALID: ({ api }) =>
    api('POST', '/v1/contents/preview', {
      look: {
        look: 1,
        title: 'Neon pulse',
        description: 'The cover swells with the beat.',
        layers: [{ kind: 'picture', place: { below: 'title' } }],
      },
    }),
  async AMBIGUOUS_REFERENCE({ api }) {
    const { artistId } = await create(api, '/v1/artists', { name: 'Odalys Wren' })
    return api('POST', '/v1/batches', { artistId, artist: { name: 'Odalys Wren' }, renders })
  },
  async REFERENCE_MISMATCH({ api }) {
    const { mediaId } = await createSong(api)
    const { artistId } = await create(api, '/v1/artists', { name: 'Somebody else' })
    return api('POST', '/v1/batches', { mediaId, artistId, renders })
  },
  async MEDIA_INCOMPLETE({ api }) {
    const { mediaId } = await createSong(api)
    return api('POST', '/v1/batches', { mediaId, renders })
  },
  URL_NOT_ALLOWED: ({ api }) =>
    api('POST', '/v1/artists', { name: 'Odalys Wren', imageUrl: 'http://169.254.169.254/latest/meta-data' }),
} satisfies Partial<Record<ErrorCode, Provocation>>

const WRONG_STATES = {
  async CONFLICT({ api }) {
    const { mediaId, mediaBundleId } = await createSong(api)
    await api('DELETE', `/v1/media-bundles/${mediaBundleId}?cascade=true`)
    return api('POST', `/v1/media/${mediaId}/restore`)
  },
  async HAS_CHILDREN({ api }) {
    const { artistId } = await createSong(api)
    return api('DELETE', `/v1/artists/${artistId}`)
  },
  async PRECONDITION_FAILED({ api }) {
    const { mediaId } = await createSong(api)
    const { headers } = await api('GET', `/v1/media/${mediaId}`)
    await api('PUT', `/v1/media/${mediaId}`, { name: 'Tin Lanterns (Live)' })
    return api(
      'PUT',
      `/v1/media/${mediaId}`,
      { isrc: 'QZABC2600001' },
      { 'If-Match': headers.get('etag') ?? '' },
    )
  },
  async NOT_CANCELABLE({ api, finished }) {
    const { renderId } = await finished()
    return api('POST', `/v1/renders/${renderId}/cancel`)
  },
  async NOT_RETRYABLE({ api, finished }) {
    const { renderId } = await finished()
    return api('POST', `/v1/renders/${renderId}/retry`)
  },
  async RANGE_NOT_SATISFIABLE({ api, finished }) {
    const { renderUrl } = await finished()
    return api('GET', pathOf(renderUrl), undefined, { Range: 'bytes=999999999-' })
  },
  async OUTPUT_EXPIRED({ api }) {
    // Its own video, because the others go on with theirs.
    const { renderId, renderUrl } = await makeVideo(api)
    await api('DELETE', `/v1/renders/${renderId}`)
    return api('GET', pathOf(renderUrl))
  },
  async IDEMPOTENCY_KEY_REUSED({ api }) {
    const headers = { 'Idempotency-Key': newId('event') }
    await api('POST', '/v1/artists', { name: 'Odalys Wren' }, headers)
    return api('POST', '/v1/artists', { name: 'Somebody else' }, headers)
  },
  async IDEMPOTENCY_IN_PROGRESS({ api, services }) {
    const headers = { 'Idempotency-Key': newId('event') }
    const post = () => api('POST', '/v1/artists', { name: 'Odalys Wren' }, headers)
    let all: Promise<Provoked>[] = []
    const first = await services.db.transaction().execute(async (transaction) => {
      // Whichever comes first waits for this table; the other is answered at once.
      await sql`lock table artists in exclusive mode`.execute(transaction)
      all = [post(), post()]
      return Promise.race(all)
    })
    await Promise.all(all)
    return first
  },
} satisfies Partial<Record<ErrorCode, Provocation>>

const OUR_OWN = {
  async STORAGE_QUOTA_EXCEEDED({ api, services }) {
    await upload(api, 20)
    services.config.maxStorageMb = 2
    const response = await api('POST', '/v1/uploads', makeTestSong(30), { 'Content-Type': 'audio/wav' })
    services.config.maxStorageMb = 0
    return response
  },
  async QUOTA_EXCEEDED({ apiAs, addOrganization }) {
    const { orgId, api } = await addOrganization('Wren Records')
    await apiAs(ADMIN_TOKEN)('PUT', `/v1/organizations/${orgId}/quota`, { videos: 1 })
    const media = { name: 'Tin Lanterns', audioUrl: AUDIO_URL }
    return api('POST', '/v1/batches', {
      artist: { name: 'Odalys Wren' },
      media,
      renders: [...renders, ...renders],
    })
  },
  async INTERNAL({ api, orgId, services }) {
    const { assetId } = await upload(api, 1)
    const { sha256 } = (await api('GET', `/v1/assets/${assetId}`)).body.data
    await truncate(path.join(services.config.dataDir, 'files', assetKey(orgId, sha256)), 1)
    return api('GET', `/v1/uploads/${assetId}`)
  },
  async UNAVAILABLE({ api, services }) {
    const folder = path.join(services.config.dataDir, 'files')
    await rename(folder, `${folder}-away`)
    const response = await api('GET', '/readyz')
    await rename(`${folder}-away`, folder)
    return response
  },
} satisfies Partial<Record<ErrorCode, Provocation>>

/** A way to meet every error of the catalogue. */
export const PROVOCATIONS: Record<ErrorCode, Provocation> = {
  ...BROKEN_REQUESTS,
  ...WRONG_TOKENS,
  ...NOT_THERE,
  ...WRONG_BATCHES,
  ...WRONG_STATES,
  ...OUR_OWN,
}

function pathOf(url: string): string {
  return url.slice(new URL(url).origin.length)
}
