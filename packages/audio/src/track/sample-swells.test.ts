import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSwells } from './sample-swells.ts'

/** Ten values a second: so loud at each. */
function sample(secs: number, lufsAt: (secs: number) => number): Float32Array {
  const momentary = Float32Array.from({ length: 10 * secs }, (_, i) => lufsAt(i / 10))
  return sampleSwells(momentary, { startSecs: 0, fps: 30, frameCount: 30 * secs })
}

const breathe = (middle: number) => (secs: number) => middle + 6 * Math.sin((2 * Math.PI * secs) / 4)

test('a swell of quiet music is seen as well as one of loud music', () => {
  for (const middle of [-14, -38]) {
    const swells = sample(20, breathe(middle)).subarray(120)
    assert.ok(Math.max(...swells) > 0.8, `${middle} LUFS: up to ${Math.max(...swells)}`)
    assert.ok(Math.min(...swells) < 0.3, `${middle} LUFS: down to ${Math.min(...swells)}`)
  }
})

test('steady music rests in the middle, and silence has no swell', () => {
  const steady = sample(10, () => -20)
  assert.ok(Math.abs(steady[200]! - 0.5) < 0.01, `${steady[200]}`)
  assert.ok(sample(10, () => -70).every((level) => level === 0))
})
