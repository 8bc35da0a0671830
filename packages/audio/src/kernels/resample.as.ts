// From two channels at one rate to one at another.

/** The mean of two channels: `count` floats of each, and up to three more are written. */
export function mixPair(left: usize, right: usize, count: i32, output: usize): void {
  const half = f32x4.splat(0.5)
  for (let at: usize = 0; at < (count as usize) << 2; at += 16) {
    const mixed = f32x4.add(f32x4.mul(v128.load(left + at), half), f32x4.mul(v128.load(right + at), half))
    v128.store(output + at, mixed)
  }
}

/**
 * Filters the input at each place of an output sample; returns how many came out. `taps`: a row for each of `phases` places
 * between two samples, `rowTaps` (a multiple of 24) floats each. `step`: how far the next place lies: samples, phases, and
 * rests of a phase, of which `rests` make one (i32). `place`: where the next output sample lies, in the same terms; the last
 * place that has all of its input is `lastStart`.
 */
export function resample(
  input: usize, output: usize, taps: usize, rowTaps: i32, phases: i32, step: usize, rests: i32, place: usize, lastStart: i32,
): i32 {
  const stepSamples = load<i32>(step), stepPhases = load<i32>(step, 4), stepRests = load<i32>(step, 8)
  let start = load<i32>(place), phase = load<i32>(place, 4), rest = load<i32>(place, 8)
  const rowBytes = (rowTaps as usize) << 2
  let to = output
  while (start <= lastStart) {
    store<f32>(to, filter(input + ((start as usize) << 2), taps + (phase as usize) * rowBytes, rowBytes))
    to += 4
    start += stepSamples
    phase += stepPhases
    rest += stepRests
    if (rest >= rests) {
      rest -= rests
      phase++
    }
    if (phase >= phases) {
      phase -= phases
      start++
    }
  }
  store<i32>(place, start)
  store<i32>(place, phase, 4)
  store<i32>(place, rest, 8)
  return ((to - output) >> 2) as i32
}

@inline function filter(samples: usize, taps: usize, bytes: usize): f32 {
  let a = f32x4.splat(0), b = f32x4.splat(0), c = f32x4.splat(0)
  for (const end = taps + bytes; taps < end; taps += 96, samples += 96) {
    a = f32x4.add(a, f32x4.mul(v128.load(samples), v128.load(taps)))
    b = f32x4.add(b, f32x4.mul(v128.load(samples, 16), v128.load(taps, 16)))
    c = f32x4.add(c, f32x4.mul(v128.load(samples, 32), v128.load(taps, 32)))
    a = f32x4.add(a, f32x4.mul(v128.load(samples, 48), v128.load(taps, 48)))
    b = f32x4.add(b, f32x4.mul(v128.load(samples, 64), v128.load(taps, 64)))
    c = f32x4.add(c, f32x4.mul(v128.load(samples, 80), v128.load(taps, 80)))
  }
  const four = f32x4.add(f32x4.add(a, b), c)
  return (f32x4.extract_lane(four, 0) + f32x4.extract_lane(four, 1)) + (f32x4.extract_lane(four, 2) + f32x4.extract_lane(four, 3))
}
