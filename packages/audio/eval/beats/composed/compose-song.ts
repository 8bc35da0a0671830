import { chance } from '@songreel/kit/core'
import type { Score, ScoreNote } from '../write-midi.ts'
import { DRUMS, type Line, type Style } from './styles.ts'
import { tempoShare } from './tempo-curve.ts'

/** About this long. */
const SONG_SECS = 48

/** Roots of a progression's chords, which of them are minor, and what the tune is made of, from the tonic. */
type Mode = { progressions: number[][]; minorRoots: number[]; scale: number[] }

const MAJOR: Mode = {
  progressions: [
    [0, 7, 9, 5],
    [0, 5, 7, 0],
    [9, 5, 0, 7],
    [0, 9, 2, 7],
    [0, 3, 5, 7],
  ],
  minorRoots: [2, 4, 9, 11],
  scale: [0, 2, 4, 7, 9],
}
const MINOR: Mode = {
  progressions: [
    [0, 8, 3, 10],
    [0, 5, 7, 0],
    [0, 10, 8, 10],
    [0, 5, 10, 7],
    [5, 0, 7, 0],
  ],
  minorRoots: [0, 5, 7],
  scale: [0, 3, 5, 7, 10],
}

/** Tonics in A; a song is moved by up to half an octave. */
const BASS_KEY = 33
const CHORD_KEY = 57
const LEAD_KEY = 69
const TONIC_AT_REST = 9
const LOUD: Record<string, number> = { X: 112, x: 88, o: 58 }
const CHANNELS = { bass: 1, chords: 2, lead: 3, drums: 9 }

/** Bars of a part; the first has an intro. */
const PART_BARS = 8
const INTRO_BARS = 4

/** How many bars a song has. */
function countBars({ beats }: Style, bpm: number): number {
  return Math.max(16, 4 * Math.round((SONG_SECS * bpm) / 60 / beats / 4))
}

/** The key that a song with this seed is in. */
export function chooseKey(seed: number): { tonic: number; isMinor: boolean } {
  const tonic = Math.floor(chance(seed, 'tonic') * 12)
  return { tonic, isMinor: chance(seed, 'mode') < 0.4 }
}

/** The bars in which something new begins: the band after the intro, then a part every eight bars. */
export function listPartBars(style: Style, bpm: number): number[] {
  const count = countBars(style, bpm)
  const parts = Array.from({ length: Math.ceil(count / PART_BARS) - 1 }, (_, i) => (i + 1) * PART_BARS)
  return Object.keys(style.drums).length > 0 ? [INTRO_BARS, ...parts] : parts
}

/** A song in a style: intro without drums, two kinds of parts, fills between them; the same for the same seed. */
export function composeSong(style: Style, bpm: number, seed: number): Score {
  const { beats, tempo = 'STEADY' } = style
  // A six-eight beat is three eighths: one and a half quarters.
  const quartersPerBeat = style.steps === 3 && beats === 2 ? 1.5 : 1
  const barCount = countBars(style, bpm)
  const beatCount = barCount * beats
  const phase = chance(seed, 'phase')
  const bpmAt = (beat: number) => bpm * tempoShare(tempo, beat, beatCount, phase)
  const bars = Array.from({ length: barCount }, (_, bar) => bar)
  const notes = bars.flatMap((bar) => composeBar(style, bar, barCount, seed))
  const scatter = style.looseSecs ?? 0.004
  return {
    notes: notes.map((note, i) => ({
      ...note,
      quarter: loosen(note.quarter, scatter, bpmAt(note.quarter), chance(seed, 'loose', i)) * quartersPerBeat,
      quarters: note.quarters * quartersPerBeat,
    })),
    programs: (['bass', 'chords', 'lead'] as const).flatMap((part) =>
      style[part] ? [{ channel: CHANNELS[part], program: style[part].program }] : [],
    ),
    tempos: Array.from({ length: tempo === 'STEADY' ? 1 : 2 * beatCount }, (_, half) => ({
      quarter: (half / 2) * quartersPerBeat,
      bpm: bpmAt(half / 2) * quartersPerBeat,
    })),
    meter: quartersPerBeat === 1.5 ? { beats: 3 * beats, unit: 8 } : { beats, unit: 4 },
  }
}

