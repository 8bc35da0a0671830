import type { Pause } from '../pauses.ts'
import { percentile } from '../vectors.ts'
import { fitGrid, listGridBeats, locateOnset, measureSteadiness, strengthAt } from './beat-grid.ts'
import { followBeats } from './follow-beats.ts'
import type { OnsetCurve } from './onset-curve.ts'
import { createTempoScorer, pickCandidates, type TempoScorer } from './tempo.ts'
import { followTempo, periodRows } from './tempo-path.ts'

const CANDIDATES = 5

/** A grid that gathers much more than this above the mean is no better. */
const MAX_CONTRAST = 8

/** A grid holds for the whole song if so many of its stretches keep in step, or gather as much as a followed pulse would. */
const STEADY_SHARE = 0.7

/** The song is compared in windows this long; quiet ones say nothing, and a grid need not gather quite as much. */
const WINDOW_SECS = 8
const LIVELY_SHARE = 0.5
const ENOUGH_SHARE = 0.6

/** Regular moments of a song, on the beat or on some even part or multiple of it. */
export type Pulse = { pulseSecs: number[]; isSteady: boolean }

/** One grid where the whole song keeps in step with it, else the pulse is followed through the song. */
export async function findPulse(curve: OnsetCurve, pause: Pause): Promise<Pulse> {
  const scoreTempos = createTempoScorer(curve)
  const grid = bestGrid(curve, scoreTempos)
  const path = await followTempo(curve, scoreTempos, pause)
  await pause()
  const followed = followBeats(curve, (row) => periodRows(path, curve.rateHz, row))
  const steadiness = measureSteadiness(curve, grid.periodSecs)
  const isSteady = (steadiness + compareWindows(curve, grid.pulseSecs, followed)) / 2 >= STEADY_SHARE
  if (isSteady) return { pulseSecs: grid.pulseSecs, isSteady }
  return { pulseSecs: followed.map((secs) => secs + locateOnset(curve, secs).offsetSecs), isSteady }
}

type Candidate = { pulseSecs: number[]; periodSecs: number; score: number }

function bestGrid(curve: OnsetCurve, scoreTempos: TempoScorer): Candidate {
  const durationSecs = curve.all.length / curve.rateHz
  const mean = meanStrength(curve)
  const candidates = pickCandidates(scoreTempos(0, curve.all.length), CANDIDATES).map(({ bpm, score }) => {
    const grid = fitGrid(curve, bpm)
    const pulseSecs = listGridBeats(grid, durationSecs)
    const contrast = Math.min(MAX_CONTRAST, meanAt(curve, pulseSecs) / mean)
    return { pulseSecs, periodSecs: grid.periodSecs, score: score * contrast }
  })
  return candidates.reduce((best, candidate) => (candidate.score > best.score ? candidate : best))
}

function meanStrength(curve: OnsetCurve): number {
  let sum = 0
  for (let row = 0; row < curve.all.length; row++) sum += curve.all[row]! + 0.5 * curve.low[row]!
  return sum / Math.max(1, curve.all.length)
}

function meanAt(curve: OnsetCurve, beatSecs: number[]): number {
  return beatSecs.reduce((sum, secs) => sum + strengthAt(curve, secs), 0) / Math.max(1, beatSecs.length)
}

/** The share of the song's lively windows in which the grid gathers about as much as the followed pulse. */
function compareWindows(curve: OnsetCurve, grid: number[], followed: number[]): number {
  const durationSecs = curve.all.length / curve.rateHz
  const gather = (pulseSecs: number[], from: number) =>
    meanAt(
      curve,
      pulseSecs.filter((secs) => secs >= from && secs < from + WINDOW_SECS),
    )
  const windows: { grid: number; followed: number }[] = []
  for (let from = 0; from < durationSecs; from += WINDOW_SECS) {
    windows.push({ grid: gather(grid, from), followed: gather(followed, from) })
  }
  const typical = percentile(
    windows.map((window) => window.followed),
    0.5,
  )
  const lively = windows.filter((window) => window.followed > LIVELY_SHARE * typical)
  const enough = lively.filter((window) => window.grid >= ENOUGH_SHARE * window.followed)
  return enough.length / Math.max(1, lively.length)
}
