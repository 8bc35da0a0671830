import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ErrorDetail } from '@songreel/contract'
import { startFlow } from '../../testing/start-flow.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { assetKey } from '../assets/asset-key.ts'

// Somebody deletes objects from the store behind the service's back.

const flow = await startFlow({ after })
const { api, apiAs, post, readRender, untilRender, services, hosts, orgId } = flow

async function deleteVideo(renderId: string): Promise<void> {
  const { video_key: key } = await services.db
    .selectFrom('renders')
    .innerJoin('outputs', 'outputs.output_id', 'renders.output_id')
    .select('video_key')
    .where('render_id', '=', renderId)
    .executeTakeFirstOrThrow()
  await services.storage.delete(key)
}

/** Deletes the bytes of a batch's song and tells the asset's id. */
async function deleteSong(batchId: string): Promise<void> {
  const { sha256 } = await services.db
    .selectFrom('batches')
    .innerJoin('media', 'media.media_id', 'batches.media_id')
    .innerJoin('assets', 'assets.asset_id', 'media.audio_asset_id')
    .select('sha256')
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  await services.storage.delete(assetKey(orgId, sha256 as string))
}

const mediaOf = async (batchId: string) => ({
  mediaId: (await api('GET', `/v1/batches/${batchId}`)).body.data.mediaId,
})

test('a video that was deleted from the store is gone, not an error of ours', async () => {
  const { batchId, renderId } = await post()
  const { renderUrl } = await untilRender(renderId, 'COMPLETED')
  await deleteVideo(renderId)
  const { status, body } = await apiAs(undefined)('GET', (renderUrl as string).slice(flow.url.length))
  assert.deepEqual([status, body.error.code], [410, 'OUTPUT_EXPIRED'])
  const archive = await api('GET', `/v1/batches/${batchId}/archive`)
  assert.deepEqual([archive.status, archive.body.error.code], [410, 'OUTPUT_EXPIRED'])
})

test('a song that was deleted from the store is fetched again from its address', async () => {
  const first = await post({
    media: { name: 'Lost', audioUrl: hosts.put('/lost.wav', makeTestSong()) },
  } as never)
  await untilRender(first.renderId, 'COMPLETED')
  await deleteSong(first.batchId)
  const again = await post(await mediaOf(first.batchId))
  await untilRender(again.renderId, 'COMPLETED')
  assert.equal(hosts.requests.filter(({ path }) => path === '/lost.wav').length, 2)
})

test('an upload that was deleted from the store fails its render and says what to do', async () => {
  const { body } = await api('POST', '/v1/uploads', Buffer.from(makeTestSong()), {
    'Content-Type': 'audio/wav',
  })
  const first = await post({ media: { name: 'Uploaded', audioUrl: body.data.url } } as never)
  await untilRender(first.renderId, 'COMPLETED')
  await deleteSong(first.batchId)
  const again = await post(await mediaOf(first.batchId))
  const { error } = await waitFor('it fails', async () => {
    const render = await readRender(again.renderId)
    return render.status === 'FAILED' && render
  })
  assert.deepEqual([error?.code, error?.field], ['ASSET_UNREACHABLE', 'media.audioUrl'])
  assert.match(error?.message ?? '', /no longer in the store\. Upload it again\./)
})

test('a preview of a song that was deleted from the store says so, and has it fetched again', async () => {
  const audioUrl = hosts.put('/lost-preview.wav', makeTestSong())
  const { batchId, renderId } = await post({ media: { name: 'Lost', audioUrl } } as never)
  await untilRender(renderId, 'COMPLETED')
  await deleteSong(batchId)
  const { mediaId } = await mediaOf(batchId)
  const preview = (id: string) =>
    api('POST', '/v1/contents/BASE_BASIC_UNIFIED/preview', {
      mediaId: id,
      videoSettings: { outputQuality: 'PREVIEW' },
    })
  const { status, body } = await preview(mediaId)
  assert.deepEqual([status, body.error.code], [409, 'MEDIA_INCOMPLETE'])
  assert.deepEqual(
    body.error.details.map(({ field, code }: ErrorDetail) => [field, code]),
    [['media.audioUrl', 'ASSET_UNREACHABLE']],
  )
  assert.match(body.message, /no longer in the store, and is fetched once more\. Try again shortly\./)
  await waitFor('the song is back', async () => (await preview(mediaId)).status === 200)
})

test('a preview of an upload that was deleted from the store says what to do', async () => {
  const { body } = await api('POST', '/v1/uploads', Buffer.from(makeTestSong()), {
    'Content-Type': 'audio/wav',
  })
  const { batchId, renderId } = await post({
    media: { name: 'Uploaded too', audioUrl: body.data.url },
  } as never)
  await untilRender(renderId, 'COMPLETED')
  await deleteSong(batchId)
  const answer = await api('POST', '/v1/contents/BASE_BASIC_UNIFIED/preview', await mediaOf(batchId))
  assert.deepEqual([answer.status, answer.body.error.code], [409, 'MEDIA_INCOMPLETE'])
  assert.match(answer.body.message, /no longer in the store\. Upload it again\./)
})
