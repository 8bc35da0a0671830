import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatClock, formatLeft, formatTook, parseClock } from './clock.ts'

test('a time is read as people write it', () => {
  const cases: [string, number | undefined][] = [
    ['0', 0],
    ['12', 12],
    ['12.5', 12.5],
    ['90', 90],
    ['1:02', 62],
    [' 0:30 ', 30],
    ['1:02.25', 62.25],
    ['75:00', 4500],
    ['1:02:03', 3723],
    ['1:60', undefined],
    ['1:60:00', undefined],
    ['-1', undefined],
    ['1:', undefined],
    [':30', undefined],
    ['1m30', undefined],
    ['1e3', undefined],
    ['', undefined],
  ]
  for (const [text, secs] of cases) assert.equal(parseClock(text), secs, text)
})

test('a time is written so that it can be typed again', () => {
  for (const secs of [0, 5, 59, 60, 62, 599, 3599, 3600, 3723]) {
    assert.equal(parseClock(formatClock(secs)), secs)
  }
  assert.equal(formatClock(62.9), '1:02')
  // A float that is a hair below a whole second is that second.
  assert.equal(formatClock(61.9999999), '1:02')
})

test('durations are told in the unit that a person would use', () => {
  assert.deepEqual(
    [formatTook(412), formatTook(14_940), formatTook(125_000)],
    ['0.4 s', '14.9 s', '2 min 5 s'],
  )
  assert.deepEqual(
    [formatLeft(0.2), formatLeft(3), formatLeft(99), formatLeft(150), formatLeft(4000)],
    ['about 1 s left', 'about 3 s left', 'about 99 s left', 'about 2 min 30 s left', 'about 1 h 6 min left'],
  )
})
