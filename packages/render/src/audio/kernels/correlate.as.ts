// How a curve matches itself.

/**
 * Adds to each of `lagCount` sums (a multiple of 4, f64) the products of `count` values (f64) with those `lag` later:
 * `lagCount` more values follow, and an odd count is followed by 0.
 */
export function addProducts(values: usize, count: i32, lagCount: i32, sums: usize): void {
  const end = values + ((count as usize) << 3)
  for (let lag: usize = 0; lag < (lagCount as usize) << 3; lag += 32) {
    let a = f64x2.splat(0), b = f64x2.splat(0), c = f64x2.splat(0), d = f64x2.splat(0)
    for (let at = values; at < end; at += 16) {
      const two = v128.load(at)
      a = f64x2.add(a, f64x2.mul(two, v128.load(at + lag)))
      b = f64x2.add(b, f64x2.mul(two, v128.load(at + lag, 8)))
      c = f64x2.add(c, f64x2.mul(two, v128.load(at + lag, 16)))
      d = f64x2.add(d, f64x2.mul(two, v128.load(at + lag, 24)))
    }
    const to = sums + lag
    store<f64>(to, load<f64>(to) + f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1))
    store<f64>(to, load<f64>(to, 8) + f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1), 8)
    store<f64>(to, load<f64>(to, 16) + f64x2.extract_lane(c, 0) + f64x2.extract_lane(c, 1), 16)
    store<f64>(to, load<f64>(to, 24) + f64x2.extract_lane(d, 0) + f64x2.extract_lane(d, 1), 24)
  }
}
