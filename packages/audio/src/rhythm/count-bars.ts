import { BAR_WEIGHTS } from './bar-weights.ts'
import { type Metre, relateToMean } from './metre-traits.ts'
import { ACCENTS, type TickEvidence } from './tick-evidence.ts'

/** Losing the count within a song costs as much as this many clear bar lines bring. */
const MISCOUNT_BARS = 12

/**
 * Counts along the beats of a metre so that the ones collect the most evidence; a miscount is possible, but dear.
 * `leanings` say how much the song as a whole speaks for each beat as the first one.
 */
export function countBars(evidence: TickEvidence, metre: Metre, leanings: number[]): boolean[] {
  const { bar } = metre
  const scores = scorePositions(evidence, metre, leanings)
  const miscountCost = MISCOUNT_BARS * typicalGain(scores)
  const origins: Int8Array[] = []
  let totals = new Float64Array(bar)
  for (const score of scores) {
    const highest = Math.max(...totals)
    const best = totals.indexOf(highest)
    const origin = new Int8Array(bar)
    totals = totals.map((_, position) => {
      const previous = (position + bar - 1) % bar
      const counted = totals[previous] ?? 0
      const isMiscount = highest - miscountCost > counted
      origin[position] = isMiscount ? best : previous
      return (isMiscount ? highest - miscountCost : counted) + (score[position] ?? 0)
    })
    origins.push(origin)
  }
  const isDownbeat: boolean[] = []
  let position = totals.indexOf(Math.max(...totals))
  for (const origin of origins.reverse()) {
    isDownbeat.push(position === 0)
    position = origin[position] ?? 0
  }
  return isDownbeat.reverse()
}

/** For each beat, how much speaks for each position in the bar: for the first, and for the third of four. */
function scorePositions(
  evidence: TickEvidence,
  { period, phase, bar }: Metre,
  leanings: number[],
): number[][] {
  const voices = ACCENTS.map((voice) => ({
    values: relateToMean(evidence[voice].subarray(phase).filter((_, tick) => tick % period === 0)),
    one: BAR_WEIGHTS[`${voice}${bar}One`] ?? 0,
    three: BAR_WEIGHTS[`${voice}${bar}Three`] ?? 0,
  }))
  const beatCount = Math.max(0, Math.ceil((evidence.tickSecs.length - phase) / period))
  return Array.from({ length: beatCount }, (_, beat) => {
    let [one, three] = [leanings[beat % bar] ?? 0, 0]
    for (const { values, ...weights } of voices) {
      one += weights.one * (values[beat] ?? 0)
      three += weights.three * (values[beat] ?? 0)
    }
    return bar === 4 ? [one, 0, three, 0] : [one, 0, 0].slice(0, bar)
  })
}

/** What a bar line usually brings: the spread of the evidence for ones. */
function typicalGain(scores: number[][]): number {
  const ones = scores.map(([one = 0]) => one)
  const mean = ones.reduce((sum, one) => sum + one, 0) / Math.max(1, ones.length)
  return Math.sqrt(ones.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, ones.length))
}
