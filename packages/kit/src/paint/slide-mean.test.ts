import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slideMean } from './slide-mean.ts'

test('each value becomes the mean of those around it on its line, fewer of them at the ends', () => {
  const values = Float32Array.of(1, 2, 3, 4, 10, 20, 30, 40)
  const rows = { count: 2, step: 4, length: 4, stride: 1 }
  assert.deepEqual([...slideMean(values, rows, 1)], [1.5, 2, 3, 3.5, 15, 20, 30, 35])
  const columns = { count: 4, step: 1, length: 2, stride: 4 }
  assert.deepEqual([...slideMean(values, columns, 1)], [5.5, 11, 16.5, 22, 5.5, 11, 16.5, 22])
  assert.deepEqual([...slideMean(values, rows, 9)], [2.5, 2.5, 2.5, 2.5, 25, 25, 25, 25])
})
