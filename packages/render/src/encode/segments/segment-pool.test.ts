import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aFixturePlan } from '../../../testing/plans.ts'
import { createSegmentPool } from './segment-pool.ts'

const LOAD_MS = 300

test('a thread is ended only when its code is loaded, or a native part would take the process with it', async () => {
  const url = `data:text/javascript,await new Promise((resolve) => setTimeout(resolve, ${LOAD_MS}))`
  const startedMs = performance.now()
  const pool = createSegmentPool(
    aFixturePlan('.', 'song.mp3', { template: { contentId: 'TEST_SLOW', url }, threads: 2 }),
  )
  await pool.close()
  assert.ok(performance.now() - startedMs >= LOAD_MS)
})

test('there are as many threads as segments at most', async (t) => {
  const channel = new BroadcastChannel('songreel-threads')
  t.after(() => channel.close())
  const loaded: string[] = []
  const areLoaded = Promise.withResolvers<void>()
  channel.onmessage = ({ data }: { data: string }) => {
    loaded.push(data)
    if (loaded.filter((name) => name === 'LONG').length === 3) areLoaded.resolve()
  }
  for (const [name, endSecs] of [
    ['SHORT', 3],
    ['LONG', 60],
  ] as const) {
    const url = `data:text/javascript,new BroadcastChannel('songreel-threads').postMessage('${name}')`
    const template = { contentId: `TEST_${name}`, url }
    const excerpt = { startSecs: 0, endSecs }
    const pool = createSegmentPool(aFixturePlan('.', 'song.mp3', { template, excerpt, threads: 3 }))
    await assert.rejects(pool.template, { code: 'UNKNOWN_CONTENT' })
    await pool.close()
  }
  await areLoaded.promise
  assert.deepEqual(loaded.toSorted(), ['LONG', 'LONG', 'LONG', 'SHORT'])
})
