import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hearPcm } from '../../testing/hear-pcm.ts'
import { addNote, createWavetable } from '../synth/instruments.ts'
import { ANALYSIS_RATE } from './song-features.ts'
import { measureVoice } from './voice-levels.ts'

const SECS = 6

test('what is sung in the middle is louder than what is played at one side, or at both', () => {
  const [middle, side, both] = [
    play([1, 1]),
    play([1, 0]),
    // The same, but turned round: it cancels out in the middle.
    play([1, -1]),
  ].map(measureLevel) as [number, number, number]
  assert.ok(middle - side > 10, `${middle} and ${side}`)
  assert.ok(side - both > 10, `${side} and ${both}`)
})

test('a song of one channel is all in the middle, and silence is nowhere', () => {
  const [stereo, mono] = [play([1, 1]), play([1])].map(measureLevel) as [number, number]
  assert.ok(Math.abs(stereo - mono) <= 1, `${stereo} and ${mono}`)
  assert.equal(measureLevel(play([0, 0])), 0)
})

function play(gains: number[]): Float32Array[] {
  const tone = createWavetable([1, 0.8, 0.7, 0.6, 0.5, 0.4])
  const note = { startSecs: 0, durationSecs: SECS, frequency: 330, attackSecs: 0.01, releaseSecs: 0.01 }
  return gains.map((gain) => {
    const samples = new Float32Array(SECS * ANALYSIS_RATE)
    addNote(samples, ANALYSIS_RATE, tone, { ...note, gain: 0.4 * gain })
    return samples
  })
}

function measureLevel(channels: Float32Array[]): number {
  const { features, sides } = hearPcm({ sampleRate: ANALYSIS_RATE, channels })
  const { levels, rateHz } = measureVoice(features.bands, sides)
  assert.ok(Math.abs(levels.length / rateHz - SECS) < 0.2)
  return levels[Math.round(3 * rateHz)]!
}
