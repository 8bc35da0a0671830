import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLoudnessMeter } from '../loudness/loudness-meter.ts'
import { createPeakLimiter } from './peak-limiter.ts'

const RATE = 48_000
const CEILING = 10 ** (-1.2 / 20)

test('sound below the ceiling passes bit by bit as it is, however it is cut into blocks', () => {
  const noise = createNoise(7, 20_000, 0.5)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), (blockSamples) => {
      const out = limit([noise, noise], blockSamples)
      const { delaySamples } = createPeakLimiter(RATE, { ceiling: CEILING, channelCount: 2 })
      assert.ok(out[0]!.subarray(0, delaySamples).every((sample) => sample === 0))
      assert.deepEqual(out[0]!.subarray(delaySamples), noise.subarray(0, noise.length - delaySamples))
    }),
    { numRuns: 20 },
  )
})

test('no peak on or between the samples passes the ceiling', () => {
  const waves: Record<string, (index: number) => number> = {
    'a tone whose peaks lie between the samples': (i) => 1.4 * Math.sin((Math.PI / 2) * i + Math.PI / 4),
    'a bass that is far too loud': (i) => 4 * Math.sin((2 * Math.PI * 50 * i) / RATE),
    'single clicks in silence': (i) => (i % 9000 === 4000 ? 3 : 0),
    'a square wave': (i) => (Math.floor(i / 40) % 2 ? 1 : -1),
  }
  const noises = [0, 1, 2, 3].map((seed) => [`noise ${seed}`, createNoise(seed, RATE, 2)] as const)
  const shaped = Object.entries(waves).map(
    ([name, wave]) => [name, Float32Array.from({ length: RATE }, (_, i) => wave(i))] as const,
  )
  for (const [name, samples] of [...shaped, ...noises]) {
    const meter = createLoudnessMeter(RATE, 2)
    const out = limit([samples, samples.map((sample) => -0.3 * sample)], 1024)
    meter.push(out, RATE)
    const { truePeakDbtp } = meter.finish()
    assert.ok(truePeakDbtp <= -1.05, `${name}: ${truePeakDbtp} dBTP`)
    assert.ok(
      out[0]!.every((sample, i) => Math.abs(out[1]![i]! + 0.3 * sample) < 1e-6),
      `${name}: the sides differ`,
    )
  }
})

test('the gain is back a second after a peak, and exactly one', () => {
  const samples = new Float32Array(3 * RATE).fill(0.25)
  samples[1000] = 3
  const out = limit([samples], 512)[0]!
  assert.ok(out[1300]! < 0.2)
  assert.ok(out.subarray(2 * RATE).every((sample) => sample === 0.25))
})

function limit(channels: Float32Array[], blockSamples: number): Float32Array[] {
  const limiter = createPeakLimiter(RATE, { ceiling: CEILING, channelCount: channels.length })
  const out = channels.map((samples) => samples.slice())
  for (let start = 0; start < out[0]!.length; start += blockSamples) {
    const block = out.map((samples) => samples.subarray(start, start + blockSamples))
    limiter.process(block, block[0]!.length)
  }
  return out
}

function createNoise(seed: number, length: number, level: number): Float32Array {
  let state = seed + 1
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return level * (state / 2 ** 31 - 1)
  })
}
