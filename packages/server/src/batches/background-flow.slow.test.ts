import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { SongRender } from '@songreel/contract'
import { makeDemoClips } from '@songreel/render/authoring'
import { aLook, create } from '../../testing/builders.ts'
import { startFlow, TINY } from '../../testing/start-flow.ts'

// What a label meets: its own videos or the artist's photograph behind a look.

const flow = await startFlow({ after })
const { api, songUrl, untilFinal, untilRender, hosts } = flow
const folder = await mkdtemp(path.join(tmpdir(), 'songreel-background-'))
after(() => rm(folder, { recursive: true }))
const [first = '', second = ''] = await makeDemoClips(folder)
const clipUrl = hosts.put('/first.mp4', await readFile(first))
const otherUrl = hosts.put('/second.mp4', await readFile(second))
const photoUrl = `${flow.url}/demo/cover.jpg`

const LOOK = { contentId: 'BASE_BASIC_UNIFIED', videoSettings: TINY }

test('videos lie behind a look: what it is made of, identical work, staleness and rebuild', async () => {
  const { mediaId } = await addSong({}, { videoUrls: [clipUrl] })
  const plain = await make(mediaId, LOOK)
  assert.equal('background' in plain, false)
  const film = await make(mediaId, { ...LOOK, background: 'VIDEOS' })
  assert.equal(film.background, 'VIDEOS')
  assert.notEqual(film.files[0]?.sha256, plain.files[0]?.sha256)
  const twin = await make(mediaId, { ...LOOK, background: 'VIDEOS' })
  assert.equal(twin.files[0]?.sha256, film.files[0]?.sha256, 'identical work is linked')
  assert.deepEqual(await listStale(mediaId), [])

  const changed = await api('PATCH', `/v1/media/${mediaId}`, { videoUrls: [otherUrl] })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.deepEqual(await listStale(mediaId), [['VIDEOS', ['CLIPS']]], 'the one with the cover stays as it is')
  const rebuilt = await api('POST', `/v1/media/${mediaId}/rebuild`)
  assert.equal(rebuilt.status, 201, JSON.stringify(rebuilt.body))
  const batch = await untilFinal(rebuilt.body.data.batchId)
  assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch.renders))
  assert.deepEqual(
    batch.renders.map(({ background }) => background),
    ['VIDEOS'],
  )
  assert.deepEqual(await listStale(mediaId), [])
})

test('the photograph of the artist does, too, and a new one makes the video stale', async () => {
  const { artistId, mediaId } = await addSong({ imageUrl: photoUrl }, {})
  const render = await make(mediaId, { ...LOOK, background: 'ARTIST' })
  assert.equal(render.background, 'ARTIST')
  await api('PATCH', `/v1/media/${mediaId}`, { imageUrl: photoUrl })
  const before = (await listStale(mediaId)).flatMap(([, reasons]) => reasons)
  assert.ok(!before.includes('ARTIST'), 'a cover of its own is no other photograph')
  const otherPhoto = hosts.put('/other.png', await readFile(PREVIEW))
  await api('PATCH', `/v1/artists/${artistId}`, { imageUrl: otherPhoto })
  const [stale] = await listStale(mediaId)
  assert.ok(stale?.[1].includes('ARTIST'), JSON.stringify(stale))
})

const PREVIEW = new URL('../../../templates/src/base-basic-unified/preview.png', import.meta.url)

test('a look of their own shows the photograph where there is one, and is stale when one comes', async () => {
  const artist = { kind: 'picture', source: 'ARTIST', place: { of: 'FRAME' } }
  const layers = [{ kind: 'fill', colours: ['BACKGROUND'] }, artist, { kind: 'text', text: 'TITLE' }]
  const { contentId } = await create(api, '/v1/contents', aLook({ fields: {}, layers }))
  assert.equal((await api('GET', `/v1/contents/${contentId}`)).body.data.needs.photo, 'OPTIONAL')
  const { artistId, mediaId } = await addSong({}, { imageUrl: photoUrl })
  const look = { contentId, videoSettings: TINY }
  const bare = await make(mediaId, look)
  assert.deepEqual(await listReasons(mediaId), [])
  await api('PATCH', `/v1/artists/${artistId}`, { imageUrl: photoUrl })
  assert.deepEqual(await listReasons(mediaId), ['ARTIST'])
  const shown = await make(mediaId, look)
  assert.notEqual(shown.files[0]?.sha256, bare.files[0]?.sha256, 'another photograph is other work')
  const twin = await make(mediaId, look)
  assert.equal(twin.files[0]?.sha256, shown.files[0]?.sha256)
  assert.deepEqual(await listReasons(mediaId), [])
})

