import { mapInPlace } from '../../map-in-place.ts'
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
export function scoreTempos(curve: OnsetCurve, fromRow: number, toRow: number): Float64Array {
  const maxLag = Math.ceil(((curve.rateHz * 60) / MIN_BPM) * 4) + 4
  const scores = new Float64Array(TEMPO_STEPS.length)
  const addScores = (values: Float32Array, weight: number) => {
    const peaks = widenPeaks(autocorrelate(values.subarray(fromRow, toRow), maxLag))
    for (const { beats, share } of LAG_WEIGHTS) {
      for (let step = 0; step < scores.length; step++) {
        const period = (curve.rateHz * 60) / TEMPO_STEPS[step]!
        scores[step]! += weight * share * peaks[Math.round(2 * beats * period)]!
      }
    }
  }
  addScores(curve.all, 1)
  addScores(curve.low, 0.5)
  addScores(curve.mid, 0.6)
  mapInPlace(scores, (score, step) => Math.max(0, score) * PREFERENCES[step]!)
  return scores
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
  const fine = new Float64Array(2 * lags.length - 1)
  for (let i = 0; i < fine.length; i++) fine[i] = 0.5 * (lags[i >> 1]! + lags[(i + 1) >> 1]!)
  const peaks = new Float64Array(fine.length)
  for (let i = 0; i < fine.length; i++) {
    const to = Math.min(fine.length - 1, i + 3)
    let highest = -1
    for (let near = Math.max(0, i - 3); near <= to; near++) if (fine[near]! > highest) highest = fine[near]!
    peaks[i] = highest
  }
  return peaks
}

function createSteps(): Float64Array {
  const count = Math.floor(Math.log(MAX_BPM / MIN_BPM) / STEP_SHARE) + 1
  return Float64Array.from({ length: count }, (_, i) => MIN_BPM * Math.exp(i * STEP_SHARE))
}
