import type { Tempo } from '../audio-analysis.ts'
import type { Turns } from '../turns.ts'
import { type BeatGrid, fitGrid, listGridBeats, locateOnset, strengthAt } from './beat-grid.ts'
import { followBeats } from './follow-beats.ts'
import type { OnsetCurve } from './onset-curve.ts'
import { measureTrust } from './pulse-clarity.ts'
import { pickCandidates, scoreTempos } from './tempo.ts'
import { followTempo, periodRows } from './tempo-path.ts'

const CANDIDATES = 5

/** A grid that gathers much more than this above the mean is no better. */
const MAX_CONTRAST = 8

/** The share of windows that a steady grid must explain. */
const STEADY_SHARE = 0.8

/** Shorter than this, nothing can be said about a beat. */
const MIN_SECS = 3

/** When to take half or double of a tempo. */
const HALVE_ABOVE_BPM = 115
const EMPTY_SHARE = 0.55
const DOUBLE_BELOW_BPM = 100
const FULL_SHARE = 0.68

type Grid = BeatGrid & { bpm: number; beatSecs: number[] }

/** Beats in time, and how far they can be trusted. */
export type FoundBeats = { tempo: Tempo; beatSecs: number[] }

/** One steady grid where it explains the onsets nearly as well as freely followed beats, else the followed ones. */
export async function findBeats(curve: OnsetCurve, turns: Turns): Promise<FoundBeats> {
  const durationSecs = curve.all.length / curve.rateHz
  const mean = meanStrength(curve)
  if (durationSecs < MIN_SECS || mean === 0)
    return { tempo: { bpm: 0, confidence: 0, isSteady: false }, beatSecs: [] }

  const guess = bestGrid(curve, durationSecs, mean)
  const path = await followTempo(curve, turns)
  await turns()
  const followed = followBeats(curve, (row) => periodRows(path, curve.rateHz, row))
  const isSteady = compareWindows(curve, guess.beatSecs, followed) >= STEADY_SHARE
  const grid = isSteady ? settleOctave(curve, guess, durationSecs) : guess
  const beatSecs = isSteady
    ? grid.beatSecs
    : followed.map((secs) => secs + locateOnset(curve, secs).offsetSecs)
  const bpm = isSteady ? grid.bpm : typicalBpm(beatSecs)
  return { tempo: { bpm, confidence: measureTrust(curve, beatSecs), isSteady }, beatSecs }
}

function bestGrid(curve: OnsetCurve, durationSecs: number, mean: number): Grid {
  let best: { grid: Grid; score: number } | undefined
  for (const { bpm, score } of pickCandidates(scoreTempos(curve, 0, curve.all.length), CANDIDATES)) {
    const grid = toGrid(fitGrid(curve, bpm), durationSecs)
    const total = score * Math.min(MAX_CONTRAST, meanAt(curve, grid.beatSecs) / mean)
    if (!best || total > best.score) best = { grid, score: total }
  }
  return best!.grid
}

/**
 * A tempo and its double repeat equally well. Where every second beat is nearly empty the half is meant, and where the
 * off-beats are as strong as the beats the double is.
 */
function settleOctave(curve: OnsetCurve, grid: Grid, durationSecs: number): Grid {
  const { periodSecs, firstSecs } = grid
  const atPhase = (period: number, first: number) =>
    meanAt(curve, listGridBeats({ periodSecs: period, firstSecs: first }, durationSecs))
  if (grid.bpm > HALVE_ABOVE_BPM) {
    const doubled = 2 * periodSecs
    const [even, odd] = [atPhase(doubled, firstSecs), atPhase(doubled, firstSecs + periodSecs)]
    if (Math.min(even, odd) < EMPTY_SHARE * Math.max(even, odd)) {
      return toGrid(
        { periodSecs: doubled, firstSecs: even > odd ? firstSecs : firstSecs + periodSecs },
        durationSecs,
      )
    }
  }
  if (
    grid.bpm < DOUBLE_BELOW_BPM &&
    atPhase(periodSecs, firstSecs + periodSecs / 2) > FULL_SHARE * atPhase(periodSecs, firstSecs)
  ) {
    return toGrid({ periodSecs: periodSecs / 2, firstSecs }, durationSecs)
  }
  return grid
}

function toGrid(grid: BeatGrid, durationSecs: number): Grid {
  return { ...grid, bpm: 60 / grid.periodSecs, beatSecs: listGridBeats(grid, durationSecs) }
}

function meanStrength(curve: OnsetCurve): number {
  let sum = 0
  for (let row = 0; row < curve.all.length; row++) sum += curve.all[row]! + 0.5 * curve.low[row]!
  return sum / Math.max(1, curve.all.length)
}

function meanAt(curve: OnsetCurve, beatSecs: number[]): number {
  return beatSecs.reduce((sum, secs) => sum + strengthAt(curve, secs), 0) / Math.max(1, beatSecs.length)
}

/** The share of the song's lively windows in which the grid gathers about as much as the followed beats. */
function compareWindows(curve: OnsetCurve, grid: number[], followed: number[]): number {
  const windowSecs = 8
  const durationSecs = curve.all.length / curve.rateHz
  const within = (beats: number[], from: number) =>
    beats.filter((secs) => secs >= from && secs < from + windowSecs)
  const windows: { grid: number; followed: number }[] = []
  for (let from = 0; from < durationSecs; from += windowSecs) {
    windows.push({ grid: meanAt(curve, within(grid, from)), followed: meanAt(curve, within(followed, from)) })
  }
  const typical = median(windows.map((window) => window.followed))
  const lively = windows.filter((window) => window.followed > 0.5 * typical)
  return lively.filter((window) => window.grid >= 0.6 * window.followed).length / Math.max(1, lively.length)
}

/** The tempo that most beats agree on within 3 %; measured over four beats, because single ones scatter. */
function typicalBpm(beatSecs: number[]): number {
  const spans = beatSecs
    .slice(4)
    .map((secs, i) => secs - beatSecs[i]!)
    .sort((a, b) => a - b)
  let best = { from: 0, to: 0 }
  for (let from = 0, to = 0; from < spans.length; from++) {
    while (to < spans.length && spans[to]! <= spans[from]! * 1.03) to++
    if (to - from > best.to - best.from) best = { from, to }
  }
  const agreed = spans.slice(best.from, best.to)
  return agreed.length > 0 ? (240 * agreed.length) / agreed.reduce((sum, span) => sum + span, 0) : 0
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
