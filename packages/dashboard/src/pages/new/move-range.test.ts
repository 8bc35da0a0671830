import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveEdge, moveRange } from './move-range.ts'

const ground = { durationSecs: 20, grid: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18] }
const free = { ...ground, grid: [] }

test('a part moves to the nearest bar, keeps its length, and stays in the song', () => {
  assert.deepEqual(moveRange({ start: 4, end: 9 }, 1.4, ground), { start: 6, end: 11 })
  assert.deepEqual(moveRange({ start: 4, end: 9 }, 1.4, free), { start: 5.4, end: 10.4 })
  assert.deepEqual(moveRange({ start: 4, end: 9 }, 99, ground), { start: 15, end: 20 })
  assert.deepEqual(moveRange({ start: 4, end: 9 }, -99, free), { start: 0, end: 5 })
})

test('an end moves alone, and stops a second before the other', () => {
  assert.deepEqual(moveEdge({ start: 4, end: 9 }, 'end', 11.2, ground), { start: 4, end: 12 })
  assert.deepEqual(moveEdge({ start: 4, end: 9 }, 'end', 1, free), { start: 4, end: 5 })
  assert.deepEqual(moveEdge({ start: 4, end: 9 }, 'start', 30, ground), { start: 8, end: 9 })
  assert.deepEqual(moveEdge({ start: 4, end: 9 }, 'end', 30, free), { start: 4, end: 20 })
})
