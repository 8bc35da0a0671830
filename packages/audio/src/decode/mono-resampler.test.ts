import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANALYSIS_RATE } from '../spectrum/song-features.ts'
import { createMonoResampler } from './mono-resampler.ts'

for (const sampleRate of [4_000, 22_050, 44_100, 44_101, 192_000]) {
  test(`sound at ${sampleRate} Hz keeps its pitch, its level and its length`, () => {
    const wave = (rate: number) => (_: unknown, i: number) => Math.sin((2 * Math.PI * 440 * i) / rate)
    const found = resample(Float32Array.from({ length: sampleRate }, wave(sampleRate)), sampleRate)
    assert.ok(Math.abs(found.length - ANALYSIS_RATE) <= 20, `${found.length} samples`)
    const expected = Array.from({ length: ANALYSIS_RATE }, wave(ANALYSIS_RATE))
    const inside = expected.slice(100, -100)
    const worst = inside.reduce((most, value, i) => Math.max(most, Math.abs(value - found[i + 100]!)), 0)
    assert.ok(worst < 1e-3, `differs by ${worst}`)
  })
}

test('both channels are heard alike', () => {
  const [left, right] = [new Float32Array(1000).fill(0.6), new Float32Array(1000).fill(0.2)]
  const resampler = createMonoResampler(ANALYSIS_RATE, ANALYSIS_RATE, 1000)
  const mixed = resampler.push([left, right], 1000)
  assert.ok(mixed.length > 0 && mixed.every((value) => Math.abs(value - 0.4) < 1e-6))
  resampler.free()
})

test('the sides are what tells the channels apart', () => {
  const [left, right] = [new Float32Array(1000).fill(0.6), new Float32Array(1000).fill(0.2)]
  for (const [channels, side] of [
    [[left, right], 0.2],
    [[left, left], 0],
  ] as const) {
    const resampler = createMonoResampler(ANALYSIS_RATE, ANALYSIS_RATE, 1000, 'SIDES')
    const mixed = resampler.push(channels, 1000)
    assert.ok(mixed.length > 0 && mixed.every((value) => Math.abs(value - side) < 1e-6))
    resampler.free()
  }
})

test('a song of a few samples is no trouble', () => {
  for (const length of [1, 2, 40]) {
    assert.ok(resample(new Float32Array(length).fill(0.5), 44_100).every((value) => Math.abs(value) < 1))
  }
})

/** In pieces of two sizes, as a last block is shorter than the others. */
function resample(samples: Float32Array<ArrayBuffer>, sampleRate: number): number[] {
  const resampler = createMonoResampler(sampleRate, ANALYSIS_RATE, 5000)
  const found: number[] = []
  for (let from = 0, size = 5000; from < samples.length; size = size === 5000 ? 70 : 5000) {
    const piece = samples.subarray(from, from + size)
    found.push(...resampler.push([piece, piece], piece.length))
    from += size
  }
  found.push(...resampler.finish())
  resampler.free()
  return found
}
