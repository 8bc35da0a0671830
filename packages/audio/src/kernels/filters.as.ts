// Filters over streams of samples.

/**
 * Every second sample after a half-band filter: `count` floats come out of `2 * count + 2 * reach` that go in.
 * `taps`: the taps at odd distances 1, 3, ... up to `reach`.
 */
export function halveRate(input: usize, output: usize, count: i32, taps: usize, reach: i32): void {
  const centre = input + ((reach as usize) << 2), reachBytes = (reach as usize) << 2
  let k = 0
  for (; k + 4 <= count; k += 4) {
    const at = centre + ((k as usize) << 3)
    let sum = f32x4.mul(f32x4.splat(0.5), everySecond(at))
    let tap = taps
    for (let distance: usize = 4; distance <= reachBytes; distance += 8) {
      const pair = f32x4.add(everySecond(at - distance), everySecond(at + distance))
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(tap), pair))
      tap += 4
    }
    v128.store(output + ((k as usize) << 2), sum)
  }
  for (; k < count; k++) {
    const at = centre + ((k as usize) << 3)
    let sum: f32 = 0.5 * load<f32>(at)
    let tap = taps
    for (let distance: usize = 4; distance <= reachBytes; distance += 8) {
      sum += load<f32>(tap) * (load<f32>(at - distance) + load<f32>(at + distance))
      tap += 4
    }
    store<f32>(output + ((k as usize) << 2), sum)
  }
}

@inline function everySecond(at: usize): v128 {
  return v128.shuffle<f32>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6)
}

/** The highest amplitude of `count` floats. */
function highestOf(samples: usize, count: i32): f32 {
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

/** Samples looked at together: most stretches hold nothing near the peak. */
const STRETCH = 64

/**
 * The highest amplitude on and between `count` samples, if it is above `known`. Only samples above `near` times the peak so far
 * are looked at from both sides. `input`: 15 samples before them, the first of which lies `lead` before the first new one.
 * `taps`: for each of 16 samples its weight at the three places between two samples, and 0 (f64).
 */
export function truePeak(input: usize, count: i32, lead: i32, known: f64, near: f64, taps: usize): f64 {
  let peak = known, measured = 0
  const centre = input + ((lead as usize) << 2)
  for (let from = 0; from < count; from += STRETCH) {
    const to = min(count, from + STRETCH)
    if (!((highestOf(centre + ((from as usize) << 2), to - from) as f64) > peak * near)) continue
    for (let start = from; start < to; start++) {
      const at = (start as usize) << 2
      const amplitude = abs(load<f32>(centre + at)) as f64
      if (amplitude <= peak * near) continue
      // The place behind the sample before was looked at if that one was high, too.
      if (start > measured) peak = max(peak, highestBetween(input + at - 4, taps))
      peak = max(peak, max(amplitude, highestBetween(input + at, taps)))
      measured = start + 1
    }
  }
  return peak
}

/** The highest of the three points between two samples. */
function highestBetween(samples: usize, taps: usize): f64 {
  let two = f64x2.splat(0), third = f64x2.splat(0)
  for (let tap: usize = 0; tap < 16; tap++) {
    const sample = f64x2.splat(load<f32>(samples + (tap << 2)) as f64)
    two = f64x2.add(two, f64x2.mul(v128.load(taps + (tap << 5)), sample))
    third = f64x2.add(third, f64x2.mul(v128.load(taps + (tap << 5), 16), sample))
  }
  const high = f64x2.max(f64x2.abs(two), f64x2.abs(third))
  return max(f64x2.extract_lane(high, 0), f64x2.extract_lane(high, 1))
}

/** Samples that are weighed at once. */
const WEIGHED = 256

/**
 * Two channels through both filters of BS.1770; adds the squares of each to `state`.
 * `filter`: b0 b1 b2 a1 a2 of the shelf, a1 a2 of the high-pass (f64). `state`: five pairs of f64, the last one the sums, then
 * room for 256 more.
 */
export function weighPair(left: usize, right: usize, count: i32, filter: usize, state: usize): void {
  for (let from = 0; from < count; from += WEIGHED) {
    const length = min(WEIGHED, count - from), at = (from as usize) << 2
    pairUp(left + at, right + at, length, state + 80)
    weigh(state + 80, length, filter, state)
  }
}

/** Both channels as pairs of f64; up to three more are written. */
function pairUp(left: usize, right: usize, count: i32, pairs: usize): void {
  for (let at: usize = 0; at < (count as usize) << 2; at += 16) {
    const l = v128.load(left + at), r = v128.load(right + at), to = pairs + (at << 2)
    const low = v128.shuffle<f32>(l, r, 0, 4, 1, 5), high = v128.shuffle<f32>(l, r, 2, 6, 3, 7)
    v128.store(to, f64x2.promote_low_f32x4(low))
    v128.store(to, f64x2.promote_low_f32x4(v128.shuffle<f64>(low, low, 1, 1)), 16)
    v128.store(to, f64x2.promote_low_f32x4(high), 32)
    v128.store(to, f64x2.promote_low_f32x4(v128.shuffle<f64>(high, high, 1, 1)), 48)
  }
}

function weigh(pairs: usize, count: i32, filter: usize, state: usize): void {
  const b0 = v128.load64_splat(filter), b1 = v128.load64_splat(filter + 8), b2 = v128.load64_splat(filter + 16)
  const a1 = v128.load64_splat(filter + 24), a2 = v128.load64_splat(filter + 32)
  const c1 = v128.load64_splat(filter + 40), c2 = v128.load64_splat(filter + 48)
  let s1 = v128.load(state), s2 = v128.load(state + 16), h1 = v128.load(state + 32), h2 = v128.load(state + 48)
  let sum = v128.load(state + 64)
  for (let at = pairs; at < pairs + ((count as usize) << 4); at += 16) {
    const x = v128.load(at)
    const y = f64x2.add(f64x2.mul(b0, x), s1)
    // What does not wait for this sample's result comes first.
    s1 = f64x2.sub(f64x2.add(f64x2.mul(b1, x), s2), f64x2.mul(a1, y))
    s2 = f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y))
    const w = f64x2.add(y, h1)
    h1 = f64x2.sub(f64x2.sub(h2, f64x2.add(y, y)), f64x2.mul(c1, w))
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
