import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumBatches } from './sum-batches.ts'

const batch = (
  counts: Partial<Record<'pending' | 'active' | 'completed' | 'failed' | 'canceled', number>>,
  progress = 0,
) => {
  const all = { pending: 0, active: 0, completed: 0, failed: 0, canceled: 0, ...counts }
  const total = Object.values(all).reduce((sum, each) => sum + each, 0)
  return { counts: { ...all, total }, progress, isFinal: all.pending + all.active === 0 }
}

test('several batches are counted as one, and large ones weigh more', () => {
  const { counts, progress, isFinal, status } = sumBatches([
    batch({ completed: 3 }, 100),
    batch({ active: 1 }, 20),
  ])
  assert.deepEqual(
    [counts.total, counts.completed, progress, isFinal, status],
    [4, 3, 80, false, 'PROCESSING'],
  )
})

test('the state of all follows from what became of them', () => {
  const status = (...batches: ReturnType<typeof batch>[]) => sumBatches(batches).status
  assert.equal(status(batch({ pending: 1 }), batch({ pending: 2 })), 'PENDING')
  assert.equal(status(batch({ completed: 1 }), batch({ pending: 2 })), 'PROCESSING')
  assert.equal(status(batch({ completed: 1 }), batch({ completed: 2 })), 'COMPLETED')
  assert.equal(status(batch({ completed: 1 }), batch({ failed: 2 })), 'PARTIALLY_COMPLETED')
  assert.equal(status(batch({ canceled: 1 }), batch({ failed: 2 })), 'FAILED')
  assert.equal(status(batch({ canceled: 1 })), 'CANCELED')
})
