import type { AudioAnalysis, Moments, Onset } from '../audio-analysis.ts'

const BEATS_PER_BAR = 4

/** Whole bars may miss the wanted length by this share; then whole beats are taken. */
const BAR_TOLERANCE = 0.25

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
export type ExcerptGround = Pick<AudioAnalysis, 'durationSecs' | 'tempo' | 'moments' | 'onsets'>

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

/** Every bar (or step) that an excerpt may start with, judged. */
export function listCandidates(ground: ExcerptGround, secs: number, isOnBeat: boolean): Candidate[] {
  const { moments, durationSecs } = ground
  const borders = [...moments.startSecs, durationSecs]
  const stepSecs = medianStep(moments.startSecs)
  const length = isOnBeat ? chooseLength(secs, stepSecs) : Math.max(1, Math.round(secs / stepSecs))
  const sums = { energy: prefixSums(moments.energy), activity: prefixSums(moments.activity) }
  const candidates: Candidate[] = []
  for (let from = 0; from < moments.startSecs.length; from++) {
    const to = from + length
    if (!moments.isBarStart[from] || to >= borders.length) continue
    const startSecs = isOnBeat ? borders[from]! : snap(ground.onsets, borders[from]!)
    const endSecs = isOnBeat ? borders[to]! : startSecs + secs
    if (endSecs > durationSecs) continue
    const parts = judge(moments, sums, from, to, (startSecs + endSecs) / 2 / durationSecs)
    candidates.push({ startSecs, endSecs, score: addUp(parts, startSecs / durationSecs), parts })
  }
  if (candidates.length > 0) return candidates
  return [
    { startSecs: 0, endSecs: Math.min(secs, durationSecs), score: 0, parts: judge(moments, sums, 0, 1, 0) },
  ]
}

/** In beats: whole bars, or whole beats when bars are too coarse for the wanted length. */
function chooseLength(secs: number, beatSecs: number): number {
  const barSecs = BEATS_PER_BAR * beatSecs
  const bars = Math.max(1, Math.round(secs / barSecs))
  const isClose = Math.abs(bars * barSecs - secs) <= BAR_TOLERANCE * secs
  return isClose ? bars * BEATS_PER_BAR : Math.max(1, Math.round(secs / beatSecs))
}

type Sums = { energy: Float64Array; activity: Float64Array }

function judge(moments: Moments, sums: Sums, from: number, to: number, middle: number): CandidateParts {
  const mean = (values: Float64Array, a: number, b: number) => {
    const [start, end] = [Math.max(0, a), Math.min(values.length - 1, b)]
    return end > start ? (values[end]! - values[start]!) / (end - start) : 0
  }
  const two = 2 * BEATS_PER_BAR
  const rise = mean(sums.energy, from, Math.min(to, from + two)) - mean(sums.energy, from - two, from)
  let quietest = 1
  for (let bar = from; bar + BEATS_PER_BAR <= to; bar += BEATS_PER_BAR) {
    quietest = Math.min(quietest, mean(sums.energy, bar, bar + BEATS_PER_BAR))
  }
  return {
    repetition: moments.repetition[from]!,
    energy: mean(sums.energy, from, to),
    activity: mean(sums.activity, from, to),
    novelty: Math.max(moments.novelty[from - 1] ?? 0, moments.novelty[from]!, moments.novelty[from + 1] ?? 0),
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
  let best = { secs, strength: 0 }
  for (
    let i = firstFrom(onsets, secs - SNAP_SECS);
    i < onsets.length && onsets[i]!.secs <= secs + SNAP_SECS;
    i++
  ) {
    if (onsets[i]!.strength > best.strength) best = onsets[i]!
  }
  return best.secs
}

function firstFrom(onsets: Onset[], secs: number): number {
  let [low, high] = [0, onsets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (onsets[middle]!.secs < secs) low = middle + 1
    else high = middle
  }
  return low
}

function medianStep(startSecs: Float64Array): number {
  const steps = Array.from(startSecs.subarray(1), (secs, i) => secs - startSecs[i]!).sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] || 0.5
}

function prefixSums(values: Float32Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!
  return sums
}
