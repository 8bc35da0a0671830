/** Lines of values: how many, from one to the next, how many values in each, and from one value to the next. */
type Lines = { count: number; step: number; length: number; stride: number }

/** The mean around each value along lines; a running sum, because plates have millions of values. */
export function slideMean(
  values: Float32Array,
  { count, step, length, stride }: Lines,
  radius: number,
): Float32Array {
  const means = new Float32Array(values.length)
  for (let line = 0; line < count; line++) {
    const at = (i: number) => values[line * step + i * stride]!
    let sum = 0
    for (let i = 0; i < Math.min(radius, length); i++) sum += at(i)
    for (let i = 0; i < length; i++) {
      if (i + radius < length) sum += at(i + radius)
      if (i > radius) sum -= at(i - radius - 1)
      means[line * step + i * stride] = sum / (Math.min(length - 1, i + radius) - Math.max(0, i - radius) + 1)
    }
  }
  return means
}