async function listReasons(mediaId: string): Promise<string[]> {
  return (await listStale(mediaId)).flatMap(([, reasons]) => reasons)
}

test('a background that is not to be had is refused, and the field is named', async () => {
  const { mediaId } = await addSong({}, {})
  const order = async (render: object, query = '') => {
    const { status, body } = await api('POST', `/v1/batches${query}`, { mediaId, renders: [render] })
    return { status, code: body.error?.code, ...body.error?.details?.[0] }
  }
  const notTaken = await order({ contentId: 'LOOP_MOTION_ARTWORK', background: 'VIDEOS' })
  assert.deepEqual(
    [notTaken.status, notTaken.code, notTaken.field],
    [400, 'NOT_IN_TEMPLATE', 'renders[0].background'],
  )
  assert.match(notTaken.message, /must be COVER for LOOP_MOTION_ARTWORK, not VIDEOS/)
  for (const query of ['', '?dryRun=true']) {
    const noVideos = await order({ ...LOOK, background: 'VIDEOS' }, query)
    assert.deepEqual([noVideos.status, noVideos.field], [409, 'renders[0].background'])
    assert.match(noVideos.message, /background VIDEOS needs videos.*videoUrls/)
    const noPhoto = await order({ ...LOOK, background: 'ARTIST' }, query)
    assert.deepEqual([noPhoto.status, noPhoto.field], [409, 'renders[0].background'])
    assert.match(noPhoto.message, /needs a photograph, and the artist has none.*imageUrl.*\/v1\/artists/)
  }
  const inline = {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
  }
  const { body } = await api('POST', '/v1/batches', {
    ...inline,
    renders: [{ ...LOOK, background: 'ARTIST' }],
  })
  assert.match(body.message, /the artist has none\. Send artist\.artworkUrl\.$/)
  const unknown = await order({ ...LOOK, background: 'SEA' })
  assert.deepEqual([unknown.status, unknown.field], [400, 'renders[0].background'])
})

test('a preview shows it, and the record of a template lists what it takes', async () => {
  const still = async (input: object) =>
    api('POST', '/v1/contents/BASE_BASIC_UNIFIED/preview', {
      videoSettings: { outputQuality: 'PREVIEW', aspectRatio: '1x1' },
      ...input,
    })
  const plain = await still({})
  for (const background of ['VIDEOS', 'ARTIST']) {
    const shown = await still({ background })
    assert.equal(shown.status, 200, JSON.stringify(shown.body))
    assert.notDeepEqual(shown.body, plain.body)
  }
  const { mediaId } = await addSong({}, {})
  const refused = await still({ mediaId, background: 'VIDEOS' })
  assert.deepEqual([refused.status, refused.body.error.details[0].field], [409, 'background'])
  const { data } = (await api('GET', '/v1/contents/BASE_BASIC_UNIFIED')).body
  assert.deepEqual(data.backgrounds, ['COVER', 'VIDEOS', 'ARTIST'])
  assert.deepEqual((await api('GET', '/v1/contents/LOOP_MOTION_ARTWORK')).body.data.backgrounds, ['COVER'])
})

async function addSong(artist: object, song: object): Promise<{ artistId: string; mediaId: string }> {
  const { artistId } = await create(api, '/v1/artists', { name: 'Odalys Wren', ...artist })
  const { mediaBundleId } = await create(api, '/v1/media-bundles', { name: 'Harbour EP', artistId })
  const { mediaId } = await create(api, '/v1/media', {
    name: 'Tin Lanterns',
    mediaBundleId,
    audioUrl: songUrl,
    ...song,
  })
  return { artistId, mediaId }
}

/** Makes the video and returns its record. */
async function make(mediaId: string, render: object) {
  const { body, status } = await api('POST', '/v1/batches', { mediaId, renders: [render] })
  assert.equal(status, 201, JSON.stringify(body))
  return untilRender(body.data.renders[0].renderId, 'COMPLETED')
}

/** Background and reasons of what is stale. */
async function listStale(mediaId: string) {
  const { body } = await api('GET', `/v1/media/${mediaId}/renders?stale=true`)
  return (body.data.items as SongRender[]).map(
    ({ background, staleReasons }) => [background, staleReasons] as const,
  )
}
