// How a curve matches itself, and what that says about its tempo.

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

/** `sum` and `count` floats, added up one by one. */
export function addUp(values: usize, count: i32, sum: f64): f64 {
  for (let i = 0; i < count; i++) sum += load<f32>(values + ((i as usize) << 2)) as f64
  return sum
}

/** How far `count` floats lie above `mean` (f64). */
export function subtractMean(values: usize, count: i32, mean: f64, output: usize): void {
  for (let i = 0; i < count; i++)
    store<f64>(output + ((i as usize) << 3), (load<f32>(values + ((i as usize) << 2)) as f64) - mean)
}

/**
 * From the sums of products to a correlation: 1 at lag 0, corrected for the overlap of a curve of `length` rows; lags beyond its
 * length are 0.
 */
export function relateLags(sums: usize, lagCount: i32, length: i32): void {
  const first = load<f64>(sums), scale = first == 0 ? 1 : first
  for (let lag = 0; lag < lagCount; lag++) {
    const at = sums + ((lag as usize) << 3)
    const overlap = (length - lag) as f64
    store<f64>(at, overlap > 0 ? ((load<f64>(at) / scale) * (length as f64)) / overlap : 0)
  }
}

/**
 * The highest correlation within one and a half rows, twice as fine: value 2n is lag n. 2 * lagCount - 1 values come out,
 * `fine` has room for as many.
 */
export function widenPeaks(lags: usize, lagCount: i32, fine: usize, peaks: usize): void {
  const last = 2 * lagCount - 2
  for (let i = 0; i <= last; i++) {
    const below = load<f64>(lags + ((i >> 1) as usize << 3)), above = load<f64>(lags + (((i + 1) >> 1) as usize << 3))
    store<f64>(fine + ((i as usize) << 3), 0.5 * (below + above))
  }
  for (let i = 0; i <= last; i++) {
    let highest: f64 = -1
    for (let near = max(0, i - 3), to = min(last, i + 3); near <= to; near++)
      highest = max(highest, load<f64>(fine + ((near as usize) << 3)))
    store<f64>(peaks + ((i as usize) << 3), highest)
  }
}

/** Adds to each of `count` scores the value at its place, multiplied by a weight. */
export function addPlaces(values: usize, places: usize, count: i32, weight: f64, scores: usize): void {
  for (let i = 0; i < count; i++) {
    const at = scores + ((i as usize) << 3)
    const place = load<i32>(places + ((i as usize) << 2)) as usize
    store<f64>(at, load<f64>(at) + weight * load<f64>(values + (place << 3)))
  }
}

/**
 * One step of a path through tempos: the best way to each of `count` steps is from one of those within `reach`, at `stepCost`
 * times the square of the distance, or from `best` at `jumpCost`. `next` gets the totals, `origins` where each came from (i16).
 */
export function traceStep(
  totals: usize, scores: usize, count: i32, reach: i32, stepCost: f64, jumpCost: f64, best: i32, next: usize, origins: usize,
): void {
  const jump = load<f64>(totals + ((best as usize) << 3)) - jumpCost
  for (let step = 0; step < count; step++) {
    let value = jump, origin = best
    for (let from = max(0, step - reach), to = min(count - 1, step + reach); from <= to; from++) {
      const candidate = load<f64>(totals + ((from as usize) << 3)) - stepCost * ((step - from) * (step - from) as f64)
      if (candidate <= value) continue
      value = candidate
      origin = from
    }
    store<f64>(next + ((step as usize) << 3), value + load<f64>(scores + ((step as usize) << 3)))
    store<i16>(origins + ((step as usize) << 1), origin as i16)
  }
}
