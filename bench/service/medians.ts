/** The value in the middle. */
export function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = NaN, high = low] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return (low + high) / 2
}

/** The value that so many of a hundred stay below. */
export function percentileOf(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN
}
