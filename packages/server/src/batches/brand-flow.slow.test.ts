import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BatchDryRun, SongRender } from '@songreel/contract'
import { LOGO, readTestFont } from '../../testing/brand-files.ts'
import { create } from '../../testing/builders.ts'
import { startFlow, TINY } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

// What a label meets: a brand is set once and every video wears it, until it is changed, overruled or deleted.

const flow = await startFlow({ after })
const { api, client, songUrl, untilFinal, untilRender, hosts } = flow

const RENDERS = [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings: TINY }]
const LOOK = { colors: { background: '#101418', accent: '#ff3366' }, endCard: { text: 'Out now' } }

test('a video wears the brand of its artist: files, identical work, staleness and rebuild', async () => {
  const logoUrl = hosts.put('/logo.svg', Buffer.from(LOGO))
  const titleFontUrl = hosts.put('/title.woff2', readTestFont())
  const { brandId } = await create(api, '/v1/brands', { name: 'Harbour', logoUrl, titleFontUrl, ...LOOK })
  const { artistId, mediaId } = await addSong({ brandId })
  const first = await make(mediaId)
  assert.equal(first.brandId, brandId)
  const { titleFontAssetId } = (await api('GET', `/v1/brands/${brandId}`)).body.data
  const { font, contentType } = (await api('GET', `/v1/assets/${titleFontAssetId}`)).body.data
  assert.equal(contentType, 'font/woff2')
  assert.deepEqual([font.family, font.embedding, font.scripts[0]], ['Inter', 'INSTALLABLE', 'Latn'])
  const twin = await make(mediaId)
  assert.equal(twin.files[0]?.sha256, first.files[0]?.sha256, 'identical work is linked')
  assert.equal(twin.brandId, brandId)
  assert.deepEqual(await listReasons(mediaId), [])

  await change(`/v1/brands/${brandId}`, { name: 'Harbour Records' })
  assert.deepEqual(await listReasons(mediaId), [], 'what it is called is not shown')
  await change(`/v1/brands/${brandId}`, { logoUrl })
  await untilReady((await api('GET', `/v1/brands/${brandId}`)).body.data.logoAssetId)
  assert.deepEqual(await listReasons(mediaId), [], 'the same bytes under another id are the same')
  await change(`/v1/brands/${brandId}`, { colors: { accent: '#00ffaa' } })
  assert.deepEqual(await listReasons(mediaId), [['BRAND']])

  const rebuilt = await api('POST', `/v1/media/${mediaId}/rebuild`)
  assert.equal(rebuilt.status, 201, JSON.stringify(rebuilt.body))
  const batch = await untilFinal(rebuilt.body.data.batchId)
  assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch.renders))
  assert.equal(batch.renders[0]?.brandId, brandId)
  assert.deepEqual(await listReasons(mediaId), [])

  await change(`/v1/artists/${artistId}`, { brandId: null })
  assert.deepEqual(await listReasons(mediaId), [['BRAND']], 'made now, it would wear none')
  const plain = await make(mediaId)
  assert.equal('brandId' in plain, false)
})

