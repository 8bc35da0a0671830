import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aLook, create, createSong } from '../../testing/builders.ts'
import { readZip } from '../../testing/read-zip.ts'
import { startFlow, TINY } from '../../testing/start-flow.ts'

// A look of a label's own, as a client meets it: stored, previewed, ordered, changed, rebuilt, packed, deleted.

const flow = await startFlow({ after })
const { api, url, token, songUrl, untilFinal, addOrganization } = flow
const LONGER = { ...TINY, audioStartEndSecs: { start: 0, end: 2 } }

async function post(path: string, body: object): Promise<Buffer> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

async function download(renderUrl: string): Promise<Buffer> {
  const { pathname, search } = new URL(renderUrl)
  const answer = await fetch(url + pathname + search)
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

async function make(mediaId: string, renders: object[]) {
  const { batchId } = await create(api, '/v1/batches', { mediaId, renders })
  const batch = await untilFinal(batchId)
  assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch))
  return batch.renders
}

test('a look is previewed, ordered, changed, made again and deleted like any template', async () => {
  const { mediaId, mediaBundleId } = await createSong(api, { audioUrl: songUrl })
  const { contentId } = await create(api, '/v1/contents', aLook())
  const previewSettings = { videoSettings: { outputQuality: 'PREVIEW', aspectRatio: '1x1' } }
  const still = await post(`/v1/contents/${contentId}/preview`, previewSettings)
  assert.equal(still.subarray(1, 4).toString(), 'PNG')
  const clip = await post(`/v1/contents/${contentId}/preview?clip=1`, { ...previewSettings, mediaId })
  assert.equal(clip.subarray(4, 8).toString(), 'ftyp')

  const entry = { contentId, requiredData: { tag: 'Friday' }, videoSettings: LONGER }
  const [first] = await make(mediaId, [entry])
  assert.ok(first?.renderUrl)
  assert.equal((await download(first.renderUrl)).subarray(4, 8).toString(), 'ftyp')
  const [linked] = await make(mediaId, [entry])
  const facts = async (renderId: string) => (await api('GET', `/v1/renders/${renderId}`)).body.data
  assert.equal(
    (await facts(first.renderId)).files[0].sha256,
    (await facts(linked!.renderId)).files[0].sha256,
    'the same work is done once',
  )
  const listStale = async () => (await api('GET', `/v1/media/${mediaId}/renders?stale=true`)).body.data.items
  assert.deepEqual(await listStale(), [])

  const louder = aLook({ layers: [{ kind: 'fill', colours: ['ACCENT'] }, ...aLook().layers.slice(1)] })
  assert.equal((await api('PUT', `/v1/contents/${contentId}`, louder)).body.data.version, 2)
  const redrawn = await post(`/v1/contents/${contentId}/preview`, previewSettings)
  assert.ok(!redrawn.equals(still), 'a preview shows the new version at once')
  const stale = await listStale()
  assert.deepEqual(
    stale.flatMap(({ staleReasons }: { staleReasons: string[] }) => staleReasons),
    ['TEMPLATE'],
  )
  const planned = await api('POST', `/v1/media/${mediaId}/rebuild?dryRun=true`)
  assert.deepEqual(planned.body.data.renders[0].staleReasons, ['TEMPLATE'])
  const rebuilt = await api('POST', `/v1/media/${mediaId}/rebuild`)
  assert.equal(rebuilt.status, 201, JSON.stringify(rebuilt.body))
  const [again] = (await untilFinal(rebuilt.body.data.batchId)).renders
  assert.notEqual(
    (await facts(again!.renderId)).files[0].sha256,
    (await facts(first.renderId)).files[0].sha256,
  )
  assert.deepEqual(await listStale(), [])

  const pack = { name: 'Own', renders: { song: [{ contentId, videoSettings: LONGER }] } }
  const release = await create(api, `/v1/media-bundles/${mediaBundleId}/release-pack`, { pack })
  assert.equal((await untilFinal(release.batchId)).status, 'COMPLETED')

  const ordered = await create(api, '/v1/batches', {
    mediaId,
    renders: [{ contentId, requiredData: { tag: 'Saturday' }, videoSettings: LONGER }],
  })
  assert.equal((await api('DELETE', `/v1/contents/${contentId}`)).status, 200)
  assert.equal((await untilFinal(ordered.batchId)).status, 'COMPLETED', 'what was ordered is still made')
  assert.ok((await download(first.renderUrl)).length > 1000, 'what was made stays')
  assert.deepEqual(await listStale(), [], 'what cannot be made again is not stale')
  const zip = await fetch(`${url}/v1/batches/${release.batchId}/archive`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const files = readZip(Buffer.from(await zip.arrayBuffer()))
  assert.match(files.get('index.html')?.toString() ?? '', /Neon pulse/, 'a pack still knows its name')
  const { body } = await api('POST', '/v1/batches', { mediaId, renders: [entry] })
  assert.equal(body.error.code, 'UNKNOWN_CONTENT')
})

test('two organizations have looks of one name, and each gets its own', async () => {
  const other = await addOrganization()
  const own = await create(api, '/v1/contents', aLook({ title: 'Twin' }))
  const dark = [{ kind: 'fill', colours: ['BACKGROUND'] }, ...aLook().layers.slice(2)]
  const theirs = await create(other.api, '/v1/contents', aLook({ title: 'Twin', layers: dark }))
  assert.deepEqual(theirs, own)
  const renders = [{ ...own, videoSettings: TINY }].map(({ version: _, ...entry }) => entry)
  const order = {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: songUrl },
    renders,
  }
  const hashes: string[] = []
  for (const call of [api, other.api]) {
    const { renders } = await create(call, '/v1/batches', order)
    const { files } = await flow.untilRender(renders[0].renderId, 'COMPLETED', call)
    hashes.push(files?.[0]?.sha256 ?? '')
  }
  assert.notEqual(hashes[0], hashes[1])
})

test('the figures of the service do not tell what looks are called', async () => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  assert.match(metrics, /songreel_renders_finished_total\{status="COMPLETED",template="OWN"\}/)
  assert.doesNotMatch(metrics, /OWN_/)
})
