import { BAR_WEIGHTS } from './bar-weights.ts'
import { type DescribedMetre, listMetres, type Metre, type Traits } from './metre-traits.ts'
import { METRE_WEIGHTS } from './metre-weights.ts'
import type { TickEvidence } from './tick-evidence.ts'

/** A way to count, and how much the song as a whole speaks for each of its beats as the first of a bar. */
export type ChosenMetre = { metre: Metre; leanings: number[] }

/** The likeliest way to count: first which ticks are beats and how many make a bar, then which of them are ones. */
export function chooseMetre(
  evidence: TickEvidence,
  pulseBpm: number,
  onsetsPerSec: number,
): ChosenMetre | undefined {
  const metres = listMetres(evidence, pulseBpm, onsetsPerSec)
  const chosen = likeliest(metres, METRE_WEIGHTS)?.metre
  const places = metres.filter(
    ({ metre: { period, phase, bar } }) =>
      period === chosen?.period && phase === chosen.phase && bar === chosen.bar,
  )
  const metre = likeliest(places, BAR_WEIGHTS)?.metre
  return metre && { metre, leanings: places.map(({ placeTraits }) => weigh(placeTraits, BAR_WEIGHTS)) }
}

type Weights = Record<string, number>

function likeliest(metres: DescribedMetre[], weights: Weights): DescribedMetre | undefined {
  const beatScores = new Map<Traits, number>()
  let best: { described: DescribedMetre; score: number } | undefined
  for (const described of metres) {
    const { beatTraits, barTraits, placeTraits } = described
    const beatScore = beatScores.get(beatTraits) ?? weigh(beatTraits, weights)
    beatScores.set(beatTraits, beatScore)
    const score = beatScore + weigh(barTraits, weights) + weigh(placeTraits, weights)
    if (!best || score > best.score) best = { described, score }
  }
  return best?.described
}

function weigh(traits: Traits, weights: Weights): number {
  let sum = 0
  for (const name in traits) sum += (weights[name] ?? 0) * traits[name]!
  return sum
}
