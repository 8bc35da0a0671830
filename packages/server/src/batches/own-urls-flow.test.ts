import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Batch } from '@songreel/contract'
import { TINY } from '../../testing/start-flow.ts'
import { type Api, startService } from '../../testing/start-service.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'

// As in production: nothing private may be reached, and this service itself listens on a private address.
const service = await startService(
  { after },
  { hasWorker: true, config: { isStrict: true, host: '0.0.0.0', concurrency: 2 } },
)
const { api, url, app } = service
const asked: string[] = []
app.server.on('request', ({ url = '' }) => asked.push(url))

function aBatch(media: object) {
  const renders = [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: TINY }]
  return { artist: { name: 'Nova Lane' }, media: { name: 'Midnight Drive', ...media }, renders }
}

async function upload(as: Api, bytes: Uint8Array): Promise<string> {
  const { body } = await as('POST', '/v1/uploads', bytes, { 'Content-Type': 'application/octet-stream' })
  return body.data.url
}

async function untilFinal(batchId: string): Promise<Batch> {
  return waitFor(`batch ${batchId} is final`, async () => {
    const { body } = await api('GET', `/v1/batches/${batchId}`)
    return body.data.isFinal && body.data
  })
}

test('the demo song and cover of this very service make a video, and nobody is asked for them', async () => {
  const media = {
    audioUrl: `${url}/demo/song.mp3`,
    artworkUrl: `${url.replace('127.0.0.1', 'localhost')}/demo/cover.jpg`,
  }
  const { status, body } = await api('POST', '/v1/batches', aBatch(media))
  assert.equal(status, 201, JSON.stringify(body))
  const { renders, status: end } = await untilFinal(body.data.batchId)
  assert.equal(end, 'COMPLETED', JSON.stringify(renders[0]?.error))
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/demo')),
    [],
  )
})

test('an upload of the same organization makes a video by its address, without its token', async () => {
  const audioUrl = await upload(api, makeTestSong())
  assert.ok(audioUrl.startsWith(`${url}/v1/uploads/ast_`))
  const { body } = await api('POST', '/v1/batches', aBatch({ audioUrl }))
  const { status, renders } = await untilFinal(body.data.batchId)
  assert.equal(status, 'COMPLETED', JSON.stringify(renders[0]?.error))
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/v1/uploads/')),
    [],
  )
})

test("another organization's upload is the same fault as one that never was", async () => {
  const other = await service.addOrganization('Rival')
  const audioUrl = await upload(other.api, makeTestSong())
  const answers = await Promise.all(
    [audioUrl, `${url}/v1/uploads/ast_00000000000000000000000000`].map(async (address) => {
      const { status, body } = await api('POST', '/v1/batches', aBatch({ audioUrl: address }))
      return [status, body.error.code, body.error.details[0].code, body.message.replace(address, '')]
    }),
  )
  assert.deepEqual(answers[0], answers[1])
  assert.deepEqual(answers[0]?.slice(0, 3), [400, 'VALIDATION_ERROR', 'UPLOAD_NOT_FOUND'])
})

test('no other address of this service, nor any other private one, is reached', async () => {
  const port = new URL(url).port
  const addresses = [
    `${url}/demo/other.mp3`,
    `${url}/v1/limits`,
    `${url}/demo/song.mp3/../../v1/limits`,
    `http://127.0.0.1:${Number(port) + 1}/demo/song.mp3`,
    `https://127.0.0.1:${port}/demo/song.mp3`,
    `http://127.0.0.2:${port}/demo/song.mp3`,
    `http://10.0.0.1:${port}/demo/song.mp3`,
  ]
  for (const audioUrl of addresses) {
    const { status, body } = await api('POST', '/v1/batches', aBatch({ audioUrl }))
    assert.deepEqual([status, body.error?.code], [400, 'URL_NOT_ALLOWED'], audioUrl)
  }
})
