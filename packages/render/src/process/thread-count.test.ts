import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitThreads } from './thread-count.ts'

const FULL = { width: 1080, height: 1920 }
const ULTRA = { width: 2160, height: 3840 }

test('a render takes the threads it is given as long as their memory fits', () => {
  assert.equal(fitThreads({ threads: 2, size: FULL }, 1024), 2)
  assert.equal(fitThreads({ threads: 16, size: FULL }, 1024), 3)
  assert.equal(fitThreads({ threads: 16, size: ULTRA }, 2048), 2)
})

test('a render always has one thread', () => {
  assert.equal(fitThreads({ threads: 0, size: FULL }, 2048), 1)
  assert.equal(fitThreads({ threads: 4, size: ULTRA }, 256), 1)
})
