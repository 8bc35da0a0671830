import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoudnessMeter } from './loudness-meter.ts'

/** A stereo tone; the cases are those of EBU Tech 3341. */
function measure(parts: { secs: number; dbfs: number }[], sampleRate = 48_000, hz = 1000) {
  const meter = createLoudnessMeter(sampleRate, 2)
  let phase = 0
  for (const { secs, dbfs } of parts) {
    const samples = Float32Array.from({ length: secs * sampleRate }, () => {
      phase += (2 * Math.PI * hz) / sampleRate
      return 10 ** (dbfs / 20) * Math.sin(phase)
    })
    for (let start = 0; start < samples.length; start += 10_000) {
      const block = samples.subarray(start, start + 10_000)
      meter.push([block, block], block.length)
    }
  }
  return meter.finish()
}

test('a stereo tone of -23 dBFS measures -23 LUFS at any sample rate', () => {
  for (const sampleRate of [8_000, 22_050, 44_100, 48_000]) {
    const { integratedLufs } = measure([{ secs: 5, dbfs: -23 }], sampleRate)
    assert.ok(Math.abs(integratedLufs + 23) < 0.1, `${integratedLufs} at ${sampleRate} Hz`)
  }
})

test('quiet parts are gated out', () => {
  const { integratedLufs } = measure(
    [
      { secs: 10, dbfs: -36 },
      { secs: 60, dbfs: -23 },
      { secs: 10, dbfs: -36 },
    ],
    8_000,
  )
  assert.ok(Math.abs(integratedLufs + 23) < 0.1, `${integratedLufs}`)
})

test('silence is -70 LUFS and shorter than a block too', () => {
  const meter = createLoudnessMeter(48_000, 2)
  assert.equal(meter.finish().integratedLufs, -70)
  const { integratedLufs, truePeakDbtp } = measure([{ secs: 1, dbfs: -200 }])
  assert.equal(integratedLufs, -70)
  assert.ok(truePeakDbtp <= -119)
})

test('the true peak between the samples is found', () => {
  const sampleRate = 48_000
  const meter = createLoudnessMeter(sampleRate, 1)
  const samples = Float32Array.from(
    { length: 4800 },
    (_, i) => 0.5 * Math.sin((Math.PI / 2) * i + Math.PI / 4),
  )
  meter.push([samples], samples.length)
  const { truePeakDbtp } = meter.finish()
  // The samples themselves reach -9.03 dBFS only.
  assert.ok(truePeakDbtp > -6.3 && truePeakDbtp < -5.8, `${truePeakDbtp}`)
})

test('momentary loudness follows the sound in tenths of a second', () => {
  const { momentaryLufs } = measure([
    { secs: 2, dbfs: -40 },
    { secs: 2, dbfs: -20 },
  ])
  assert.equal(momentaryLufs.length, 40)
  assert.ok(Math.abs(momentaryLufs[10]! + 40) < 0.2)
  assert.ok(Math.abs(momentaryLufs[30]! + 20) < 0.2)
})
