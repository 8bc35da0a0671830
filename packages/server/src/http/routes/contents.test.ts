import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { loadTemplates } from '@songreel/templates'
import { startService } from '../../../testing/start-service.ts'

const { api, url, token } = await startService({ after })

async function preview(
  query: string,
  body: object,
  contentId = 'SNIPPET_WAVEFORM_CARD',
): Promise<{ status: number; type: string; bytes: Buffer }> {
  const answer = await fetch(`${url}/v1/contents/${contentId}/preview${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const type = answer.headers.get('content-type') ?? ''
  return { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('the list has every template with the schema of its data', async () => {
  const { body } = await api('GET', '/v1/contents')
  const ids = body.data.items.map((content: { contentId: string }) => content.contentId)
  assert.ok(ids.includes('BASE_BASIC_UNIFIED') && ids.includes('BASE_ART_TRACK'))
  for (const content of body.data.items) {
    assert.deepEqual(Object.keys(content), [
      'contentId',
      'name',
      'description',
      'family',
      'version',
      ...(content.hasLook ? ['hasLook'] : []),
      'energy',
      'aspectRatios',
      'backgrounds',
      'needs',
      'requiredDataSchema',
      'defaults',
      'example',
      'previewImageUrl',
      'previewVideoUrl',
    ])
    assert.match(content.requiredDataSchema.$schema, /2020-12/)
    assert.ok(content.requiredDataSchema.properties.customText)
  }
  const one = await api('GET', `/v1/contents/${ids[0]}`)
  assert.deepEqual(one.body.data, body.data.items[0])
  assert.equal((await api('GET', '/v1/contents/NOTHING')).body.error.code, 'CONTENT_NOT_FOUND')
  const withLook = body.data.items.find((content: { hasLook?: true }) => content.hasLook)
  const { look } = (await api('GET', `/v1/contents/${withLook.contentId}`)).body.data
  assert.deepEqual([look.look, look.title], [1, withLook.name], 'some are there as JSON, too')
})

test('a preview video is made in the shapes of its template and in no others', async () => {
  const refused = await fetch(`${url}/contents/LOOP_CANVAS_VERTICAL/preview.mp4?aspectRatio=1x1`)
  assert.equal(refused.status, 404)
  assert.match((await refused.json()).message, /1x1/)
})

test('every template has a preview picture that needs no token', async () => {
  const { body } = await api('GET', '/v1/contents')
  for (const { contentId } of body.data.items) {
    const picture = await fetch(`${url}/contents/${contentId}/preview.png`)
    assert.equal(picture.status, 200, contentId)
    assert.equal(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
      'PNG',
    )
  }
})

test('a template without a preview picture has none to send, and says so', async (t) => {
  const [[contentId, loaded] = assert.fail()] = await loadTemplates()
  const templates = new Map([[contentId, { ...loaded, folder: import.meta.dirname }]])
  const bare = await startService(t, { templates })
  const refused = await fetch(`${bare.url}/contents/${contentId}/preview.png`)
  assert.equal(refused.status, 404)
  const { success, error, message } = await refused.json()
  assert.deepEqual([success, error.code], [false, 'NOT_FOUND'])
  assert.match(message, /preview\.png/)
})

test('a preview is a picture of the asked shape, or a short video', async () => {
  const videoSettings = { outputQuality: 'PREVIEW', aspectRatio: '4x5' }
  const still = await preview('', { videoSettings, title: 'Another name' })
  assert.deepEqual([still.status, still.type], [200, 'image/png'])
  assert.deepEqual([still.bytes.readUInt32BE(16), still.bytes.readUInt32BE(20)], [360, 450])
  const clip = await preview('?clip=1', { videoSettings })
  assert.deepEqual([clip.status, clip.type], [200, 'video/mp4'])
  assert.equal(clip.bytes.subarray(4, 8).toString(), 'ftyp')
})

test("a template that needs lyrics is previewed with the demo's", async () => {
  const videoSettings = { outputQuality: 'PREVIEW' }
  const { status, type } = await preview('', { videoSettings }, 'LYRIC_KARAOKE_FILL')
  assert.deepEqual([status, type], [200, 'image/png'])
})

test('a preview names what is wrong with its data', async () => {
  const { body, status } = await api('POST', '/v1/contents/SNIPPET_WAVEFORM_CARD/preview', {
    requiredData: { custmText: 'Out now' },
  })
  assert.equal(status, 400)
  assert.equal(body.error.code, 'TEMPLATE_DATA_INVALID')
  assert.match(body.message, /Did you mean customText\?/)
})

const LOOK = {
  look: 1,
  title: 'Neon pulse',
  description: 'The cover above its name.',
  fields: { tag: { type: 'TEXT', most: 40, default: 'Out now' } },
  layers: [
    { kind: 'fill', colours: ['BACKGROUND'] },
    { kind: 'picture', id: 'cover', place: { above: 'names', gap: 40, ratio: 1, anchor: 'TOP_START' } },
    {
      kind: 'stack',
      id: 'names',
      place: { anchor: 'BOTTOM_START' },
      children: [
        { kind: 'text', text: { field: 'tag' }, size: 40 },
        { kind: 'text', text: 'TITLE', role: 'DISPLAY' },
      ],
    },
  ],
}
const SQUARE = { outputQuality: 'PREVIEW', aspectRatio: '1x1' }

async function drawDraft(query: string, body: object) {
  const answer = await fetch(`${url}/v1/contents/preview${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { answer, type: answer.headers.get('content-type') ?? '' }
}

test('a look that is not stored is drawn: a picture, a short video, or a picture with the places of its layers', async () => {
  const body = { look: LOOK, videoSettings: SQUARE, requiredData: { tag: 'Tonight' } }
  const still = await drawDraft('', body)
  assert.deepEqual([still.answer.status, still.type], [200, 'image/png'])
  const png = Buffer.from(await still.answer.arrayBuffer())
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [360, 360])
  const clip = await drawDraft('?clip=1', body)
  assert.deepEqual([clip.answer.status, clip.type], [200, 'video/mp4'])

  const { body: drawn } = await api('POST', '/v1/contents/preview?format=json', body)
  const { image, frame, safe, isMirrored, layers } = drawn.data
  assert.ok(Buffer.from(image.split(',')[1], 'base64').equals(png))
  assert.deepEqual([frame, isMirrored], [{ width: 1080, height: 1080 }, false])
  const found = layers.map(({ path, room }: { path: string; room?: object }) => [path, room !== undefined])
  assert.deepEqual(found, [
    ['layers[0]', false],
    ['layers[1]', true],
    ['layers[2]', true],
    ['layers[2].children[0]', false],
    ['layers[2].children[1]', false],
  ])
  const [ground, cover, names] = layers
  assert.deepEqual(ground.box, { x: 0, y: 0, width: 1080, height: 1080 })
  assert.deepEqual([cover.box.x, cover.box.y], [safe.x, safe.y])
  assert.ok(Math.abs(names.box.y - 40 - (cover.box.y + cover.box.height)) < 0.3)
  assert.deepEqual(names.room, safe)
})

test('all faults of a look are told at once, by their paths in the body, before anything is drawn', async () => {
  const layers = [
    { kind: 'picture', place: { anchor: 'MIDDLE' } },
    { kind: 'grain', amount: 3 },
    { kind: 'film3d' },
  ]
  const { status, body } = await api('POST', '/v1/contents/preview', { look: { ...LOOK, layers } })
  assert.deepEqual([status, body.error.code], [422, 'LOOK_INVALID'])
  const fields = body.error.details.map(({ field }: { field: string }) => field)
  assert.deepEqual(fields, ['look.layers[0].place.anchor', 'look.layers[1].amount', 'look.layers[2].kind'])
  const long = await api('POST', '/v1/contents/preview', {
    look: { ...LOOK, description: 'x'.repeat(70_000) },
  })
  assert.deepEqual([long.status, long.body.error.details[0].field], [422, 'look'])
  const data = await api('POST', '/v1/contents/preview', { look: LOOK, requiredData: { tagg: 'Tonight' } })
  assert.deepEqual([data.status, data.body.error.code], [400, 'TEMPLATE_DATA_INVALID'])
})

test('the schema of looks is there for everybody', async () => {
  const answer = await fetch(`${url}/v1/contents/schema`)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/schema\+json/)
  const { properties, $defs } = await answer.json()
  assert.ok(properties.layers && $defs.Layer.oneOf.length > 10)
})

test('the demo song and cover are served without a token', async () => {
  const song = await fetch(`${url}/demo/song.mp3`)
  const cover = await fetch(`${url}/demo/cover.jpg`)
  assert.deepEqual(
    [song.headers.get('content-type'), cover.headers.get('content-type')],
    ['audio/mpeg', 'image/jpeg'],
  )
  assert.ok((await song.arrayBuffer()).byteLength > 100_000)
})
