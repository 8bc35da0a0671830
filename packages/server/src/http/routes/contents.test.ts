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
      'energy',
      'aspectRatios',
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

test('the demo song and cover are served without a token', async () => {
  const song = await fetch(`${url}/demo/song.mp3`)
  const cover = await fetch(`${url}/demo/cover.jpg`)
  assert.deepEqual(
    [song.headers.get('content-type'), cover.headers.get('content-type')],
    ['audio/mpeg', 'image/jpeg'],
  )
  assert.ok((await song.arrayBuffer()).byteLength > 100_000)
})
