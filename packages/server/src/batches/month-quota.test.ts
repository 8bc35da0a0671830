import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { BatchInput, type QuotaPatch } from '@songreel/contract'
import { sql } from 'kysely'
import { AUDIO_URL, createSong } from '../../testing/builders.ts'
import { ADMIN_TOKEN, type Api, startService } from '../../testing/start-service.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createBatch } from './create-batch.ts'
import { finishRender } from './finish-render.ts'

const { services, apiAs, addOrganization } = await startService({ after })
const { db } = services
const operator = apiAs(ADMIN_TOKEN)

const SECS = 10
const videoSettings = { audioStartEndSecs: { start: 0, end: SECS } }

function order(api: Api, count: number, path = '/v1/batches') {
  return api('POST', path, {
    ref: 'release',
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: AUDIO_URL },
    renders: Array.from({ length: count }, () => ({ contentId: 'BASE_BASIC_UNIFIED', videoSettings })),
  })
}

async function openLimited(quota: QuotaPatch) {
  const home = await addOrganization()
  const { status } = await operator('PUT', `/v1/organizations/${home.orgId}/quota`, quota)
  assert.equal(status, 200)
  return { ...home, readQuota: async () => (await home.api('GET', '/v1/usage')).body.data.quota }
}

/** A video that was completed so many days ago. */
async function addVideo(orgId: string, { bytes = 0, endedAt = new Date() }) {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from usage_entries`.execute(db)
  const entry = { render_id: `rnd_${rows[0]?.n}`, content_id: 'BASE_ART_TRACK', artist_id: 'art_1' }
  const made = { is_made: true, secs: SECS, bytes, ended_at: endedAt }
  await db
    .insertInto('usage_entries')
    .values({ ...entry, ...made, org_id: orgId })
    .execute()
}

const failure = { code: 'INTERNAL', message: 'It broke.', retryable: true } as const

test('what is under way counts; who asks for more is told what is used and when that ends', async () => {
  const { api, orgId, readQuota } = await openLimited({ videos: 3 })
  await addVideo(orgId, {})
  assert.equal((await order(api, 1)).status, 201)
  const { status, body } = await order(api, 2)
  assert.deepEqual([status, body.error.code, body.error.retryable], [403, 'QUOTA_EXCEEDED', false])
  const now = new Date()
  const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
  assert.equal(body.error.details.length, 1)
  const { message: _, ...facts } = body.error.details[0]
  const figures = { limit: 3, used: 1, open: 3, resetsAt }
  assert.deepEqual(facts, { field: 'renders', code: 'VIDEOS_PER_MONTH', quota: figures })
  assert.match(
    body.message,
    /3 videos made in a month\. Made so far: 1 video; under way, with these 2 videos: 3 videos\./,
  )
  assert.ok(body.message.includes(resetsAt), body.message)
  const { videos, secs, ...rest } = await readQuota()
  assert.deepEqual(videos, { limit: 3, used: 1, open: 1 })
  assert.deepEqual(secs, { limit: null, used: SECS, open: SECS })
  assert.equal(rest.resetsAt, resetsAt)
  assert.equal((await order(api, 1)).status, 201, 'what fits is taken')
})

test('a dry run tells, and takes nothing', async () => {
  const { api, readQuota } = await openLimited({ videos: 1 })
  const dryRun = '/v1/batches?dryRun=true'
  assert.equal((await order(api, 2, dryRun)).body.error.code, 'QUOTA_EXCEEDED')
  assert.equal((await order(api, 1, dryRun)).status, 200)
  assert.equal((await readQuota()).videos.open, 0)
})

test('of batches at the same moment only as many get in as there is room for', async () => {
  const { api, readQuota } = await openLimited({ videos: 5 })
  // Songs of their own: equal names would make them wait for one another.
  const songs: string[] = []
  for (let index = 0; index < 12; index++)
    songs.push((await createSong(api, { name: `Song ${index}`, audioUrl: AUDIO_URL })).mediaId)
  const renders = Array.from({ length: 2 }, () => ({ contentId: 'BASE_BASIC_UNIFIED', videoSettings }))
  const answers = await Promise.all(songs.map((mediaId) => api('POST', '/v1/batches', { mediaId, renders })))
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 2, statuses.join())
  assert.equal(statuses.filter((status) => status === 403).length, 10, statuses.join())
  assert.equal((await readQuota()).videos.open, 4)
})

test('who asks while another is being accepted waits for what comes of it', async () => {
  for (const isAccepted of [true, false]) {
    const { api, orgId } = await openLimited({ videos: 1 })
    const first = await createSong(api, { name: 'First', audioUrl: AUDIO_URL })
    const second = await createSong(api, { name: 'Second', audioUrl: AUDIO_URL })
    const renders = [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings }]
    const transaction = await db.startTransaction().execute()
    const input = BatchInput.parse({ mediaId: first.mediaId, renders })
    await createBatch(services, transaction, input, { orgId, isTest: false, isFresh: false })
    const other = api('POST', '/v1/batches', { mediaId: second.mediaId, renders })
    await waitFor('the other waits', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
      return rows.length === 1
    })
    await (isAccepted ? transaction.commit() : transaction.rollback()).execute()
    assert.equal((await other).status, isAccepted ? 403 : 201)
  }
})

test('a batch that is canceled gives back what it took, and so does a render that fails', async () => {
  const { api, orgId, readQuota } = await openLimited({ videos: 1 })
  const first = (await order(api, 1)).body.data
  assert.equal((await order(api, 1)).status, 403)
  assert.equal((await api('POST', `/v1/batches/${first.batchId}/cancel`)).status, 200)
  const [{ renderId }] = (await order(api, 1)).body.data.renders
  assert.equal(await finishRender(services, { orgId, renderId }, { status: 'FAILED', error: failure }), true)
  const { videos } = await readQuota()
  assert.deepEqual(videos, { limit: 1, used: 0, open: 0 })
  assert.equal((await order(api, 1)).status, 201)

  const retries = [
    [`/v1/renders/${renderId}/retry`],
    [`/v1/batches/${first.batchId}/retry`],
    ['/v1/batches/retry', { ref: 'release' }],
  ] as const
  for (const [path, input] of retries) {
    const { status, body } = await api('POST', path, input)
    assert.deepEqual([status, body.error?.code], [403, 'QUOTA_EXCEEDED'], path)
  }
  assert.deepEqual((await readQuota()).videos, { limit: 1, used: 0, open: 1 })
  const { totals } = (await api('GET', '/v1/usage')).body.data
  assert.equal(totals.failed, 1, 'a retry that was refused changed nothing')
  await operator('PUT', `/v1/organizations/${orgId}/quota`, { videos: 2 })
  assert.equal((await api('POST', retries[0][0])).status, 200)
  assert.equal((await api('GET', '/v1/usage')).body.data.totals.failed, 0)
})

test('length and size are limited, too, and every limit that is met is named', async () => {
  const { api, orgId } = await openLimited({ videos: 100, secs: 25, bytes: 1_000_000_000 })
  assert.equal((await order(api, 2)).status, 201)
  const { body } = await order(api, 1)
  const codesOf = ({ error }: typeof body) => error.details.map(({ code }: { code: string }) => code)
  assert.deepEqual(codesOf(body), ['SECS_PER_MONTH'])
  await addVideo(orgId, { bytes: 1_000_000_000 })
  assert.deepEqual(codesOf((await order(api, 1)).body), ['SECS_PER_MONTH', 'BYTES_PER_MONTH'])
  await operator('PUT', `/v1/organizations/${orgId}/quota`, { secs: null })
  assert.deepEqual(codesOf((await order(api, 1)).body), ['BYTES_PER_MONTH'])
  await operator('PUT', `/v1/organizations/${orgId}/quota`, { bytes: null })
  assert.equal((await order(api, 1)).status, 201)
})

test('a month ends in UTC, and what was made before does not count', async () => {
  const { orgId, readQuota } = await openLimited({ videos: 1 })
  const now = new Date()
  const monthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  await addVideo(orgId, { endedAt: new Date(monthMs - 1) })
  assert.equal((await readQuota()).videos.used, 0)
  await addVideo(orgId, { endedAt: new Date(monthMs) })
  assert.equal((await readQuota()).videos.used, 1)
})

test('test tokens are not limited and do not count', async () => {
  const { api, orgId, readQuota } = await openLimited({ videos: 0 })
  const { token } = (await api('POST', '/v1/api-keys', { name: 'try', scopes: ['write'], isTest: true })).body
    .data
  const made = await order(apiAs(token), 3)
  assert.equal(made.status, 201)
  assert.deepEqual((await readQuota()).videos, { limit: 0, used: 0, open: 0 })
  const [{ renderId }] = made.body.data.renders
  await finishRender(services, { orgId, renderId }, { status: 'FAILED', error: failure })
  assert.equal((await api('GET', '/v1/usage')).body.data.totals.failed, 0)
  assert.equal((await api('POST', `/v1/renders/${renderId}/retry`)).status, 200)
  assert.equal((await order(api, 1)).status, 403)
})

test('one organization does not take from another', async () => {
  const one = await openLimited({ videos: 1 })
  const other = await openLimited({ videos: 1 })
  assert.equal((await order(one.api, 1)).status, 201)
  assert.equal((await order(other.api, 1)).status, 201)
})

test('limits are set one by one, and a number that is none is refused by its name', async () => {
  const { orgId, api } = await openLimited({ videos: 7, secs: 100 })
  const path = `/v1/organizations/${orgId}/quota`
  const { body } = await operator('PATCH', path, { secs: null, bytes: 10 })
  const limitsOf = ({ videos, secs, bytes }: Record<string, { limit: number }>) =>
    [videos, secs, bytes].map((share) => share?.limit)
  assert.deepEqual(limitsOf(body.data), [7, null, 10])
  assert.deepEqual((await api('GET', '/v1/organizations/me/quota')).body.data, body.data)
  assert.deepEqual((await operator('GET', path)).body.data, body.data)
  assert.equal((await operator('PUT', path, {})).status, 200)
  for (const [field, value] of [
    ['videos', 1.5],
    ['videos', -1],
    ['secs', '10'],
    ['bytes', 1e300],
  ] as const) {
    const refused = await operator('PUT', path, { [field]: value })
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field])
  }
  const nobody = await operator('PUT', path.replace(orgId, 'org_01K9ZB3Q4V8M7N6P5R2S1T0W00'), { videos: 1 })
  assert.deepEqual([nobody.status, nobody.body.error.code], [404, 'ORGANIZATION_NOT_FOUND'])
})
