import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRenderState } from './render-state.ts'

test('a render that nobody has yet is waiting, whichever status it was made with', () => {
  const states = [
    { status: 'PENDING', progress: 0 },
    { status: 'COLLECTING_ASSETS', progress: 0 },
    { status: 'COLLECTING_ASSETS', progress: 1 },
    { status: 'RENDERING', progress: 10 },
  ] as const
  assert.deepEqual(states.map(findRenderState), ['PENDING', 'PENDING', 'COLLECTING_ASSETS', 'RENDERING'])
})
