import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAgo, formatDue } from './format.ts'

const nowMs = Date.parse('2026-11-14T12:00:00.000Z')
const at = (secs: number) => new Date(nowMs + secs * 1000).toISOString()

test('what was and what will be are told apart, even within a minute', () => {
  assert.equal(formatAgo(at(-20), nowMs), 'just now')
  assert.equal(formatAgo(at(20), nowMs), 'in a moment')
  assert.equal(formatAgo(at(-120), nowMs), '2 min. ago')
  assert.equal(formatAgo(at(300), nowMs), 'in 5 min.')
})

test('the clock of the server may be a little ahead', () => {
  assert.equal(formatAgo(at(3), nowMs), 'just now')
})

test('what is due is never said to be over', () => {
  assert.equal(formatDue(at(3), nowMs), 'in a moment')
  assert.equal(formatDue(at(-90), nowMs), 'in a moment')
  assert.equal(formatDue(at(7200), nowMs), 'in 2 hr.')
})
