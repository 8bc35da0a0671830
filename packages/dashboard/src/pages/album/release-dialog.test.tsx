import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount, signInAs, until } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import { ReleaseCard } from './release-card.tsx'
import { ReleaseDialog } from './release-dialog.tsx'

const PATH = 'POST /v1/media-bundles/mbn_1/release-pack'
const CANVAS = {
  contentId: 'LOOP_CANVAS_VERTICAL',
  aspectRatio: '9x16',
  status: 'PENDING',
  progress: 0,
  estimateSecs: 30,
}
const PLAN = {
  renders: [
    { ...CANVAS, mediaId: 'med_1' },
    { ...CANVAS, mediaId: 'med_2' },
    { ...CANVAS, mediaId: 'med_1', albumKind: 'VIDEO', contentId: 'BASE_ART_TRACK', aspectRatio: '16x9' },
  ],
  warnings: [{ field: 'pack.renders.song[3]', message: 'Lyric stack is left out: “Sea” has no lyrics.' }],
  estimate: { videos: 3, secs: 90 },
}
const CONTENTS = { items: [{ contentId: CANVAS.contentId, name: 'Canvas loop', previewImageUrl: '/p.png' }] }

test('a release is shown before it is made: what, of how many songs, how long, and what is left out', async (t) => {
  signInAs('read', 'write')
  const asked = serveApi(t, {
    [PATH]: ({ query }) => ({ data: query.dryRun ? PLAN : { batchId: 'bat_1', renders: [] } }),
    'GET /v1/contents': () => ({ data: CONTENTS }),
  })
  let closed = 0
  const view = await mount(t, <ReleaseDialog mediaBundleId="mbn_1" onClose={() => closed++} />)
  await until(() => /Canvas loop/.test(view.text()), 'the plan is shown')
  assert.match(
    view.text(),
    /Of the songs.*Canvas loop9:16 · 2 songs · about 1 min.*Of the album.*Album video16:9/,
  )
  assert.match(view.text(), /“Sea” has no lyrics\..*3 videos · about 1 min 30 s of work/)
  await view.press(view.root.querySelectorAll<HTMLElement>('input[type=radio]')[2]!)
  const listSent = () => asked.filter(({ call }) => call === PATH)
  await until(() => listSent().length === 2 && view.has('Make 3 videos'), 'the other pack is planned')
  await view.press('Make 3 videos')
  await until(() => closed === 1, 'the dialog is closed')
  const sent = listSent()
  assert.deepEqual(
    sent.map(({ query, body }) => [query.dryRun, body]),
    [
      ['true', { pack: 'STANDARD' }],
      ['true', { pack: 'SOCIAL' }],
      [undefined, { pack: 'SOCIAL' }],
    ],
  )
})

test('what an album lacks is said in place of a plan', async (t) => {
  signInAs('read', 'write')
  serveApi(t, { [PATH]: () => ({ error: 'MEDIA_INCOMPLETE', message: 'The album "Sea" has no songs.' }) })
  const view = await mount(t, <ReleaseDialog mediaBundleId="mbn_1" onClose={() => undefined} />)
  await until(() => /has no songs/.test(view.text()), 'the reason is shown')
  assert.ok((view.control('Make the release') as HTMLButtonElement).disabled)
})

test('a release shows how far each song is, and then its download', async (t) => {
  const item = (mediaId: string, name: string) => ({ mediaId, name })
  serveApi(t, {
    'GET /v1/media': () => ({
      data: { items: [item('med_1', 'Sea'), item('med_2', 'Boats')], nextCursor: null },
    }),
  })
  const render = (renderId: string, more: object) => ({
    renderId,
    ...CANVAS,
    createdAt: '',
    fileName: '',
    ...more,
  })
  const batch = {
    batchId: 'bat_1',
    mediaId: null,
    mediaBundleId: 'mbn_1',
    artistId: 'art_1',
    status: 'PROCESSING',
    isFinal: false,
    createdAt: '2026-11-17T12:00:00.000Z',
    counts: { total: 3, pending: 1, active: 0, completed: 1, failed: 1, canceled: 0 },
    renders: [
      render('rnd_1', { mediaId: 'med_1', status: 'COMPLETED', progress: 100 }),
      render('rnd_2', { mediaId: 'med_2', status: 'FAILED', progress: 20 }),
      render('rnd_3', { mediaId: 'med_1', albumKind: 'VIDEO', progress: 40 }),
    ],
  } as unknown as Parameters<typeof ReleaseCard>[0]['batch']
  const view = await mount(t, <ReleaseCard batch={batch} />)
  await until(() => /Boats/.test(view.text()), 'titles are read')
  assert.match(view.text(), /Sea✓ 1 of 1 done.*Boats0 of 1 done, 1 not made.*The album40 %/)
  assert.ok(view.has('Download what is there (ZIP)'))
  await view.show(<ReleaseCard batch={{ ...batch, isFinal: true, status: 'PARTIALLY_COMPLETED' }} />)
  assert.equal(view.control('Download the release (ZIP)').getAttribute('href'), '/v1/batches/bat_1/archive')
})
