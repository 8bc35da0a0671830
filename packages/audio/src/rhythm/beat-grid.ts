import { percentile } from '../vectors.ts'
import type { OnsetCurve } from './onset-curve.ts'

/** Onsets are summed up in segments this long; within one the tempo is taken as exact. */
const SEGMENT_SECS = 4

/** How far around the first guess the tempo is searched. */
const SEARCH_SHARE = 0.02
const PHASES = 64

/** A beat may be this far from the grid to still help placing it. */
const NEAR_SECS = 0.035

/** Onsets this far from the line count a quarter, and the line is drawn this often. */
const OUTLIER_SECS = 0.006
const REFINE_ROUNDS = 5

/** When a stretch of a song keeps in step: see `measureSteadiness`. */
const HARMONICS = [1, 2, 4]
const LIVELY_SHARE = 0.4
const CLEAR_SHARE = 0.75
const MIN_CLEAR = 0.1
const STEP_SHARE = 0.5

/** One tempo for the whole song: beat n lies at `firstSecs + n * periodSecs`. */
export type BeatGrid = { periodSecs: number; firstSecs: number }

/** Finds the period and phase that gather the most onset strength over the whole song. */
export function fitGrid(curve: OnsetCurve, bpm: number): BeatGrid {
  const periodSecs = 60 / fitTempo(curve, bpm)
  const grid = { periodSecs, firstSecs: fitPhase(curve, periodSecs) }
  return refineGrid(curve, grid)
}

/** The grid's beats within the song. */
export function listGridBeats({ periodSecs, firstSecs }: BeatGrid, durationSecs: number): number[] {
  const start = firstSecs - Math.floor(firstSecs / periodSecs + 0.05) * periodSecs
  const count = Math.max(0, Math.floor((durationSecs - start) / periodSecs) + 1)
  return Array.from({ length: count }, (_, beat) => Math.max(0, start + beat * periodSecs))
}

/** Mean onset strength near the given times; what lies between rows is interpolated, neighbours count a little less. */
export function strengthAt(curve: OnsetCurve, secs: number): number {
  const { all, low, rateHz } = curve
  const row = Math.round(secs * rateHz)
  const beside = 0.7 * Math.max(all[row - 1] ?? 0, all[row + 1] ?? 0)
  return Math.max(all[row] ?? 0, beside) + 0.5 * (low[row] ?? 0)
}

/**
 * The share of a song's lively stretches that keep in step with a grid: with its pulse or its halves, thirds or quarters.
 * A stretch at another tempo is out of step, and so is one at the same tempo that starts elsewhere.
 */
export function measureSteadiness(curve: OnsetCurve, periodSecs: number): number {
  const totals = sumSegments(curve, 0).re
  const lively = LIVELY_SHARE * percentile(totals, 0.5)
  const steps = HARMONICS.map((harmonic) => measureStep(sumSegments(curve, harmonic / periodSecs), totals))
  const agrees = (segment: number) => steps.some((step) => (step[segment] ?? 0) > STEP_SHARE)
  const segments = Array.from(totals.keys()).filter((segment) => (totals[segment] ?? 0) > lively)
  return segments.filter(agrees).length / Math.max(1, segments.length)
}

/** How much of each segment's onsets lies where those of the whole song do; 1 is what clear segments reach. */
function measureStep({ re, im }: Pulse, totals: Float64Array): Float64Array {
  const sumRe = re.reduce((sum, value) => sum + value, 0)
  const sumIm = im.reduce((sum, value) => sum + value, 0)
  const length = Math.hypot(sumRe, sumIm) || 1
  const shares = re.map((value, i) => (value * sumRe + (im[i] ?? 0) * sumIm) / length / (totals[i] || 1))
  const clear = percentile(shares, CLEAR_SHARE)
  return clear > MIN_CLEAR ? shares.map((share) => share / clear) : shares.fill(0)
}

/** The tempo whose pulse, and its half beats, stay in step with the onsets from start to end. */
function fitTempo(curve: OnsetCurve, bpm: number): number {
  const durationSecs = curve.all.length / curve.rateHz
  const beats = sumSegments(curve, bpm / 60)
  const halfBeats = sumSegments(curve, (bpm * 2) / 60)
  const stepBpm = Math.max(0.0005, 6 / durationSecs)
  let best = { bpm, score: -1 }
  const search = (centre: number, reach: number, step: number) => {
    for (let offset = -reach; offset <= reach; offset += step) {
      const shiftHz = (centre + offset - bpm) / 60
      const score = coherence(beats, shiftHz) + 0.5 * coherence(halfBeats, 2 * shiftHz)
      if (score > best.score) best = { bpm: centre + offset, score }
    }
  }
  search(bpm, bpm * SEARCH_SHARE, stepBpm)
  search(best.bpm, stepBpm, stepBpm / 10)
  return best.bpm
}

