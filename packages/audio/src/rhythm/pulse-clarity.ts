import { percentile } from '../vectors.ts'
import { autocorrelate } from './autocorrelation.ts'
import { strengthAt } from './beat-grid.ts'
import type { OnsetCurve } from './onset-curve.ts'

const WINDOW_SECS = 10
const HOP_SECS = 5

/** Fewer beats in a window say nothing. */
const MIN_BEATS = 4

/** Onset strength from which a beat counts as heard. */
const HEARD = 1

/**
 * Measured on noise, random clicks and speech-like sound (at most 0.15) and on music (0.2 to 0.9): where the trust in a
 * beat starts and where it is full.
 */
const MIN_CLARITY = 0.1
const FULL_CLARITY = 0.5
const MIN_HEARD = 0.1
const FULL_HEARD = 0.5

/** How far beats can be trusted, 0..1: the onsets must repeat at their pace, and enough beats must be heard at all. */
export function measureTrust(curve: OnsetCurve, beatSecs: number[]): number {
  const heard =
    beatSecs.filter((secs) => strengthAt(curve, secs) > HEARD).length / Math.max(1, beatSecs.length)
  return ramp(measureClarity(curve, beatSecs), MIN_CLARITY, FULL_CLARITY) * ramp(heard, MIN_HEARD, FULL_HEARD)
}

/** How well the onsets match themselves one, two and four beats later, in a typical window. */
function measureClarity(curve: OnsetCurve, beatSecs: number[]): number {
  const clarities: number[] = []
  const durationSecs = curve.all.length / curve.rateHz
  for (let start = 0; start === 0 || start + WINDOW_SECS <= durationSecs; start += HOP_SECS) {
    const beats = beatSecs.filter((secs) => secs >= start && secs < start + WINDOW_SECS)
    const [first, last] = [beats[0], beats.at(-1)]
    if (first === undefined || last === undefined || beats.length < MIN_BEATS) continue
    const period = (last - first) / (beats.length - 1)
    clarities.push(rateClarity(curve, start, period * curve.rateHz))
  }
  return percentile(clarities, 0.5)
}

function rateClarity(curve: OnsetCurve, startSecs: number, period: number): number {
  const row = Math.round(startSecs * curve.rateHz)
  const window = curve.all.subarray(row, row + Math.round(WINDOW_SECS * curve.rateHz))
  const lags = autocorrelate(window, Math.ceil(4 * period) + 3)
  const highest = (lag: number) => Math.max(...lags.subarray(Math.round(lag) - 2, Math.round(lag) + 3))
  return (highest(period) + highest(2 * period) + highest(4 * period)) / 3
}

function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)))
}
