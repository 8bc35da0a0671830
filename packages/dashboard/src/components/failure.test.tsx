import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happen, mount } from '../../testing/mount.ts'
import { serveApi } from '../../testing/remote-api.ts'
import { FailureWords } from './failure.tsx'

const BATCH = { mediaId: 'med_1', mediaBundleId: 'mbn_1', artistId: 'art_1' }

test('a failure names the file at fault as people know it, and leads to it', async (t) => {
  serveApi(t, {
    'GET /v1/media/med_1': () => ({
      data: { audioAssets: { DEFAULT: 'ast_1' }, textAssetsIds: {}, videoAssets: [] },
    }),
    'GET /v1/assets/ast_1': () => ({ data: { sourceUrl: 'https://files.example/sea%20song.wav' } }),
  })
  const error = {
    code: 'AUDIO_UNREADABLE',
    message: 'media.audioUrl: it holds no sound',
    field: 'media.audioUrl',
  }
  const view = await mount(t, <FailureWords batch={BATCH} error={error as never} />)
  await happen(() => {})
  assert.match(view.text(), /^The song: it holds no sound/)
  assert.equal(
    view.control('files.example/sea song.wav').getAttribute('href'),
    'https://files.example/sea%20song.wav',
  )
})

test('a file that was uploaded has no address that would tell people anything', async (t) => {
  serveApi(t, {
    'GET /v1/artists/art_1': () => ({ data: { imageAssetId: 'ast_2' } }),
    'GET /v1/assets/ast_2': () => ({ data: { sourceUrl: 'http://other-name:4400/v1/uploads/upl_7' } }),
  })
  const error = {
    code: 'IMAGE_UNREADABLE',
    message: 'artist.imageUrl: it is no picture',
    field: 'artist.imageUrl',
  }
  const view = await mount(t, <FailureWords batch={BATCH} error={error as never} />)
  await happen(() => {})
  assert.equal(view.control('the file that was uploaded').getAttribute('href'), '/v1/uploads/upl_7')
})

test('a failure that is no file’s asks for none', async (t) => {
  const asked = serveApi(t, {})
  const view = await mount(
    t,
    <FailureWords batch={BATCH} error={{ code: 'INTERNAL', message: 'Out of memory' } as never} />,
  )
  await happen(() => {})
  assert.equal(view.text(), 'Out of memory')
  assert.deepEqual(asked, [])
})
