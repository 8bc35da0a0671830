import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSong } from '../../testing/builders.ts'
import { putFailingFiles } from '../../testing/failing-hosts.ts'
import { startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import { startService } from '../../testing/start-service.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { Config } from '../config/config.ts'

// Every limit: each is a setting, is shown by GET /v1/limits, and holds. That a connection is
// given up in time is shown in outbound/dispatcher.test.ts, where the network can be made to say nothing; that work on a
// render is, in render-failures-flow.slow.test.ts.

const LIMITS = {
  maxBodyBytes: 20_000,
  maxRenders: 3,
  maxVideos: 4,
  maxCustomTextCharacters: 40,
  maxImageBytes: 5_000_000,
  maxImagePixels: 1_000_000,
  maxAudioBytes: 300_000,
  maxAudioSecs: 5,
  maxVideoBytes: 310_000,
  maxLyricsBytes: 100,
  maxLogoBytes: 200_000,
  maxFontBytes: 250_000,
  fetchRedirects: 2,
  fetchConnectSecs: 3,
  fetchIdleSecs: 90,
  fetchTotalSecs: 180,
  renderTimeoutSecs: 600,
  maxOutputSecs: 3,
} satisfies Partial<Config>
const flow = await startFlow({ after }, { config: { ...LIMITS, renderAttempts: 1 } })
const { api, hosts, post } = flow
/** With one of the two short, the other never comes first, however busy the machine is. */
const WAITS = {
  idle: { fetchIdleSecs: 1, fetchTotalSecs: 120 },
  total: { fetchIdleSecs: 120, fetchTotalSecs: 2 },
}
const files = await putFailingFiles({ after }, hosts, makeTestSong())

test('GET /v1/limits shows every limit as it is set', async () => {
  const { body } = await api('GET', '/v1/limits')
  assert.deepEqual(body.data, {
    requests: { count: 0, windowSecs: 60 },
    bodyBytes: LIMITS.maxBodyBytes,
    rendersPerBatch: LIMITS.maxRenders,
    videosPerBatch: LIMITS.maxVideos,
    rowsPerImport: 100,
    looks: 100,
    customTextCharacters: LIMITS.maxCustomTextCharacters,
    image: { bytes: LIMITS.maxImageBytes, pixels: LIMITS.maxImagePixels },
    audio: { bytes: LIMITS.maxAudioBytes, durationSecs: LIMITS.maxAudioSecs },
    video: { bytes: LIMITS.maxVideoBytes },
    lyrics: { bytes: LIMITS.maxLyricsBytes },
    logo: { bytes: LIMITS.maxLogoBytes },
    font: { bytes: LIMITS.maxFontBytes },
    animation: { bytes: 2 * 1024 ** 2 },
    upload: { bytes: LIMITS.maxVideoBytes },
    fetch: { redirects: 2, connectSecs: 3, idleSecs: 90, totalSecs: 180 },
    storage: { bytes: 0, usedBytes: 0 },
    segments: { bytes: 4096 * 1024 ** 2, usedBytes: 0 },
    render: { workSecs: LIMITS.renderTimeoutSecs, outputSecs: LIMITS.maxOutputSecs },
  })
})

const media = (more: object) => ({
  artist: { name: 'Odalys Wren' },
  media: { name: 'Lanterns', audioUrl: flow.songUrl, ...more },
})
const withSettings = (more: object) => ({ ...unruly(), videoSettings: { ...TINY, ...more } })

const AT_THE_DOOR: [limit: string, body: object, field: string, says: RegExp][] = [
  [
    'renders a batch',
    { renders: Array(4).fill(unruly()) },
    'renders',
    /4 entries in all, and a batch may have 3/,
  ],
  [
    'videos a batch',
    { renders: [withSettings({ numVideos: 5 })] },
    'renders',
    /5 videos in all, and a batch may have 4/,
  ],
  [
    'characters of customText',
    { renders: [unruly({ customText: 'x'.repeat(41) })] },
    'renders[0].requiredData.customText',
    /has 41 characters, and 40 are allowed/,
  ],
  [
    'seconds of output',
    { renders: [withSettings({ audioStartEndSecs: { start: 0, end: 3.5 } })] },
    'renders[0].videoSettings.audioStartEndSecs',
    /spans 3\.5 s, and a video may last 3 s/,
  ],
  [
    'an excerpt that is too short',
    { renders: [withSettings({ audioStartEndSecs: { start: 0.2, end: 0.25 } })] },
    'renders[0].videoSettings.audioStartEndSecs.end',
    /must be at least 0\.1 s after start, not 0\.05 s/,
  ],
  [
    'a loudness that nobody could bear',
    { renders: [withSettings({ loudness: -3 })] },
    'renders[0].videoSettings.loudness',
    /loudness must be at most -6\. Seen: -3/,
  ],
  ['bytes of lyrics', media({ lyricsText: 'la '.repeat(40) }), 'media.lyricsText', /at most 100 bytes/],
]

for (const [limit, body, field, says] of AT_THE_DOOR)
  test(`${limit}: what is more is refused with 400`, async () => {
    const input = { ...media({}), renders: [unruly()], ...body }
    const { status, body: answer } = await api('POST', '/v1/batches', input)
    assert.deepEqual([status, answer.error?.details[0]?.field], [400, field], JSON.stringify(answer))
    assert.match(answer.message, says)
  })

test('bytes of a body, and of an upload: what is more is refused with 413', async () => {
  const body = await api('POST', '/v1/artists', { name: 'x'.repeat(LIMITS.maxBodyBytes) })
  const song = await api('POST', '/v1/uploads', makeTestSong(8), {
    'Content-Type': 'application/octet-stream',
  })
  assert.deepEqual([body.status, body.body.error.code], [413, 'BODY_TOO_LARGE'])
  assert.deepEqual([song.status, song.body.error.code], [413, 'BODY_TOO_LARGE'])
})

test('requests in 60 s: what is more is refused with 429', async (t) => {
  const { api } = await startService(t, { config: { rateLimit: 3 } })
  const statuses: number[] = []
  for (let count = 0; count < 4; count++) statuses.push((await api('GET', '/v1/limits')).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  assert.equal((await api('GET', '/v1/limits')).body.error.code, 'RATE_LIMITED')
})

/** Sends a little more every 300 ms, for ever: never silent, never done. */
const dripping = hosts.put('/drip.wav', (_, response) => {
  const timer = setInterval(() => response.write('x'), 300)
  response.on('close', () => clearInterval(timer))
})
const far = hosts.put('/1', (_, response) => response.writeHead(302, { Location: '/2' }).end())
hosts.put('/2', (_, response) => response.writeHead(302, { Location: '/3' }).end())
hosts.put('/3', (_, response) => response.writeHead(302, { Location: '/song.wav' }).end())
const lyrics = { renders: [{ contentId: 'TEST_LYRICS', videoSettings: TINY }] }
const large = Buffer.alloc(320_000)
const song = (audioUrl: string) => media({ audioUrl })
const cover = (artworkUrl: string) => media({ artworkUrl })

const WHILE_COLLECTING: [limit: string, body: object, code: string, says: RegExp][] = [
  [
    'bytes of a song',
    song(hosts.put('/a.wav', large)),
    'ASSET_TOO_LARGE',
    /more than the limit of 300000 bytes/,
  ],
  [
    'seconds of a song',
    song(hosts.put('/b.wav', makeTestSong(6))),
    'ASSET_TOO_LARGE',
    /b\.wav from .* lasts 6 s; a song may last 5 s/,
  ],
  ['bytes of an image', cover(hosts.put('/c.png', Buffer.alloc(5_100_000))), 'ASSET_TOO_LARGE', /more than/],
  ['pixels of an image', cover(files.largePng), 'ASSET_TOO_LARGE', /1200×1200; at most 1 megapixels/],
  [
    'bytes of a video',
    {
      ...media({ videoUrls: [hosts.put('/d.mp4', large)] }),
      renders: [{ contentId: 'TEST_CLIPS', videoSettings: TINY }],
    },
    'ASSET_TOO_LARGE',
    /videoUrls\[0\]/,
  ],
  [
    'bytes of a lyrics file',
    { ...media({ lyricsUrl: hosts.put('/e.lrc', Buffer.alloc(200, 'x')) }), ...lyrics },
    'ASSET_TOO_LARGE',
    /more than the limit of 100 bytes/,
  ],
  ['redirects', song(far), 'ASSET_UNREACHABLE', /redirects more than 2 times/],
  [
    'seconds of output, where the template takes the whole song',
    {
      renders: [
        { contentId: 'TEST_UNRULY', videoSettings: { outputQuality: 'PREVIEW', aspectRatio: '1x1' } },
      ],
    },
    'AUDIO_RANGE_INVALID',
    /lasts 4 s, and a video may last 3 s/,
  ],
]
const sent = WHILE_COLLECTING.map(([, body]) => post(body))

const TOO_SLOW: [limit: string, wait: keyof typeof WAITS, audioUrl: string, says: RegExp][] = [
  ['seconds without a byte', 'idle', files.silent, /does not answer/],
  ['seconds for one file', 'total', dripping, /took longer than 2 s/],
]
for (const [limit, wait, audioUrl, says] of TOO_SLOW)
  test(`${limit}: what is more fails the render with ASSET_TIMEOUT`, async (t) => {
    const impatient = await startFlow(t, { config: { ...WAITS[wait], renderAttempts: 1 } })
    const { batchId } = await impatient.post(song(audioUrl))
    const [render] = (await impatient.untilFinal(batchId)).renders
    assert.equal(render?.error?.code, 'ASSET_TIMEOUT')
    assert.match(render?.error?.message ?? '', says)
  })

for (const [index, [limit, , code, says]] of WHILE_COLLECTING.entries())
  test(`${limit}: what is more fails the render with ${code}`, async () => {
    const { renderId } = await sent[index]!
    const { error } = await waitFor('it has failed', async () => {
      const render = await flow.readRender(renderId)
      return render.status === 'FAILED' && render
    })
    assert.equal(error?.code, code, error?.message)
    assert.match(error?.message ?? '', says)
  })

test('what is exactly at its limit passes', async () => {
  const { mediaId } = await createSong(api, { audioUrl: flow.songUrl, lyricsText: 'x'.repeat(100) })
  const renders = [
    { ...unruly({ customText: 'x'.repeat(40) }), videoSettings: { ...TINY, numVideos: 2 } },
    unruly(),
    unruly(),
  ]
  const { status, body } = await api('POST', '/v1/batches?dryRun=true', { mediaId, renders })
  assert.equal(status, 200, JSON.stringify(body))
})
