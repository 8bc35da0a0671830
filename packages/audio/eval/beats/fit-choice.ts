/** A song as a choice among many: the traits of each possibility, and how much of the choice it should get. */
export type Choice = { weight: number; traits: Sparse[]; shares: Float64Array }

/** Most traits belong to bars of one length: only those that are not zero, and their numbers. */
export type Sparse = { at: Uint16Array; values: Float64Array }

/** What a weight may be at most or at least, where music says so: 1 not below zero, -1 not above it. */
export type Sign = -1 | 0 | 1

const ROUNDS = 160
const STEP = 0.06

/** Weights must earn their size: this much of their square counts against them. */
const RIDGE = 0.01

/** The weights with which a logistic choice comes closest to what should be chosen (gradient ascent, Adam's steps). */
export function fitChoice(choices: Choice[], signs: Sign[]): Float64Array {
  const scales = measureScales(choices, signs.length)
  const scaled = choices.map((choice) => ({
    ...choice,
    traits: choice.traits.map(({ at, values }) => ({
      at,
      values: values.map((value, i) => value / scales[at[i]!]!),
    })),
  }))
  const weights = new Float64Array(signs.length)
  const [means, squares] = [weights.slice(), weights.slice()]
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = sumGradients(scaled, weights)
    for (let i = 0; i < weights.length; i++) {
      const slope = gradient[i]! - RIDGE * weights[i]!
      means[i] = 0.9 * means[i]! + 0.1 * slope
      squares[i] = 0.99 * squares[i]! + 0.01 * slope * slope
      const pace = Math.sqrt(squares[i]! / (1 - 0.99 ** round)) + 1e-8
      weights[i]! += (STEP * means[i]!) / (1 - 0.9 ** round) / pace
      if (signs[i]! * weights[i]! < 0) weights[i] = 0
    }
  }
  return weights.map((weight, i) => weight / scales[i]!)
}

/** Which possibility the weights choose. */
export function choose({ traits }: Choice, weights: Float64Array): number {
  const scores = traits.map((own) => weigh(own, weights))
  return scores.indexOf(Math.max(...scores))
}

function sumGradients(choices: Choice[], weights: Float64Array): Float64Array {
  const gradient = new Float64Array(weights.length)
  for (const { weight, traits, shares } of choices) {
    const scores = traits.map((own) => weigh(own, weights))
    const highest = Math.max(...scores)
    const odds = scores.map((score) => Math.exp(score - highest))
    const total = odds.reduce((sum, value) => sum + value, 0)
    traits.forEach(({ at, values }, choice) => {
      const pull = (weight * (shares[choice]! - odds[choice]! / total)) / choices.length
      if (Math.abs(pull) < 1e-7) return
      for (let i = 0; i < at.length; i++) gradient[at[i]!]! += pull * values[i]!
    })
  }
  return gradient
}

function weigh({ at, values }: Sparse, weights: Float64Array): number {
  let sum = 0
  for (let i = 0; i < at.length; i++) sum += values[i]! * weights[at[i]!]!
  return sum
}

/** The deviation of each trait, so that all weights start as equals. */
function measureScales(choices: Choice[], count: number): Float64Array {
  const [sums, squares] = [new Float64Array(count), new Float64Array(count)]
  let total = 0
  for (const { traits } of choices) {
    total += traits.length
    for (const { at, values } of traits) {
      for (let i = 0; i < at.length; i++) {
        sums[at[i]!]! += values[i]!
        squares[at[i]!]! += values[i]! * values[i]!
      }
    }
  }
  return sums.map((sum, i) => Math.sqrt(Math.max(0, squares[i]! / total - (sum / total) ** 2)) || 1)
}
