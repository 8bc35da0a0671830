import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reuseMemory } from './reuse-memory.ts'
import { createSharedMemory } from './shared-memory.ts'

test('after a restart, pieces that about fit are handed out again, and larger ones are new', () => {
  const sharedMemory = createSharedMemory()
  const memory = reuseMemory(sharedMemory)
  const [first, second] = [memory.alloc(1000), memory.alloc(5000)]
  const used = sharedMemory.usedBytes()

  memory.restart()
  assert.deepEqual([memory.alloc(1200), memory.alloc(5100)], [first, second])
  assert.equal(sharedMemory.usedBytes(), used)

  memory.restart()
  const larger = memory.alloc(2000)
  assert.ok(larger > second)
  assert.equal(memory.alloc(10), second)
  memory.restart()
  assert.equal(memory.alloc(2000), larger)
})
