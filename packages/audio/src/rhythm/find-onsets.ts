import type { Envelope, Onset } from '../audio-analysis.ts'
import type { Flux } from '../spectrum/flux.ts'
import { countBefore, percentile } from '../vectors.ts'
import type { OnsetCurve } from './onset-curve.ts'

/** An onset stands out among the rows around it, by at least this much of the curve's own measure. */
const NEAR_ROWS = 3
const MIN_HEIGHT = 1

/** Nobody sees two flashes closer than this as two. */
const MIN_GAP_SECS = 0.05

/** Where around a peak of the flux the sound itself may start. */
const EARLIER_SECS = 0.035
const LATER_SECS = 0.025

/** A rise of the amplitude counts as the start if it makes up this share of the loudness reached. */
const CLEAR_RISE = 0.4

/** Sounds fainter than this share of the song's strong ones are left out. */
const MIN_STRENGTH = 0.04

/** Finds where sounds start, to the millisecond where the amplitude shows it. */
export function findOnsets(curve: OnsetCurve, flux: Flux, envelope: Envelope): Onset[] {
  const raw = flux.low.map((value, i) => value + (flux.mid[i] ?? 0) + (flux.high[i] ?? 0))
  const strong =
    percentile(
      raw.filter((_, row) => isPeak(curve.all, row)),
      0.95,
    ) || 1
  const onsets: Onset[] = []
  for (let row = 0; row < curve.all.length; row++) {
    if (!isPeak(curve.all, row)) continue
    const strength = Math.min(1, highestAround(raw, row) / strong)
    const secs = locateStart(envelope, row / curve.rateHz)
    const previous = onsets[onsets.length - 1]
    if (strength < MIN_STRENGTH) continue
    if (!previous || secs - previous.secs >= MIN_GAP_SECS) onsets.push({ secs, strength })
    else if (strength > previous.strength) onsets[onsets.length - 1] = { secs, strength }
  }
  return onsets
}

/** Moves beats by the typical distance to the onsets beside them: spectra are a few milliseconds wide. */
export function alignBeats(beatSecs: number[], onsets: Onset[]): number[] {
  const offsets: number[] = []
  for (const secs of beatSecs) {
    const onset = onsets[countBefore(onsets, (each) => each.secs < secs - LATER_SECS)]
    if (onset && onset.secs <= secs + LATER_SECS && onset.strength > 0.3) offsets.push(onset.secs - secs)
  }
  const shift = percentile(offsets, 0.5)
  return beatSecs.map((secs) => Math.max(0, secs + shift))
}

function isPeak(values: Float32Array, row: number): boolean {
  const value = values[row]!
  if (value < MIN_HEIGHT) return false
  for (let i = Math.max(0, row - NEAR_ROWS); i <= Math.min(values.length - 1, row + NEAR_ROWS); i++) {
    if (values[i]! > value || (values[i] === value && i < row)) return false
  }
  return true
}

function highestAround(values: Float32Array, row: number): number {
  return Math.max(values[row] ?? 0, values[row - 1] ?? 0, values[row + 1] ?? 0)
}

/** The steepest rise of the amplitude near the flux peak, if it is a clear one. */
function locateStart({ peaks, rateHz }: Envelope, secs: number): number {
  const from = Math.max(1, Math.floor((secs - EARLIER_SECS) * rateHz))
  const to = Math.min(peaks.length - 1, Math.ceil((secs + LATER_SECS) * rateHz))
  let steepest = { index: -1, rise: 0 }
  let highest = 0
  for (let i = from; i <= to; i++) {
    const rise = peaks[i]! - peaks[i - 1]!
    highest = Math.max(highest, peaks[i]!)
    if (rise > steepest.rise) steepest = { index: i, rise }
  }
  return steepest.rise >= CLEAR_RISE * highest && highest > 0 ? (steepest.index + 0.5) / rateHz : secs
}
