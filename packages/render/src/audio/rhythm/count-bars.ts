import { ACCENTS, type Metre, relateToMean } from './metre-traits.ts'
import { METRE_WEIGHTS } from './metre-weights.ts'
import type { TickEvidence } from './tick-evidence.ts'

/** Losing the count within a song costs as much as this many clear bar lines bring. */
const MISCOUNT_BARS = 12

/** Counts along the beats of a metre so that the ones collect the most evidence; a miscount is possible, but dear. */
export function countBars(evidence: TickEvidence, { period, phase, bar }: Metre): boolean[] {
  const scores = scorePositions(evidence, period, phase, bar)
  const miscountCost = MISCOUNT_BARS * typicalGain(scores)
  const origins: Int8Array[] = []
  let totals = new Float64Array(bar)
  for (const score of scores) {
    const best = totals.indexOf(Math.max(...totals))
    const origin = new Int8Array(bar)
    totals = totals.map((_, position) => {
      const previous = (position + bar - 1) % bar
      const isMiscount = totals[best]! - miscountCost > totals[previous]!
      origin[position] = isMiscount ? best : previous
      return (isMiscount ? totals[best]! - miscountCost : totals[previous]!) + score[position]!
    })
    origins.push(origin)
  }
  const isDownbeat: boolean[] = []
  let position = totals.indexOf(Math.max(...totals))
  for (const origin of origins.reverse()) {
    isDownbeat.push(position === 0)
    position = origin[position]!
  }
  return isDownbeat.reverse()
}

/** For each beat, how much speaks for each position in the bar. */
function scorePositions(
  evidence: TickEvidence,
  period: number,
  phase: number,
  bar: 2 | 3 | 4,
): Float64Array[] {
  const voices = ACCENTS.map((voice) => {
    const values: number[] = []
    for (let tick = phase; tick < evidence[voice].length; tick += period) values.push(evidence[voice][tick]!)
    return relateToMean(Float64Array.from(values))
  })
  const weights = ACCENTS.map((voice) => [
    METRE_WEIGHTS[`${voice}${bar}One`] ?? 0,
    METRE_WEIGHTS[`${voice}${bar}Three`] ?? 0,
  ])
  return Array.from(voices[0]!, (_, beat) => {
    const score = new Float64Array(bar)
    voices.forEach((values, i) => {
      score[0]! += weights[i]![0]! * values[beat]!
      if (bar === 4) score[2]! += weights[i]![1]! * values[beat]!
    })
    return score
  })
}

/** What a bar line usually brings: the spread of the evidence for ones. */
function typicalGain(scores: Float64Array[]): number {
  const mean = scores.reduce((sum, score) => sum + score[0]!, 0) / Math.max(1, scores.length)
  return Math.sqrt(
    scores.reduce((sum, score) => sum + (score[0]! - mean) ** 2, 0) / Math.max(1, scores.length),
  )
}