/** Times are in beats until the song is put together. */
function composeBar(style: Style, bar: number, barCount: number, seed: number): ScoreNote[] {
  const { beats, steps } = style
  const section = Math.floor(bar / PART_BARS)
  const isIntro = bar < INTRO_BARS
  const isSecond = section % 2 === 1
  const { progressions, minorRoots } = modeOf(seed)
  const moved = moveOf(seed)
  const root = progressions[(seed + (isSecond ? 1 : 0)) % progressions.length]![bar % 4]!
  const at = (step: number) => bar * beats + step / steps
  const notes: ScoreNote[] = []
  const add = (
    channel: number,
    line: Line,
    play: (step: number, loud: number) => { key: number; length: number }[],
  ) => {
    eachStep(line, bar, (step, loud) => {
      for (const { key, length } of play(step, loud))
        notes.push({ quarter: at(step), quarters: length, channel, key, velocity: loud })
    })
  }
  const drums = isIntro ? [] : Object.entries(style.drums)
  for (const [drum, line] of drums) {
    const isFill = bar % 8 === 7 && (drum === 'snare' || drum === 'hat')
    if (!isFill) add(CHANNELS.drums, line, () => [{ key: DRUMS[drum as keyof typeof DRUMS], length: 0.2 }])
  }
  if (!isIntro && bar % 8 === 7 && style.drums.snare) notes.push(...composeFill(bar, style, seed))
  if (!isIntro && bar % 8 === 0 && drums.length > 0)
    notes.push({ quarter: at(0), quarters: 1, channel: 9, key: DRUMS.crash, velocity: 100 })
  if (style.bass && (!isIntro || drums.length === 0))
    add(CHANNELS.bass, style.bass.line, (step) => [
      { key: BASS_KEY + moved + root - (step % 5 === 3 ? 5 : 0), length: 0.9 / steps },
    ])
  const third = minorRoots.includes(root) ? 3 : 4
  if (style.chords)
    add(CHANNELS.chords, style.chords.line, () =>
      [0, third, 7].map((tone) => ({
        key: CHORD_KEY + moved + root + tone - (root > 6 ? 12 : 0),
        length: 1.5 / steps,
      })),
    )
  if (style.lead && bar < barCount - 1 && (isSecond || chance(seed, 'lead', section) > 0.4))
    notes.push(...composeLead(style, bar, seed))
  return notes
}

function modeOf(seed: number): Mode {
  return chooseKey(seed).isMinor ? MINOR : MAJOR
}

/** Semitones up or down from A, the shorter way. */
function moveOf(seed: number): number {
  return ((chooseKey(seed).tonic - TONIC_AT_REST + 18) % 12) - 6
}

function composeFill(bar: number, { beats, steps }: Style, seed: number): ScoreNote[] {
  return Array.from({ length: beats * steps }, (_, step) => step)
    .filter((step) => step % steps === 0 || chance(seed, 'fill', bar, step) < 0.6)
    .map((step) => ({
      quarter: bar * beats + step / steps,
      quarters: 0.2,
      channel: CHANNELS.drums,
      key: step < (beats * steps) / 2 ? DRUMS.snare : DRUMS.tom,
      velocity: 80 + 3 * (step % 8),
    }))
}

/** A tune that comes back every eight bars; it starts notes anywhere, on the beat a little more often. */
function composeLead({ beats, steps, lead }: Style, bar: number, seed: number): ScoreNote[] {
  const notes: ScoreNote[] = []
  for (let step = 0; step < beats * steps; step++) {
    const isOnBeat = step % steps === 0
    if (chance(seed, 'lead', bar % 8, step) > lead!.share * (isOnBeat ? 1.3 : 0.6)) continue
    const degree = Math.floor(chance(seed, 'tone', bar % 8, step) * 10)
    const key = LEAD_KEY + moveOf(seed) + modeOf(seed).scale[degree % 5]! + 12 * Math.floor(degree / 5)
    notes.push({
      quarter: bar * beats + step / steps,
      quarters: 0.8,
      channel: CHANNELS.lead,
      key,
      velocity: 84,
    })
  }
  return notes
}

function eachStep(line: Line, bar: number, visit: (step: number, loud: number) => void): void {
  const pattern = typeof line === 'string' ? line : line[bar % line.length]!
  for (let step = 0; step < pattern.length; step++) {
    const loud = LOUD[pattern[step]!]
    if (loud) visit(step, loud)
  }
}

function loosen(beat: number, secs: number, bpm: number, random: number): number {
  return Math.max(0, beat + (2 * random - 1) * secs * (bpm / 60))
}
