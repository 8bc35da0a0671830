import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happen, mount, signInAs } from '../../testing/mount.ts'
import { serveApi } from '../../testing/remote-api.ts'
import { toasts } from '../components/toast.tsx'
import { offerRebuild, type StaleVideos } from './rebuild.ts'
import { StaleNote } from './stale-note.tsx'

const TWO = {
  total: 2,
  renders: [
    { renderId: 'rnd_1', mediaId: 'med_1', staleReasons: ['LYRICS'] },
    { renderId: 'rnd_2', mediaId: 'med_2', staleReasons: ['COVER', 'LYRICS'] },
  ],
} as unknown as StaleVideos
const SONG = { mediaId: 'med_1' }

test('the note says how many videos are out of date and why, and one press makes them again', async (t) => {
  const asked = serveApi(t, {
    'POST /v1/media/med_1/rebuild': () => ({ data: { batchId: 'bat_1', renders: [{}, {}] } }),
  })
  let made = 0
  signInAs('write')
  const note = <StaleNote of={SONG} stale={TWO} onMade={async () => void made++} />
  const view = await mount(t, note)
  assert.match(view.text(), /2 videos are out of date ?The cover and the lyrics have changed since\./)
  await view.press('Make 2 videos again')
  assert.deepEqual(
    asked.map(({ call }) => call),
    ['POST /v1/media/med_1/rebuild'],
  )
  assert.equal(made, 1)
  assert.equal(toasts.value[0]?.text, '2 videos are being made again')
})

test('of an album it says in how many songs', async (t) => {
  signInAs('write')
  const view = await mount(
    t,
    <StaleNote of={{ mediaBundleId: 'mbn_1' }} stale={TWO} onMade={async () => {}} />,
  )
  assert.match(view.text(), /2 videos are out of date, in 2 songs/)
})

test('who may only look is told, and offered nothing; where nothing is out of date, nothing is said', async (t) => {
  signInAs('read')
  const view = await mount(t, <StaleNote of={SONG} stale={TWO} onMade={async () => {}} />)
  assert.match(view.text(), /out of date/)
  assert.equal(view.has(/again/), false)
  await view.show(<StaleNote of={SONG} stale={{ total: 0, renders: [] }} onMade={async () => {}} />)
  assert.equal(view.text(), '')
})

test('a change that makes videos out of date offers at once to make them again', async (t) => {
  const page = { items: TWO.renders.slice(0, 1), nextCursor: null, total: 1 }
  const asked = serveApi(t, {
    'GET /v1/media/med_1/renders': () => ({ data: page }),
    'POST /v1/media/med_1/rebuild': () => ({ data: { batchId: null, renders: [] } }),
  })
  await happen(() => offerRebuild(SONG, true, () => {}))
  const [toast] = toasts.value
  assert.deepEqual([toast?.text, toast?.action?.label], ['1 video is out of date now', 'Make it again'])
  assert.deepEqual(asked[0]?.query, { stale: 'true', limit: '100', total: 'true' })
  await toast?.action?.onPress()
  assert.equal(toasts.value.at(-1)?.text, 'Everything is up to date', 'somebody else was faster')
})
