import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shapeSpectrum } from './spectrum.ts'

const SILENCE = new Float32Array(24)

test('before the first note and after the last a whole spectrum stands, and no two of its bars part far', () => {
  for (const isArch of [true, false]) {
    const levels = shapeSpectrum(SILENCE, { rest: 1, isArch, barCount: 24, treble: isArch ? 0.6 : 1 })
    for (const [i, level] of levels.entries()) {
      assert.ok(level > 0.2 && level <= 1, `${i}: ${level}`)
      if (i > 0) assert.ok(Math.abs(level - levels[i - 1]!) < 0.2, `${i}`)
    }
    assert.ok(Math.max(...levels) - Math.min(...levels) > 0.4, 'a hill')
  }
})

test('while it plays, what sounds is as high as it is, nothing lies flat, and a missing note makes no gap', () => {
  const bands = Float32Array.from(SILENCE, (_, i) => (i === 5 ? 0 : 0.8))
  const levels = shapeSpectrum(bands, { rest: 0, isArch: false, barCount: 24, treble: 1 })
  assert.ok(Math.abs(levels[4]! - 0.8) < 1e-6 && levels[5]! > 0.5)
  for (const level of shapeSpectrum(SILENCE, { rest: 0, isArch: true, barCount: 24, treble: 0.6 }))
    assert.ok(level > 0.05 && level < 0.1)
})

test('louder than the hill, the music leads', () => {
  const loud = SILENCE.map(() => 1)
  assert.ok(
    shapeSpectrum(loud, { rest: 1, isArch: false, barCount: 24, treble: 1 }).every((level) => level === 1),
  )
})

test('where bars show several bands each, a whole bar makes no gap either', () => {
  const bands = Float32Array.from({ length: 64 }, (_, i) => (i < 6 ? 0 : 0.8))
  const levels = shapeSpectrum(bands, { rest: 0, isArch: true, barCount: 17, treble: 0.6 })
  assert.ok(levels[0]! > 0.45, `${levels[0]}`)
})

test('high notes may stay lower than low ones, so that a song that fills every band is no wall', () => {
  const loud = Float32Array.from({ length: 64 }, () => 0.9)
  const levels = shapeSpectrum(loud, { rest: 0, isArch: false, barCount: 52, treble: 0.6 })
  assert.ok(Math.abs(levels[0]! - 0.9) < 1e-6 && Math.abs(levels[63]! - 0.54) < 0.02, `${levels[63]}`)
  for (const [i, level] of levels.entries()) if (i > 0) assert.ok(level < levels[i - 1]!)
})
