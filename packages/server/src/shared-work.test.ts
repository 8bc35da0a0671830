import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import { type Asker, createSharedWork } from './shared-work.ts'

/** One turn for all; work that ends when the test says so, and notes how it ended. */
function setUp() {
  const turns = createKeyedSemaphore({ total: 1 })
  const shared = createSharedWork<string>()
  const begun: string[] = []
  const stopped: string[] = []
  const finish = new Map<string, (error?: Error) => void>()

  function ask(name: string, { isLast = false, as = name } = {}) {
    const leaving = new AbortController()
    const asker: Asker = {
      signal: leaving.signal,
      takeTurn: (signal) => turns.take(as, signal, { isLast }),
    }
    const result = shared.ask(name, asker, (signal) => {
      begun.push(as)
      return new Promise((resolve, reject) => {
        finish.set(name, (error) => (error ? reject(error) : resolve(`${name} by ${as}`)))
        signal.addEventListener('abort', () => {
          stopped.push(name)
          reject(signal.reason)
        })
      })
    })
    result.catch(() => undefined)
    return { result, leave: () => leaving.abort(new Error('gone')) }
  }
  return { turns, ask, begun, stopped, finish: (name: string, error?: Error) => finish.get(name)?.(error) }
}

const settle = () => new Promise(setImmediate)

test('what several ask for is done once, and goes on while one of them waits', async () => {
  const { ask, begun, stopped, finish, turns } = setUp()
  const [first, second, third] = [ask('a'), ask('a'), ask('a')]
  await settle()
  first.leave()
  third.leave()
  await assert.rejects(first.result, /gone/)
  assert.deepEqual([begun, stopped], [['a'], []])
  finish('a')
  assert.equal(await second.result, 'a by a')
  assert.ok(await turns.take('free', new AbortController().signal))
})

test('it stops when the last has gone, and its turn is free', async () => {
  const { ask, begun, stopped, finish } = setUp()
  const [one, two, next] = [ask('a'), ask('a'), ask('b')]
  await settle()
  one.leave()
  two.leave()
  await settle()
  assert.deepEqual([begun, stopped], [['a', 'b'], ['a']])
  finish('b')
  assert.equal(await next.result, 'b by b')
})

test('whoever leaves while waiting leaves the line', async () => {
  const { ask, begun, finish, turns } = setUp()
  const first = ask('a')
  const waiting = [ask('b'), ask('c')]
  await settle()
  assert.equal(turns.countWaiting(), 2)
  for (const each of waiting) each.leave()
  await assert.rejects(waiting[0]!.result, /gone/)
  assert.equal(turns.countWaiting(), 0)
  finish('a')
  await first.result
  assert.deepEqual(begun, ['a'])
})

test('the first whose turn comes begins it for all who wait for it, and they leave the line', async () => {
  const { ask, begun, finish, turns } = setUp()
  ask('busy')
  await settle()
  const guest = ask('same', { isLast: true, as: 'guest' })
  ask('other', { as: 'other' })
  const owner = ask('same', { as: 'owner' })
  await settle()
  finish('busy')
  await settle()
  finish('other')
  await settle()
  assert.deepEqual([begun, turns.countWaiting()], [['busy', 'other', 'owner'], 0])
  finish('same')
  assert.deepEqual(await Promise.all([guest.result, owner.result]), ['same by owner', 'same by owner'])
})

test('a failure reaches all who wait, and the next one tries again', async () => {
  const { ask, begun, finish } = setUp()
  const both = [ask('a'), ask('a')]
  await settle()
  finish('a', new Error('broken'))
  for (const { result } of both) await assert.rejects(result, /broken/)
  const again = ask('a')
  await settle()
  finish('a')
  await again.result
  assert.equal(begun.length, 2)
})

test('whoever comes while abandoned work is ending gets work of its own', async () => {
  const { ask, begun, finish } = setUp()
  const first = ask('a')
  await settle()
  first.leave()
  const second = ask('a')
  await settle()
  finish('a')
  assert.equal(await second.result, 'a by a')
  assert.equal(begun.length, 2)
})
