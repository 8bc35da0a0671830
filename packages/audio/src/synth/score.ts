import { chance } from '@songreel/kit/core'
import { BEATS_PER_BAR, type SongPart } from './song-plan.ts'

/** Things that come round again; there is always one. */
type Round<Item> = readonly [Item, ...Item[]]

/** Semitones above A. */
const MINOR_SCALE: Round<number> = [0, 2, 3, 5, 7, 8, 10]

/** A chord by its notes in semitones above A. */
type Chord = Round<number>

const A_MINOR: Chord = [0, 3, 7]
const C_MAJOR: Chord = [3, 7, 10]
const D_MINOR: Chord = [5, 8, 12]
const E_MINOR: Chord = [7, 10, 14]
const F_MAJOR: Chord = [8, 12, 15]
const G_MAJOR: Chord = [10, 14, 17]

/** What each part plays: its chords bar by bar, and how full it sounds. */
export type PartSound = {
  chords: Round<Chord>
  hasKick: boolean
  hasSnare: boolean
  hasBass: boolean
  hasLead: boolean
  /** Hi-hats per beat. */
  hats: number
  padGain: number
  gain: number
}

export const PART_SOUNDS: Record<SongPart, PartSound> = {
  intro: {
    chords: [A_MINOR, F_MAJOR],
    hasKick: false,
    hasSnare: false,
    hasBass: false,
    hasLead: false,
    hats: 1,
    padGain: 0.9,
    gain: 0.7,
  },
  verse: {
    chords: [A_MINOR, F_MAJOR, C_MAJOR, G_MAJOR],
    hasKick: true,
    hasSnare: true,
    hasBass: true,
    hasLead: false,
    hats: 2,
    padGain: 0.55,
    gain: 0.8,
  },
  chorus: {
    chords: [F_MAJOR, G_MAJOR, A_MINOR, C_MAJOR],
    hasKick: true,
    hasSnare: true,
    hasBass: true,
    hasLead: true,
    hats: 4,
    padGain: 0.9,
    gain: 1,
  },
  bridge: {
    chords: [D_MINOR, E_MINOR],
    hasKick: false,
    hasSnare: false,
    hasBass: true,
    hasLead: true,
    hats: 1,
    padGain: 1,
    gain: 0.7,
  },
  outro: {
    chords: [A_MINOR],
    hasKick: true,
    hasSnare: false,
    hasBass: true,
    hasLead: false,
    hats: 1,
    padGain: 0.8,
    gain: 0.6,
  },
}

/** A lead note within a four-bar phrase; times in beats. */
export type PhraseNote = { beat: number; beats: number; semitones: number }

/** The tune of a part, the same each time the part comes back: a small walk over the scale that rests on chord tones. */
export function composePhrase(part: SongPart, seed: number): PhraseNote[] {
  const { chords } = PART_SOUNDS[part]
  const notes: PhraseNote[] = []
  let degree = 4
  for (let beat = 0; beat < 4 * BEATS_PER_BAR; beat += 0.5) {
    const isOnBar = beat % BEATS_PER_BAR === 0
    if (!isOnBar && chance(seed, part, 'rest', beat) < 0.42) continue
    degree += Math.round(chance(seed, part, 'step', beat) * 4 - 2)
    degree = Math.max(0, Math.min(11, degree))
    const chord = takeTurns(chords, Math.floor(beat / BEATS_PER_BAR))
    const semitones = isOnBar ? takeTurns(chord, degree) : scaleNote(degree)
    notes.push({ beat, beats: isOnBar ? 0.9 : 0.45, semitones: 12 + semitones })
  }
  return notes
}

/** The item of a round that is on at a turn. */
export function takeTurns<Item>(items: Round<Item>, turn: number): Item {
  return items[turn % items.length] ?? items[0]
}

/** Frequency of a note in semitones above the given A. */
export function toFrequency(semitones: number, baseHz: number): number {
  return baseHz * 2 ** (semitones / 12)
}

function scaleNote(degree: number): number {
  return takeTurns(MINOR_SCALE, degree) + 12 * Math.floor(degree / MINOR_SCALE.length)
}
