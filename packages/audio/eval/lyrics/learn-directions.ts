import type { TraitRows } from '../../src/structure/voice-traits.ts'

/** Traits that scatter much are not leant on. */
const RIDGE = 2

/** Sums over the rows of each kind, and of the products of their traits over all rows. */
export type Totals = { width: number; counts: Float64Array; sums: Float64Array[]; products: Float64Array }

/** What each kind is told by: weights and a constant last; and how often each is. */
export type Directions = { directions: Float64Array[]; shares: number[] }

/** Adds up the rows of a song by kind; rows of kind -1 are left out. */
export function countTotals({ width, values }: TraitRows, kinds: Int8Array, kindCount: number): Totals {
  const counts = new Float64Array(kindCount)
  const sums = Array.from({ length: kindCount }, () => new Float64Array(width))
  const products = new Float64Array(width * width)
  kinds.forEach((kind, row) => {
    if (kind < 0) return
    counts[kind]!++
    const from = row * width
    for (let i = 0; i < width; i++) {
      const value = values[from + i]!
      sums[kind]![i]! += value
      for (let j = 0; j <= i; j++) products[i * width + j]! += value * values[from + j]!
    }
  })
  return { width, counts, sums, products }
}

/** Several songs as one. */
export function addTotals(all: readonly Totals[]): Totals {
  const first = all[0]!
  const add = (read: (totals: Totals) => Float64Array) =>
    read(first).map((_, i) => all.reduce((sum, totals) => sum + read(totals)[i]!, 0))
  return {
    width: first.width,
    counts: add(({ counts }) => counts),
    sums: first.sums.map((_, kind) => add(({ sums }) => sums[kind]!)),
    products: add(({ products }) => products),
  }
}

/** The directions in which kinds differ most against how far their rows scatter (linear discriminants). */
export function learnDirections({ width, counts, sums, products }: Totals): Directions {
  const all = counts.reduce((sum, count) => sum + count, 0)
  const means = sums.map((sum, kind) => sum.map((value) => value / Math.max(1, counts[kind]!)))
  const scatter = products.map((product, at) => {
    const [i, j] = [Math.floor(at / width), at % width]
    let value = product
    for (let kind = 0; kind < means.length; kind++)
      value -= counts[kind]! * means[kind]![i]! * means[kind]![j]!
    return value / all
  })
  for (let i = 0; i < width; i++) scatter[i * width + i] = scatter[i * width + i]! * (1 + RIDGE) + 1e-6
  const lower = factor(scatter, width)
  const directions = means.map((mean) => {
    const weights = solve(lower, mean)
    const constant = -0.5 * weights.reduce((sum, weight, i) => sum + weight * mean[i]!, 0)
    return Float64Array.from([...weights, constant])
  })
  return { directions, shares: [...counts].map((count) => count / all) }
}

/** The lower factor of a symmetric, positive matrix, given by its lower half (Cholesky). */
function factor(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(matrix.length)
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!
      lower[i * size + j] = i === j ? Math.sqrt(Math.max(1e-9, sum)) : sum / lower[j * size + j]!
    }
  return lower
}

function solve(lower: Float64Array, right: Float64Array): Float64Array {
  const size = right.length
  const values = right.slice()
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) values[i]! -= lower[i * size + k]! * values[k]!
    values[i]! /= lower[i * size + i]!
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) values[i]! -= lower[k * size + i]! * values[k]!
    values[i]! /= lower[i * size + i]!
  }
  return values
}
