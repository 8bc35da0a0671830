import { type Envelope, SPECTRUM_FLOOR_DB, SPECTRUM_STEP_DB } from '../audio-analysis.ts'
import type { SongFeatures } from '../spectrum/song-features.ts'
import { meanBetween, sumUp } from '../vectors.ts'

/** What counts as "around here": local means over 0.4 s to each side, local strength over 4 s. */
const MEAN_SECS = 0.4
const STRENGTH_SECS = 4

/** How much each third of the spectrum says about the beat. */
const LOW_WEIGHT = 0.45
const MID_WEIGHT = 0.35
const HIGH_WEIGHT = 0.2

const RISE_ROWS = 2

/** The amplitude is compared over this long to each side of a row; rows are a few values wide. */
const PUNCH_SECS = 0.03
const PUNCH_GAP = 6

/** How strongly sounds start, row by row, evened out so that quiet parts count like loud ones. */
export type OnsetCurve = {
  rateHz: number
  all: Float32Array
  low: Float32Array
  mid: Float32Array
  high: Float32Array
  /** Rises of the bass alone: drums more than strings. */
  kick: Float32Array
  /** Jumps of the whole sound's amplitude: loud drums more than anything else. */
  punch: Float32Array
}

/** Evens the flux out in time and weighs its thirds. */
export function createOnsetCurve(
  { flux, bass, envelope }: Pick<SongFeatures, 'flux' | 'bass' | 'envelope'>,
  rateHz: number,
): OnsetCurve {
  const low = evenOut(flux.low, rateHz)
  const mid = evenOut(flux.mid, rateHz)
  const high = evenOut(flux.high, rateHz)
  const all = low.map(
    (value, i) => LOW_WEIGHT * value + MID_WEIGHT * (mid[i] ?? 0) + HIGH_WEIGHT * (high[i] ?? 0),
  )
  return {
    rateHz,
    all,
    low,
    mid,
    high,
    kick: evenOut(findKicks(bass), rateHz),
    punch: evenOut(findPunches(envelope, rateHz, low.length), rateHz),
  }
}

/** How much louder the bass is than 30 ms before; loudness itself counts here, not its logarithm. */
function findKicks(levels: Uint8Array): Float32Array {
  const amplitudes = Float32Array.from(
    levels,
    (level) => 10 ** ((level * SPECTRUM_STEP_DB + SPECTRUM_FLOOR_DB) / 20),
  )
  return amplitudes.map((value, row) => Math.max(0, value - (amplitudes[row - RISE_ROWS] ?? value)))
}

/** How much the amplitude jumps at each row. */
function findPunches(
  { peaks, rateHz: peakRateHz }: Envelope,
  rateHz: number,
  rowCount: number,
): Float32Array {
  const reach = Math.round(PUNCH_SECS * peakRateHz)
  const highest = (from: number, to: number) => {
    let found = 0
    for (let i = Math.max(0, from); i <= Math.min(peaks.length - 1, to); i++)
      found = Math.max(found, peaks[i]!)
    return found
  }
  const punches = new Float32Array(rowCount)
  for (let row = 0; row < rowCount; row++) {
    const at = Math.round((row / rateHz) * peakRateHz) - PUNCH_GAP
    punches[row] = Math.max(0, highest(at + 1, at + reach) - highest(at - reach, at - 1))
  }
  return punches
}

/** What rises above the local mean, divided by the local strength (mixed with the song's, or silence would roar). */
function evenOut(curve: Float32Array, rateHz: number): Float32Array {
  const meanRows = Math.round(MEAN_SECS * rateHz)
  const sums = sumUp(curve)
  const raised = new Float32Array(curve.length)
  for (let i = 0; i < curve.length; i++) raised[i] = Math.max(0, curve[i]! - localMean(sums, i, meanRows))
  const powers = sumUp(raised.map((value) => value * value))
  const overall = Math.sqrt(meanBetween(powers, 0, raised.length)) + 1e-9
  const strengthRows = Math.round(STRENGTH_SECS * rateHz)
  for (let i = 0; i < raised.length; i++)
    raised[i]! /= 0.7 * Math.sqrt(localMean(powers, i, strengthRows)) + 0.3 * overall
  return raised
}

function localMean(sums: Float64Array, index: number, reach: number): number {
  const from = Math.max(0, index - reach)
  const to = Math.min(sums.length - 1, index + reach + 1)
  return Math.max(0, meanBetween(sums, from, to))
}
