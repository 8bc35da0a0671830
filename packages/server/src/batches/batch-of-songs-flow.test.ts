import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Batch } from '@songreel/contract'
import { sql } from 'kysely'
import { create } from '../../testing/builders.ts'
import { startFlow, unruly } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { ServiceError } from '../errors.ts'
import { createBatchOfSongs } from './create-batch-of-songs.ts'
import { planRenders } from './plan/plan-renders.ts'

const flow = await startFlow({ after })
const { api, services, orgId, songUrl, url, token, hosts, listEvents } = flow
const options = { orgId, isTest: false, isFresh: true }

const { artistId } = await create(api, '/v1/artists', { name: 'Odalys Wren' })
const { mediaBundleId } = await create(api, '/v1/media-bundles', { name: 'Harbour EP', artistId })
const lanterns = await addSong('Tin Lanterns')
const hours = await addSong('Glass Hours')

test('one batch makes videos of several songs, and each says which song it is of', async () => {
  const webhookUrl = hosts.put('/hook', (_, response) => response.writeHead(204).end())
  const songs = [
    { mediaId: lanterns, planned: plan(unruly(), unruly()) },
    { mediaId: hours, planned: plan(unruly()) },
  ]
  const input = { artistId, mediaBundleId, songs, ref: 'release', webhookUrl }
  const { batchId } = await createBatchOfSongs(services, services.db, input, options)
  const batch = await flow.untilFinal(batchId)
  assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch.renders.map(({ error }) => error)))
  assert.deepEqual([batch.mediaId, batch.mediaBundleId, batch.artistId], [null, mediaBundleId, artistId])
  assert.deepEqual(
    batch.renders.map(({ mediaId, fileName }) => [mediaId, fileName]),
    [
      [lanterns, 'odalys-wren-tin-lanterns-unruly-1x1.mp4'],
      [lanterns, 'odalys-wren-tin-lanterns-unruly-1x1-02.mp4'],
      [hours, 'odalys-wren-glass-hours-unruly-1x1.mp4'],
    ],
  )
  const [, , last] = batch.renders
  const render = await flow.readRender(last?.renderId ?? '')
  assert.equal(render.mediaId, hours)
  const event = await waitFor('the webhook is here', async () => listEvents(batchId)[0])
  assert.deepEqual([event.type, event.data.mediaId], ['batch.completed', null])
  const ofRender = await waitFor('its webhook is here', async () => listEvents(last?.renderId ?? '')[0])
  assert.equal(ofRender.data.mediaId, hours)

  const archive = await fetch(`${url}/v1/batches/${batchId}/archive`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  assert.match(archive.headers.get('content-disposition') ?? '', /Odalys Wren - Harbour EP\.zip/)
  const zip = Buffer.from(await archive.arrayBuffer()).toString('latin1')
  for (const { fileName, mediaId } of batch.renders)
    assert.ok(zip.includes(`Odalys Wren - ${mediaId === hours ? 'Glass Hours' : 'Tin Lanterns'}/${fileName}`))
  const share = await create(api, '/v1/shares', { batchId })
  const page = await (await fetch(share.url)).text()
  for (const title of ['Tin Lanterns', 'Glass Hours']) assert.ok(page.includes(title))
})

test('a batch of several songs is found by each of them, and its renders by their own', async () => {
  const find = async (query: string) => {
    const { items } = (await api('GET', `/v1/batches?${query}`)).body.data
    return items.filter(({ mediaId }: Batch) => mediaId === null).length
  }
  for (const mediaId of [lanterns, hours]) assert.equal(await find(`mediaId=${mediaId}`), 1)
  for (const q of ['lantern', 'glass', 'wren', 'releas']) assert.equal(await find(`q=${q}`), 1)
  assert.equal(await find(`artistId=${artistId}`), 1)
  const stranger = await addSong('Elsewhere')
  assert.equal(await find(`mediaId=${stranger}`), 0)
  assert.equal(await find('q=elsewhere'), 0)
  const renders = (await api('GET', '/v1/renders?q=glass')).body.data.items
  assert.deepEqual(
    renders.map(({ mediaId }: { mediaId: string }) => mediaId),
    [hours],
  )
})

test('one song alone gives a batch like any other', async () => {
  const input = { artistId, mediaBundleId, songs: [{ mediaId: hours, planned: plan(unruly()) }] }
  const { batchId } = await createBatchOfSongs(services, services.db, input, options)
  const batch = await flow.readBatch(batchId)
  assert.equal(batch.mediaId, hours)
  assert.equal('mediaId' in (batch.renders[0] ?? {}), false)
  await flow.untilFinal(batchId)
})

test('all or nothing: too many videos, a song that lacks something, or one that is not there', async () => {
  const count = async () => (await api('GET', '/v1/batches?total=true')).body.data.total
  const before = await count()
  const silent = (await create(api, '/v1/media', { name: 'Silent', mediaBundleId })).mediaId
  const other = await flow.addOrganization()
  const theirs = await create(other.api, '/v1/artists', { name: 'Other' })
  const album = await create(other.api, '/v1/media-bundles', { name: 'O', artistId: theirs.artistId })
  const song = await create(other.api, '/v1/media', { name: 'O', mediaBundleId: album.mediaBundleId })
  const spectrum = { contentId: 'VISUAL_SPECTRUM_RING' }
  const cases = [
    [song.mediaId, plan(unruly()), 'MEDIA_NOT_FOUND', new RegExp(song.mediaId)],
    [silent, plan(spectrum), 'MEDIA_INCOMPLETE', new RegExp(`PUT /v1/media/${silent}`)],
    [hours, Array(501).fill(plan(unruly())[0]), 'VALIDATION_ERROR', /502 videos/],
  ] as const
  for (const [mediaId, planned, code, message] of cases) {
    const songs = [
      { mediaId: lanterns, planned: plan(unruly()) },
      { mediaId, planned },
    ]
    const making = () =>
      createBatchOfSongs(services, services.db, { artistId, mediaBundleId, songs }, options)
    await assert.rejects(
      async () => making(),
      (error: ServiceError) => error.code === code && message.test(error.message),
    )
  }
  assert.equal(await count(), before)
})

test('a render that a process of an earlier version stores gets the song of its batch', async () => {
  const { batchId } = await flow.post({ mediaId: hours })
  await flow.untilFinal(batchId)
  const { db } = services
  await sql`
    with batch as (
      insert into batches (batch_id, org_id, artist_id, media_bundle_id, media_id, total, status, finished_at)
      select 'bat_old', org_id, artist_id, media_bundle_id, media_id, 1, 'CANCELED', now()
      from batches where batch_id = ${batchId} and org_id = ${orgId})
    insert into renders (render_id, batch_id, org_id, position, content_id, required_data, video_settings, seed,
      aspect_ratio, width, height, file_name, frames, status)
    select 'rnd_old', 'bat_old', org_id, 0, content_id, required_data, video_settings, seed, aspect_ratio, width, height,
      'old.mp4', frames, 'CANCELED'
    from renders where batch_id = ${batchId} and org_id = ${orgId}`.execute(db)
  const { rows } = await sql`
    select media_id as "mediaId" from renders where render_id = 'rnd_old' and org_id = ${orgId}`.execute(db)
  assert.deepEqual(rows, [{ mediaId: hours }])
})

async function addSong(name: string): Promise<string> {
  return (await create(api, '/v1/media', { name, mediaBundleId, audioUrl: songUrl })).mediaId
}

function plan(...renders: { contentId: string; requiredData?: Record<string, unknown> }[]) {
  return planRenders(services.templates, { renders: renders as never }, services.config)
}
