import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AUDIO_URL, createSong } from '../../testing/builders.ts'
import { startService } from '../../testing/start-service.ts'

const { api, addOrganization } = await startService({ after })
const SONG = { name: '夜に駆ける', audioUrl: AUDIO_URL }

test('no two videos of an organization have the same file name, even of batches that come at once', async () => {
  const { mediaId } = await createSong(api, SONG)
  const other = await createSong(api, SONG)
  const batch = (id: string) => ({ mediaId: id, renders: [{ contentId: 'BASE_BASIC_UNIFIED' }] })
  const sent = [mediaId, mediaId, mediaId, other.mediaId, other.mediaId, mediaId].map((id) =>
    api('POST', '/v1/batches', batch(id)),
  )
  const names = (await Promise.all(sent)).map(({ body }) => body.data.renders[0].fileName as string)
  assert.equal(new Set(names).size, 6, names.join(', '))
  for (const name of names) assert.match(name, /-yeniqukeru-basic-unified-9x16(-0[2-6])?\.mp4$/)

  const dryRun = await api('POST', '/v1/batches?dryRun=true', batch(mediaId))
  assert.match(dryRun.body.data.renders[0].fileName, /-9x16-07\.mp4$/)
  const next = await api('POST', '/v1/batches', batch(mediaId))
  assert.equal(next.body.data.renders[0].fileName, dryRun.body.data.renders[0].fileName)
})

test('organizations do not see each other in the numbers of their files', async () => {
  const one = await addOrganization()
  const { mediaId } = await createSong(one.api, SONG)
  const batch = { mediaId, renders: [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings: { numVideos: 2 } }] }
  const { body } = await one.api('POST', '/v1/batches', batch)
  assert.deepEqual(
    body.data.renders.map((render: { fileName: string }) => render.fileName.slice(-11)),
    ['ed-9x16.mp4', '9x16-02.mp4'],
  )
})
