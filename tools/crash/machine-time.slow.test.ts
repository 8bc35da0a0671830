import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { countMachineMs, readSlowness, startLimit } from './machine-time.ts'
import { waitUntil } from './wait-until.ts'

const SPIN = 'for (;;);'
const workers: Worker[] = []
after(() => Promise.all(workers.map((worker) => worker.terminate())))

test('a machine is never faster than itself', async () => {
  const startMs = Date.now()
  await sleep(100)
  const tookMs = Date.now() - startMs
  assert.ok(readSlowness() >= 1)
  assert.ok(countMachineMs(startMs, startMs + tookMs) <= tookMs)
  assert.equal(countMachineMs(startMs, startMs), 0)
})

test('parts of a time add up to the whole', async () => {
  const startMs = Date.now() - 5000
  const endMs = Date.now()
  const parts = countMachineMs(startMs, startMs + 1700) + countMachineMs(startMs + 1700, endMs)
  assert.ok(Math.abs(parts - countMachineMs(startMs, endMs)) < 1e-6)
})

test('with much more work than processors the time of the machine goes slower than the clock, and limits wait', async () => {
  for (let count = 0; count < 6 * availableParallelism(); count++)
    workers.push(new Worker(SPIN, { eval: true }))
  const isSlow = await waitUntil(async () => readSlowness() > 2, { limitMs: 60_000 })
  assert.ok(
    isSlow,
    `${workers.length} endless loops, and the machine is said to be slower by only ${readSlowness()}`,
  )
  const startMs = Date.now()
  const isOver = startLimit(1000)
  await waitUntil(async () => Date.now() - startMs > 1100, { limitMs: 60_000 })
  assert.ok(countMachineMs(startMs) < Date.now() - startMs)
  assert.equal(isOver(), false)
})
