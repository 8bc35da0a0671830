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
