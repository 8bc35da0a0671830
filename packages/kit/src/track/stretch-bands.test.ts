import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BAND_COUNT, createAudioTrack, silentAudioTrackData } from './audio-track.ts'
import { stretchBands } from './stretch-bands.ts'

/** Three seconds in which every frame has the same bands. */
function aTrack(level: (band: number) => number) {
  const data = silentAudioTrackData(90, 30)
  data.bands.forEach((_, i) => {
    data.bands[i] = level(i % BAND_COUNT)
  })
  return createAudioTrack(data)
}

test('of bands that are nearly level the loud ones are most of a bar and the quiet ones a fraction of that', () => {
  const levels = stretchBands(aTrack((band) => (band < 32 ? 0.45 : 0.1)))({ index: 45 })
  assert.ok(levels[10]! > 0.75 && levels[10]! < 0.95, `${levels[10]}`)
  assert.ok(levels[50]! < 0.2 * levels[10]!, `${levels[50]}`)
})

test('silence stays silent, and what is quiet all the time stays low', () => {
  assert.ok(stretchBands(aTrack(() => 0))({ index: 45 }).every((level) => level === 0))
  assert.ok(stretchBands(aTrack(() => 0.1))({ index: 45 }).every((level) => level < 0.25))
})

test('music that fills every band is no wall of bars of one height', () => {
  // What is left of a loud rock song: all bands high, each a little above or below those beside it.
  const levels = stretchBands(aTrack((band) => 0.6 + 0.1 * Math.sin(0.9 * band)))({ index: 45 })
  const [low, high] = [Math.min(...levels), Math.max(...levels)]
  assert.ok(high > 0.8, `${high}`)
  assert.ok(low < 0.45 * high, `${low} beside ${high}`)
})
