import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { ReleaseManifest } from '@songreel/contract/release-folder'
import { sql } from 'kysely'
import { aMedia, create } from '../../testing/builders.ts'
import { readZip } from '../../testing/read-zip.ts'
import { startFlow } from '../../testing/start-flow.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'

// A release as a client meets it: asked for, made, packed, asked for again, and refused.

const flow = await startFlow({ after })
const { api, apiAs, hosts, services, url, token, untilFinal } = flow
const TINY = { outputQuality: 'PREVIEW', aspectRatio: '1x1' }
const PACK = {
  name: 'Small',
  renders: {
    song: [
      { contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: TINY },
      { contentId: 'LYRIC_STACK_FOCUS', videoSettings: { ...TINY, aspectRatio: '9x16', isWholeSong: true } },
    ],
    album: [
      {
        kind: 'ARTWORK',
        contentId: 'LOOP_MOTION_ARTWORK',
        requiredData: { loopSecs: 8 },
        videoSettings: TINY,
      },
      { kind: 'VIDEO', contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: { ...TINY, aspectRatio: '16x9' } },
      {
        kind: 'SAMPLER',
        contentId: 'SNIPPET_WAVEFORM_CARD',
        videoSettings: { ...TINY, aspectRatio: '9x16' },
      },
    ],
  },
}

let mediaBundleId = ''
let path = ''
let mediaIds: string[] = []
let batchId = ''

before(async () => {
  const imageUrl = `${url}/demo/cover.jpg`
  const { artistId } = await create(api, '/v1/artists', { name: 'Odalys Wren' })
  const album = { name: 'Harbour EP', artistId, upc: '602445790098', imageUrl }
  mediaBundleId = (await create(api, '/v1/media-bundles', album)).mediaBundleId
  path = `/v1/media-bundles/${mediaBundleId}/release-pack`
  const songs = [
    { name: 'Tin Lanterns', lyricsText: '[00:00.50]Paper boats\n[00:01.50]on the sea', isrc: 'QZABC2600001' },
    { name: 'Glass Hours', lyricsText: 'Words\nwithout times' },
  ]
  for (const [index, song] of songs.entries()) {
    const audioUrl = hosts.put(`/${index}.wav`, makeTestSong(3 + index))
    mediaIds.push((await create(api, '/v1/media', aMedia({ mediaBundleId, audioUrl, ...song }))).mediaId)
  }
  mediaIds.push((await create(api, '/v1/media', aMedia({ mediaBundleId, name: 'Silent' }))).mediaId)
  mediaIds = [...mediaIds]
  await waitFor('the lyrics are read', async () => {
    const { data } = (await api('POST', `${path}?dryRun=true`, { pack: PACK })).body
    return data.renders.length === 6
  })
})

test('a dry run says what would be made of which song, what is left out, and what it takes', async () => {
  const { status, body } = await api('POST', `${path}?dryRun=true`, { pack: PACK })
  assert.equal(status, 200)
  const { renders, releasePack, warnings, estimate } = body.data
  const [lanterns, hours, silent] = mediaIds
  assert.deepEqual(
    renders.map(({ mediaId, albumKind, contentId }: Listed) => [mediaId, albumKind, contentId]),
    [
      [lanterns, undefined, 'SNIPPET_WAVEFORM_CARD'],
      [lanterns, undefined, 'LYRIC_STACK_FOCUS'],
      [hours, undefined, 'SNIPPET_WAVEFORM_CARD'],
      [lanterns, 'ARTWORK', 'LOOP_MOTION_ARTWORK'],
      [lanterns, 'VIDEO', 'SNIPPET_WAVEFORM_CARD'],
      [lanterns, 'SAMPLER', 'SNIPPET_WAVEFORM_CARD'],
    ],
  )
  assert.ok(renders.every(({ estimateSecs }: Listed) => estimateSecs > 0) && estimate.videos === 6)
  assert.deepEqual(releasePack.leftOut, [
    { mediaId: hours, contentId: 'LYRIC_STACK_FOCUS', reason: 'UNTIMED_LYRICS' },
    { mediaId: silent, contentId: 'SNIPPET_WAVEFORM_CARD', reason: 'NO_AUDIO' },
    { mediaId: silent, contentId: 'LYRIC_STACK_FOCUS', reason: 'NO_AUDIO' },
  ])
  assert.deepEqual(
    warnings.map(({ field }: Listed) => field),
    ['pack.renders.song[1]', 'pack.renders.song[0]', 'pack.renders.song[1]'],
  )
  assert.match(warnings[0].message, /^Lyric stack is left out: “Glass Hours” has lyrics without times\./)
  assert.equal((await api('GET', '/v1/batches')).body.data.items.length, 0)
})

