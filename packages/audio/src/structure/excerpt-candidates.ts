import type { AudioAnalysis, Moments, Onset } from '../audio-analysis.ts'
import { countBefore, listDifferences, meanBetween, percentile, sumUp } from '../vectors.ts'

/** Without a count of bars, what is looked at is about as long as one. */
const USUAL_BAR = 4

/** Numbers of bars in the order they are liked, and how far each may miss the wanted length: phrases have 4 or 8 bars. */
const LIKED_BARS: { multipleOf: number; toleranceShare: number }[] = [
  { multipleOf: 8, toleranceShare: 0.15 },
  { multipleOf: 4, toleranceShare: 0.25 },
  { multipleOf: 2, toleranceShare: 0.25 },
  { multipleOf: 1, toleranceShare: 0.25 },
]

/** An excerpt may start this much before or after a step, where a sound starts. */
const SNAP_SECS = 0.25

/** What each argument weighs. */
const WEIGHTS = {
  repetition: 0.34,
  energy: 0.24,
  activity: 0.1,
  novelty: 0.15,
  lift: 0.13,
  position: 0.1,
  lull: -0.15,
}

/** What excerpts are chosen from. */
export type ExcerptGround = Pick<AudioAnalysis, 'durationSecs' | 'loudness' | 'tempo' | 'moments' | 'onsets'>

/** Arguments for an excerpt, each 0..1 (`lift` from -0.5). */
export type CandidateParts = {
  repetition: number
  energy: number
  activity: number
  novelty: number
  lift: number
  position: number
  /** How far a quiet bar within it falls below the rest. */
  lull: number
}

/** A possible excerpt. */
export type Candidate = { startSecs: number; endSecs: number; score: number; parts: CandidateParts }

/** How long excerpts are, and whether they keep to bars. */
export type CandidateWish = {
  secs: number
  /** Lengths that must be kept to; unset: a share of `secs`. */
  within?: { minSecs: number; maxSecs: number } | undefined
  isOnBeat: boolean
}

/** Every bar (or step) that an excerpt may start with, judged. */
export function listCandidates(ground: ExcerptGround, wish: CandidateWish): Candidate[] {
  const { moments, durationSecs } = ground
  const { secs, within, isOnBeat } = wish
  const borders = [...moments.startSecs, durationSecs]
  const bar = isOnBeat ? medianBar(moments.isBarStart) : USUAL_BAR
  const findEnd = isOnBeat ? createBarCounter(moments, wish, bar) : createStepCounter(moments, secs)
  const sums = { energy: sumUp(moments.energy), activity: sumUp(moments.activity) }
  const candidates: Candidate[] = []
  for (const [from, momentSecs] of moments.startSecs.entries()) {
    const to = findEnd(from)
    const borderSecs = borders[to]
    if (!moments.isBarStart[from] || borderSecs === undefined) continue
    const startSecs = isOnBeat ? momentSecs : snap(ground.onsets, momentSecs)
    const endSecs = isOnBeat ? borderSecs : startSecs + secs
    if (endSecs > durationSecs || (within && !isWithin(endSecs - startSecs, within))) continue
    const parts = judge(moments, sums, { from, to, bar, middle: (startSecs + endSecs) / 2 / durationSecs })
    candidates.push({ startSecs, endSecs, score: addUp(parts, startSecs / durationSecs), parts })
  }
  if (candidates.length > 0) return candidates
  return [
    {
      startSecs: 0,
      endSecs: Math.min(secs, durationSecs),
      score: 0,
      parts: judge(moments, sums, { from: 0, to: 1, bar, middle: 0 }),
    },
  ]
}

/** Where an excerpt from a moment ends: on a bar line, or on a beat when bars are too coarse for the wanted length. */
function createBarCounter(
  { startSecs, isBarStart }: Moments,
  wish: CandidateWish,
  bar: number,
): (from: number) => number {
  const beatSecs = medianStep(startSecs)
  const bars = chooseBars(wish, bar * beatSecs)
  const beats = bars ? bars * bar : Math.max(1, Math.round(wish.secs / beatSecs))
  const barStarts = Array.from(isBarStart.keys()).filter((moment) => isBarStart[moment])
  const barOf = new Map(barStarts.map((moment, index) => [moment, index]))
  return (from) => {
    const index = barOf.get(from)
    const counted = bars && index !== undefined ? barStarts[index + bars] : undefined
    // Where a bar is longer or shorter than usual, the next bar line may be far away.
    return counted !== undefined && Math.abs(counted - from - beats) < bar ? counted : from + beats
  }
}

