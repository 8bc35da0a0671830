import { createKernels, type Region } from '../kernels/kernels.ts'
import type { Pause } from '../pauses.ts'
import { indexOfHighest } from '../vectors.ts'
import type { OnsetCurve } from './onset-curve.ts'
import { TEMPO_STEPS, type TempoScorer } from './tempo.ts'

const WINDOW_SECS = 10
const HOP_SECS = 2

/** A change of tempo costs this much per step of it, but never more than a jump. */
const STEP_COST = 0.04
const JUMP_COST = 2.5

/** The tempo over time: `bpm[i]` holds around second `i * hopSecs`. */
export type TempoPath = { hopSecs: number; bpm: Float64Array }

/** Follows the tempo through the song: it may drift slowly at little cost, or jump at a high one. */
export async function followTempo(
  curve: OnsetCurve,
  scoreTempos: TempoScorer,
  pause: Pause,
): Promise<TempoPath> {
  const durationSecs = curve.all.length / curve.rateHz
  const count = Math.max(1, Math.ceil(durationSecs / HOP_SECS))
  const scores: Float64Array[] = []
  for (let i = 0; i < count; i++) {
    await pause()
    scores.push(scoreWindow(curve, scoreTempos, i * HOP_SECS))
  }
  return { hopSecs: HOP_SECS, bpm: Float64Array.from(traceBest(scores), (step) => TEMPO_STEPS[step] ?? 0) }
}

/** The beat period in rows at any row, between the path's points. */
export function periodRows(path: TempoPath, rateHz: number, row: number): number {
  const position = Math.min(path.bpm.length - 1, row / rateHz / path.hopSecs)
  const index = Math.floor(position)
  const from = path.bpm[index] ?? 0
  const to = path.bpm[index + 1] ?? from
  // Halfway between two tempos there is a jump, not a glide.
  const bpm =
    Math.abs(to / from - 1) > 0.06
      ? position - index < 0.5
        ? from
        : to
      : from + (to - from) * (position - index)
  return (60 * rateHz) / bpm
}

/** Logarithms of the scores, relative to the window's best. */
function scoreWindow(curve: OnsetCurve, scoreTempos: TempoScorer, centreSecs: number): Float64Array {
  const from = Math.max(0, Math.round((centreSecs - WINDOW_SECS / 2) * curve.rateHz))
  const to = Math.min(curve.all.length, Math.round((centreSecs + WINDOW_SECS / 2) * curve.rateHz))
  const scores = scoreTempos(from, to)
  const best = scores.reduce((highest, score) => Math.max(highest, score), 1e-6)
  return scores.map((score) => Math.log(0.05 + score / best))
}

type Doubles = [Region<Float64Array>, Region<Float64Array>, Region<Float64Array>]

/** Viterbi; because a jump costs the same from anywhere, only near steps and the best of all need a look. */
function traceBest(scores: Float64Array[]): Int16Array {
  const stepCount = TEMPO_STEPS.length
  const reach = Math.ceil(Math.sqrt(JUMP_COST / STEP_COST))
  const kernels = createKernels()
  const [totals, gained, next] = [0, 1, 2].map(() => kernels.doubles(stepCount)) as Doubles
  const origin = kernels.shorts(stepCount)
  const origins = [new Uint16Array(stepCount)]
  totals.values.set(scores[0]!)
  for (const score of scores.slice(1)) {
    gained.values.set(score)
    kernels.run.traceStep(
      totals.pointer,
      gained.pointer,
      stepCount,
      reach,
      STEP_COST,
      JUMP_COST,
      indexOfHighest(totals.values),
      next.pointer,
      origin.pointer,
    )
    origins.push(origin.values.slice())
    totals.values.set(next.values)
  }
  const path = new Int16Array(scores.length)
  let step = indexOfHighest(totals.values)
  for (let i = scores.length - 1; i >= 0; i--) {
    path[i] = step
    step = origins[i]![step]!
  }
  return path
}