test('one batch makes the release, and its ZIP is the release', async () => {
  const made = await api('POST', path, { pack: PACK, ref: 'friday' }, { 'Idempotency-Key': 'release-1' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.warnings.length, 3)
  batchId = made.body.data.batchId
  assert.deepEqual([made.body.data.mediaId, made.body.data.releasePack.pack], [null, 'Small'])
  const again = await api('POST', path, { pack: PACK, ref: 'friday' }, { 'Idempotency-Key': 'release-1' })
  assert.equal(again.body.data.batchId, batchId)
  const batch = await untilFinal(batchId)
  assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch.renders.map(({ error }) => error)))

  const files = await readRelease(batchId)
  assert.deepEqual(
    [...files.keys()].filter((name) => /\.(mp4|txt|vtt|html|json)$/.test(name)),
    [
      'index.html',
      'square-feed/01-tin-lanterns-waveform-card-1x1.mp4',
      'vertical-feed/01-tin-lanterns-stack-focus-9x16.mp4',
      'vertical-feed/01-tin-lanterns-stack-focus-9x16.vtt',
      'square-feed/02-glass-hours-waveform-card-1x1.mp4',
      'store-motion-artwork/00-harbour-ep-motion-artwork-1x1.mp4',
      'videosite/00-harbour-ep-album-video-16x9.mp4',
      'videosite/00-harbour-ep-album-video-16x9.txt',
      'vertical-feed/00-harbour-ep-sampler-9x16.mp4',
      'vertical-feed/00-harbour-ep-sampler-9x16.txt',
      'manifest.json',
    ],
  )
  const manifest = readManifest(files)
  assert.deepEqual(
    [manifest.album.upc, manifest.isComplete, manifest.songs.map(({ title, isrc }) => [title, isrc])],
    [
      '602445790098',
      true,
      [
        ['Tin Lanterns', 'QZABC2600001'],
        ['Glass Hours', null],
        ['Silent', null],
      ],
    ],
  )
  for (const { path: name, bytes, sha256 } of manifest.files) {
    const data = files.get(name) as Buffer
    assert.deepEqual([data.length, createHash('sha256').update(data).digest('hex')], [bytes, sha256], name)
  }
  assert.equal(manifest.files.length, files.size - 1)
  for (const { made: video } of manifest.videos)
    assert.equal(manifest.files.find((file) => file.path === video?.path)?.sha256, video?.sha256)
  const page = String(files.get('index.html'))
  for (const seen of ['Harbour EP', 'Paper boats', 'Album video', '“Silent” has no audio'])
    assert.ok(page.includes(seen), seen)
})

