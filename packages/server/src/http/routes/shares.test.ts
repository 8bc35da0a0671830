import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Share } from '@songreel/contract'
import { sql } from 'kysely'
import { loadTestTemplates } from '../../../testing/load-test-templates.ts'
import { startFlow, unruly } from '../../../testing/start-flow.ts'

const templates = new Map([...(await loadTestTemplates())].filter(([id]) => id.startsWith('TEST_')))
const flow = await startFlow({ after }, { templates, config: { rateLimit: 2000 } })
const { api, url: origin, services } = flow
const ref = 'harbour "EP" / 2'

const song = (name: string) => ({ name, audioUrl: flow.songUrl })
const sent = [
  await flow.post({ ref, media: song('Tin Lanterns'), renders: [unruly(), unruly()] }),
  await flow.post({ ref, media: song('Glass/Hours') }),
  await flow.post({ media: song('Not shared') }),
]
for (const { batchId } of sent) await flow.untilFinal(batchId)

async function share(input: object) {
  const { status, body, headers } = await api('POST', '/v1/shares', input)
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(headers.get('location'), `/v1/shares/${body.data.shareId}`)
  const page = new URL(body.data.url)
  return { ...body.data, open: (rest = '', init?: RequestInit) => fetch(origin + page.pathname + rest, init) }
}

/** What the page was given to show. */
async function readPage(response: Response) {
  const text = await response.text()
  const [, json = ''] = /<script type="application\/json" id="share">(.*?)<\/script>/.exec(text) ?? []
  return { text, data: JSON.parse(json) }
}

test('a share of a reference shows all of its songs, without ids, and nothing else', async () => {
  const { open } = await share({ ref })
  const response = await open()
  assert.equal(response.status, 200)
  assert.match(response.headers.get('x-robots-tag') ?? '', /noindex/)
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'self'/)
  const { text, data } = await readPage(response)
  assert.deepEqual(
    data.videos.map((video: { song: string }) => video.song),
    ['Tin Lanterns', 'Tin Lanterns', 'Glass/Hours'],
  )
  assert.doesNotMatch(text, /(rnd|bat|med|org|out|shr)_[0-9A-Z]{26}/)
  assert.match(text, /<meta name="robots" content="noindex/)
  assert.match(text, /<title>harbour &quot;EP&quot; \/ 2<\/title>/)
})

test('its videos are played in parts, saved under their names, and have a poster', async () => {
  const { open } = await share({ batchId: sent[0]?.batchId })
  const { data } = await readPage(await open())
  const { video, poster } = data.videos[0]
  const part = await fetch(origin + video, { headers: { Range: 'bytes=0-99' } })
  assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 100])
  assert.match(part.headers.get('content-range') ?? '', /^bytes 0-99\/\d+$/)
  const saved = await fetch(`${origin}${video}?download=1`)
  assert.match(
    saved.headers.get('content-disposition') ?? '',
    /^attachment; filename=odalys-wren-tin-lanterns.*\.mp4$/,
  )
  assert.equal((await saved.arrayBuffer()).byteLength, data.videos[0].bytes)
  assert.equal((await fetch(origin + poster)).headers.get('content-type'), 'image/jpeg')
  assert.equal((await open('/7/video/x.mp4')).status, 404, 'a video that is not in it')
  assert.equal((await open('/0/srt/x.srt')).status, 404, 'captions that it does not have')
})

test('all of them come as one ZIP with a folder for each song; the API gives the same', async () => {
  const { open } = await share({ ref, title: 'Harbour: the EP' })
  const shared = await open('/archive')
  assert.match(shared.headers.get('content-disposition') ?? '', /filename="Harbour- the EP\.zip"/)
  const names = listNames(Buffer.from(await shared.arrayBuffer()))
  assert.equal(names.length, 3)
  assert.deepEqual(
    [...new Set(names.map((name) => name.split('/')[0]))],
    ['Odalys Wren - Tin Lanterns', 'Odalys Wren - Glass-Hours'],
  )
  const own = await fetch(`${origin}/v1/batches/archive?ref=${encodeURIComponent(ref)}`, {
    headers: { Authorization: `Bearer ${flow.token}` },
  })
  assert.deepEqual(listNames(Buffer.from(await own.arrayBuffer())), names)
  const one = await fetch(`${origin}/v1/batches/${sent[0]?.batchId}/archive`, {
    headers: { Authorization: `Bearer ${flow.token}` },
  })
  assert.match(one.headers.get('content-disposition') ?? '', /filename="Odalys Wren - Tin Lanterns\.zip"/)
  await one.body?.cancel()
})

test('some renders, in the order in which they were chosen', async () => {
  const renderIds = [sent[2]?.renderId, sent[1]?.renderId]
  const { open, shareId } = await share({ renderIds })
  const { data } = await readPage(await open())
  assert.deepEqual(
    data.videos.map((video: { song: string }) => video.song),
    ['Not shared', 'Glass/Hours'],
  )
  const record: Share = (await api('GET', `/v1/shares/${shareId}`)).body.data
  assert.deepEqual([record.title, record.videos, record.status], ['Odalys Wren', 2, 'ACTIVE'])
})

