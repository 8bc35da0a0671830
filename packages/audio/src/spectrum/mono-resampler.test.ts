import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AV_CHANNEL_LAYOUT_MONO, AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { SoftwareResampleContext } from 'node-av/lib'
import { createKernels } from '../kernels/kernels.ts'
import { createMonoResampler } from './mono-resampler.ts'
import { ANALYSIS_RATE } from './song-features.ts'

for (const sampleRate of [4_000, 8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000]) {
  test(`from ${sampleRate} Hz comes what FFmpeg makes of it, from the first sample to the last`, () => {
    const [left, right] = [makeNoise(sampleRate + 123, 1), makeNoise(sampleRate + 123, 2)]
    const expected = resampleByFfmpeg(left, right, sampleRate)
    const found = resample(left, right, sampleRate)
    assert.equal(found.length, expected.length)
    const worst = found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i]!)), 0)
    assert.ok(worst < 2e-6, `differs by ${worst}`)
  })
}

test('a rate that shares no divisor with the other keeps a tone within a thousandth', () => {
  const sampleRate = 44_101
  const tone = Float32Array.from({ length: sampleRate }, (_, i) =>
    Math.sin((2 * Math.PI * 440 * i) / sampleRate),
  )
  const found = resample(tone, tone, sampleRate)
  assert.ok(Math.abs(found.length - ANALYSIS_RATE) <= 20)
  for (let i = 50; i < ANALYSIS_RATE - 50; i++)
    assert.ok(Math.abs(found[i]! - Math.sin((2 * Math.PI * 440 * i) / ANALYSIS_RATE)) < 1e-3)
})

test('a sound shorter than the filter comes out, too', () => {
  for (const length of [1, 2, 40]) {
    const samples = new Float32Array(length).fill(0.5)
    assert.ok(resample(samples, samples, 44_100).every((value) => Math.abs(value) < 1))
  }
})

function resample(left: Float32Array, right: Float32Array, sampleRate: number): number[] {
  const resampler = createMonoResampler(createKernels(), sampleRate, ANALYSIS_RATE)
  const found: number[] = []
  const keep = (mono: Float32Array) => found.push(...mono)
  // Pieces of all sizes, larger and smaller than what is converted at once.
  for (let from = 0, size = 5000; from < left.length; size = size === 5000 ? 70 : 5000) {
    const to = Math.min(left.length, from + size)
    resampler.push(left.subarray(from, to), right.subarray(from, to), to - from, keep)
    from = to
  }
  resampler.finish(keep)
  return found
}

function resampleByFfmpeg(left: Float32Array, right: Float32Array, sampleRate: number): Float32Array {
  const context = new SoftwareResampleContext()
  context.allocSetOpts2(
    AV_CHANNEL_LAYOUT_MONO,
    AV_SAMPLE_FMT_FLTP,
    ANALYSIS_RATE,
    AV_CHANNEL_LAYOUT_STEREO,
    AV_SAMPLE_FMT_FLTP,
    sampleRate,
  )
  context.setOption('rematrix_maxval', 1)
  context.init()
  const capacity = Math.ceil((left.length * ANALYSIS_RATE) / sampleRate) + 1000
  const planes = [left, right].map((samples) => Buffer.from(samples.buffer))
  const output = Buffer.from(new ArrayBuffer(4 * capacity))
  const count = context.convertSync([output], capacity, planes, left.length)
  const rest = context.convertSync([output.subarray(4 * count)], capacity - count, null, 0)
  context.free()
  return new Float32Array(output.buffer, 0, count + rest)
}

function makeNoise(length: number, seed: number): Float32Array {
  let state = seed
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  })
}
