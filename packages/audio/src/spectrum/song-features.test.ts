import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BAND_COUNT } from '@songreel/kit/core'
import { SPECTRUM_FLOOR_DB, SPECTRUM_STEP_DB } from '../audio-analysis.ts'
import { createKernels } from '../kernels/kernels.ts'
import { createFramer } from './framer.ts'
import { createRateHalver } from './halve-rate.ts'
import { BAND_EDGES_HZ } from './log-bands.ts'
import { createPowerSpectrum } from './power-spectrum.ts'
import { ANALYSIS_RATE, createFeatureCollector, FEATURE_RATE_HZ, type SongFeatures } from './song-features.ts'

function tone(hz: number, secs: number, amplitude = 0.5): Float32Array {
  const step = (2 * Math.PI * hz) / ANALYSIS_RATE
  return Float32Array.from({ length: secs * ANALYSIS_RATE }, (_, i) => amplitude * Math.sin(step * i))
}

function collect(samples: Float32Array, blockLength = 5000): SongFeatures {
  const collector = createFeatureCollector()
  for (let start = 0; start < samples.length; start += blockLength) {
    collector.push(samples.subarray(start, start + blockLength))
  }
  return collector.finish()
}

function rowAt({ bands }: SongFeatures, secs: number): Uint8Array {
  const row = Math.round(secs * FEATURE_RATE_HZ)
  return bands.subarray(row * BAND_COUNT, (row + 1) * BAND_COUNT)
}

test('a tone of full scale has power 1 at its frequency', () => {
  const kernels = createKernels()
  const spectrum = createPowerSpectrum(kernels, 1024)
  const frame = kernels.floats(1024)
  for (let i = 0; i < 1024; i++) frame.values[i] = Math.sin((2 * Math.PI * 64 * i) / 1024)
  kernels.run.powerSpectrum(frame.pointer, spectrum.record)
  assert.ok(Math.abs(spectrum.power.values[64]! - 1) < 1e-4)
  assert.ok(spectrum.power.values[80]! < 1e-6)
})

test('frames are centred on their moments, however the samples arrive', () => {
  const samples = Float32Array.from({ length: 10_000 }, (_, i) => i)
  for (const blockLength of [1, 7, 333, 10_000]) {
    const kernels = createKernels()
    const memory = kernels.floats(0).values.buffer
    const centres: number[] = []
    const framer = createFramer(kernels, { size: 64, hop: 16 }, (pointer, count) => {
      assert.ok(count <= framer.mostFrames)
      const frames = new Float32Array(memory, pointer)
      for (let frame = 0; frame < count; frame++) centres.push(frames[16 * frame + 32]!)
    })
    for (let start = 0; start < samples.length; start += blockLength) {
      framer.push(samples.subarray(start, start + blockLength))
    }
    framer.finish()
    assert.deepEqual(
      centres,
      Array.from({ length: 625 }, (_, i) => i * 16),
    )
  }
})

test('halving the rate keeps low tones in place and removes what would fold back', () => {
  const halve = (samples: Float32Array) => {
    const halver = createRateHalver(createKernels())
    return [
      ...halver.push(samples.subarray(0, 999)),
      ...halver.push(samples.subarray(999)),
      ...halver.finish(),
    ]
  }
  const low = tone(1000, 0.2)
  const halved = halve(low)
  assert.equal(halved.length, low.length / 2)
  for (let i = 50; i < halved.length - 50; i++) assert.ok(Math.abs(halved[i]! - low[2 * i]!) < 0.002)
  assert.ok(
    halve(tone(8500, 0.2))
      .slice(50, -50)
      .every((sample) => Math.abs(sample) < 0.002),
  )
})

test('a tone stands highest in its own band, from the lowest to the highest', () => {
  for (const band of [0, 3, 10, 20, 24, 25, 40, 45, 46, 60, 63]) {
    const hz = Math.sqrt(BAND_EDGES_HZ[band]! * BAND_EDGES_HZ[band + 1]!)
    const row = rowAt(collect(tone(hz, 1)), 0.5)
    const highest = row.indexOf(Math.max(...row))
    assert.ok(
      Math.abs(highest - band) <= (band < 8 ? 1 : 0),
      `${hz} Hz is highest in band ${highest}, not ${band}`,
    )
  }
})

test('neighbouring bass bands differ: no plateaus', () => {
  const bass = tone(62, 1).map(
    (sample, i) => sample + 0.3 * Math.sin((2 * Math.PI * 118 * i) / ANALYSIS_RATE),
  )
  const row = rowAt(collect(bass), 0.5).subarray(0, 16)
  const equal = Array.from(row).filter((value, i) => i > 0 && value === row[i - 1]).length
  assert.ok(equal <= 1, `${[...row]}`)
})

test('bands show loudness in decibels', () => {
  const [loud, quiet] = [0.5, 0.05].map((amplitude) =>
    Math.max(...rowAt(collect(tone(1000, 1, amplitude)), 0.5)),
  )
  assert.ok(Math.abs((loud! - quiet!) * SPECTRUM_STEP_DB - 20) < 1)
  const loudDb = loud! * SPECTRUM_STEP_DB + SPECTRUM_FLOOR_DB
  assert.ok(loudDb > -9 && loudDb < -3, `${loudDb} dB`)
})

test('all windows agree on when a sound starts', () => {
  const samples = tone(100, 2).map((sample, i) => {
    const all = sample + 0.5 * Math.sin(i * 0.2) + 0.5 * Math.sin(i * 1.4)
    return i < ANALYSIS_RATE ? 0 : all * 0.3
  })
  const features = collect(samples)
  for (const hz of [100, 700, 4900]) {
    const band = BAND_EDGES_HZ.findLastIndex((edge) => edge <= hz)
    const column = Array.from(
      { length: features.bass.length },
      (_, row) => features.bands[row * BAND_COUNT + band]!,
    )
    const half = (column.at(-20)! * SPECTRUM_STEP_DB - 6) / SPECTRUM_STEP_DB
    const startSecs = column.findIndex((value) => value >= half) / FEATURE_RATE_HZ
    // A window of a constant tone is 6 dB down where the tone starts in its middle.
    assert.ok(Math.abs(startSecs - 1) < 0.02, `${hz} Hz starts at ${startSecs}`)
  }
})

test('the features do not depend on how the samples arrive', () => {
  const samples = tone(300, 1.3).map((sample, i) => sample * Math.sin(i * 0.001))
  const [a, b] = [collect(samples, 441), collect(samples, 100_000)]
  assert.deepEqual(a.bands, b.bands)
  assert.deepEqual(a.flux, b.flux)
  assert.deepEqual(a.texture, b.texture)
  assert.deepEqual(a.envelope, b.envelope)
})
