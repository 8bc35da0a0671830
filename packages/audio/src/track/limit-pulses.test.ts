import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitRises, thinPulses } from './limit-pulses.ts'

const beatAt = (bpm: number) =>
  Array.from({ length: 40 }, (_, i) => ({ secs: (i * 60) / bpm, strength: i % 4 === 0 ? 1 : 0.6 }))

test('beats up to three a second all count; of faster ones the downbeats stay', () => {
  assert.equal(thinPulses(beatAt(180)).length, 40)
  const fast = thinPulses(beatAt(200))
  assert.equal(fast.length, 20)
  assert.equal(fast.filter(({ strength }) => strength === 1).length, 10)
  // Shifted by one, so that the greedy way would keep the wrong ones.
  const shifted = thinPulses(beatAt(200).slice(1))
  assert.equal(shifted.filter(({ strength }) => strength === 1).length, 9)
  for (const [i, { secs }] of shifted.slice(1).entries()) assert.ok(secs - (shifted[i]?.secs ?? 0) > 0.32)
})

test('a level rises far at most three times a second, whatever the music does', () => {
  for (const fps of [15, 24, 30, 60]) {
    for (const hitsPerSec of [2, 4, 7, 12]) {
      const levels = Float32Array.from({ length: fps * 4 }, (_, i) =>
        Math.exp((-((i / fps) * hitsPerSec) % 1) / hitsPerSec / 0.05),
      )
      const rises = countRises(limitRises(levels, fps))
      const most = 4 * Math.min(3, hitsPerSec) + 1
      assert.ok(rises <= most, `${rises} rises in 4 s of ${hitsPerSec} hits a second at ${fps} fps`)
      assert.ok(rises >= 4, 'the music is still seen')
    }
  }
})

test('a slow song is left as it is', () => {
  const levels = Float32Array.from({ length: 240 }, (_, i) => Math.exp(-(i % 15) / 9))
  assert.deepEqual(limitRises(levels.slice(), 30), levels)
})

/** Rises by more than a fifth from the lowest level since the last one. */
function countRises(levels: Float32Array): number {
  let lowest = 1
  let highest = 0
  let isUp = true
  let rises = 0
  for (const level of levels) {
    if (isUp) highest = Math.max(highest, level)
    else lowest = Math.min(lowest, level)
    if (isUp && level < highest - 0.2) [isUp, lowest] = [false, level]
    else if (!isUp && level > lowest + 0.2) {
      ;[isUp, highest] = [true, level]
      rises++
    }
  }
  return rises
}
