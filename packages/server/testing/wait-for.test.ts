import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitFor } from './wait-for.ts'

test('what moves is waited for, and what stands still is given up', async () => {
  let looks = 0
  const find = async () => ++looks === 8 && 'there'
  assert.equal(await waitFor('a slow fact', find, { timeoutMs: 0, progress: () => looks }), 'there')
  looks = 0
  await assert.rejects(waitFor('a stuck fact', find, { timeoutMs: 0 }), /in vain: a stuck fact/)
})
