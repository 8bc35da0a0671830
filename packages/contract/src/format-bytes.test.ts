import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes } from './format-bytes.ts'

test('sizes are told in the unit that a person would use', () => {
  const sizes = [0, 200, 4_200, 420_000, 4_130_000, 841_300_000, 2.25e9]
  const told = ['0 B', '200 B', '4.2 KB', '420 KB', '4.1 MB', '841 MB', '2.3 GB']
  assert.deepEqual(sizes.map(formatBytes), told)
})
