import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCpuFeatures } from './cpu-features.ts'

test('an x64 processor says what it can do, any other nothing', () => {
  // Every x64 processor has SSE2.
  assert.equal(listCpuFeatures().includes('sse2'), process.arch === 'x64')
})
