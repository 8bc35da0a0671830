import type { AudioAnalysis, Moments, Onset, VoiceLevels } from '../audio-analysis.ts'
import { countBefore, listDifferences, meanBetween, percentile, sumUp } from '../vectors.ts'
import { findPhrases, type Span } from './find-phrases.ts'
import { keepPhrases, type PhraseGround } from './keep-phrases.ts'

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

/** What it weighs that nobody is cut off, and that there is much to hear of them: more where it is known who sings what. */
const HEARD_WEIGHTS = { whole: 0.3, sung: 0.25 }
const KNOWN_WEIGHTS = { whole: 0.4, sung: 0.3 }

/** A verse has about this many lines. */
const VERSE_LINES = 4

/** A phrase that only was heard is trusted for a beat, a line for a bar. */
const HEARD_REACH_BEATS = 2

/** Nobody hears that a line lacks so little; when a phrase begins is only heard about so exactly. */
const LINE_TOLERANCE_SECS = 0.08
const HEARD_TOLERANCE_SECS = 0.1

/** Excerpts that keep to lines may be this much shorter or longer than wanted. */
const LINE_TOLERANCE = 0.25

/** What excerpts are chosen from. */
export type ExcerptGround = Pick<
  AudioAnalysis,
  'durationSecs' | 'loudness' | 'tempo' | 'moments' | 'onsets' | 'voice'
>

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
  /** How little is cut off of what is sung. */
  whole: number
  /** How much is sung: the share of a verse that is heard whole, or of the time. */
  sung: number
}

/** A possible excerpt. */
export type Candidate = { startSecs: number; endSecs: number; score: number; parts: CandidateParts }

/** How long excerpts are, and whether they keep to bars. */
export type CandidateWish = {
  secs: number
  /** Lengths that must be kept to; unset: a share of `secs`. */
  within?: { minSecs: number; maxSecs: number } | undefined
  isOnBeat: boolean
  /** When lines are sung, in order; unset where nobody knows. */
  lines?: readonly SungLine[] | undefined
}

/** When a line is sung, or, if that is a guess, probably is. */
export type SungLine = Span & { readonly isGuess?: boolean }

/** Every bar (or step) that an excerpt may start with, judged. */
export function listCandidates(ground: ExcerptGround, wish: CandidateWish): Candidate[] {
  const { moments, durationSecs } = ground
  const { secs, within, isOnBeat } = wish
  const borders = [...moments.startSecs, durationSecs]
  const bar = isOnBeat ? medianBar(moments.isBarStart) : USUAL_BAR
  const findEnd = isOnBeat ? createBarCounter(moments, wish, bar) : createStepCounter(moments, secs)
  const sums = { energy: sumUp(moments.energy), activity: sumUp(moments.activity) }
  const { fit, measureSung, weights } = listenToPhrases(ground, wish, bar)
  const candidates: Candidate[] = []
  for (const [from, momentSecs] of moments.startSecs.entries()) {
    const to = findEnd(from)
    const borderSecs = borders[to]
    if (!moments.isBarStart[from] || borderSecs === undefined) continue
    const snapped = isOnBeat ? momentSecs : snap(ground.onsets, momentSecs)
    const { startSecs, endSecs, whole } = fit({
      startSecs: snapped,
      endSecs: isOnBeat ? borderSecs : snapped + secs,
    })
    if (endSecs > durationSecs || (within && !isWithin(endSecs - startSecs, within))) continue
    const parts = {
      ...judge(moments, sums, { from, to, bar, middle: (startSecs + endSecs) / 2 / durationSecs }),
      whole,
      sung: measureSung({ startSecs, endSecs }),
    }
    candidates.push({ startSecs, endSecs, score: addUp(parts, startSecs / durationSecs, weights), parts })
  }
  if (candidates.length > 0) return candidates
  return [
    {
      startSecs: 0,
      endSecs: Math.min(secs, durationSecs),
      score: 0,
      parts: { ...judge(moments, sums, { from: 0, to: 1, bar, middle: 0 }), whole: 0, sung: 0 },
    },
  ]
}

