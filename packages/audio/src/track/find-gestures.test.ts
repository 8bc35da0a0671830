import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analysePcm } from '../../testing/hear-pcm.ts'
import { ANALYSIS_RATE } from '../spectrum/song-features.ts'
import { findGestures } from './find-gestures.ts'

type Chord = { secs: number; hz: number[]; level?: number }

const [TONIC, FOURTH, FIFTH, SIXTH] = [
  [220, 277.2, 329.6],
  [293.7, 370, 440],
  [329.6, 415.3, 493.9],
  [185, 220, 277.2],
] as const
/** As long as strings take to change their notes: nothing is struck. */
const GLIDE_SECS = 0.15

/** Chords that melt into each other, each until the next begins. */
function playPads(chords: readonly Chord[], endSecs: number) {
  const samples = new Float32Array(endSecs * ANALYSIS_RATE)
  for (const [i, { secs, hz, level = 0.2 }] of chords.entries()) {
    const until = chords[i + 1]?.secs ?? endSecs
    const from = Math.max(0, Math.floor((secs - GLIDE_SECS) * ANALYSIS_RATE))
    for (let at = from; at < Math.min(samples.length, (until + GLIDE_SECS) * ANALYSIS_RATE); at++) {
      const t = at / ANALYSIS_RATE
      const [rise, fall] = [
        (t - secs + GLIDE_SECS) / (2 * GLIDE_SECS),
        (until + GLIDE_SECS - t) / (2 * GLIDE_SECS),
      ]
      const gain = (level / hz.length) * Math.min(1, rise, fall)
      for (const pitch of hz) {
        const turn = 2 * Math.PI * pitch * t
        samples[at]! += gain * (Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.25 * Math.sin(3 * turn))
      }
    }
  }
  return analysePcm({ sampleRate: ANALYSIS_RATE, channels: [samples] })
}

const nearest = (moments: readonly number[], secs: number) =>
  Math.min(...moments.map((each) => Math.abs(each - secs)))

/** Unevenly, so that no grid fits. */
const LOUD = [0, 2.3, 4.1, 6.9, 9.2].map((secs, i) => ({
  secs,
  hz: [TONIC, FOURTH, SIXTH, FIFTH, TONIC][i % 5]!.slice(),
}))
const QUIET = LOUD.map(({ secs, hz }) => ({ secs: secs + 12, hz, level: 0.02 }))

test('a chord that changes is a gesture and begins a phrase, though nobody strikes it, in quiet music as in loud', async () => {
  const { pulses, phrases } = findGestures(await playPads([...LOUD, ...QUIET], 24))
  for (const { secs } of [...LOUD.slice(1), ...QUIET.slice(1)]) {
    assert.ok(
      nearest(
        pulses.map((pulse) => pulse.secs),
        secs,
      ) < 0.25,
      `a gesture at ${secs}`,
    )
  }
  const found = QUIET.slice(1).filter(
    ({ secs }) =>
      nearest(
        phrases.map((each) => each.secs),
        secs,
      ) < 0.25,
  )
  assert.ok(found.length >= 3, `${found.length} of four quiet changes begin a phrase`)
  assert.ok(pulses.every(({ strength }) => strength > 0.3 && strength <= 1))
})

test('gestures and phrases keep their distance, and every phrase is a gesture of full strength', async () => {
  const { pulses, phrases } = findGestures(await playPads([...LOUD, ...QUIET], 24))
  const gaps = (list: readonly { secs: number }[]) => list.slice(1).map(({ secs }, i) => secs - list[i]!.secs)
  assert.ok(gaps(pulses).every((secs) => secs >= 0.45 - 1e-9))
  assert.ok(gaps(phrases).every((secs) => secs >= 1.9 - 1e-9))
  for (const { secs } of phrases) assert.equal(pulses.find((pulse) => pulse.secs === secs)?.strength, 1)
})

test('under a chord that is held, phrases go on evenly', async () => {
  const analysis = await playPads([...LOUD.slice(0, 2), { secs: 4.5, hz: [...FIFTH] }], 30)
  const { phraseSecs, phrases } = findGestures(analysis)
  const longest = Math.max(...phraseSecs.slice(1).map((secs, i) => secs - phraseSecs[i]!))
  assert.ok(longest <= 4.5 + 1e-9, `${longest} s`)
  assert.ok(phraseSecs.length > phrases.length)
  assert.ok(30 - phraseSecs.at(-1)! <= 4.5 + 1e-9)
})

test('in silence nothing happens', async () => {
  const silence = { sampleRate: ANALYSIS_RATE, channels: [new Float32Array(6 * ANALYSIS_RATE)] }
  assert.deepEqual(findGestures(await analysePcm(silence)), { pulses: [], phrases: [], phraseSecs: [] })
})
