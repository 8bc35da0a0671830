import type { Pcm } from '../src/pcm.ts'
import { ANALYSIS_RATE } from '../src/spectrum/song-features.ts'
import {
  addNote,
  addShot,
  createHat,
  createKick,
  createSnare,
  createWavetable,
  type OneShot,
} from '../src/synth/instruments.ts'

/** A bar of drums, bass and chords: `X` loud, `x` usual, `.` nothing, `-` held, into the next bar too; all lines equally long. */
export type Pattern = {
  beats: number
  kick: string
  snare: string
  hat: string
  bass: string
  chords: string
}

/** What was played, and where its beats and bars are. */
export type PlayedPattern = { pcm: Pcm; beatSecs: number[]; downbeatSecs: number[] }

const LOUD: Record<string, number> = { X: 1, x: 0.6 }
const ROOTS_HZ = [55, 65.4, 49, 73.4]
const TAIL_SECS = 1

/** Notes that are not held. */
const SHORT_SECS = 0.16

/** Plays a bar again and again, with a chord for each; `bpmAt` gives the tempo from 0 to 1 through the song. */
export function playPattern(pattern: Pattern, secs: number, bpmAt: (share: number) => number): PlayedPattern {
  const beatSecs = layOut(secs, pattern.beats, bpmAt)
  const samples = new Float32Array(Math.round((beatSecs.at(-1)! + TAIL_SECS) * ANALYSIS_RATE))
  const drums: Record<'kick' | 'snare' | 'hat', OneShot> = {
    kick: createKick(ANALYSIS_RATE),
    snare: createSnare(ANALYSIS_RATE, 3),
    hat: createHat(ANALYSIS_RATE, 4, 30),
  }
  const tones = { bass: createWavetable([1, 0.5, 0.3]), chords: createWavetable([1, 0.6, 0.4, 0.3, 0.2]) }
  for (let bar = 0; (bar + 1) * pattern.beats < beatSecs.length; bar++) {
    const rootHz = ROOTS_HZ[bar % ROOTS_HZ.length]!
    for (const [drum, shot] of Object.entries(drums)) {
      eachHit(pattern, drum as keyof typeof drums, bar, beatSecs, (at, loud) =>
        addShot(samples, Math.round(at * ANALYSIS_RATE), shot, 0.5 * loud),
      )
    }
    const play = (part: keyof typeof tones, ratios: number[], gain: number) =>
      eachHit(pattern, part, bar, beatSecs, (startSecs, loud, heldSecs) => {
        const durationSecs = Math.max(SHORT_SECS, heldSecs)
        for (const ratio of ratios) {
          const note = { startSecs, durationSecs, frequency: rootHz * ratio, gain: gain * loud }
          addNote(samples, ANALYSIS_RATE, tones[part], { ...note, attackSecs: 0.005, releaseSecs: 0.05 })
        }
      })
    play('bass', [1], 0.25)
    play('chords', [4, 4.76, 5.99], 0.08)
  }
  const beats = beatSecs.slice(0, -1)
  return {
    pcm: { sampleRate: ANALYSIS_RATE, channels: [samples] },
    beatSecs: beats,
    downbeatSecs: beats.filter((_, beat) => beat % pattern.beats === 0),
  }
}

/** Whole bars, and the end of the last one. */
function layOut(secs: number, beatsPerBar: number, bpmAt: (share: number) => number): number[] {
  const beatSecs = [0]
  while (beatSecs.at(-1)! < secs || (beatSecs.length - 1) % beatsPerBar !== 0) {
    beatSecs.push(beatSecs.at(-1)! + 60 / bpmAt(Math.min(1, beatSecs.at(-1)! / secs)))
  }
  return beatSecs
}

function eachHit(
  pattern: Pattern,
  part: Exclude<keyof Pattern, 'beats'>,
  bar: number,
  beatSecs: number[],
  hit: (secs: number, loud: number, heldSecs: number) => void,
): void {
  const line = pattern[part]
  for (let step = 0; step < line.length; step++) {
    const loud = LOUD[line[step]!]
    if (!loud) continue
    const position = bar * pattern.beats + (step * pattern.beats) / line.length
    const beat = Math.floor(position)
    const beatLength = beatSecs[beat + 1]! - beatSecs[beat]!
    const heldSecs = countHeld(line, step) * (pattern.beats / line.length) * beatLength
    hit(beatSecs[beat]! + beatLength * (position - beat), loud, heldSecs)
  }
}

/** Steps for which a note sounds if it is held at all. */
function countHeld(line: string, step: number): number {
  const after = line.slice(step + 1) + line.slice(0, step)
  const held = after.search(/[^-]/)
  return held > 0 ? held + 1 : 0
}
