import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linear } from './easing.ts'
import { createSteps, followStep, swingOut } from './steps.ts'

const at = (secs: number) => ({ secs, fps: 30 })

test('a step begins on the frame nearest to its moment', () => {
  const steps = createSteps([0.51, 1])
  assert.deepEqual(steps(at(0.4)), { count: 0, ageSecs: Number.POSITIVE_INFINITY })
  assert.deepEqual(steps(at(0.5)), { count: 1, ageSecs: 0 })
  assert.equal(steps(at(1.5)).count, 2)
  assert.equal(steps(at(1.5)).ageSecs, 0.5)
})

test('moments too close to the last one are left out', () => {
  const steps = createSteps([0, 0.25, 0.5, 0.75, 1], { minGapSecs: 0.4 })
  assert.deepEqual(
    [0, 0.3, 0.6, 0.9, 1.2].map((secs) => steps(at(secs)).count),
    [1, 1, 2, 2, 3],
  )
})

test('without moments steps go on by themselves', () => {
  const steps = createSteps([], { freeSecs: 0.5 })
  assert.equal(steps(at(0)).count, 1)
  assert.equal(steps(at(1.25)).count, 3)
  assert.equal(steps(at(1.25)).ageSecs, 0.25)
})

test('a value goes from one step to the next and rests there', () => {
  const steps = createSteps([0, 1])
  const value = (secs: number) => followStep(steps(at(secs)), (count) => count * 10, 0.5, linear)
  assert.equal(value(0), 0)
  assert.equal(value(0.25), 5)
  assert.equal(value(0.9), 10)
  assert.equal(value(1.25), 15)
})

test('a swing goes out and comes back without a jump, also before the first moment', () => {
  assert.equal(swingOut(0, 0.1), 0)
  assert.equal(swingOut(0.1, 0.1), 1)
  assert.equal(swingOut(Number.POSITIVE_INFINITY, 0.1), 0)
  const values = Array.from({ length: 400 }, (_, i) => swingOut(i / 200, 0.1))
  assert.ok(values.every((value, i) => i === 0 || Math.abs(value - values[i - 1]!) < 0.14))
  assert.ok(Math.max(...values.slice(242)) === 0 && values[239]! < 0.001)
})
