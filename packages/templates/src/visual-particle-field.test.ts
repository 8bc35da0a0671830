import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AudioTrack, Frame } from '@songreel/kit'
import { findBurst, findWhole, listBursts } from './visual-particle-field/bursts.ts'

const BAR_SECS = 1.9

function track(durationSecs: number): AudioTrack {
  const count = Math.floor(durationSecs / BAR_SECS)
  const sections = [
    { startSecs: 0, endSecs: 3 * BAR_SECS, energy: 0.4, label: 'A' },
    { startSecs: 3 * BAR_SECS, endSecs: durationSecs, energy: 0.9, label: 'B' },
  ]
  return {
    durationSecs,
    fps: 30,
    frameCount: Math.round(30 * durationSecs),
    sections,
    downbeatSecs: Array.from({ length: count }, (_, i) => i * BAR_SECS),
    beatSecs: Array.from({ length: 4 * count }, (_, i) => (i * BAR_SECS) / 4),
    loudness: () => 0.7,
    onset: () => 0,
  } as unknown as AudioTrack
}

/** A burst that tears the cover apart; weaker ones only make it shiver. */
const STRONG = 0.3

test('the cover is whole for most of the time, and for the last tenth of it', () => {
  const audio = track(15)
  const bursts = listBursts(audio).filter(({ strength }) => strength > STRONG)
  assert.ok(bursts.length >= 3)
  const away = bursts.reduce(
    (sum, { startSecs, homeSecs, pullSecs }) => sum + homeSecs + 1.4 * pullSecs - startSecs,
    0,
  )
  assert.ok(away <= 0.4 * audio.durationSecs, `${away} s apart`)
  for (const { startSecs, homeSecs, pullSecs } of bursts) {
    assert.ok(homeSecs + 1.4 * pullSecs - startSecs <= 2)
    assert.ok(homeSecs + 1.4 * pullSecs <= 0.9 * audio.durationSecs)
  }
})

test('where a section begins, it bursts', () => {
  const found = listBursts(track(15)).find(({ startSecs }) => Math.abs(startSecs - 3 * BAR_SECS) < 0.01)
  assert.ok(found && found.strength > STRONG)
})

test('it begins and ends whole, and no gap is left between bursts', () => {
  const audio = track(15)
  const bursts = listBursts(audio)
  const wholeAt = (secs: number) => findWhole(findBurst(bursts, { secs } as Frame), secs)
  for (const share of [0, 0.05, 0.95, 1]) assert.equal(wholeAt(share * audio.durationSecs), 1)
  for (const { startSecs, homeSecs, pullSecs, strength } of bursts) {
    assert.equal(wholeAt(startSecs - 0.01), 1)
    assert.equal(wholeAt(homeSecs + 1.4 * pullSecs + 0.01), 1)
    assert.equal(wholeAt(homeSecs), strength > STRONG ? 0 : 1)
  }
})