/** How an excerpt is fitted to what is sung: to lines where they are known, else to what sounds like phrases. */
function listenToPhrases(
  { voice, moments }: ExcerptGround,
  { secs, within, isOnBeat, lines }: CandidateWish,
  bar: number,
) {
  const phrases = lines ?? findPhrases(voice)
  const trust = lines && trustLines(lines, voice)
  const beatSecs = medianStep(moments.startSecs)
  const phraseGround: PhraseGround = {
    phrases,
    beatSecs: isOnBeat ? moments.startSecs : [],
    reachSecs: (lines ? bar : HEARD_REACH_BEATS) * beatSecs,
    toleranceSecs: lines ? LINE_TOLERANCE_SECS : HEARD_TOLERANCE_SECS,
    // What was only heard is no reason to give up whole bars.
    within: lines && { minSecs: (1 - LINE_TOLERANCE) * secs, maxSecs: (1 + LINE_TOLERANCE) * secs },
  }
  return {
    weights: lines ? KNOWN_WEIGHTS : HEARD_WEIGHTS,
    // Loops and samplers are whole bars, whoever sings.
    fit(span: Span) {
      const fitted = keepPhrases(span, phraseGround)
      return within ? { ...span, whole: fitted.startSecs === span.startSecs ? fitted.whole : 0 } : fitted
    },
    measureSung({ startSecs, endSecs }: Span): number {
      const heard = phrases.filter((phrase) => phrase.endSecs > startSecs && phrase.startSecs < endSecs)
      if (!trust) return shareSung({ startSecs, endSecs }, heard)
      const whole = heard.filter((line) => line.startSecs >= startSecs && line.endSecs <= endSecs + SNAP_SECS)
      return Math.min(1, whole.reduce((sum, line) => sum + trust(line), 0) / VERSE_LINES)
    },
  }
}

/**
 * How far each line may be believed to be sung where it is said to be, 0..1: a guess as far as a voice is heard there, beside what is usual
 * for the song's lines. A guess may put a whole verse where only instruments play.
 */
function trustLines(lines: readonly SungLine[], voice: VoiceLevels): (line: Span) => number {
  if (!lines.some(({ isGuess }) => isGuess)) return () => 1
  const heard = findPhrases(voice)
  const shares = new Map<Span, number>(lines.map((line) => [line, shareSung(line, heard)]))
  const usual = percentile([...shares.values()], 0.5)
  return (line) => (usual > 0 ? Math.min(1, shares.get(line)! / usual) : 1)
}

/** The share of a stretch in which something is sung. */
function shareSung({ startSecs, endSecs }: Span, phrases: readonly Span[]): number {
  const sungSecs = phrases.reduce(
    (sum, phrase) =>
      sum + Math.max(0, Math.min(endSecs, phrase.endSecs) - Math.max(startSecs, phrase.startSecs)),
    0,
  )
  return sungSecs / Math.max(LINE_TOLERANCE_SECS, endSecs - startSecs)
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

type MomentSpan = { from: number; to: number; bar: number; middle: number }

type MusicParts = Omit<CandidateParts, 'whole' | 'sung'>

function judge(moments: Moments, sums: Sums, { from, to, bar, middle }: MomentSpan): MusicParts {
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
function addUp(parts: CandidateParts, start: number, weights: typeof HEARD_WEIGHTS): number {
  const settled = Math.max(0, Math.min(1, (start - 0.04) / 0.16))
  return (
    WEIGHTS.repetition * parts.repetition +
    WEIGHTS.energy * parts.energy +
    WEIGHTS.activity * parts.activity +
    WEIGHTS.novelty * parts.novelty * (0.5 + 0.5 * settled) +
    WEIGHTS.lift * parts.lift * settled +
    WEIGHTS.position * parts.position +
    WEIGHTS.lull * parts.lull +
    weights.whole * parts.whole +
    weights.sung * parts.sung
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
