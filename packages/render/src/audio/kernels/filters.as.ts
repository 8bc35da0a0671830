// Filters over streams of samples.

/**
 * Every second sample after a half-band filter: `count` floats come out of `2 * count + 2 * reach` that go in.
 * `taps`: the taps at odd distances 1, 3, ... up to `reach`.
 */
export function halveRate(input: usize, output: usize, count: i32, taps: usize, reach: i32): void {
  const centre = input + ((reach as usize) << 2)
  for (let k = 0; k < count; k++) {
    const at = centre + ((k as usize) << 3)
    let sum: f32 = 0.5 * load<f32>(at)
    let tap = taps
    for (let distance: usize = 4; distance <= (reach as usize) << 2; distance += 8) {
      sum += load<f32>(tap) * (load<f32>(at - distance) + load<f32>(at + distance))
      tap += 4
    }
    store<f32>(output + ((k as usize) << 2), sum)
  }
}

/** The highest amplitude of `count` floats. */
export function highestOf(samples: usize, count: i32): f32 {
  let four = f32x4.splat(0)
  let i = 0
  for (; i + 4 <= count; i += 4) four = f32x4.max(four, f32x4.abs(v128.load(samples + ((i as usize) << 2))))
  let highest = max(
    max(f32x4.extract_lane(four, 0), f32x4.extract_lane(four, 1)),
    max(f32x4.extract_lane(four, 2), f32x4.extract_lane(four, 3)),
  )
  for (; i < count; i++) highest = max(highest, abs(load<f32>(samples + ((i as usize) << 2))))
  return highest
}

/** The highest amplitude of every `each` floats, as u16 (65535 is full scale): `count` values come out. */
export function peakEnvelope(samples: usize, each: i32, count: i32, peaks: usize): void {
  let from = samples
  for (let i = 0; i < count; i++) {
    store<u16>(peaks + ((i as usize) << 1), (min<f32>(1, highestOf(from, each)) * 65535 + 0.5) as u16)
    from += (each as usize) << 2
  }
}

/**
 * Two channels through both filters of BS.1770; adds the squares of each to `state`.
 * `filter`: b0 b1 b2 a1 a2 of the shelf, a1 a2 of the high-pass (f64). `state`: five pairs of f64, the last one the sums.
 */
export function weighPair(left: usize, right: usize, count: i32, filter: usize, state: usize): void {
  const b0 = v128.load64_splat(filter), b1 = v128.load64_splat(filter + 8), b2 = v128.load64_splat(filter + 16)
  const a1 = v128.load64_splat(filter + 24), a2 = v128.load64_splat(filter + 32)
  const c1 = v128.load64_splat(filter + 40), c2 = v128.load64_splat(filter + 48)
  const two = f64x2.splat(2)
  let s1 = v128.load(state), s2 = v128.load(state + 16), h1 = v128.load(state + 32), h2 = v128.load(state + 48)
  let sum = v128.load(state + 64)
  for (let at: usize = 0; at < (count as usize) << 2; at += 4) {
    const x = f64x2(load<f32>(left + at) as f64, load<f32>(right + at) as f64)
    const y = f64x2.add(f64x2.mul(b0, x), s1)
    s1 = f64x2.add(f64x2.sub(f64x2.mul(b1, x), f64x2.mul(a1, y)), s2)
    s2 = f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y))
    const w = f64x2.add(y, h1)
    h1 = f64x2.sub(f64x2.sub(h2, f64x2.mul(two, y)), f64x2.mul(c1, w))
    h2 = f64x2.sub(y, f64x2.mul(c2, w))
    sum = f64x2.add(sum, f64x2.mul(w, w))
  }
  v128.store(state, s1)
  v128.store(state + 16, s2)
  v128.store(state + 32, h1)
  v128.store(state + 48, h2)
  v128.store(state + 64, sum)
}

/** Brings `count` floats, and up to three more, into -limit..limit; what is no number becomes silence, or it would spread through every filter behind. */
export function tame(samples: usize, count: i32, limit: f32): void {
  const high = f32x4.splat(limit), low = f32x4.splat(-limit)
  for (let at = samples; at < samples + ((count as usize) << 2); at += 16) {
    const four = v128.load(at)
    const numbers = v128.and(four, f32x4.eq(four, four))
    v128.store(at, f32x4.max(low, f32x4.min(high, numbers)))
  }
}
