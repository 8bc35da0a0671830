import type { Pcm } from '../src/pcm.ts'
import { ANALYSIS_RATE } from '../src/spectrum/song-features.ts'
import { addNote, createWavetable } from '../src/synth/instruments.ts'
import { playPattern } from './play-pattern.ts'

/** When somebody sings. */
type Phrase = { startSecs: number; endSecs: number }

const BAND = {
  beats: 4,
  kick: 'X...x...',
  snare: '..x...x.',
  hat: 'xxxxxxxx',
  bass: 'X.x.x.x.',
  chords: '........',
}

/** A syllable and the breath after a consonant. */
const SYLLABLE_SECS = 0.3

/** Scale degrees that a voice wanders over. */
const TUNE_HZ = [262, 294, 330, 349, 392, 330, 294, 349]

/** A band with wide chords, and a voice in the middle that sings the phrases, syllable by syllable. */
export function synthesiseSinging(secs: number, bpm: number, phrases: readonly Phrase[]): Pcm {
  const { pcm } = playPattern(BAND, secs, () => bpm)
  const middle = pcm.channels[0]!.map((sample) => 0.6 * sample)
  const voice = createWavetable([1, 0.8, 0.9, 0.7, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15])
  for (const { startSecs, endSecs } of phrases) {
    for (let at = startSecs, i = 0; at < endSecs - 0.1; at += SYLLABLE_SECS, i++) {
      const durationSecs = Math.min(SYLLABLE_SECS, endSecs - at) - 0.05
      const frequency = TUNE_HZ[i % TUNE_HZ.length]!
      const note = { startSecs: at, durationSecs, frequency, gain: 0.22, attackSecs: 0.02, releaseSecs: 0.05 }
      addNote(middle, ANALYSIS_RATE, voice, { ...note, vibrato: 0.006 })
    }
  }
  const chord = createWavetable([1, 0.7, 0.5, 0.35, 0.25, 0.18])
  const channels = [0, 1].map((side) => {
    const samples = middle.slice()
    for (let at = 0, bar = 0; at < secs; at += (4 * 60) / bpm, bar++) {
      for (const ratio of [1, 1.26, 1.5]) {
        // Each ear hears its own notes: what is wide is not in the middle.
        const frequency = 220 * ratio * (side === 0 ? 1 : 1.335) * (bar % 2 === 0 ? 1 : 1.122)
        const note = { startSecs: at, durationSecs: (4 * 60) / bpm - 0.1, frequency, gain: 0.05 }
        addNote(samples, ANALYSIS_RATE, chord, { ...note, attackSecs: 0.02, releaseSecs: 0.08 })
      }
    }
    return samples
  })
  return { sampleRate: ANALYSIS_RATE, channels }
}
