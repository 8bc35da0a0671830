import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BatchRecord } from '@songreel/sdk'
import { mount } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import { Toasts } from '../../components/toast.tsx'
import { ChosenBar } from './chosen-bar.tsx'

function aBatch(batchId: string, counts: Partial<BatchRecord['counts']>, isFinal: boolean): BatchRecord {
  const all = { pending: 0, active: 0, completed: 0, failed: 0, canceled: 0, ...counts }
  const total = Object.values(all).reduce((sum, count) => sum + count, 0)
  const renders = Array.from({ length: total }, (_, index) => ({ renderId: `${batchId}-${index}` }))
  const ids = { mediaId: 'med_1', artistId: 'art_1' }
  return { batchId, ...ids, isFinal, counts: { total, ...all }, renders } as unknown as BatchRecord
}

const bar = (batches: BatchRecord[]) => (
  <>
    <ChosenBar batches={batches} onClear={() => {}} />
    <Toasts />
  </>
)

test('nothing is offered before something is selected', async (t) => {
  const { text } = await mount(t, bar([]))
  assert.equal(text(), '')
})

test('only what can be done with these batches is offered, with how many videos it is about', async (t) => {
  serveApi(t, {})
  const view = await mount(t, bar([aBatch('bat_1', { completed: 2 }, true)]))
  assert.match(view.text(), /^1 selected2 videosShareClear/)
  const mixed = [
    aBatch('bat_1', { completed: 1, failed: 2 }, true),
    aBatch('bat_2', { active: 1, pending: 3 }, false),
  ]
  await view.show(bar(mixed))
  assert.match(view.text(), /^2 selected7 videosShareTry again \(2\)Stop \(4\)Clear/)
})

test('trying again asks only for batches with something to try', async (t) => {
  const asked = serveApi(t, { 'POST /v1/batches/bat_2/retry': () => ({ data: { batchId: 'bat_2' } }) })
  const batches = [aBatch('bat_1', { completed: 1 }, true), aBatch('bat_2', { failed: 1 }, true)]
  const view = await mount(t, bar(batches))
  asked.length = 0
  await view.press('Try again (1)')
  assert.deepEqual(
    asked.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call),
    ['POST /v1/batches/bat_2/retry'],
  )
  assert.match(view.text(), /1 video will be tried again/)
  await view.press('Close')
})

test('stopping is asked about first', async (t) => {
  const asked = serveApi(t, { 'POST /v1/batches/bat_2/cancel': () => ({ data: { batchId: 'bat_2' } }) })
  const view = await mount(
    t,
    bar([aBatch('bat_1', { completed: 1 }, true), aBatch('bat_2', { active: 2 }, false)]),
  )
  const posts = () => asked.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call)
  await view.press('Stop (2)')
  assert.deepEqual(posts(), [])
  const dialog = view.root.querySelector('dialog') as HTMLElement
  await view.press([...dialog.querySelectorAll('button')].at(-1) as HTMLElement)
  assert.deepEqual(posts(), ['POST /v1/batches/bat_2/cancel'])
  assert.ok(view.root.querySelector('dialog') === null)
})
