import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standOn } from './ring-outline.ts'

const FRAME = { x: 0, y: 0, radius: 10, straightX: 40, straightY: 20 }

test('a circle without straight sides is gone around clockwise from the top', () => {
  for (const [share, x, y] of [
    [0, 0, -10],
    [0.25, 10, 0],
    [0.5, 0, 10],
    [-0.25, -10, 0],
  ] as const) {
    const stand = standOn({ x: 5, y: 5, radius: 10 }, share)
    assert.ok(Math.hypot(stand.x - x, stand.y - y) < 1e-9, `${share}: ${stand.x}, ${stand.y}`)
    assert.ok(Math.hypot(10 * stand.sine - x, -10 * stand.cosine - y) < 1e-9, 'and points outward')
  }
})

test('steps around a frame are even, corners and all', () => {
  const steps = 400
  const perimeter = 2 * Math.PI * 10 + 4 * 60
  for (let i = 0; i < steps; i++) {
    const [one, next] = [standOn(FRAME, i / steps), standOn(FRAME, (i + 1) / steps)]
    const way = Math.hypot(next.x - one.x, next.y - one.y)
    assert.ok(Math.abs(way - perimeter / steps) < 0.02 * way, `step ${i}: ${way}`)
    const [beyondX, beyondY] = [Math.abs(one.x) - 40, Math.abs(one.y) - 20]
    const off = Math.hypot(Math.max(0, beyondX), Math.max(0, beyondY))
    assert.ok(Math.abs(off - 10) < 1e-9, `step ${i} stands ${off} from the box`)
  }
})

test('measured further out, corners have more of the steps', () => {
  const atCorner = (outward: number) =>
    Array.from({ length: 400 }, (_, i) => standOn(FRAME, i / 400, outward)).filter(
      ({ sine, cosine }) => sine * cosine !== 0,
    ).length
  assert.ok(atCorner(20) > 1.8 * atCorner(0), `${atCorner(20)} and ${atCorner(0)}`)
})
