import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { giveBackMemory } from './collect-garbage.ts'

const readRssMb = () => process.memoryUsage.rss() / 1024 ** 2

test('memory that objects took is given back to the system', async () => {
  let objects: object[] = Array.from({ length: 400_000 }, (_, i) => ({ i, text: `object ${i}` }))
  const fullMb = readRssMb()
  assert.equal(objects.length, 400_000)
  objects = []
  await giveBackMemory()
  const returnedMb = fullMb - readRssMb()
  // About 45; a plain collection returns 2.
  assert.ok(returnedMb > 20, `${returnedMb.toFixed(1)} MB`)
})

test('threads that collect at the same time do not disturb each other', async () => {
  const source = `
    import { parentPort } from 'node:worker_threads'
    import { collectGarbage } from '${new URL('./collect-garbage.ts', import.meta.url).href}'
    for (let i = 0; i < 150; i++) await collectGarbage()
    parentPort.postMessage('done')`
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const threads = Array.from({ length: 3 }, () => new Worker(url))
  // A flag of V8 is one of the whole process: what one thread takes back, another may have just set.
  const ends = await Promise.all(threads.map((thread) => once(thread, 'message')))
  assert.deepEqual(ends, [['done'], ['done'], ['done']])
})
