import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { BatchInput, successOf } from '@songreel/contract'
import { z } from 'zod'
import { startService } from '../../../testing/start-service.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from '../routes/route.ts'

const Query = z.object({ limit: z.coerce.number().int().max(100).optional() })

/** Hands back what passed, so that tests see what a handler sees. */
const echoRoutes: Routes = (app) => {
  const response = { 200: successOf(z.object({ body: z.unknown(), query: z.unknown() })) }
  const schema = {
    params: z.object({ id: z.string().max(5) }),
    querystring: Query,
    body: BatchInput,
    response,
  }
  app.post('/v1/echo/:id', { schema }, async ({ body, query }) => ok({ body, query }))
}

const service = await startService({ after }, { app: { extraRoutes: [echoRoutes] } })
const render = { contentId: 'BASE_BASIC_UNIFIED' }

function echo(body: unknown, path = '/v1/echo/abc', headers: Record<string, string> = {}) {
  return service.api('POST', path, body, headers)
}

test('all faults of a request are told together, from path, query and body', async () => {
  const { status, body } = await echo(
    {
      renders: [{}, { contentId: 7 }],
      artist: { name: '  ' },
      media: { name: 'x', audioUrl: 'ftp://host/x' },
    },
    '/v1/echo/abcdefgh?limit=1000',
  )

  assert.equal(status, 400)
  assert.equal(body.error.code, 'VALIDATION_ERROR')
  assert.deepEqual(
    body.error.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    [
      'id TOO_LONG',
      'limit TOO_BIG',
      'artist.name INVALID',
      'media.audioUrl INVALID',
      'renders[0].contentId REQUIRED',
      'renders[1].contentId WRONG_TYPE',
    ],
  )
  assert.equal(
    body.message,
    '6 faults were found, in: id, limit, artist.name, media.audioUrl, renders[0].contentId, renders[1].contentId.',
  )
})

test('each message names the field, the rule and what was seen', async () => {
  const { body } = await echo({
    renders: [{ ...render, videoSettings: { fps: 31, outputQuality: 'BEST', numVideos: 1.5 } }],
    mediaId: '',
    ref: ['x'],
  })

  assert.deepEqual(
    body.error.details.map((detail: { message: string }) => detail.message),
    [
      'ref must be a text. Seen: a list of 1.',
      'mediaId must not be empty. Seen: "".',
      'renders[0].videoSettings.numVideos must be a whole number. Seen: 1.5.',
      'renders[0].videoSettings.outputQuality must be one of PREVIEW, HD, FULL, ULTRA. Seen: "BEST".',
      'renders[0].videoSettings.fps must be one of 24, 25, 30, 50, 60. Seen: 31.',
    ],
  )
})

test('one fault is told in the message itself', async () => {
  const { body } = await echo({ renders: [] })
  assert.equal(body.message, 'renders must hold at least one render. Seen: an empty list.')
})

test('a body that is no object, or that is not there, is told as such', async () => {
  assert.equal((await echo([])).body.message, 'The body must be an object. Seen: an empty list.')
  assert.equal((await echo('null')).body.message, 'The body must be an object. Seen: null.')
  assert.equal((await echo(undefined)).body.message, 'renders is required.')
})

test('what was seen is shortened and never a secret', async () => {
  const { body } = await echo({
    renders: [{ contentId: 'x'.repeat(500) }],
    webhookUrl: 'ftp://user:pass@host/x?sig=abc',
    mediaId: `srl_live_${'a'.repeat(90)}`,
  })
  const text = JSON.stringify(body)

  assert.ok(text.length < 1500, text)
  assert.doesNotMatch(text, /user:pass|sig=abc|srl_live_aaaa/)
})

test('unknown fields are named with what was probably meant, and the request goes through', async () => {
  const { status, body } = await echo({
    renders: [
      { ...render, videoSetings: {}, videoSettings: { aspectRatoi: '1x1' }, requiredData: { anything: 1 } },
    ],
    webhookURL: 'https://example.com',
    serviceParams: { mine: true, videoSettings: { fpz: 30 } },
  })

  assert.equal(status, 200)
  assert.deepEqual(body.warnings, [
    {
      field: 'renders[0].videoSetings',
      message: 'renders[0].videoSetings is not a known field. Did you mean videoSettings?',
    },
    {
      field: 'renders[0].videoSettings.aspectRatoi',
      message: 'renders[0].videoSettings.aspectRatoi is not a known field. Did you mean aspectRatio?',
    },
    { field: 'webhookURL', message: 'webhookURL is not a known field. Did you mean webhookUrl?' },
    {
      field: 'serviceParams.videoSettings.fpz',
      message: 'serviceParams.videoSettings.fpz is not a known field. Did you mean fps?',
    },
  ])
  assert.equal('webhookURL' in body.data.body, false)
  assert.deepEqual(body.data.body.serviceParams, { mine: true, videoSettings: {} })
})

test('a field that was sent one level too far out is shown its place', async () => {
  const { body } = await echo({ renders: [{ ...render, aspectRatio: '1x1' }] })
  assert.deepEqual(body.warnings, [
    {
      field: 'renders[0].aspectRatio',
      message: 'renders[0].aspectRatio is not a known field. Did you mean videoSettings.aspectRatio?',
    },
  ])
})