test('asked for again, everything is linked and nothing is drawn', async () => {
  const countOutputs = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from outputs`.execute(
      services.db,
    )
    return rows[0]?.count
  }
  const before = await countOutputs()
  const second = (await api('POST', path, { pack: PACK })).body.data
  assert.notEqual(second.batchId, batchId)
  const batch = await untilFinal(second.batchId)
  assert.equal(batch.status, 'COMPLETED')
  assert.equal(await countOutputs(), before)
  const { rows } = await sql<{ cpuSecs: number }>`
    select cpu_secs as "cpuSecs" from usage_entries join renders using (render_id)
    where batch_id = ${second.batchId}`.execute(services.db)
  assert.deepEqual(
    rows.map(({ cpuSecs }) => cpuSecs),
    Array(6).fill(0),
  )
  const [first, again] = [
    readManifest(await readRelease(batchId)),
    readManifest(await readRelease(second.batchId)),
  ]
  const listPaths = ({ videos }: ReleaseManifest) => videos.map(({ made }) => [made?.path, made?.sha256])
  assert.deepEqual(listPaths(again), listPaths(first))
})

test('a release with a video that failed or was deleted says so in manifest and page', async () => {
  const renderId = (await flow.readBatch(batchId)).renders[0]?.renderId ?? ''
  assert.equal((await api('DELETE', `/v1/renders/${renderId}`)).status, 200)
  const files = await readRelease(batchId)
  const manifest = readManifest(files)
  assert.deepEqual(
    [manifest.isComplete, manifest.videos[0]?.status, manifest.videos[0]?.made],
    [false, 'DELETED', undefined],
  )
  assert.match(String(files.get('index.html')), /of “Tin Lanterns” was deleted from the server/)
})

test('what is wrong with a pack is said where it stands; what nobody can make is refused', async () => {
  const waveform = { contentId: 'SNIPPET_WAVEFORM_CARD' }
  const cases: [pack: unknown, code: string, field: string, says: RegExp][] = [
    [
      'STANDRAD',
      'VALIDATION_ERROR',
      'pack',
      /must be one of STANDARD, STREAMING, SOCIAL, or an object with renders/,
    ],
    [{ renders: {} }, 'VALIDATION_ERROR', 'pack.renders', /at least one entry in song or album/],
    [{ renders: { song: [{}] } }, 'VALIDATION_ERROR', 'pack.renders.song[0].contentId', /is required/],
    [
      { renders: { album: [waveform] } },
      'VALIDATION_ERROR',
      'pack.renders.album[0].kind',
      /must be one of VIDEO, SAMPLER, ARTWORK|is required/,
    ],
    [
      { renders: { song: [waveform, { contentId: 'NO_SUCH' }] } },
      'UNKNOWN_CONTENT',
      'pack.renders.song[1].contentId',
      /"NO_SUCH" is unknown/,
    ],
    [
      { renders: { song: [{ ...waveform, requiredData: { colour: 1 } }] } },
      'TEMPLATE_DATA_INVALID',
      'pack.renders.song[0].requiredData.colour',
      /not known/,
    ],
    [
      { renders: { album: [{ ...waveform, kind: 'ARTWORK' }] } },
      'VALIDATION_ERROR',
      'pack.renders.album[0].contentId',
      /ARTWORK is about the cover alone/,
    ],
    [
      { renders: { album: [{ kind: 'VIDEO', contentId: 'LOOP_MOTION_ARTWORK' }] } },
      'VALIDATION_ERROR',
      'pack.renders.album[0].contentId',
      /plays no song/,
    ],
    [
      { renders: { song: [{ contentId: 'CLIPS_BEAT_CUT' }] } },
      'MEDIA_INCOMPLETE',
      'mediaBundleId',
      /Nothing of the pack can be made of "Harbour EP"/,
    ],
  ]
  for (const [pack, code, field, says] of cases) {
    const { body } = await api('POST', path, { pack })
    const [detail] = body.error?.details ?? []
    assert.deepEqual([body.error?.code, detail?.field], [code, field], JSON.stringify(body))
    assert.match(detail.message, says)
  }
  const typo = await api('POST', `${path}?dryRun=true`, { pack: { ...PACK, titel: 'x' }, packs: 1 })
  assert.deepEqual(typo.body.warnings.map(({ field }: Listed) => field).sort(), ['pack.titel', 'packs'])
})

test('an album of nobody, of another organization, or without songs', async () => {
  const other = await flow.addOrganization()
  assert.equal((await other.api('POST', path, {})).body.error.code, 'MEDIA_BUNDLE_NOT_FOUND')
  assert.equal((await apiAs(undefined)('POST', path, {})).status, 401)
  const { artistId } = await create(api, '/v1/artists', { name: 'Odalys Wren' })
  const empty = await create(api, '/v1/media-bundles', { name: 'Empty', artistId })
  const refused = await api('POST', `/v1/media-bundles/${empty.mediaBundleId}/release-pack`)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'MEDIA_INCOMPLETE'])
  assert.match(refused.body.message, /has no songs\. Add them with POST \/v1\/media/)
})

test('a release has as many videos as a batch may have, and quotas count them all', async () => {
  const { config } = services
  const before = config.maxVideos
  config.maxVideos = 5
  const { body } = await api('POST', path, { pack: PACK })
  config.maxVideos = before
  assert.match(body.message, /ask for 6 videos in all, and a batch may have 5/)
})

type Listed = { mediaId?: string; albumKind?: string; contentId: string; estimateSecs: number; field: string }

async function readRelease(id: string): Promise<Map<string, Buffer>> {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/v1/batches/${id}/archive`, { headers })
  assert.match(response.headers.get('content-disposition') ?? '', /Odalys Wren - Harbour EP\.zip/)
  return readZip(Buffer.from(await response.arrayBuffer()))
}

function readManifest(files: Map<string, Buffer>): ReleaseManifest {
  return JSON.parse(String(files.get('manifest.json')))
}
