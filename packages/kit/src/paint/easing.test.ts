import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as easing from './easing.ts'

const CURVES = {
  expoOut: easing.expoOut,
  expoIn: easing.expoIn,
  expoInOut: easing.expoInOut,
  cubicOut: easing.cubicOut,
  cubicIn: easing.cubicIn,
  cubicInOut: easing.cubicInOut,
  quintOut: easing.quintOut,
  sineInOut: easing.sineInOut,
  backOut: easing.backOut,
  linear: easing.linear,
}

for (const [name, curve] of Object.entries(CURVES)) {
  test(`${name} starts at 0, ends at 1, stays there and makes no jump`, () => {
    assert.ok(Math.abs(curve(0)) < 1e-12)
    assert.ok(Math.abs(curve(1) - 1) < 1e-12)
    assert.equal(curve(-3), curve(0))
    assert.equal(curve(9), curve(1))
    for (let step = 0; step < 1000; step++) {
      assert.ok(Math.abs(curve((step + 1) / 1000) - curve(step / 1000)) < 0.02, `jump at ${step}`)
    }
  })
}

test('expoOut has done most of its way early; only backOut passes the goal', () => {
  assert.ok(easing.expoOut(0.3) > 0.85)
  for (const [name, curve] of Object.entries(CURVES)) {
    const highest = Math.max(...Array.from({ length: 101 }, (_, step) => curve(step / 100)))
    if (name === 'backOut') assert.ok(highest > 1.03 && highest < 1.1)
    else assert.ok(highest <= 1)
  }
})

test('a move runs from its start over its duration', () => {
  assert.equal(easing.ease(1, 2, 0.4), 0)
  assert.equal(easing.ease(2.2, 2, 0.4, easing.linear).toFixed(6), '0.500000')
  assert.equal(easing.ease(5, 2, 0.4), 1)
  assert.equal(easing.ease(2, 2, 0), 1)
  assert.equal(easing.ease(1.9, 2, 0), 0)
})

test('mixing and stepping stay between their ends', () => {
  assert.equal(easing.mix(10, 20, 0.25), 12.5)
  assert.equal(easing.smoothstep(0, 1, 0.5), 0.5)
  assert.equal(easing.smoothstep(2, 4, 1), 0)
})
