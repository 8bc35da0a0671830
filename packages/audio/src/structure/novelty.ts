import { percentile } from '../vectors.ts'
import type { SelfSimilarity } from './self-similarity.ts'

/** How much the music changes at each unit, 0..1: alike before, alike after, but not across (Foote, 2000). */
export function measureNovelty({ count, values }: SelfSimilarity, reach: number): Float32Array {
  const weights = Float64Array.from({ length: reach + 1 }, (_, distance) =>
    Math.exp((-2 * distance * distance) / (reach * reach)),
  )
  const novelty = new Float32Array(count)
  for (let at = 1; at < count; at++) {
    const near = Math.min(reach, at, count - at)
    let [sum, total] = [0, 0]
    for (let u = 1; u <= near; u++) {
      for (let v = 1; v <= near; v++) {
        const weight = weights[u]! * weights[v]!
        const before = values[(at - u) * count + at - v]!
        const after = values[(at + u - 1) * count + at + v - 1]!
        const across = values[(at - u) * count + at + v - 1]!
        sum += weight * (before + after - 2 * across)
        total += weight
      }
    }
    // Near the ends only few units can be compared: their word counts less.
    novelty[at] = Math.max(0, sum / total) * (near / reach)
  }
  const typical = percentile(novelty, 0.99) || 1
  return novelty.map((value) => Math.min(1, value / typical))
}
