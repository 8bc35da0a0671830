import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BatchRecord, BatchRender } from '@songreel/sdk'
import { mount, until } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import { RenderRow } from './render-row.tsx'

const BATCH = { batchId: 'bat_1', mediaId: null, mediaBundleId: 'mbn_1', artistId: 'art_1' } as BatchRecord
const RENDER = {
  renderId: 'rnd_1',
  mediaId: 'med_1',
  contentId: 'BASE_BASIC_UNIFIED',
  aspectRatio: '9x16',
  status: 'COMPLETED',
} as BatchRender

test('a video of a whole album is named after the album, not after its first song', async (t) => {
  serveApi(t, {
    'GET /v1/media': () => ({
      data: { items: [{ mediaId: 'med_1', name: 'Tin Lanterns' }], nextCursor: null },
    }),
    'GET /v1/media-bundles': () => ({
      data: { items: [{ mediaBundleId: 'mbn_1', name: 'Harbour EP' }], nextCursor: null },
    }),
    'GET /v1/contents': () => ({ data: { items: [], nextCursor: null } }),
  })
  const row = (render: BatchRender) => (
    <ul>
      <RenderRow batch={BATCH} render={render} isShown={false} onShow={() => undefined} />
    </ul>
  )
  const song = await mount(t, row(RENDER))
  await until(() => song.text().includes('Tin Lanterns'), 'the song has its title')
  const sampler = await mount(t, row({ ...RENDER, renderId: 'rnd_2', albumKind: 'SAMPLER' }))
  await until(() => /Harbour EP.*Sampler/.test(sampler.text()), 'the sampler has the title of the album')
  assert.doesNotMatch(sampler.text(), /Tin Lanterns/)
})
