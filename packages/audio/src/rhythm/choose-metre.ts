import { listMetres, type Metre, type Traits } from './metre-traits.ts'
import { METRE_WEIGHTS } from './metre-weights.ts'
import type { TickEvidence } from './tick-evidence.ts'

/** The likeliest way to count: which ticks are beats, and which beats start bars. */
export function chooseMetre(
  evidence: TickEvidence,
  pulseBpm: number,
  onsetsPerSec: number,
): Metre | undefined {
  const beatScores = new Map<Traits, number>()
  let best: { metre: Metre; score: number } | undefined
  for (const { metre, beatTraits, barTraits } of listMetres(evidence, pulseBpm, onsetsPerSec)) {
    const beatScore = beatScores.get(beatTraits) ?? weigh(beatTraits)
    beatScores.set(beatTraits, beatScore)
    const score = beatScore + weigh(barTraits)
    if (!best || score > best.score) best = { metre, score }
  }
  return best?.metre
}

function weigh(traits: Traits): number {
  let sum = 0
  for (const name in traits) sum += (METRE_WEIGHTS[name] ?? 0) * traits[name]!
  return sum
}
