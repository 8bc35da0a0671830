// How alike vectors are.

/**
 * How alike vector `a` is to each of `count`, by two descriptions of them, whose weights and lengths are given. A negative
 * likeness counts as none.
 */
export function compareRow(
  first: usize, firstLength: i32, firstWeight: f64, second: usize, secondLength: i32, secondWeight: f64, a: i32, count: i32,
  row: usize,
): void {
  const firstBytes = (firstLength as usize) << 2, secondBytes = (secondLength as usize) << 2
  const firstA = first + (a as usize) * firstBytes, secondA = second + (a as usize) * secondBytes
  for (let b = 0; b < count; b++) {
    const one = max<f64>(0, dot(firstA, first + (b as usize) * firstBytes, firstBytes))
    const other = max<f64>(0, dot(secondA, second + (b as usize) * secondBytes, secondBytes))
    store<f32>(row + ((b as usize) << 2), (firstWeight * one + secondWeight * other) as f32)
  }
}

@inline function dot(a: usize, b: usize, bytes: usize): f64 {
  let sum: f64 = 0
  for (let at: usize = 0; at < bytes; at += 8) {
    sum += (load<f32>(a + at) as f64) * (load<f32>(b + at) as f64)
    sum += (load<f32>(a + at, 4) as f64) * (load<f32>(b + at, 4) as f64)
  }
  return sum
}
