import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, test } from 'node:test'
import { RENDER_FAILURES, type RenderFailureCode } from '@songreel/contract'
import { createSong } from '../../testing/builders.ts'
import { ENGINE_FAILURES } from '../../testing/engine-failures.ts'
import { putFailingFiles } from '../../testing/failing-hosts.ts'
import { fillDisk, mountSmallDisk, whyNoSmallDisk } from '../../testing/small-disk.ts'
import { type Flow, startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import type { Api } from '../../testing/start-service.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { Config } from '../config/config.ts'
import { sweep } from '../jobs/janitor.ts'

// Every code that a render can fail with, each by a cause of its own, as the client meets it: in
// GET /v1/renders/{renderId} and in the webhook. What is worth another try gets one only, to save time; that three are
// made is shown in render-states-flow.slow.test.ts.

const SMALL: Partial<Config> = {
  renderAttempts: 1,
  fetchIdleSecs: 3,
  maxAudioBytes: 2_000_000,
  maxAudioSecs: 60,
  maxImagePixels: 1_000_000,
}
const flow = await startFlow({ after }, { config: SMALL })
const { api, services, hosts, post, readRender } = flow
const song = makeTestSong()
const files = await putFailingFiles({ after }, hosts, song)
const hostName = new URL(hosts.url).host

type Case = {
  code: RenderFailureCode
  cause: string
  start(): Promise<Started>
  /** The field that is named first. */
  field?: string
  host?: string
  says: RegExp
  retryable: boolean
  /** The code in `details`. */
  detail?: string
}
type Started = { renderId: string; batchId: string }

const covered = new Set<RenderFailureCode>()
const media = (more: object) => ({
  artist: { name: 'Odalys Wren' },
  media: { name: 'Lanterns', audioUrl: flow.songUrl, ...more },
})
const withSong = (audioUrl: string) => () => post(media({ audioUrl }))
const withCover = (artworkUrl: string) => () => post(media({ artworkUrl }))
const withBrand = (files: object) => async () => {
  const { body } = await api('POST', '/v1/brands', { name: 'Harbour Records', ...files })
  return post({ renders: [{ ...unruly(), brandId: body.data.brandId }] })
}
const audio = { field: 'media.audioUrl', host: hostName }
const cover = { field: 'media.imageUrl', host: hostName }

const INPUT_CASES: Case[] = [
  {
    code: 'ASSET_UNREACHABLE',
    cause: 'its name is not in the DNS',
    start: withSong(files.unknownName),
    field: 'media.audioUrl',
    host: 'no-such-host.invalid',
    says: /DNS/,
    retryable: false,
    detail: 'DNS',
  },
  {
    code: 'ASSET_UNREACHABLE',
    cause: 'the connection is refused',
    start: withSong(files.closedPort),
    field: 'media.audioUrl',
    host: '127.0.0.1:1',
    says: /refuses the connection\. Check that the server runs/,
    retryable: true,
    detail: 'CONNECTION',
  },
  {
    code: 'ASSET_UNREACHABLE',
    cause: 'nobody vouches for the certificate',
    start: withSong(files.untrusted),
    field: 'media.audioUrl',
    host: new URL(files.untrusted).host,
    says: /TLS certificate .* Check the certificate/,
    retryable: false,
    detail: 'TLS',
  },
  {
    code: 'ASSET_UNREACHABLE',
    cause: 'the answer is 404',
    start: withSong(files.missing),
    ...audio,
    says: /answers with status 404\. Check the link/,
    retryable: false,
    detail: 'HTTP_4XX',
  },
  {
    code: 'ASSET_UNREACHABLE',
    cause: 'the answer is 500',
    start: withSong(files.broken),
    ...audio,
    says: /answers with status 500\. Try again later/,
    retryable: true,
    detail: 'HTTP_5XX',
  },
  {
    code: 'ASSET_TIMEOUT',
    cause: 'the host says nothing',
    start: withSong(files.silent),
    ...audio,
    says: /does not answer\. Put the file on a faster host/,
    retryable: true,
    detail: 'TIMEOUT',
  },
  {
    code: 'ASSET_TOO_LARGE',
    cause: 'the file has more bytes than the limit',
    start: withSong(files.large),
    ...audio,
    says: /sends more than the limit of 1\.9 MB\. Send a smaller file/,
    retryable: false,
  },
  {
    code: 'ASSET_TOO_LARGE',
    cause: 'the picture has more pixels than the limit',
    start: withCover(files.largePng),
    ...cover,
    says: /large\.png from .* 1200×1200; at most 1 megapixels/,
    retryable: false,
  },
  {
    code: 'ASSET_TYPE_MISMATCH',
    cause: 'a web page stands in for the song',
    start: withSong(files.webPage),
    ...audio,
    says: /page\.mp3 from .* is a web page \(HTML\), not audio.* Give a link that opens/,
    retryable: false,
  },
  {
    code: 'ASSET_UNSUPPORTED',
    cause: 'the song is a MIDI file',
    start: withSong(files.midi),
    ...audio,
    says: /song\.mid from .* audio\/midi, which is not supported\. Use mp3/,
    retryable: false,
  },
  {
    code: 'ASSET_TRUNCATED',
    cause: 'the host breaks off in the middle',
    start: withSong(files.cutOff),
    ...audio,
    says: /broke off in the middle of the file\. Store the file again/,
    retryable: true,
  },
  {
    code: 'ASSET_CORRUPT',
    cause: 'the cover is damaged',
    start: withCover(files.damagedPng),
    ...cover,
    says: /damaged\.png from .* is damaged .* Export it again/,
    retryable: false,
  },
  {
    code: 'URL_NOT_ALLOWED',
    cause: 'the host redirects into the private network',
    start: withSong(files.inward),
    ...audio,
    says: /may not be reached from here\. Use a public/,
    retryable: false,
  },
  {
    code: 'AUDIO_RANGE_INVALID',
    cause: 'the excerpt ends after the song',
    start: () =>
      post({
        renders: [{ ...unruly(), videoSettings: { ...TINY, audioStartEndSecs: { start: 0, end: 99 } } }],
      }),
    field: 'videoSettings.audioStartEndSecs',
    says: /0 to 99 s .* 4 s long\. Choose start and end inside the song/,
    retryable: false,
  },
  {
    code: 'FONT_INVALID',
    cause: 'the font of the brand is cut off',
    start: withBrand({
      titleFontUrl: hosts.put('/title.ttf', Buffer.from('\0\x01\0\0\0\x0c cut off', 'latin1')),
    }),
    field: 'brand.titleFontUrl',
    says: /title\.ttf from .*/,
    retryable: false,
  },
  {
    code: 'LOGO_INVALID',
    cause: 'the logo of the brand is a photograph',
    start: withBrand({ logoUrl: hosts.put('/logo.svg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])) }),
    field: 'brand.logoUrl',
    says: /logo\.svg from .*/,
    retryable: false,
  },
  {
    code: 'ANIMATION_INVALID',
    cause: 'the animation of the brand shows a picture from elsewhere',
    start: withBrand({
      logoAnimationUrl: hosts.put(
        '/sting.json',
        Buffer.from(
          '{"v":"5.7.0","fr":30,"ip":0,"op":60,"w":90,"h":90,"layers":[],"assets":[{"id":"a","p":"a.png"}]}',
        ),
      ),
    }),
    field: 'brand.logoAnimationUrl',
    says: /sting\.json from .*/,
    retryable: false,
  },
  {
    code: 'LYRICS_INVALID',
    cause: 'a line of the lyrics has no such time',
    start: () =>
      post({
        ...media({ lyricsUrl: hosts.put('/bad.lrc', Buffer.from('[00:01.00]Lantern\n[00:75.00]light')) }),
        renders: [{ contentId: 'TEST_LYRICS', videoSettings: TINY }],
      }),
    field: 'media.lyricsUrl',
    host: hostName,
    says: /Line 2, column 1 of the lyrics, "\[00:75\.00\]light", has no time/,
    retryable: false,
  },
]

/** What every failure has to say, whatever it is, and what none may say. */
async function examine(
  started: Started,
  wanted: Case,
  { as = api, in: where = flow }: { as?: Api; in?: Flow } = {},
) {
  covered.add(wanted.code)
  const render = await waitFor(`${wanted.code}: ${wanted.cause}`, async () => {
    const found = await where.readRender(started.renderId, as)
    assert.notEqual(found.status, 'COMPLETED')
    return found.status === 'FAILED' && found
  })
  const { code, message, retryable, field, details } = render.error!
  assert.equal(code, wanted.code, message)
  assert.match(message, wanted.says)
  assert.equal(retryable, wanted.retryable)
  assert.equal(field, wanted.field)
  if (wanted.field) assert.ok(message.startsWith(`${wanted.field}: `), message)
  if (wanted.host) assert.ok(message.includes(wanted.host), message)
  assert.match(message, /[.] [A-Z0-9].*[.]$/, 'what was seen, then what to do')
  if (wanted.detail)
    assert.deepEqual(
      [details?.length, details?.[0]?.code, details?.[0]?.field],
      [1, wanted.detail, wanted.field],
    )
  assert.doesNotMatch(
    JSON.stringify(render.error),
    /canary|\/tmp|\/inner|songreel-test|node_modules|\.ts\b|secret/,
  )
  const [event] = await waitFor('the webhook arrives', async () => {
    const events = where.listEvents(started.renderId)
    return events.length > 0 && events
  })
  assert.equal(event?.type, 'render.failed')
  assert.deepEqual(event.data.error, render.error)
}

// All of them are sent at once: most of the time goes by in waiting for others.
const started = INPUT_CASES.map(({ start }) => start())

for (const [index, wanted] of INPUT_CASES.entries())
  test(`${wanted.code}: ${wanted.cause}`, async () => {
    await examine(await started[index]!, wanted)
  })

for (const { config = {}, trouble, ...wanted } of ENGINE_FAILURES)
  test(`${wanted.code}: ${wanted.cause}`, async (t) => {
    const before = { ...services.config }
    t.after(() => Object.assign(services.config, before))
    Object.assign(services.config, config)
    await examine(await post({ renders: [unruly(trouble)] }), { ...wanted, start: post })
  })

test('ASSET_TOO_LARGE: the song lasts longer than the limit', async () => {
  services.config.maxAudioSecs = 3
  await examine(await post(media({ audioUrl: hosts.put('/four.wav', makeTestSong(4)) })), {
    code: 'ASSET_TOO_LARGE',
    cause: 'the song is too long',
    start: post,
    ...audio,
    says: /four\.wav from .* lasts 4 s; a song may last 3 s/,
    retryable: false,
  })
  services.config.maxAudioSecs = 60
})

test('STORAGE_FAILED: the storage does not take the video', async () => {
  const other = await flow.addOrganization('Broken shelf')
  const folder = path.join(services.config.dataDir, 'files/renders')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, other.orgId), 'a file where a folder should be')
  const wanted = {
    code: 'STORAGE_FAILED',
    cause: 'a file stands where the folder should be',
    start: post,
    says: /^The video could not be stored\. Check \/readyz/,
    retryable: true,
  } as const
  await examine(await post({}, other.api), wanted, { as: other.api })
})

test('STORAGE_FULL: there is no room for the video', { skip: whyNoSmallDisk() }, async (t) => {
  const small = await startFlow(t, { dataDir: mountSmallDisk(t, 8), config: { ...SMALL, minFreeMb: 0 } })
  const gate = small.makeGate()
  const sent = await small.post({ renders: [unruly({ waitForFile: gate.file })] })
  await small.untilRender(sent.renderId, 'RENDERING')
  await fillDisk(small.services.config.dataDir)
  gate.open()
  const wanted = {
    code: 'STORAGE_FULL',
    cause: 'the disk is full',
    start: post,
    says: /(room|space).*\. (Free some|Try again later)/i,
    retryable: true,
  } as const
  await examine(sent, wanted, { as: small.api, in: small })
})

test('AUDIO_MISSING, LYRICS_MISSING, BATCH_EXPIRED: things change while a render waits', async (t) => {
  const gates = [flow.makeGate(), flow.makeGate()]
  t.after(() => {
    for (const gate of gates) gate.open()
  })
  const blockers = await Promise.all(
    gates.map(({ file }) => post({ renders: [unruly({ waitForFile: file })] })),
  )
  for (const { renderId } of blockers) await flow.untilRender(renderId, 'RENDERING')

  const expired = await post()
  services.config.batchExpiryHours = 0
  await sweep(services)
  services.config.batchExpiryHours = 168
  await examine(expired, {
    code: 'BATCH_EXPIRED',
    cause: 'no worker came',
    start: post,
    says: /waited 0 hours for a worker\. Add workers/,
    retryable: true,
  })

  const { mediaId } = await createSong(api, { audioUrl: flow.songUrl, lyricsText: 'Tin lanterns' })
  const silent = await post({ mediaId })
  const wordless = await createSong(api, { audioUrl: flow.songUrl, lyricsText: 'Tin lanterns' })
  const mute = await post({
    mediaId: wordless.mediaId,
    renders: [{ contentId: 'TEST_LYRICS', videoSettings: TINY }],
  })
  assert.equal((await api('PUT', `/v1/media/${mediaId}`, { audioUrl: null })).status, 200)
  assert.equal((await api('PUT', `/v1/media/${wordless.mediaId}`, { lyricsText: null })).status, 200)
  for (const gate of gates) gate.open()
  await examine(silent, {
    code: 'AUDIO_MISSING',
    cause: 'the song was taken away',
    start: post,
    field: 'media.audioUrl',
    says: /TEST_UNRULY needs a song.* Give the media an audioUrl/,
    retryable: false,
  })
  await examine(mute, {
    code: 'LYRICS_MISSING',
    cause: 'the lyrics were taken away',
    start: post,
    field: 'media.lyricsUrl',
    says: /TEST_LYRICS needs lyrics.* Give the media lyricsUrl or lyricsText/,
    retryable: false,
  })
  assert.equal((await readRender(blockers[0]!.renderId)).error, undefined)
})

test('every code of the catalogue has its flow above', () => {
  // quota-flow.test.ts has the other one.
  const skipped: RenderFailureCode[] = ['STORAGE_QUOTA_EXCEEDED']
  if (whyNoSmallDisk()) skipped.push('STORAGE_FULL')
  assert.deepEqual([...covered, ...skipped].sort(), Object.keys(RENDER_FAILURES).sort())
})
