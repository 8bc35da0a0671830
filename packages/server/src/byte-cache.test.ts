import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSizedCache } from './byte-cache.ts'

test('what was not wanted for longest makes room', () => {
  const cache = createSizedCache(100, ({ length }: Buffer) => length)
  for (const name of ['a', 'b', 'c', 'd']) cache.keep(name, Buffer.alloc(25))
  assert.ok(cache.find('a'))
  cache.keep('e', Buffer.alloc(20))
  const found = ['a', 'b', 'c', 'd', 'e'].filter((name) => cache.find(name))
  assert.deepEqual(found, ['a', 'c', 'd', 'e'])
  cache.keep('a', Buffer.alloc(1))
  cache.keep('f', Buffer.alloc(24))
  assert.deepEqual(
    ['a', 'c', 'f'].map((name) => cache.find(name)?.length),
    [1, 25, 24],
  )
})

test('one thing that would drive out most others is not kept', () => {
  const cache = createSizedCache(100, ({ length }: Buffer) => length)
  cache.keep('small', Buffer.alloc(25))
  cache.keep('large', Buffer.alloc(26))
  assert.deepEqual([cache.find('small')?.length, cache.find('large')], [25, undefined])
})