test('the most special brand is worn: render, batch, artist, organization, and null is none', async () => {
  const other = await flow.addOrganization()
  const ids: Record<string, string> = {}
  for (const name of ['render', 'batch', 'artist', 'organization'])
    ids[name] = (await create(other.api, '/v1/brands', { name })).brandId
  await other.api('PUT', '/v1/organizations/me', { brandId: ids.organization })
  const songs = {
    branded: { name: 'A', brandId: ids.artist },
    plain: { name: 'B' },
  }
  const dryRun = async (artist: object, serviceParams: object, brand: object): Promise<unknown> => {
    const media = { name: 'Tin Lanterns', audioUrl: songUrl }
    const renders = [{ ...RENDERS[0], ...brand }]
    const body = { artist, media, serviceParams, renders }
    const answer = await other.api('POST', '/v1/batches?dryRun=true', body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return (answer.body.data as BatchDryRun).renders[0]?.brandId
  }
  assert.equal(await dryRun(songs.branded, { brandId: ids.batch }, { brandId: ids.render }), ids.render)
  assert.equal(await dryRun(songs.branded, { brandId: ids.batch }, {}), ids.batch)
  assert.equal(await dryRun(songs.branded, {}, {}), ids.artist)
  assert.equal(await dryRun(songs.plain, {}, {}), ids.organization)
  assert.equal(await dryRun(songs.branded, { brandId: ids.batch }, { brandId: null }), undefined)
  assert.equal(await dryRun(songs.branded, { brandId: null }, {}), undefined)
})

test('an order that names a brand that is not there is refused, in the field that names it', async () => {
  const { mediaId } = await addSong({})
  const own = await api('POST', '/v1/batches', { mediaId, renders: [{ ...RENDERS[0], brandId: 'brd_x' }] })
  assert.deepEqual([own.status, own.body.error.code], [404, 'BRAND_NOT_FOUND'])
  assert.equal(own.body.error.details[0].field, 'renders[0].brandId')
  const shared = { mediaId, renders: RENDERS, serviceParams: { brandId: 'brd_x' } }
  const { body } = await api('POST', '/v1/batches', shared)
  assert.equal(body.error.details[0].field, 'serviceParams.brandId')
  const { mediaBundleId } = (await api('GET', `/v1/media/${mediaId}`)).body.data
  const pack = { renders: { song: [{ ...RENDERS[0], brandId: 'brd_x' }] } }
  const release = await api('POST', `/v1/media-bundles/${mediaBundleId}/release-pack`, { pack })
  assert.equal(release.body.error.details[0].field, 'pack.renders.song[0].brandId')
  const preview = await api('POST', '/v1/contents/BASE_BASIC_UNIFIED/preview', { brandId: 'brd_x' })
  assert.equal(preview.body.error.code, 'BRAND_NOT_FOUND')
})

test('a deleted brand is passed over with a warning, and what was ordered before wears it', async () => {
  const { brandId } = await create(api, '/v1/brands', { name: 'Ended', ...LOOK })
  const { mediaId } = await addSong({ brandId })
  const gate = flow.makeGate()
  const holding = { contentId: 'TEST_UNRULY', requiredData: { waitForFile: gate.file }, videoSettings: TINY }
  const { renderId } = await flow.post({ mediaId, renders: [{ ...holding, brandId }] })
  await api('DELETE', `/v1/brands/${brandId}`)
  gate.open()
  assert.equal((await untilRender(renderId, 'COMPLETED')).brandId, brandId)

  const order = { mediaId, renders: RENDERS }
  const { warnings, renders } = (await api('POST', '/v1/batches?dryRun=true', order)).body.data as BatchDryRun
  assert.equal(renders[0]?.brandId, undefined)
  assert.match(warnings.map(({ message }) => message).join(), /The brand "Ended" .* was deleted/)
  const made = await api('POST', '/v1/batches', order)
  assert.match(JSON.stringify(made.body.warnings), /was deleted/)
  assert.equal((await untilFinal(made.body.data.batchId)).status, 'COMPLETED')

  await api('POST', `/v1/brands/${brandId}/restore`)
  const again = (await api('POST', '/v1/batches?dryRun=true', order)).body.data as BatchDryRun
  assert.equal(again.renders[0]?.brandId, brandId)
})

test('a brand whose file cannot be read fails the video and says which; mended, it is made', async () => {
  const logoUrl = hosts.put('/broken.svg', Buffer.from('<svg><path d="M0'))
  const { brandId } = await create(api, '/v1/brands', { name: 'Broken', logoUrl })
  const { mediaId } = await addSong({})
  const body = { mediaId, serviceParams: { brandId }, renders: RENDERS }
  const { batchId } = (await api('POST', '/v1/batches', body)).body.data
  const { renders } = await untilFinal(batchId)
  assert.equal(renders[0]?.status, 'FAILED')
  assert.equal(renders[0]?.error?.code, 'LOGO_INVALID')
  assert.equal(renders[0]?.error?.field, 'brand.logoUrl')
  assert.match(renders[0]?.error?.message ?? '', /brand\.logoUrl: broken\.svg/)

  hosts.put('/broken.svg', Buffer.from(LOGO))
  await api('POST', `/v1/batches/${batchId}/retry`)
  const retried = await untilFinal(batchId)
  assert.equal(retried.renders[0]?.status, 'COMPLETED', JSON.stringify(retried.renders[0]?.error))
})

test('a preview wears what the video would, or what it is asked to show', async () => {
  const { brandId } = await create(api, '/v1/brands', { name: 'Shown', ...LOOK })
  const still = async (input: object) => {
    const body = { videoSettings: { outputQuality: 'PREVIEW', aspectRatio: '1x1' }, ...input }
    const answer = await api('POST', '/v1/contents/BASE_BASIC_UNIFIED/preview', body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const own = await still({ brandId })
  assert.notDeepEqual(own, await still({ brandId: null }), 'its colours are seen')
  const tried = { brandId, brand: { colors: { background: '#f5f1e8', accent: '#0044ff' } } }
  assert.notDeepEqual(await still(tried), own)
  assert.deepEqual(await still({ brandId }), own, 'nothing was stored')

  const { body } = await api('POST', '/v1/uploads', Buffer.from(LOGO), { 'Content-Type': 'image/svg+xml' })
  await untilReady(body.data.assetId)
  await still({ brandId: null, brand: { logoUrl: body.data.url } })
  const elsewhere = { brand: { logoUrl: 'https://cdn.example.com/logo.svg' } }
  const refused = await api('POST', '/v1/contents/BASE_BASIC_UNIFIED/preview', elsewhere)
  assert.equal(refused.body.error.details[0].field, 'brand.logoUrl')
})

test('a preview says which colours could not be used as they are, also when it is asked for again', async () => {
  const wish = { background: '#101418', text: '#33506e', accent: '#ff3366' }
  const input = {
    brandId: null,
    brand: { colors: wish },
    videoSettings: { outputQuality: 'PREVIEW' as const, aspectRatio: '1x1' },
  }
  for (const _ of ['drawn', 'kept']) {
    const { warnings } = await client.contents.preview('BASE_BASIC_UNIFIED', input)
    assert.deepEqual(
      warnings.map(({ code, change }) => [code, change?.field, change?.wished]),
      [['BRAND_COLOR_CHANGED', 'colors.text', '#33506e']],
    )
    assert.match(warnings[0]?.change?.used ?? '', /^#[0-9a-f]{6}$/)
  }
  const { warnings } = await client.contents.preview('BASE_BASIC_UNIFIED', { ...input, brand: {} })
  assert.deepEqual(warnings, [])
})

async function addSong(artist: { brandId?: string }): Promise<{ artistId: string; mediaId: string }> {
  const { artistId } = await create(api, '/v1/artists', { name: 'Odalys Wren', ...artist })
  const { mediaBundleId } = await create(api, '/v1/media-bundles', { name: 'Harbour EP', artistId })
  const song = { name: 'Tin Lanterns', mediaBundleId, audioUrl: songUrl }
  const { mediaId } = await create(api, '/v1/media', song)
  return { artistId, mediaId }
}

/** Makes the video and returns its record. */
async function make(mediaId: string) {
  const { body, status } = await api('POST', '/v1/batches', { mediaId, renders: RENDERS })
  assert.equal(status, 201, JSON.stringify(body))
  return untilRender(body.data.renders[0].renderId, 'COMPLETED')
}

async function change(path: string, body: object): Promise<void> {
  const answer = await api('PATCH', path, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

async function untilReady(assetId: string): Promise<void> {
  await waitFor('the file is here', async () => {
    return (await api('GET', `/v1/assets/${assetId}`)).body.data.status === 'READY'
  })
}

async function listReasons(mediaId: string): Promise<string[][]> {
  const { items } = (await api('GET', `/v1/media/${mediaId}/renders?stale=true`)).body.data
  return items.map(({ staleReasons }: SongRender) => staleReasons)
}
