import type { Singing } from './singing.ts'

/** The song is parted into pieces of this length, and each is judged by what the others say: no piece confirms itself. */
const PIECE_SECS = 10
const PARTS = 4

/** Traits that hardly tell singing from playing are not leant on. */
const RIDGE = 0.3

/** Neighbouring rows say the same: every second one is enough to see how traits belong together. */
const SPARSE = 2

const MOST_ODDS = 4

/** Fewer rows than this say nothing about how much is sung. */
const FEW_ROWS = 20

/**
 * Learns what the singer of this song sounds like from where the lines were found (linear discriminant), and hears the voice
 * anew: log odds, half of which are those known before.
 */
export function learnSinger({ rateHz, voice, traits }: Singing, isSung: Uint8Array): Float32Array {
  const width = traits.width + 1
  const rows = joinVoice(voice, traits)
  const learnt = new Float32Array(voice.length)
  const partOf = (row: number) => Math.floor(row / rateHz / PIECE_SECS) % PARTS
  for (let part = 0; part < PARTS; part++) {
    const others = [...voice.keys()].filter((row) => partOf(row) !== part)
    const { weights, even } = tellApart(rows, width, others, isSung)
    for (let row = 0; row < voice.length; row++) {
      if (partOf(row) !== part) continue
      let odds = -even
      for (let i = 0; i < width; i++) odds += weights[i]! * rows[row * width + i]!
      learnt[row] = (Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds)) + voice[row]!) / 2
    }
  }
  return learnt
}

/** What was known before is a trait like any other. */
function joinVoice(voice: Float32Array, { width, values }: Singing['traits']): Float32Array {
  const mean = voice.reduce((sum, value) => sum + value, 0) / voice.length
  const spread = Math.sqrt(voice.reduce((sum, value) => sum + (value - mean) ** 2, 0) / voice.length) + 1e-6
  const rows = new Float32Array(voice.length * (width + 1))
  for (let row = 0; row < voice.length; row++) {
    rows.set(values.subarray(row * width, (row + 1) * width), row * (width + 1))
    rows[row * (width + 1) + width] = (voice[row]! - mean) / spread
  }
  return rows
}

/** The direction in which sung and unsung rows differ most against how far they scatter, and where both are even. */
function tellApart(
  rows: Float32Array,
  width: number,
  chosen: readonly number[],
  isSung: Uint8Array,
): { weights: Float64Array; even: number } {
  const counts = [0, 0]
  const means = [new Float64Array(width), new Float64Array(width)]
  for (const row of chosen) {
    const side = isSung[row]!
    counts[side]!++
    for (let i = 0; i < width; i++) means[side]![i]! += rows[row * width + i]!
  }
  means.forEach((mean, side) => {
    for (let i = 0; i < width; i++) mean[i]! /= Math.max(1, counts[side]!)
  })
  const scatter = measureScatter(rows, width, chosen, (row) => means[isSung[row]!]!)
  const [unsung, sung] = means as [Float64Array, Float64Array]
  const weights = solve(
    scatter,
    sung.map((value, i) => value - unsung[i]!),
  )
  const middle = weights.reduce((sum, weight, i) => sum + (weight * (sung[i]! + unsung[i]!)) / 2, 0)
  const share = Math.log(Math.max(FEW_ROWS, counts[1]!) / Math.max(FEW_ROWS, counts[0]!))
  return { weights, even: middle - share }
}

function measureScatter(
  rows: Float32Array,
  width: number,
  chosen: readonly number[],
  meanOf: (row: number) => Float64Array,
): Float64Array {
  const scatter = new Float64Array(width * width)
  const away = new Float64Array(width)
  for (let each = 0; each < chosen.length; each += SPARSE) {
    const row = chosen[each]!
    const mean = meanOf(row)
    for (let i = 0; i < width; i++) away[i] = rows[row * width + i]! - mean[i]!
    for (let i = 0; i < width; i++)
      for (let j = 0; j <= i; j++) scatter[i * width + j]! += away[i]! * away[j]!
  }
  const count = Math.max(1, chosen.length / SPARSE)
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) scatter[i * width + j]! /= count
    scatter[i * width + i] = scatter[i * width + i]! * (1 + RIDGE) + 1e-6
  }
  return scatter
}

/** Solves a symmetric, positive system of equations, given by its lower half (Cholesky). */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length
  const lower = new Float64Array(matrix.length)
  const values = right.slice()
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!
      lower[i * size + j] = i === j ? Math.sqrt(Math.max(1e-9, sum)) : sum / lower[j * size + j]!
    }
    for (let k = 0; k < i; k++) values[i]! -= lower[i * size + k]! * values[k]!
    values[i]! /= lower[i * size + i]!
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) values[i]! -= lower[k * size + i]! * values[k]!
    values[i]! /= lower[i * size + i]!
  }
  return values
}
