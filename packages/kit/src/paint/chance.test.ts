import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chance, chanceBetween, chanceOf, seedOf } from './chance.ts'

test('the same seed and keys give the same number, always below 1', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.oneof(fc.integer(), fc.double(), fc.string())), (seed, keys) => {
      const value = chance(seed, ...keys)
      assert.equal(chance(seed, ...keys), value)
      assert.ok(value >= 0 && value < 1)
    }),
  )
})

test('numbers never change between versions: videos made again must look the same', () => {
  assert.deepEqual(
    [chance(1), chance(1, 2), chance(7, 'star', 3), chance(7, 0.5)].map((value) => value.toFixed(6)),
    ['0.135915', '0.894514', '0.979943', '0.588268'],
  )
})

test('neighbouring frames and keys are independent and evenly spread', () => {
  const count = 20_000
  const values = Array.from({ length: count }, (_, frame) => chance(42, frame))
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  assert.ok(Math.abs(mean - 0.5) < 0.01)
  const buckets = new Array(10).fill(0)
  for (const value of values) buckets[Math.floor(value * 10)]++
  for (const bucket of buckets) assert.ok(Math.abs(bucket / count - 0.1) < 0.01)
  const paired = values
    .slice(1)
    .reduce((sum, value, index) => sum + (value - mean) * (values[index]! - mean), 0)
  assert.ok(Math.abs(paired / count / (1 / 12)) < 0.03, 'correlation of neighbours')
})

test('keys are kept apart', () => {
  assert.notEqual(chance(1, 'ab', 'c'), chance(1, 'a', 'bc'))
  assert.notEqual(chance(1, 1, 2), chance(1, 2, 1))
  assert.notEqual(seedOf('Sea', 'Odalys'), seedOf('SeaOdalys', ''))
})

test('ranges and choices follow from the number', () => {
  for (let key = 0; key < 200; key++) {
    const value = chanceBetween(-2, 3, 5, key)
    assert.ok(value >= -2 && value < 3)
    assert.ok(['a', 'b', 'c'].includes(chanceOf(['a', 'b', 'c'], 5, key)))
  }
})
