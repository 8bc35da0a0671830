import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyedSemaphore } from './keyed-semaphore.ts'

const NEVER = new AbortController().signal

test('so many go on at once in all, the others in the order in which they came', async () => {
  const turns = createKeyedSemaphore({ total: 2 })
  const begun: string[] = []
  const take = async (name: string) => {
    const giveBack = await turns.take('one key', NEVER)
    begun.push(name)
    return giveBack
  }
  const [first] = await Promise.all([take('first'), take('second')])
  const third = take('third')
  const fourth = take('fourth')
  assert.deepEqual(begun, ['first', 'second'])
  first?.()
  const giveBack = await third
  assert.deepEqual(begun, ['first', 'second', 'third'])
  giveBack?.()
  await fourth
  assert.deepEqual(begun, ['first', 'second', 'third', 'fourth'])
})

test('a key that has its share waits while another one passes it', async () => {
  const turns = createKeyedSemaphore({ total: 3, perKey: 1 })
  const giveBack = await turns.take('greedy', NEVER)
  let isServed = false
  const again = turns.take('greedy', NEVER).then(() => {
    isServed = true
  })
  assert.ok(await turns.take('other', NEVER))
  assert.equal(isServed, false)
  giveBack?.()
  await again
})

test('a turn is given back once, however often that is said', async () => {
  const turns = createKeyedSemaphore({ total: 1 })
  const giveBack = await turns.take('a', NEVER)
  giveBack?.()
  giveBack?.()
  assert.ok(await turns.take('a', NEVER))
  const leaving = new AbortController()
  const waiting = turns.take('a', leaving.signal)
  leaving.abort()
  assert.equal(await waiting, undefined)
})

test('whoever leaves while waiting takes no turn from those behind', async () => {
  const turns = createKeyedSemaphore({ total: 1 })
  const giveBack = await turns.take('a', NEVER)
  const leaving = new AbortController()
  const left = turns.take('a', leaving.signal)
  const stays = turns.take('a', NEVER)
  leaving.abort()
  assert.equal(await left, undefined)
  giveBack?.()
  assert.ok(await stays)
  assert.equal(await turns.take('a', leaving.signal), undefined)
})

test('keys take turns, however many one of them has in line', async () => {
  const turns = createKeyedSemaphore({ total: 1 })
  const begun: string[] = []
  const use = async (name: string, isLast = false) => {
    const giveBack = await turns.take(name, NEVER, { isLast })
    begun.push(name)
    await new Promise(setImmediate)
    giveBack?.()
  }
  const all = [use('greedy'), use('guest', true), ...Array.from({ length: 4 }, () => use('greedy'))]
  all.push(use('one'), use('two'))
  assert.deepEqual(
    [turns.countWaiting(), turns.countWaiting('greedy'), turns.countWaiting('none')],
    [7, 4, 0],
  )
  await Promise.all(all)
  assert.deepEqual(begun, ['greedy', 'one', 'two', 'greedy', 'greedy', 'greedy', 'greedy', 'guest'])
  assert.equal(turns.countWaiting('greedy'), 0)
})

test('a free turn goes to whoever has least', async () => {
  const turns = createKeyedSemaphore({ total: 3 })
  const [first] = await Promise.all(['a', 'a', 'b'].map((key) => turns.take(key, NEVER)))
  const begun: string[] = []
  for (const key of ['a', 'b', 'c']) void turns.take(key, NEVER).then(() => begun.push(key))
  first?.()
  await new Promise(setImmediate)
  assert.deepEqual(begun, ['c'])
})
