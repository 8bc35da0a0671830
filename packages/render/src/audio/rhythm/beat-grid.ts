import type { OnsetCurve } from './onset-curve.ts'

/** Onsets are summed up in segments this long; within one the tempo is taken as exact. */
const SEGMENT_SECS = 4

/** How far around the first guess the tempo is searched. */
const SEARCH_SHARE = 0.02
const PHASES = 64

/** A beat may be this far from the grid to still help placing it. */
const NEAR_SECS = 0.035

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
  const row = Math.round(secs * curve.rateHz)
  const all = (i: number) => curve.all[i] ?? 0
  return Math.max(all(row), 0.7 * all(row - 1), 0.7 * all(row + 1)) + 0.5 * (curve.low[row] ?? 0)
}

/** The tempo whose pulse, and its half beats, stay in step with the onsets from start to end. */
function fitTempo(curve: OnsetCurve, bpm: number): number {
  const durationSecs = curve.all.length / curve.rateHz
  const pulses = [1, 2].map((harmonic) => sumSegments(curve, (bpm * harmonic) / 60))
  const stepBpm = Math.max(0.0005, 6 / durationSecs)
  let best = { bpm, score: -1 }
  const search = (centre: number, reach: number, step: number) => {
    for (let offset = -reach; offset <= reach; offset += step) {
      const shiftHz = (centre + offset - bpm) / 60
      const score = coherence(pulses[0]!, shiftHz) + 0.5 * coherence(pulses[1]!, 2 * shiftHz)
      if (score > best.score) best = { bpm: centre + offset, score }
    }
  }
  search(bpm, bpm * SEARCH_SHARE, stepBpm)
  search(best.bpm, stepBpm, stepBpm / 10)
  return best.bpm
}

/** The onsets as a phase and a strength at one frequency, segment by segment. */
function sumSegments(curve: OnsetCurve, hz: number): { secs: number; re: number; im: number }[] {
  const rows = Math.round(SEGMENT_SECS * curve.rateHz)
  const step = (2 * Math.PI * hz) / curve.rateHz
  const segments: { secs: number; re: number; im: number }[] = []
  for (let start = 0; start < curve.all.length; start += rows) {
    const end = Math.min(curve.all.length, start + rows)
    let re = 0
    let im = 0
    for (let row = start; row < end; row++) {
      re += curve.all[row]! * Math.cos(step * row)
      im -= curve.all[row]! * Math.sin(step * row)
    }
    segments.push({ secs: (start + end) / 2 / curve.rateHz, re, im })
  }
  return segments
}

function coherence(segments: { secs: number; re: number; im: number }[], shiftHz: number): number {
  let re = 0
  let im = 0
  for (const segment of segments) {
    const angle = 2 * Math.PI * shiftHz * segment.secs
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    re += segment.re * cos + segment.im * sin
    im += segment.im * cos - segment.re * sin
  }
  return Math.hypot(re, im)
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

/** A straight line through the onsets near the grid, weighted by their strength, places it within a few milliseconds. */
function refineGrid(curve: OnsetCurve, grid: BeatGrid): BeatGrid {
  const beats = listGridBeats(grid, curve.all.length / curve.rateHz)
  let [weights, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0]
  const middle = beats.length / 2
  beats.forEach((secs, index) => {
    const near = locateOnset(curve, secs)
    const x = index - middle
    weights += near.weight
    sumX += near.weight * x
    sumY += near.weight * near.offsetSecs
    sumXX += near.weight * x * x
    sumXY += near.weight * x * near.offsetSecs
  })
  const spread = weights * sumXX - sumX * sumX
  if (weights <= 0 || spread <= 0) return grid
  const slope = (weights * sumXY - sumX * sumY) / spread
  const offset = (sumY - slope * sumX) / weights
  return { periodSecs: grid.periodSecs + slope, firstSecs: beats[0]! + offset - slope * middle }
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
