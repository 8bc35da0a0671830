import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RenderProgress } from '../plan/render-plan.ts'
import { watchChild } from './child-watch.ts'

const LIMITS = { folder: '', timeoutMs: 60_000, stallMs: 60_000, memoryLimitMb: Number.POSITIVE_INFINITY }
const AT_START = { percent: 1, frames: 0, frameCount: 0, fps: 0, etaSecs: null }

test('an album that is looked at makes progress with each chapter, and none while it stays at one', (t) => {
  const watch = watchChild(process.pid, LIMITS)
  t.after(watch.stop)
  // Which begins the wait for progress anew.
  const { mock } = t.mock.method(Object.getPrototypeOf(setTimeout(() => undefined, 0)), 'refresh')
  const counts = (progress: Pick<RenderProgress, 'stage' | 'looked'>) => {
    mock.resetCalls()
    watch.noteProgress({ ...AT_START, ...progress })
    return mock.callCount() > 0
  }
  const look = (chapters: number) => counts({ stage: 'ANALYSING', looked: { chapters, of: 9 } })
  assert.deepEqual([0, 0, 1, 1, 1, 2].map(look), [true, false, true, false, false, true])
  assert.deepEqual(
    [1, 2].map(() => counts({ stage: 'ANALYSING' })),
    [true, true],
    'where nothing is counted, any sign of life will do',
  )
})
