import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ValidationError } from '@songreel/sdk'
import { TINY } from '../../testing/start-flow.ts'
import { startService } from '../../testing/start-service.ts'
import { makeTestSong } from '../../testing/test-song.ts'

// As in production: nothing private may be reached, and this service itself listens on a private address.
const service = await startService(
  { after },
  { hasWorker: true, config: { isStrict: true, host: '0.0.0.0', concurrency: 2 } },
)
const { client, url, app } = service
const asked: string[] = []
app.server.on('request', ({ url = '' }) => asked.push(url))

function aBatch(media: { audioUrl: string; artworkUrl?: string }) {
  const renders = [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: TINY }]
  return { artist: { name: 'Odalys Wren' }, media: { name: 'Tin Lanterns', ...media }, renders }
}

const song = new Blob([makeTestSong() as BlobPart])

test('the demo song and cover of this very service make a video, and nobody is asked for them', async () => {
  const media = {
    audioUrl: `${url}/demo/song.mp3`,
    artworkUrl: `${url.replace('127.0.0.1', 'localhost')}/demo/cover.jpg`,
  }
  await client.batches.createAndWait(aBatch(media))
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/demo')),
    [],
  )
})

test('an upload of the same organization makes a video by its address, without its token', async () => {
  const { url: audioUrl } = await client.uploads.create(song)
  assert.ok(audioUrl.startsWith(`${url}/v1/uploads/ast_`))
  await client.batches.createAndWait(aBatch({ audioUrl }))
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/v1/uploads/')),
    [],
  )
})

test("another organization's upload is the same fault as one that never was", async () => {
  const other = await service.addOrganization('Rival')
  const { url: audioUrl } = await other.client.uploads.create(song)
  const errors = await Promise.all(
    [audioUrl, `${url}/v1/uploads/ast_00000000000000000000000000`].map(async (address) => {
      const error = await client.batches.create(aBatch({ audioUrl: address })).catch((error) => error)
      assert.ok(error instanceof ValidationError)
      return [error.code, error.details[0]?.code, error.message.replace(address, '')]
    }),
  )
  assert.deepEqual(errors[0], errors[1])
  assert.deepEqual(errors[0]?.slice(0, 2), ['VALIDATION_ERROR', 'UPLOAD_NOT_FOUND'])
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
    const refused = client.batches.create(aBatch({ audioUrl }))
    await assert.rejects(refused, { status: 400, code: 'URL_NOT_ALLOWED' }, audioUrl)
  }
})
