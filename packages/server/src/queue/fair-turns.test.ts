import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairTurns } from './fair-turns.ts'

test('one organization alone gets many slots, and never the last ones', () => {
  const { held } = fill(32, ['greedy'])
  assert.deepEqual(held, { greedy: 11 })
})

test('ten organizations that never end still leave slots for one that comes later', () => {
  const greedy = Array.from({ length: 10 }, (_, index) => `greedy-${index}`)
  const { turns, held } = fill(32, greedy)
  const taken = Object.values(held).reduce((sum, count) => sum + count)
  assert.ok(taken < 32, `${taken} of 32 are taken`)
  assert.ok(!turns.passOver().full.includes('late'))
})

test('everybody may hold one, however scarce the slots are', () => {
  const { held } = fill(2, ['a', 'b'])
  assert.deepEqual(held, { a: 1, b: 1 })
})

test('while slots are scarce the next one goes to whoever was not served lately', () => {
  const turns = createFairTurns(4)
  turns.begin('a')
  turns.begin('b')
  turns.end('a')
  turns.begin('c')
  assert.ok(turns.passOver().lately.includes('a'))
  assert.ok(!turns.passOver().lately.includes('d'))
  turns.begin('d')
  // All have had their turn: `a` was the first, and is served again when nobody else waits.
  assert.ok(!turns.passOver().full.includes('a'))
})

test('slots that were given back can be held again', () => {
  const { turns, held } = fill(8, ['a'])
  for (let count = held.a ?? 0; count > 0; count--) turns.end('a')
  assert.deepEqual(turns.passOver(), { lately: [], full: [] })
})

/** Serves organizations that never end, each as often as it may be served. */
function fill(slots: number, orgIds: string[]) {
  const turns = createFairTurns(slots)
  const held: Record<string, number> = {}
  for (let taken = 0; taken < slots; taken++) {
    const { lately, full } = turns.passOver()
    const next = orgIds.find((id) => !lately.includes(id)) ?? orgIds.find((id) => !full.includes(id))
    if (!next) break
    turns.begin(next)
    held[next] = (held[next] ?? 0) + 1
  }
  return { turns, held }
}
