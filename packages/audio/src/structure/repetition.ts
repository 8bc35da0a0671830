import { countBefore } from '../vectors.ts'
import type { SelfSimilarity } from './self-similarity.ts'

/** What comes back at least this often is a hook. */
const TIMES = 3

/** A stretch this alike counts as the same. */
const SAME = 0.9

/** How often the stretch that starts at each unit comes again elsewhere, 0..1. `apart` is the least distance to count. */
export function measureRepetition(similarity: SelfSimilarity, length: number, apart: number): Float32Array {
  const { count } = similarity
  const alike = sumDiagonals(similarity, Math.min(length, count))
  const base = meanBeyond(alike, count, apart)
  const scores = Float64Array.from({ length: count }, (_, unit) => {
    const repeats = findRepeats(alike.subarray(unit * count, (unit + 1) * count), unit, apart)
    return repeats.reduce((sum, value) => sum + value, 0) / TIMES
  })
  const ranked = scores.toSorted()
  return Float32Array.from(scores, (score) => {
    const height = Math.max(0, Math.min(1, (score - base) / (SAME - base)))
    const rank = countBefore(ranked, (other) => other < score) / Math.max(1, count - 1)
    return 0.5 * height + 0.5 * rank
  })
}

/** The mean similarity of the stretch that starts at `a` with the one at `b`, for all pairs. */
function sumDiagonals({ count, values }: SelfSimilarity, length: number): Float32Array {
  const means = new Float32Array(count * count)
  for (let lag = 1; lag < count; lag++) {
    let sum = 0
    for (let end = count - lag - 1; end >= 0; end--) {
      sum += values[end * count + end + lag]!
      const past = end + length
      if (past + lag < count) sum -= values[past * count + past + lag]!
      const mean = past + lag <= count ? sum / length : 0
      means[end * count + end + lag] = mean
      means[(end + lag) * count + end] = mean
    }
  }
  return means
}

/** The best matches of a unit, none nearer to another than `apart`. */
function findRepeats(row: Float32Array, unit: number, apart: number): number[] {
  const taken = [unit]
  const found: number[] = []
  while (found.length < TIMES) {
    let [best, highest] = [-1, 0]
    for (let other = 0; other < row.length; other++) {
      const value = row[other]!
      if (value <= highest || taken.some((place) => Math.abs(place - other) < apart)) continue
      best = other
      highest = value
    }
    if (best < 0) break
    taken.push(best)
    found.push(highest)
  }
  return found
}

function meanBeyond(alike: Float32Array, count: number, apart: number): number {
  let [sum, total] = [0, 0]
  for (let a = 0; a < count; a++) {
    for (let b = a + apart; b < count; b++) {
      sum += alike[a * count + b]!
      total++
    }
  }
  return Math.min(0.8, total > 0 ? sum / total : 0)
}
