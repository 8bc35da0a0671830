import { createKernels } from '../kernels/kernels.ts'
import { createAutocorrelation } from './autocorrelation.ts'
import type { OnsetCurve } from './onset-curve.ts'

/** The tempos a listener taps to. */
const MIN_BPM = 55
const MAX_BPM = 210
const STEP_SHARE = 0.004

/** Listeners prefer tempos around this one; the spread is in octaves. */
const FAVOURITE_BPM = 122
const SPREAD_OCTAVES = 0.6

/** Repetition after these many beats speaks for a tempo (or, with a minus, against it). */
const LAG_WEIGHTS = [
  { beats: 1, share: 1 },
  { beats: 2, share: 0.7 },
  { beats: 4, share: 0.7 },
  { beats: 3, share: 0.35 },
  { beats: 0.5, share: 0.25 },
  { beats: 1.5, share: -0.25 },
  { beats: 2 / 3, share: -0.15 },
]

/** A possible tempo; `score` includes how much listeners like it. */
export type TempoCandidate = { bpm: number; score: number }

/** All tempos that are looked at, each 0.4 % above the one before. */
export const TEMPO_STEPS = createSteps()

const PREFERENCES = TEMPO_STEPS.map(preference)

/** How well each tempo of `TEMPO_STEPS` explains the onsets between two rows. */
export type TempoScorer = (fromRow: number, toRow: number) => Float64Array

/** For stretches of one curve; the work is done in the kernels' memory. */
export function createTempoScorer(curve: OnsetCurve): TempoScorer {
  const kernels = createKernels()
  const stepCount = TEMPO_STEPS.length
  const maxLag = Math.ceil(((curve.rateHz * 60) / MIN_BPM) * 4) + 4
  const correlate = createAutocorrelation(kernels)
  const [fine, peaks] = [kernels.doubles(2 * maxLag + 1), kernels.doubles(2 * maxLag + 1)]
  const scores = kernels.doubles(stepCount)
  const lags = LAG_WEIGHTS.map(({ beats, share }) => {
    const places = kernels.integers(stepCount)
    // Peaks are twice as fine as rows.
    TEMPO_STEPS.forEach((bpm, step) => {
      places.values[step] = Math.round(2 * beats * ((curve.rateHz * 60) / bpm))
    })
    return { places: places.pointer, share }
  })
  const addScores = (values: Float32Array, weight: number) => {
    kernels.run.widenPeaks(correlate(values, maxLag).pointer, maxLag + 1, fine.pointer, peaks.pointer)
    for (const { places, share } of lags)
      kernels.run.addPlaces(peaks.pointer, places, stepCount, weight * share, scores.pointer)
  }
  return (fromRow, toRow) => {
    scores.values.fill(0)
    addScores(curve.all.subarray(fromRow, toRow), 1)
    addScores(curve.low.subarray(fromRow, toRow), 0.5)
    addScores(curve.mid.subarray(fromRow, toRow), 0.6)
    return scores.values.map((score, step) => Math.max(0, score) * PREFERENCES[step]!)
  }
}

/** The best few tempos that are not variants of one another. */
export function pickCandidates(scores: Float64Array, count: number): TempoCandidate[] {
  const ranked = Array.from(scores, (score, i) => ({ bpm: TEMPO_STEPS[i] ?? 0, score })).sort(
    (a, b) => b.score - a.score,
  )
  const picked: TempoCandidate[] = []
  for (const candidate of ranked) {
    if (picked.length === count) break
    if (picked.every(({ bpm }) => Math.abs(Math.log2(bpm / candidate.bpm)) > 0.04)) picked.push(candidate)
  }
  return picked
}

function preference(bpm: number): number {
  return Math.exp(-0.5 * (Math.log2(bpm / FAVOURITE_BPM) / SPREAD_OCTAVES) ** 2)
}

function createSteps(): Float64Array {
  const count = Math.floor(Math.log(MAX_BPM / MIN_BPM) / STEP_SHARE) + 1
  return Float64Array.from({ length: count }, (_, i) => MIN_BPM * Math.exp(i * STEP_SHARE))
}
