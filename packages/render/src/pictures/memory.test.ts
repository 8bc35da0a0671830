import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemory } from './memory.ts'

test('a memory reads once, forgets what failed, and what was asked for longest ago', async () => {
  const memory = createMemory(2)
  const read: string[] = []
  const ask = (name: string) =>
    memory.recall(name, async () => {
      read.push(name)
      if (name === 'broken') throw new Error(name)
      return name
    })
  assert.equal(await ask('cover'), 'cover')
  assert.equal(await ask('photo'), 'photo')
  assert.equal(await ask('cover'), 'cover')
  await assert.rejects(ask('broken'))
  await assert.rejects(ask('broken'))
  assert.deepEqual(read, ['cover', 'photo', 'broken', 'broken'])
  assert.equal(await ask('cover'), 'cover')
  assert.equal(await ask('photo'), 'photo')
  assert.deepEqual(read.slice(4), ['photo'])
})

test('what another one gave up reading is read again', async () => {
  const memory = createMemory(2)
  const { promise: reading, reject: giveUp } = Promise.withResolvers<string>()
  const first = memory.recall('cover', () => reading)
  const second = memory.recall('cover', async () => 'read')
  giveUp(new Error('nobody waits for it any more'))
  await assert.rejects(first)
  assert.equal(await second, 'read')
})
