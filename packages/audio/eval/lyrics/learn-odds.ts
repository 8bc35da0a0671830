/** A song's rows of traits, and which of them are sung. */
export type Taught = { name: string; width: number; values: Float32Array; isSung: Uint8Array }

/** Neighbouring rows say the same. */
const SPARSE = 4

/** Keeps weights small: traits go up and down together. */
const RIDGE = 0.02

const ROUNDS = 6

/** Weights of the traits, and last that of a song where all is as usual (logistic regression, Newton); each song counts the same. */
export function learnOdds(songs: readonly Taught[]): Float64Array {
  const size = (songs[0]?.width ?? 0) + 1
  const weights = new Float64Array(size)
  for (let round = 0; round < ROUNDS; round++) {
    const bend = new Float64Array(size * size)
    const slope = weights.map((weight, i) => (i < size - 1 ? -2 * RIDGE * weight : 0))
    for (let i = 0; i < size; i++) bend[i * size + i] = i < size - 1 ? 2 * RIDGE : 1e-6
    for (const song of songs) addSong(song, weights, songs.length, { bend, slope })
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) bend[j * size + i] = bend[i * size + j]!
    const step = solve(bend, slope)
    for (let i = 0; i < size; i++) weights[i]! += step[i]!
  }
  return weights
}

/** The log odds of a row. */
export function weighRow(values: Float32Array, row: number, width: number, weights: Float64Array): number {
  let odds = weights[width]!
  for (let i = 0; i < width; i++) odds += weights[i]! * values[row * width + i]!
  return odds
}

function addSong(
  { width, values, isSung }: Taught,
  weights: Float64Array,
  songCount: number,
  { bend, slope }: { bend: Float64Array; slope: Float64Array },
): void {
  const size = width + 1
  const traits = new Float64Array(size).fill(1)
  const share = SPARSE / isSung.length / songCount
  for (let row = 0; row < isSung.length; row += SPARSE) {
    const likely = 1 / (1 + Math.exp(-weighRow(values, row, width, weights)))
    for (let i = 0; i < width; i++) traits[i] = values[row * width + i]!
    const [missed, unsure] = [share * (isSung[row]! - likely), share * likely * (1 - likely)]
    for (let i = 0; i < size; i++) {
      slope[i]! += missed * traits[i]!
      const weight = unsure * traits[i]!
      for (let j = 0; j <= i; j++) bend[i * size + j]! += weight * traits[j]!
    }
  }
}

/** Gauss, with the largest pivot of each column. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length
  const rows = Array.from({ length: size }, (_, i) => [
    ...matrix.subarray(i * size, (i + 1) * size),
    right[i]!,
  ])
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let i = column; i < size; i++)
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    const own = rows[column]!
    for (let i = column + 1; i < size; i++) {
      const share = rows[i]![column]! / own[column]!
      for (let j = column; j <= size; j++) rows[i]![j]! -= share * own[j]!
    }
  }
  const found = new Float64Array(size)
  for (let i = size - 1; i >= 0; i--) {
    let sum = rows[i]![size]!
    for (let j = i + 1; j < size; j++) sum -= rows[i]![j]! * found[j]!
    found[i] = sum / rows[i]![i]!
  }
  return found
}
