import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findVocalParts } from './find-vocal-parts.ts'

const [RATE_HZ, BANDS] = [70, 64]
const [QUIET, LOUD] = [60, 160]

test('bass, drums and silence are not taken for singing, and a breath does not end it', () => {
  const sound = describeSong(60, (secs, band) => {
    const isVoice = band >= 23 && band <= 51
    if (!isVoice) return LOUD
    if (secs < 10) return QUIET
    // Drums: short and loud, once in half a second.
    if (secs < 20) return secs % 0.5 < 0.1 ? LOUD : QUIET
    if (secs >= 30 && secs < 31) return QUIET
    if (secs >= 40 && secs < 48) return QUIET
    return secs < 55 ? LOUD : 0
  })
  const parts = findVocalParts(sound).map(({ startSecs, endSecs }) => [
    Math.round(startSecs),
    Math.round(endSecs),
  ])
  assert.deepEqual(parts, [
    [20, 40],
    [48, 55],
  ])
})

test('a song that is alike all along may be sung all along, and so may silence', () => {
  const whole = [{ startSecs: 0, endSecs: 30 }]
  assert.deepEqual(findVocalParts(describeSong(30, () => LOUD)), whole)
  assert.deepEqual(findVocalParts(describeSong(30, () => 0)), whole)
})

function describeSong(durationSecs: number, level: (secs: number, band: number) => number) {
  const bands = Uint8Array.from({ length: durationSecs * RATE_HZ * BANDS }, (_, index) =>
    level(Math.floor(index / BANDS) / RATE_HZ, index % BANDS),
  )
  const empty = { bass: new Uint8Array(), momentaryLufs: new Float32Array() }
  return { durationSecs, spectrum: { rateHz: RATE_HZ, bandCount: BANDS, bands, ...empty } }
}
