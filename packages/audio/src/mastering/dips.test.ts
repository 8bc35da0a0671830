import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyDips } from './dips.ts'

const SAMPLE_RATE = 48_000
const RAMP = 960

function dip(blockLength: number): Float32Array {
  const samples = new Float32Array(10_000).fill(1)
  const dips = [{ startSample: 4000, endSample: 6000, depthDb: 0.5 }]
  for (let start = 0; start < samples.length; start += blockLength) {
    const block = samples.subarray(start, start + blockLength)
    applyDips([block], block.length, { startSample: start, sampleRate: SAMPLE_RATE, dips })
  }
  return samples
}

test('a dip is as deep as it is told, and nothing beyond its ramps is touched', () => {
  const samples = dip(10_000)
  const deepest = 10 ** (-0.5 / 20)
  for (const [i, sample] of samples.entries()) {
    if (i >= 4000 && i <= 6000) assert.ok(Math.abs(sample - deepest) < 1e-6, `${sample} at ${i}`)
    if (i <= 4000 - RAMP || i >= 6000 + RAMP) assert.equal(sample, 1)
  }
})

test('a dip is entered and left without a jump, however the samples arrive', () => {
  const samples = dip(10_000)
  for (let i = 1; i < samples.length; i++) assert.ok(Math.abs(samples[i]! - samples[i - 1]!) < 1e-4)
  assert.deepEqual(dip(333), samples)
})
