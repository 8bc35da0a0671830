import { scoreBeats } from '../../testing/score-beats.ts'
import type { Truth } from './midi-truth.ts'

/** A tempo this close to the true one has the right octave. */
const SAME_TEMPO = 0.04

/** How far a beat may be from an allowed one, as a share of the beat: the usual limit of the continuity measures. */
const CONTINUITY_SHARE = 0.175

/** What an analysis found. */
export type Found = { bpm: number; isSteady: boolean; beats: { secs: number; isDownbeat: boolean }[] }

/** How right it is. */
export type Figures = {
  truthBpm: number
  foundBpm: number
  isRightOctave: boolean
  beatF: number
  downbeatF: number
  amlT: number
  isSteady: boolean
}

/** Compares found beats with the truth, within the seconds that the truth covers. */
export function measure(truth: Truth, found: Found): Figures {
  const beats = found.beats.filter(({ secs }) => secs >= truth.fromSecs - 0.07 && secs <= truth.toSecs + 0.07)
  const beatSecs = beats.map(({ secs }) => secs)
  const downbeatSecs = beats.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => secs)
  const truthBpm = typicalBpm(truth.beatSecs)
  return {
    truthBpm,
    foundBpm: found.bpm,
    isRightOctave: Math.abs(found.bpm / truthBpm - 1) < SAME_TEMPO,
    beatF: scoreBeats(truth.beatSecs, beatSecs),
    downbeatF: scoreBeats(truth.downbeatSecs, downbeatSecs),
    amlT: scoreAllowedLevels(truth.beatSecs, beatSecs),
    isSteady: found.isSteady,
  }
}

/** AMLt: the share of beats in step with the truth, its off-beats, its double or its half, whichever fits best. */
function scoreAllowedLevels(truth: number[], found: number[]): number {
  const doubled = truth.flatMap((secs, i) =>
    i + 1 < truth.length ? [secs, (secs + truth[i + 1]!) / 2] : [secs],
  )
  const every = (values: number[], from: number) => values.filter((_, i) => i % 2 === from)
  const levels = [truth, every(doubled, 1), doubled, every(truth, 0), every(truth, 1)]
  return Math.max(...levels.map((level) => scoreContinuity(level, found)))
}

/** A found beat counts if it lies near a true one and its distance to the beat before is right too. */
function scoreContinuity(truth: number[], found: number[]): number {
  if (truth.length < 2 || found.length < 2) return 0
  let correct = 0
  found.forEach((secs, i) => {
    const near = nearest(truth, secs)
    const interval = near > 0 ? truth[near]! - truth[near - 1]! : truth[1]! - truth[0]!
    const own = i > 0 ? secs - found[i - 1]! : found[1]! - found[0]!
    const isNear = Math.abs(secs - truth[near]!) < CONTINUITY_SHARE * interval
    if (isNear && Math.abs(1 - own / interval) < CONTINUITY_SHARE) correct++
  })
  return correct / Math.max(truth.length, found.length)
}

function nearest(values: number[], secs: number): number {
  let best = 0
  for (let i = 1; i < values.length; i++) {
    if (Math.abs(values[i]! - secs) < Math.abs(values[best]! - secs)) best = i
  }
  return best
}

function typicalBpm(beatSecs: number[]): number {
  const gaps = beatSecs.slice(1).map((secs, i) => secs - beatSecs[i]!)
  return 60 / (gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 1)
}
