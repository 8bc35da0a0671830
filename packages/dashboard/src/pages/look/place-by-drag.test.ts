import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movePlace } from './place-by-drag.ts'

const room = { x: 72, y: 72, width: 936, height: 936 }
const small = { x: 72, y: 72, width: 300, height: 300 }

test('inside of its room the anchor moves a box, and it sticks to edges and middles', () => {
  const free = movePlace(
    { anchor: 'TOP_START', width: 300 },
    { box: small, room },
    { x: 159, y: 477 },
    { isMirrored: false },
  )
  assert.deepEqual(free, { width: 300, anchor: { x: 0.25, y: 0.75 } })
  const middle = movePlace(
    { anchor: 'TOP_START' },
    { box: small, room },
    { x: 310, y: 630 },
    { isMirrored: false },
  )
  assert.deepEqual(middle, { anchor: 'BOTTOM' })
})

test('by keys it comes away from where it sticks', () => {
  const { anchor } = movePlace(
    {},
    { box: { ...small, x: 390 }, room },
    { x: 10, y: 0 },
    { isMirrored: false, isExact: true },
  )
  assert.deepEqual(anchor, { x: 0.516, y: 0.5 })
})

test('beyond its room its insets do, and it keeps its size', () => {
  const out = movePlace(
    { anchor: 'TOP_START', inset: 20 },
    { box: small, room },
    { x: -50, y: 0 },
    { isMirrored: false },
  )
  assert.deepEqual(out, { anchor: 'TOP_START', inset: { start: -30, end: 70, top: 20, bottom: 20 } })
  const far = movePlace(
    { anchor: 'TOP_START' },
    { box: small, room },
    { x: -5000, y: 0 },
    { isMirrored: false },
  )
  assert.deepEqual(far.inset, { start: -200, end: 2000 }, 'never further than the language goes')
})

test('what fills its room is moved with it, and keeps its anchor', () => {
  const wide = { x: 72, y: 800, width: 936, height: 100 }
  const moved = movePlace(
    { anchor: 'BOTTOM_START' },
    { box: wide, room },
    { x: 40, y: 0 },
    { isMirrored: false },
  )
  assert.deepEqual(moved, { anchor: 'BOTTOM_START', inset: { start: 40, end: -40 } })
})

test('where reading begins on the right, START is there', () => {
  const right = { x: 708, y: 72, width: 300, height: 300 }
  const moved = movePlace(
    { anchor: 'TOP_START' },
    { box: right, room },
    { x: -159, y: 0 },
    { isMirrored: true },
  )
  assert.deepEqual(moved, { anchor: { x: 0.25, y: 0 } })
  const out = movePlace({ anchor: 'TOP_START' }, { box: right, room }, { x: 50, y: 0 }, { isMirrored: true })
  assert.deepEqual(out.inset, { start: -50, end: 50 })
})