test('the link is a secret: it is not stored, and whoever may read the record sees it again', async () => {
  const { url, shareId } = await share({ ref })
  const token = url.split('/').at(-1)
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(shares)::text as row from shares union all select to_jsonb(idempotency_keys)::text from idempotency_keys
  `.execute(services.db)
  for (const { row } of rows) assert.ok(!row.includes(token))
  assert.equal((await api('GET', `/v1/shares/${shareId}`)).body.data.url, url)
  const headers = { 'Idempotency-Key': 'share-once' }
  const first = await api('POST', '/v1/shares', { ref }, headers)
  const again = await api('POST', '/v1/shares', { ref }, headers)
  assert.equal(again.body.data.shareId, first.body.data.shareId)
  assert.ok(!again.body.data.url.includes('/s/'))
})

test('a link that was taken back opens nothing, and neither do its files', async () => {
  const { open, shareId } = await share({ ref })
  const { data } = await readPage(await open())
  const { status, body } = await api('DELETE', `/v1/shares/${shareId}`)
  assert.deepEqual([status, body.data.status, body.data.url], [200, 'REVOKED', null])
  const page = await open()
  assert.equal(page.status, 410)
  assert.deepEqual((await readPage(page)).data, { state: 'REVOKED' })
  assert.equal((await fetch(origin + data.videos[0].video)).status, 410)
  assert.equal((await open('/archive')).status, 410)
  assert.equal((await api('DELETE', `/v1/shares/${shareId}`)).body.data.revokedAt, body.data.revokedAt)
})

test('a link ends at its date', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const { open, shareId, expiresAt: answered } = await share({ ref, expiresAt })
  assert.equal(answered, expiresAt)
  await sql`update shares set expires_at = now() - interval '1 second' where share_id = ${shareId}`.execute(
    services.db,
  )
  const page = await open()
  assert.equal(page.status, 410)
  assert.equal((await readPage(page)).data.state, 'EXPIRED')
  assert.equal((await api('GET', `/v1/shares/${shareId}`)).body.data.status, 'EXPIRED')
})

test('what cannot be shared is refused by name', async () => {
  const refuse = async (input: object) => {
    const { status, body } = await api('POST', '/v1/shares', input)
    return [status, body.error.code, body.error.details[0]?.field]
  }
  assert.deepEqual(await refuse({}), [400, 'VALIDATION_ERROR', 'renderIds'])
  assert.deepEqual(await refuse({ renderIds: [] }), [400, 'VALIDATION_ERROR', 'renderIds'])
  assert.deepEqual(await refuse({ ref, batchId: sent[0]?.batchId }), [400, 'AMBIGUOUS_REFERENCE', 'batchId'])
  assert.deepEqual(await refuse({ ref, expiresAt: '2020-01-01T00:00:00Z' }), [
    400,
    'VALIDATION_ERROR',
    'expiresAt',
  ])
  assert.deepEqual(await refuse({ ref, expiresAt: '2999-01-01T00:00:00Z' }), [
    400,
    'VALIDATION_ERROR',
    'expiresAt',
  ])
  const stranger = await flow.addOrganization('Stranger')
  const foreign = await stranger.api('POST', '/v1/shares', { renderIds: [sent[0]?.renderId] })
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'RENDER_NOT_FOUND'])
  assert.deepEqual((await stranger.api('GET', '/v1/shares')).body.data.items, [])
})

test('what is finished after it was shared is shown, too; titles cannot break out of the page', async () => {
  const gate = flow.makeGate()
  const { batchId, renderId } = await flow.post({
    media: song('</script><script>alert(1)</script>'),
    renders: [unruly({ waitForFile: gate.file })],
  })
  const { open } = await share({ batchId })
  const before = await readPage(await open())
  assert.deepEqual([before.data.videos.length, before.data.pending], [0, 1])
  assert.equal((await open('/archive')).status, 404)
  gate.open()
  await flow.untilRender(renderId, 'COMPLETED')
  const { text, data } = await readPage(await open())
  assert.equal(data.videos[0].song, '</script><script>alert(1)</script>')
  assert.ok(!text.includes('<script>alert'))
})

test('whoever guesses links has to wait, and a good link still opens', async () => {
  const { open } = await share({ ref })
  const statuses: number[] = []
  for (let guess = 0; guess < 35; guess++)
    statuses.push((await fetch(`${origin}/s/${String(guess).padStart(43, 'x')}`)).status)
  assert.equal(statuses[0], 404)
  assert.equal(statuses.at(-1), 429)
  assert.equal((await open()).status, 200)
})

/** The names in a ZIP's directory. */
function listNames(zip: Buffer): string[] {
  const names: string[] = []
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 46))
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString('utf8'))
  return names
}