test('a field at the wrong level is shown its place', async () => {
  const { body } = await echo({
    media: { name: 'x', audioUrl: 'https://host/x.mp3', mediaId: 'med_x', numVideos: 2 },
    audioUrl: 'https://host/x.mp3',
    renders: [render, { ...render, numVideos: 2, ratio: '1x1', webhookUrl: 'https://host/', name: 'y' }],
  })
  const hints = body.warnings.map(({ message }: { message: string }) =>
    message.replace(' is not a known field.', ':'),
  )
  assert.deepEqual(hints, [
    'media.mediaId: Did you mean mediaId at the top level?',
    'media.numVideos: Did you mean serviceParams.videoSettings.numVideos?',
    'audioUrl: Did you mean media.audioUrl?',
    'renders[1].numVideos: Did you mean videoSettings.numVideos?',
    'renders[1].ratio: Did you mean videoSettings.aspectRatio?',
    'renders[1].webhookUrl: Did you mean webhookUrl at the top level?',
    'renders[1].name:',
  ])
})

test('a field that has another name in other calls is shown its name here', async () => {
  const named = { name: 'x', audioUrl: 'https://host/x.mp3' }
  const { body } = await echo({
    media: { ...named, title: 'x', songUrl: 'https://host/x.mp3', imageUrl: 'https://host/x.jpg' },
    renders: [render],
  })
  assert.deepEqual(
    body.warnings.map(({ message }: { message: string }) => message.replace(' is not a known field.', ':')),
    [
      'media.title: Did you mean name?',
      'media.songUrl: Did you mean audioUrl?',
      'media.imageUrl: Did you mean artworkUrl?',
    ],
  )
})

test('a value that others call otherwise is shown its name here', async () => {
  for (const [outputQuality, meant] of [
    ['4K', 'ULTRA'],
    ['uhd', 'ULTRA'],
    ['1080p', 'FULL'],
    ['Full HD', 'FULL'],
    ['full', 'FULL'],
    ['720p', 'HD'],
    ['hd', 'HD'],
    ['PREVEIW', 'PREVIEW'],
  ]) {
    const { body } = await echo({ renders: [{ ...render, videoSettings: { outputQuality } }] })
    assert.match(
      body.message,
      new RegExp(`must be one of PREVIEW, HD, FULL, ULTRA; did you mean ${meant}\\? Seen: `),
    )
  }
  const { body } = await echo({
    renders: [{ ...render, videoSettings: { outputQuality: 'zebra', format: 'mp4' } }],
  })
  assert.deepEqual(
    body.error.details.map(({ message }: { message: string }) => message.split('must be ')[1]),
    [
      'one of PREVIEW, HD, FULL, ULTRA. Seen: "zebra".',
      'one of MP4, GIF, WEBM, MOV; did you mean MP4? Seen: "mp4".',
    ],
  )
})

test('a letter with more accents than can be put in order is refused', async () => {
  const { status, body } = await echo({
    renders: [render],
    artist: { name: `a${'\u0301\u0323'.repeat(100)}` },
  })
  assert.deepEqual([status, body.error.code], [400, 'INVALID_CHARACTERS'])
  assert.match(body.message, /^artist\.name piles up more than 64 accents on one letter; remove some\.$/)
  const many = await echo({ renders: [render], artist: { name: 'Z\u0337\u0310\u0323'.repeat(20) } })
  assert.equal(many.status, 200)
})

test('of many faults the first are told, and how many there are', async () => {
  const { body } = await echo({ renders: Array.from({ length: 100 }, () => 1) })
  assert.equal(body.error.details.length, 50)
  assert.match(body.message, /^100 faults were found/)
  assert.ok(JSON.stringify(body).length < 20_000)
})

test('unknown query parameters are named too, also where a call takes none', async () => {
  assert.deepEqual((await echo({ renders: [render] }, '/v1/echo/abc?limi=5')).body.warnings, [
    { field: 'limi', message: 'limi is not a known query parameter. Did you mean limit?' },
  ])
  assert.equal((await service.api('GET', '/v1/limits?verbose=1')).body.warnings.length, 1)
})

test('with Prefer: handling=strict an unknown field is a fault', async () => {
  const headers = { Prefer: 'return=minimal, handling="strict"' }
  const { status, body } = await echo({ renders: [render], nmae: 1 }, '/v1/echo/abc?x=1', headers)

  assert.equal(status, 400)
  assert.deepEqual(
    body.error.details.map(({ field, code }: { field: string; code: string }) => [field, code]),
    [
      ['x', 'UNKNOWN_FIELD'],
      ['nmae', 'UNKNOWN_FIELD'],
    ],
  )
})

test('a missing field that was sent under a mistyped name is recognised', async () => {
  const { body } = await echo({ rendres: [render] })
  assert.equal(body.message, 'renders is required. Is rendres a typing error?')
})

test('a body full of unknown fields does not make an endless answer', async () => {
  const flood = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field${index}`, 1]))
  const { status, body } = await echo({ renders: [render], ...flood })

  assert.equal(status, 200)
  assert.equal(body.warnings.length, 21)
  assert.match(body.warnings.at(-1).message, /^2980 more/)
})

test('a body full of faults does not make an endless answer', async () => {
  const { status, body } = await echo({ renders: Array.from({ length: 100 }, () => ({ contentId: 5 })) })

  assert.equal(status, 400)
  assert.equal(body.error.details.length, 50)
  assert.ok(JSON.stringify(body).length < 20_000)
})
