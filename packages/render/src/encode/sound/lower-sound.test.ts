import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mastering } from '@songreel/audio/engine'
import { lowerSound } from './lower-sound.ts'

const MASTERING: Mastering = {
  fades: { inSecs: 0, outSecs: 0, durationSecs: 10 },
  gainDb: 0,
  ceilingDbtp: -1.8,
  dips: [],
}

const overshoot = (packet: number, excessDb: number) => ({
  startSample: 1024 * packet,
  endSample: 1024 * (packet + 1),
  excessDb,
})

test('a few places that are too loud get a dip each, and the ceiling stays', () => {
  const { ceilingDbtp, dips } = lowerSound(MASTERING, [overshoot(20, 0.2), overshoot(200, 0.4)], 10)
  assert.equal(ceilingDbtp, MASTERING.ceilingDbtp)
  assert.equal(dips.length, 2)
  for (const [i, packet] of [20, 200].entries()) {
    const { startSample, endSample, depthDb } = dips[i]!
    assert.ok(startSample < 1024 * packet && endSample > 1024 * (packet + 1))
    assert.ok(depthDb > [0.2, 0.4][i]! && depthDb < 0.8)
  }
})

test('neighbours share a dip that is deep enough for the worst of them', () => {
  const { dips } = lowerSound(MASTERING, [overshoot(20, 0.2), overshoot(21, 0.5), overshoot(23, 0.1)], 10)
  assert.equal(dips.length, 1)
  assert.ok(dips[0]!.depthDb > 0.5)
  assert.ok(dips[0]!.endSample > 1024 * 24)
})

test('a place that is still too loud gets a second dip', () => {
  const once = lowerSound(MASTERING, [overshoot(20, 0.2)], 10)
  assert.equal(lowerSound(once, [overshoot(20, 0.1)], 10).dips.length, 2)
})

test('sound that is too loud all over is held lower as a whole', () => {
  const all = Array.from({ length: 60 }, (_, i) => overshoot(7 * i, 0.01 * i))
  const { ceilingDbtp, dips } = lowerSound(MASTERING, all, 10)
  assert.ok(Math.abs(ceilingDbtp - (MASTERING.ceilingDbtp - 0.59)) < 1e-9)
  assert.deepEqual(dips, [])
})
