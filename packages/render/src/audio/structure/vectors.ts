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
  let [product, powerA, powerB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    product += a[i]! * b[i]!
    powerA += a[i]! * a[i]!
    powerB += b[i]! * b[i]!
  }
  return 1 - product / Math.sqrt(powerA * powerB + 1e-12)
}

/** The mean difference of the elements. */
export function meanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!)
  return sum / a.length
}

/** Mean 0, deviation 1. */
export function standardise(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length)
  const deviation = Math.sqrt(variance) || 1
  return values.map((value) => (value - mean) / deviation)
}

/** The value below which the given share of all values lies. */
export function percentile(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) return 0
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.round(share * (sorted.length - 1))))]!
}