/** The onsets as a phase and a strength at one frequency, segment by segment. */
type Pulse = { re: Float64Array; im: Float64Array }

function sumSegments(curve: OnsetCurve, hz: number): Pulse {
  const rows = Math.round(SEGMENT_SECS * curve.rateHz)
  const step = (2 * Math.PI * hz) / curve.rateHz
  const count = Math.ceil(curve.all.length / rows)
  const pulse = { re: new Float64Array(count), im: new Float64Array(count) }
  for (let row = 0; row < curve.all.length; row++) {
    const segment = Math.floor(row / rows)
    pulse.re[segment]! += curve.all[row]! * Math.cos(step * row)
    pulse.im[segment]! -= curve.all[row]! * Math.sin(step * row)
  }
  return pulse
}

/** The strength of all segments together if the frequency is shifted a little: each turns further than the one before. */
function coherence({ re, im }: Pulse, shiftHz: number): number {
  const turn = 2 * Math.PI * shiftHz * SEGMENT_SECS
  const [turnCos, turnSin] = [Math.cos(turn), Math.sin(turn)]
  let [cos, sin] = [1, 0]
  let [sumRe, sumIm] = [0, 0]
  for (let i = 0; i < re.length; i++) {
    sumRe += re[i]! * cos + im[i]! * sin
    sumIm += im[i]! * cos - re[i]! * sin
    const next = cos * turnCos - sin * turnSin
    sin = cos * turnSin + sin * turnCos
    cos = next
  }
  return Math.hypot(sumRe, sumIm)
}

function fitPhase(curve: OnsetCurve, periodSecs: number): number {
  const durationSecs = curve.all.length / curve.rateHz
  let best = { secs: 0, score: -1 }
  for (let phase = 0; phase < PHASES; phase++) {
    const secs = (periodSecs * phase) / PHASES
    let score = 0
    for (let beat = secs; beat < durationSecs; beat += periodSecs) score += strengthAt(curve, beat)
    if (score > best.score) best = { secs, score }
  }
  return best.secs
}

/**
 * A straight line through the onsets near the grid, weighted by their strength, places it within a few milliseconds.
 * Onsets away from the line count less the next time: soft sounds start late.
 */
function refineGrid(curve: OnsetCurve, grid: BeatGrid): BeatGrid {
  const beats = listGridBeats(grid, curve.all.length / curve.rateHz)
  const middle = beats.length / 2
  const points = beats.map((secs, index) => {
    const { offsetSecs, weight } = locateOnset(curve, secs)
    return { x: index - middle, y: offsetSecs, weight }
  })
  let line = { slope: 0, offset: 0 }
  for (let round = 0; round < REFINE_ROUNDS; round++) {
    const { slope, offset } = line
    const isFirst = round === 0
    line = fitLine(
      points.map(({ x, y, weight }) => {
        const distance = (y - offset - slope * x) / OUTLIER_SECS
        return { x, y, weight: isFirst ? weight : weight / (1 + distance * distance) ** 2 }
      }),
    )
  }
  return {
    periodSecs: grid.periodSecs + line.slope,
    firstSecs: (beats[0] ?? 0) + line.offset - line.slope * middle,
  }
}

function fitLine(points: { x: number; y: number; weight: number }[]): { slope: number; offset: number } {
  let [weights, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0]
  for (const { x, y, weight } of points) {
    weights += weight
    sumX += weight * x
    sumY += weight * y
    sumXX += weight * x * x
    sumXY += weight * x * y
  }
  const spread = weights * sumXX - sumX * sumX
  if (weights <= 0 || spread <= 0) return { slope: 0, offset: 0 }
  const slope = (weights * sumXY - sumX * sumY) / spread
  return { slope, offset: (sumY - slope * sumX) / weights }
}

/** The centre of the onset strength around a beat. */
export function locateOnset(curve: OnsetCurve, secs: number): { offsetSecs: number; weight: number } {
  const reach = Math.round(NEAR_SECS * curve.rateHz)
  const row = Math.round(secs * curve.rateHz)
  let weight = 0
  let sum = 0
  for (let i = Math.max(0, row - reach); i <= row + reach; i++) {
    const strength = curve.all[i] ?? 0
    weight += strength
    sum += strength * (i / curve.rateHz - secs)
  }
  return { offsetSecs: weight > 0 ? sum / weight : 0, weight }
}
