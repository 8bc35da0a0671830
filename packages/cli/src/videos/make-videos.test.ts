import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLanes } from './make-videos.ts'
import { runLanes } from './run-lanes.ts'

const GB = 1024 ** 3
const videosOf = (count: number, width = 1080, height = 1920) =>
  Array.from({ length: count }, () => ({ facts: { width, height } })) as unknown as Parameters<
    typeof planLanes
  >[0]

test('all cores are used, and no more memory than there is', () => {
  assert.deepEqual(planLanes(videosOf(1), 2, 8 * GB), { lanes: 1, threads: 2 })
  assert.deepEqual(planLanes(videosOf(3), 2, 8 * GB), { lanes: 2, threads: 1 })
  assert.deepEqual(planLanes(videosOf(3), 16, 32 * GB), { lanes: 3, threads: 5 })
  assert.deepEqual(planLanes(videosOf(10), 16, 3 * GB), { lanes: 4, threads: 4 })
  assert.deepEqual(planLanes(videosOf(3, 2160, 3840), 4, 4 * GB), { lanes: 2, threads: 2 })
  assert.deepEqual(planLanes(videosOf(3), 2, 0), { lanes: 1, threads: 2 })
})

test('lanes never take more than their share, and results keep their places', async () => {
  let running = 0
  let most = 0
  const results = await runLanes([30, 10, 20, 5, 1], 2, async (ms) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, ms))
    running--
    return ms * 2
  })
  assert.deepEqual([results, most], [[60, 20, 40, 10, 2], 2])
})