function createStepCounter({ startSecs }: Moments, secs: number): (from: number) => number {
  const steps = Math.max(1, Math.round(secs / medianStep(startSecs)))
  return (from) => from + steps
}

/** The best liked number of bars that comes close to the wanted length; undefined if none does. */
function chooseBars({ secs, within }: CandidateWish, barSecs: number): number | undefined {
  for (const { multipleOf, toleranceShare } of LIKED_BARS) {
    const bars = multipleOf * Math.max(1, Math.round(secs / barSecs / multipleOf))
    const reach = { minSecs: (1 - toleranceShare) * secs, maxSecs: (1 + toleranceShare) * secs }
    if (isWithin(bars * barSecs, within ?? reach)) return bars
  }
  return undefined
}

function isWithin(secs: number, { minSecs, maxSecs }: { minSecs: number; maxSecs: number }): boolean {
  return secs >= minSecs && secs <= maxSecs
}

/** Beats from one bar line to the next, as most bars have them. */
function medianBar(isBarStart: Uint8Array): number {
  const starts = Array.from(isBarStart.keys()).filter((moment) => isBarStart[moment])
  return Math.max(1, percentile(listDifferences(starts), 0.5) || USUAL_BAR)
}

type Sums = { energy: Float64Array; activity: Float64Array }

type Span = { from: number; to: number; bar: number; middle: number }

function judge(moments: Moments, sums: Sums, { from, to, bar, middle }: Span): CandidateParts {
  const mean = (values: Float64Array, a: number, b: number) =>
    meanBetween(values, Math.max(0, a), Math.min(values.length - 1, b))
  const two = 2 * bar
  const rise = mean(sums.energy, from, Math.min(to, from + two)) - mean(sums.energy, from - two, from)
  let quietest = 1
  for (let at = from; at + bar <= to; at += bar)
    quietest = Math.min(quietest, mean(sums.energy, at, at + bar))
  return {
    repetition: moments.repetition[from] ?? 0,
    energy: mean(sums.energy, from, to),
    activity: mean(sums.activity, from, to),
    novelty: Math.max(...[-1, 0, 1].map((step) => moments.novelty[from + step] ?? 0)),
    lift: Math.max(-0.5, Math.min(1, rise / 0.6)),
    position: middle < 0.08 || middle > 0.95 ? 0 : Math.exp(-0.5 * ((middle - 0.45) / 0.28) ** 2),
    lull: Math.max(0, 0.35 - quietest),
  }
}

/** The very start of a song is new and rises by nature: there that counts for little. */
function addUp(parts: CandidateParts, start: number): number {
  const settled = Math.max(0, Math.min(1, (start - 0.04) / 0.16))
  return (
    WEIGHTS.repetition * parts.repetition +
    WEIGHTS.energy * parts.energy +
    WEIGHTS.activity * parts.activity +
    WEIGHTS.novelty * parts.novelty * (0.5 + 0.5 * settled) +
    WEIGHTS.lift * parts.lift * settled +
    WEIGHTS.position * parts.position +
    WEIGHTS.lull * parts.lull
  )
}

/** The strongest sound that starts near a step. */
function snap(onsets: Onset[], secs: number): number {
  const from = countBefore(onsets, (onset) => onset.secs < secs - SNAP_SECS)
  const to = countBefore(onsets, (onset) => onset.secs <= secs + SNAP_SECS)
  const silence = { secs, strength: 0 }
  return onsets
    .slice(from, to)
    .reduce((best, onset) => (onset.strength > best.strength ? onset : best), silence).secs
}

function medianStep(startSecs: Float64Array): number {
  const steps = listDifferences([...startSecs]).sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] || 0.5
}
