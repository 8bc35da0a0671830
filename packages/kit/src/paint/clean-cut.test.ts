import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasNotch, isWholeThing, MOST_OUTLINE } from './clean-cut.ts'

const SIDE = 100

function matteOf(isFront: (x: number, y: number) => boolean) {
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
    isFront(i % SIDE, Math.floor(i / SIDE)) ? 1 : 0,
  )
  return { columns: SIDE, rows: SIDE, values }
}

const isWhole = (isFront: (x: number, y: number) => boolean) =>
  isWholeThing(matteOf(isFront), MOST_OUTLINE.THING)
const inDisc = (x: number, y: number, radius: number) => Math.hypot(x - 50, y - 50) < radius

test('one thing is whole; in two pieces, with a hole or at three edges it is not', () => {
  assert.ok(isWhole((x, y) => inDisc(x, y, 25)))
  assert.ok(isWhole((x, y) => x > 60 && y > 40))
  assert.ok(!isWhole((x, y) => Math.abs(x - 50) > 20 && Math.abs(y - 50) < 20 && Math.abs(x - 50) < 40))
  assert.ok(!isWhole((x, y) => inDisc(x, y, 35) && !inDisc(x, y, 12)))
  assert.ok(!isWhole((_, y) => y > 60))
})

test('a thing with tatters around it is not whole', () => {
  assert.ok(!isWhole((x, y) => Math.abs(x - 50) < 30 && y > 30 && y < (x % 4 < 2 ? 85 : 40)))
})

test('a hill and a sun above it have no notch, a slit between two walls is one', () => {
  assert.ok(!hasNotch(matteOf((x, y) => y > 60 + 20 * Math.sin(x / 20))))
  assert.ok(!hasNotch(matteOf((x, y) => y > 60 || inDisc(x, y, 20))))
  assert.ok(hasNotch(matteOf((x, y) => y > 50 && !(Math.abs(x - 50) < 3 && y < 80))))
})
