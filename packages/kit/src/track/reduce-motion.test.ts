import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BAND_COUNT, silentAudioTrackData } from './audio-track.ts'
import { reduceMotion } from './reduce-motion.ts'

const FPS = 30
const FRAME_COUNT = 120

/** A beat every half second and a band that is on in every second frame. */
function play() {
  const track = silentAudioTrackData(FRAME_COUNT, FPS)
  for (let i = 0; i < FRAME_COUNT; i++) {
    track.beat[i] = Math.exp(-(i % 15) / FPS / 0.2)
    track.bands[i * BAND_COUNT + 3] = i % 2
    track.loudness[i] = 0.8
  }
  return track
}

test('with reduced motion no beat jumps, and none is lost', () => {
  const { beat } = reduceMotion(play())
  const steps = Array.from(beat.slice(1), (level, i) => Math.abs(level - (beat[i] ?? 0)))
  assert.ok(Math.max(...steps) < 0.08, `a step of ${Math.max(...steps)}`)
  const later = beat.slice(60)
  assert.ok(Math.max(...later) < 0.3 && Math.max(...later) - Math.min(...later) > 0.03)
})

test('bands are damped one by one, and the track it was made from is left alone', () => {
  const track = play()
  const reduced = reduceMotion(track)
  const levels = Array.from({ length: FRAME_COUNT }, (_, i) => reduced.bands[i * BAND_COUNT + 3] ?? 0)
  assert.ok(Math.max(...levels.slice(30)) - Math.min(...levels.slice(30)) < 0.15)
  assert.equal(reduced.bands[40 * BAND_COUNT + 4], 0)
  assert.equal(track.bands[BAND_COUNT + 3], 1)
  assert.equal(reduced.loudness, track.loudness)
})
