import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from './chance.ts'
import { createGuidedFilter, type Guide, readGuided } from './guided-filter.ts'

const COLUMNS = 40
const ROWS = 24

/** Red on the left of a border, blue on its right, with a little noise. */
function paintGuide(border: number): Guide {
  const plane = (left: number, right: number, name: string) =>
    Float32Array.from(
      { length: COLUMNS * ROWS },
      (_, i) => (i % COLUMNS < border ? left : right) + 0.02 * chance(7, name, i),
    )
  return {
    columns: COLUMNS,
    rows: ROWS,
    planes: [plane(0.8, 0.1, 'r'), plane(0.2, 0.3, 'g'), plane(0.1, 0.7, 'b')],
  }
}

test('the edge of a map that lies a little beside a border moves to the border', () => {
  const guide = paintGuide(20)
  const map = Float32Array.from({ length: COLUMNS * ROWS }, (_, i) => (i % COLUMNS < 22 ? 1 : 0))
  const filtered = readGuided(createGuidedFilter(guide, 6, 0.0004)(map), guide)
  const row = filtered.subarray(12 * COLUMNS, 13 * COLUMNS)
  assert.ok(row[19]! > 0.9, `${row[19]} left of the border`)
  assert.ok(row[20]! < 0.45, `${row[20]} right of it, where the map says 1`)
})

test('an even map stays as it is, whatever the guide shows, also at the rim', () => {
  const guide = paintGuide(13)
  const filtered = readGuided(
    createGuidedFilter(guide, 4, 0.0004)(new Float32Array(COLUMNS * ROWS).fill(0.7)),
    guide,
  )
  for (const value of filtered) assert.ok(Math.abs(value - 0.7) < 0.01, `${value}`)
})
