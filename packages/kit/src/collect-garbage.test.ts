import assert from 'node:assert/strict'
import { test } from 'node:test'
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
