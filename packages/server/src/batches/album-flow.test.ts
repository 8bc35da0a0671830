import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Render } from '@songreel/contract'
import { aMedia, create, createSong } from '../../testing/builders.ts'
import { startFlow } from '../../testing/start-flow.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'

// Videos of a whole album as a client meets them: ordered, made when all files are there, with chapters, and refused.

const { api, hosts, songUrl, untilRender, readRender } = await startFlow({ after })
const SMALL = { outputQuality: 'PREVIEW', aspectRatio: '1x1' }
const ALBUM = { contentId: 'SNIPPET_WAVEFORM_CARD', album: 'VIDEO', videoSettings: SMALL }

let mediaBundleId: string
let mediaIds: string[]

before(async () => {
  const first = await createSong(api, { name: 'Tin Lanterns', audioUrl: songUrl })
  mediaBundleId = first.mediaBundleId
  const longer = hosts.put('/longer.wav', makeTestSong(5))
  const others = []
  for (const name of ['Harbour', 'Last Train'])
    others.push(await create(api, '/v1/media', aMedia({ mediaBundleId, name, audioUrl: longer })))
  mediaIds = [first.mediaId, ...others.map(({ mediaId }) => mediaId)]
})

test('an album becomes one video with a chapter per song, in its order, and a text for its description', async () => {
  const { status, body } = await api('POST', '/v1/batches', { mediaBundleId, renders: [ALBUM] })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.data.mediaId, null)
  const [{ renderId, fileName }] = body.data.renders
  assert.match(fileName, /^[a-z-]+-[a-z-]+-album-video-1x1\.mp4$/)

  const render = await untilRender(renderId, 'COMPLETED')
  assert.deepEqual(render.album, { kind: 'VIDEO', mediaIds })
  assert.deepEqual(render.chapters, [
    { title: 'Tin Lanterns', startSecs: 0 },
    { title: 'Harbour', startSecs: 4 },
    { title: 'Last Train', startSecs: 9 },
  ])
  assert.equal(render.durationSecs, 14)
  const text = await fetch(render.files.find(({ kind }) => kind === 'CHAPTERS')?.url ?? '')
  assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(await text.text(), '0:00 Tin Lanterns\n0:04 Harbour\n0:09 Last Train\n')
  assert.ok(render.warnings.some((warning) => warning.includes('shorter than 10 s')))

  const again = await api('POST', '/v1/batches', { mediaBundleId, renders: [ALBUM] })
  const linked = await untilRender(again.body.data.renders[0].renderId, 'COMPLETED')
  assert.deepEqual(linked.chapters, render.chapters)
  assert.equal(linked.files[0]?.sha256, render.files[0]?.sha256)
})

test('songs are played in the order of the request, and a sampler keeps to its length', async () => {
  const order = [mediaIds[2], mediaIds[0]]
  const sampler = { ...ALBUM, album: 'SAMPLER', samplerSecs: 8 }
  const { body } = await api('POST', '/v1/batches', { mediaBundleId, mediaIds: order, renders: [sampler] })
  const [{ renderId, fileName }] = body.data.renders
  assert.match(fileName, /-album-sampler-1x1\.mp4$/)
  const render = await untilRender(renderId, 'COMPLETED')
  assert.deepEqual(
    render.chapters?.map(({ title }) => title),
    ['Last Train', 'Tin Lanterns'],
  )
  assert.ok((render.durationSecs ?? 0) <= 8.1, `${render.durationSecs} s`)
})

test('an album waits for the files of all its songs, not only of the first', async () => {
  const gate = Promise.withResolvers<void>()
  const lateUrl = hosts.put('/late.wav', (_, response) => {
    void gate.promise.then(() => response.end(Buffer.from(makeTestSong(3))))
  })
  const first = await createSong(api, { audioUrl: songUrl })
  const input = aMedia({ mediaBundleId: first.mediaBundleId, name: 'Late', audioUrl: lateUrl })
  await create(api, '/v1/media', input)
  const order = { mediaBundleId: first.mediaBundleId, renders: [ALBUM] }
  const { body } = await api('POST', '/v1/batches', order)
  const { renderId } = body.data.renders[0]
  const waiting = await waitFor('it waits for a file', async () => {
    const render: Render = await readRender(renderId)
    return render.waitingFor !== null && render
  })
  assert.match(waiting.waitingFor ?? '', /^files from 127\.0\.0\.1/)
  gate.resolve()
  const render = await untilRender(renderId, 'COMPLETED')
  assert.equal(render.durationSecs, 7)
})

test('what no album can be is refused, and says what to do', async () => {
  const refused = async (more: object, code: string, says: RegExp) => {
    const { body } = await api('POST', '/v1/batches', { mediaBundleId, renders: [ALBUM], ...more })
    assert.equal(body.error?.code, code, JSON.stringify(body))
    assert.match(body.message, says)
  }
  const { artistId } = await createSong(api)
  const empty = await create(api, '/v1/media-bundles', { name: 'Empty', artistId })
  const silent = await createSong(api, { name: 'Silent' })
  await refused({ mediaBundleId: empty.mediaBundleId }, 'MEDIA_INCOMPLETE', /has no songs/)
  await refused(
    { mediaBundleId: silent.mediaBundleId },
    'MEDIA_INCOMPLETE',
    /needs a song, and the media has none/,
  )
  await refused({ mediaIds: [silent.mediaId] }, 'VALIDATION_ERROR', /is no song of the album/)
  await refused({ mediaIds: [mediaIds[0], mediaIds[0]] }, 'VALIDATION_ERROR', /a second time/)
  await refused(
    { mediaId: mediaIds[0] },
    'VALIDATION_ERROR',
    /renders\[0\]\.album is for videos of a whole album/,
  )
  const plain = { contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: SMALL }
  await refused({ renders: [ALBUM, plain] }, 'VALIDATION_ERROR', /renders\[1\]\.album must be sent/)
  const loop = { contentId: 'LOOP_CANVAS_VERTICAL', album: 'VIDEO' }
  await refused({ renders: [loop] }, 'VALIDATION_ERROR', /cannot show an album/)
  const part = { ...ALBUM, videoSettings: { ...SMALL, audioStartEndSecs: { start: 0, end: 2 } } }
  await refused({ renders: [part] }, 'VALIDATION_ERROR', /is a part of one song/)
  await refused({ renders: [plain] }, 'VALIDATION_ERROR', /media must be sent, or mediaId/)
})
