/** Means of timed rows between consecutive moments; a row that reaches over a border counts for its share. */
export function averageRows(
  rows: Float32Array,
  width: number,
  rateHz: number,
  momentSecs: ArrayLike<number>,
): Float32Array {
  const count = Math.max(0, momentSecs.length - 1)
  const rowCount = Math.floor(rows.length / width)
  const means = new Float32Array(count * width)
  for (let moment = 0; moment < count; moment++) {
    // Row r is centred on r / rate and reaches half a row to each side.
    const from = momentSecs[moment]! * rateHz + 0.5
    const to = Math.max(from + 0.01, momentSecs[moment + 1]! * rateHz + 0.5)
    let total = 0
    for (let row = Math.max(0, Math.floor(from)); row < Math.min(rowCount, to); row++) {
      const share = Math.min(to, row + 1) - Math.max(from, row)
      total += share
      for (let i = 0; i < width; i++) means[moment * width + i]! += share * rows[row * width + i]!
    }
    if (total > 0) for (let i = 0; i < width; i++) means[moment * width + i]! /= total
  }
  return means
}

/** 0 for the same direction, 1 for nothing in common. */
export function cosineDistance(a: Float64Array, b: Float64Array): number {
  return 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b) + 1e-12)
}

/** The sum of the products of two vectors of the same length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** The mean difference of the elements. */
export function meanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!)
  return sum / a.length
}

/** The value below which the given share of all values lies. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.round(share * (sorted.length - 1))))] ?? 0
}

/** Running totals: element n is the sum of the first n values. */
export function sumUp(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1)
  let total = 0
  for (let i = 0; i < values.length; i++) sums[i + 1] = total += values[i] ?? 0
  return sums
}

/** The mean of the values from one index up to another, out of their running totals; 0 where there is none. */
export function meanBetween(sums: Float64Array, from: number, to: number): number {
  return to > from ? ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from) : 0
}

/** How far each value lies from the one `lag` places before it. */
export function listDifferences(values: number[], lag = 1): number[] {
  return values.slice(lag).map((value, i) => value - (values[i] ?? 0))
}

/** Where the highest value stands, the first of several. */
export function indexOfHighest(values: Float64Array | Float32Array): number {
  let highest = Number.NEGATIVE_INFINITY
  for (const value of values) if (value > highest) highest = value
  return Math.max(0, values.indexOf(highest))
}

/** How many of the first items of a sorted list are before a place. */
export function countBefore<Item>(sorted: ArrayLike<Item>, isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    // Below the length there is an item.
    if (isBefore(sorted[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
