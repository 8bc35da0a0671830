import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planPlay } from './plan-play.ts'

const FPS = 30
/** Beats every half second, the first after a quarter; bars of four. */
const TRACK = {
  fps: FPS,
  beatSecs: Array.from({ length: 16 }, (_, i) => 0.25 + i / 2),
  downbeatSecs: [0.25, 2.25, 4.25, 6.25],
}
const stepsAt = (play: ReturnType<typeof planPlay>, ...secs: number[]) =>
  secs.map((each) => play.stepAt({ secs: each }))

test('by itself an animation plays at its own speed, again and again', () => {
  const play = planPlay({}, { durationSecs: 2 }, TRACK)
  assert.equal(play.steps, 60)
  assert.deepEqual(stepsAt(play, 0, 1, 59 / 30, 2, 3), [0, 30, 59, 0, 30])
})

test('every frame of a round is one step, none is skipped or shown twice', () => {
  const play = planPlay({ unit: 'BEATS' }, { durationSecs: 2 }, TRACK)
  const steps = Array.from({ length: 15 }, (_, i) => play.stepAt({ secs: 0.25 + i / FPS }))
  assert.deepEqual(steps, [...Array(15).keys()])
})

test('a round begins on its beat or bar, also before the first and after the last', () => {
  const beats = planPlay({ unit: 'BEATS', every: 2 }, { durationSecs: 5 }, TRACK)
  assert.equal(beats.steps, 30)
  assert.deepEqual(stepsAt(beats, 0.25, 1.25, 0.75, 8.25, 9.25), [0, 0, 15, 0, 0])
  assert.equal(beats.stepAt({ secs: 0 }), 22)
  const bars = planPlay({ unit: 'BARS' }, { durationSecs: 5 }, TRACK)
  assert.deepEqual([bars.steps, ...stepsAt(bars, 2.25, 3.25, 8.25)], [60, 0, 30, 0])
})

test('once means that it rests on its last picture', () => {
  const play = planPlay({ plays: 'ONCE' }, { durationSecs: 2 }, TRACK)
  assert.deepEqual(stepsAt(play, 0, 1, 2, 9), [0, 30, 59, 59])
  const onBars = planPlay({ plays: 'ONCE', unit: 'BARS', every: 2 }, { durationSecs: 2 }, TRACK)
  assert.deepEqual([onBars.steps, ...stepsAt(onBars, 0, 0.25, 2.25, 4.25, 6)], [120, 0, 0, 60, 119, 119])
})

test('without beats it goes on evenly', () => {
  const play = planPlay({ unit: 'BARS' }, { durationSecs: 5 }, { fps: FPS, beatSecs: [], downbeatSecs: [] })
  assert.deepEqual([play.steps, ...stepsAt(play, 0, 1, 2)], [60, 0, 30, 0])
})

test('one that was made with half the rate or less shows the pictures of its maker, unless it plays faster or slower', () => {
  const slow = { durationSecs: 2, fps: 12 }
  const play = planPlay({}, slow, TRACK)
  assert.equal(play.steps, 24)
  assert.deepEqual(stepsAt(play, 0, 1 / 30, 2 / 30, 3 / 30, 1.999), [0, 0, 0, 1, 23])
  assert.equal(planPlay({ plays: 'ONCE' }, slow, TRACK).steps, 24)
  assert.equal(planPlay({ every: 4 }, slow, TRACK).steps, 120)
  assert.equal(planPlay({ unit: 'BEATS' }, slow, TRACK).steps, 15)
  assert.equal(planPlay({}, { durationSecs: 2, fps: 24 }, TRACK).steps, 60)
  assert.equal(planPlay({}, { durationSecs: 2, fps: 24 }, { ...TRACK, fps: 60 }).steps, 48)
})
