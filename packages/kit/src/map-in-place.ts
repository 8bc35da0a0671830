/** Changes every value of an array, which stays where it is: for samples, and for memory that threads share. */
export function mapInPlace(
  values: Float32Array | Float64Array,
  change: (value: number, index: number) => number,
): void {
  // Every index below the length has a value.
  for (let i = 0; i < values.length; i++) values[i] = change(values[i]!, i)
}
