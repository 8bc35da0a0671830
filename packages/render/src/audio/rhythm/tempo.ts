import { autocorrelate } from './autocorrelation.ts'
import type { OnsetCurve } from './onset-curve.ts'

/** The tempos a listener taps to. */
const MIN_BPM = 55
const MAX_BPM = 210
const STEP_SHARE = 0.004

/** Listeners prefer tempos around this one; the spread is in octaves. */
const FAVOURITE_BPM = 122
const SPREAD_OCTAVES = 0.6

/** Repetition after these many beats speaks for a tempo (or, with a minus, against it). */
const LAG_WEIGHTS: [beats: number, weight: number][] = [
  [1, 1],
  [2, 0.7],
  [4, 0.7],
  [3, 0.35],
  [0.5, 0.25],
  [1.5, -0.25],
  [2 / 3, -0.15],
]

/** A possible tempo; `score` includes how much listeners like it. */
export type TempoCandidate = { bpm: number; score: number }

/** All tempos that are looked at, each 0.4 % above the one before. */
export const TEMPO_STEPS = createSteps()

/** How well each tempo of `TEMPO_STEPS` explains the onsets between two rows. */
export function scoreTempos(curve: OnsetCurve, fromRow: number, toRow: number): Float64Array {
  const maxLag = Math.ceil(((curve.rateHz * 60) / MIN_BPM) * 4) + 4
  const weighted: [Float32Array, number][] = [
    [curve.all, 1],
    [curve.low, 0.5],
    [curve.mid, 0.6],
  ]
  const correlations = weighted.map(([values, weight]) => {
    const lags = autocorrelate(values.subarray(fromRow, toRow), maxLag)
    return { peaks: widenPeaks(lags), weight }
  })
  return TEMPO_STEPS.map((bpm) => {
    const period = (curve.rateHz * 60) / bpm
    let score = 0
    for (const { peaks, weight } of correlations) {
      for (const [beats, share] of LAG_WEIGHTS)
        score += weight * share * peaks[Math.round(2 * beats * period)]!
    }
    return Math.max(0, score) * preference(bpm)
  })
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

/** Onsets scatter by a row or so: the highest value within one and a half rows counts. Index 2n is lag n. */
function widenPeaks(lags: Float64Array): Float64Array {
  const fine = Float64Array.from({ length: 2 * lags.length - 1 }, (_, i) => {
    return 0.5 * (lags[Math.floor(i / 2)]! + lags[Math.ceil(i / 2)]!)
  })
  return fine.map((_, i) => {
    let highest = -1
    for (let near = Math.max(0, i - 3); near <= Math.min(fine.length - 1, i + 3); near++) {
      if (fine[near]! > highest) highest = fine[near]!
    }
    return highest
  })
}

function createSteps(): Float64Array {
  const count = Math.floor(Math.log(MAX_BPM / MIN_BPM) / STEP_SHARE) + 1
  return Float64Array.from({ length: count }, (_, i) => MIN_BPM * Math.exp(i * STEP_SHARE))
}
