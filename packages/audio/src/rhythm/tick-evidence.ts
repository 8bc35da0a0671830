import { TEXTURE_RATE_HZ, type Texture } from '../spectrum/song-features.ts'
import { MEL_COUNT } from '../spectrum/windows.ts'
import { cosineDistance, meanBetween, meanDistance, sumUp } from '../vectors.ts'
import { BASS_RATE_HZ, BASS_WIDTH, evenChords, readBassNotes } from './bass-notes.ts'
import type { OnsetCurve } from './onset-curve.ts'

/** A pulse is cut into this many ticks: halves, thirds and quarters all fall on one. */
export const TICKS = 12

/** Harmony and bass are compared over this long to each side of a moment, chords and the whole sound over a bar, phrases over a few. */
const HARMONY_SECS = 1
const BASS_SECS = 0.7
const CHORD_SECS = 2
const SOUND_SECS = 2
const PHRASE_SECS = 7

/** The voices that make bars. */
export const ACCENTS = [
  'kick',
  'low',
  'mid',
  'high',
  'punch',
  'bass',
  'harmony',
  'chord',
  'sound',
  'phrase',
] as const

/** What can speak for a beat or a bar line. */
export const VOICES = ['all', ...ACCENTS] as const
export type Voice = (typeof VOICES)[number]

/** How much each voice says at each tick; 1 is usual. */
export type TickEvidence = { tickSecs: Float64Array } & Record<Voice, Float64Array>

/** What a song is made of, over time: `bands` are the stored rows of its spectrum. */
export type SoundSources = { curve: OnsetCurve; texture: Texture; bands: Uint8Array }

/** Reads along a pulse what starts and what changes. */
export function gatherTicks(pulseSecs: number[], { curve, texture, bands }: SoundSources): TickEvidence {
  const tickSecs = divide(pulseSecs)
  const onsets = (values: Float32Array) => tickSecs.map((secs) => peakNear(values, secs * curve.rateHz))
  const changes = (rows: Float32Array, width: number, reachSecs: number, distance: Distance) =>
    keepPeaks(tickSecs.map(createChange({ rows, width, rateHz: TEXTURE_RATE_HZ }, reachSecs, distance)))
  const bass = { rows: readBassNotes(bands), width: BASS_WIDTH, rateHz: BASS_RATE_HZ }
  const chords = evenChords(texture.chroma)
  return {
    tickSecs,
    all: relate(onsets(curve.all)),
    kick: relate(onsets(curve.kick)),
    low: relate(onsets(curve.low)),
    mid: relate(onsets(curve.mid)),
    high: relate(onsets(curve.high)),
    punch: relate(onsets(curve.punch)),
    bass: relate(keepPeaks(tickSecs.map(createChange(bass, BASS_SECS, cosineDistance)))),
    harmony: relate(changes(texture.chroma, 12, HARMONY_SECS, cosineDistance)),
    chord: relate(changes(chords, 12, CHORD_SECS, cosineDistance)),
    sound: relate(changes(texture.timbre, MEL_COUNT, SOUND_SECS, meanDistance)),
    phrase: relate(changes(texture.timbre, MEL_COUNT, PHRASE_SECS, meanDistance)),
  }
}

function divide(pulseSecs: number[]): Float64Array {
  const count = Math.max(0, pulseSecs.length - 1) * TICKS
  return Float64Array.from({ length: count }, (_, tick) => {
    const pulse = Math.floor(tick / TICKS)
    const [from = 0, to = 0] = pulseSecs.slice(pulse, pulse + 2)
    return from + ((to - from) * (tick % TICKS)) / TICKS
  })
}

function peakNear(values: Float32Array, at: number): number {
  const row = Math.round(at)
  return Math.max(values[row] ?? 0, 0.9 * (values[row - 1] ?? 0), 0.9 * (values[row + 1] ?? 0))
}

type Distance = (a: Float64Array, b: Float64Array) => number

type TimedRows = { rows: Float32Array; width: number; rateHz: number }

/** How different the stretch after a moment is from the stretch before it. */
function createChange(
  { rows, width, rateHz }: TimedRows,
  reachSecs: number,
  distance: Distance,
): (secs: number) => number {
  const count = rows.length / width
  const sums = new Float64Array(rows.length + width)
  for (let i = 0; i < rows.length; i++) sums[i + width] = sums[i]! + rows[i]!
  const [before, after] = [new Float64Array(width), new Float64Array(width)]
  const average = (from: number, to: number, into: Float64Array) => {
    for (let i = 0; i < width; i++)
      into[i] = (sumUpTo(sums, width, to, i) - sumUpTo(sums, width, from, i)) / (to - from)
  }
  const reach = reachSecs * rateHz
  return (secs) => {
    // Row r is centred on r / rate and reaches half a row to each side.
    const at = secs * rateHz + 0.5
    if (at - reach < 0 || at + reach > count) return 0
    average(at - reach, at, before)
    average(at, at + reach, after)
    return distance(before, after)
  }
}

function sumUpTo(sums: Float64Array, width: number, row: number, column: number): number {
  const whole = Math.floor(row)
  const below = sums[whole * width + column] ?? 0
  const above = sums[(whole + 1) * width + column] ?? below
  return below + (above - below) * (row - whole)
}

/** What stands out from a pulse to each side; the root lets many changes say more than one great one. */
function keepPeaks(values: Float64Array): Float64Array {
  const sums = sumUp(values)
  return values.map((value, i) => {
    const [from, to] = [Math.max(0, i - TICKS), Math.min(values.length, i + TICKS + 1)]
    return Math.sqrt(Math.max(0, value - meanBetween(sums, from, to)))
  })
}

function relate(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  return mean > 0 ? values.map((value) => value / mean) : values
}
