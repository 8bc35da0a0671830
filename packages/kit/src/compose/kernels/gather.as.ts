// Samples picked one by one, for pictures that are turned or seen from aside.

/** Four pairs of neighbours, put together as a number: engines check the bounds of every load into a lane. */
@inline export function gatherFour(plane: usize, at: v128): i64 {
  const a = load<u16>(plane + <usize>i32x4.extract_lane(at, 0)), b = load<u16>(plane + <usize>i32x4.extract_lane(at, 1))
  const c = load<u16>(plane + <usize>i32x4.extract_lane(at, 2)), d = load<u16>(plane + <usize>i32x4.extract_lane(at, 3))
  return <i64>a | (<i64>b << 16) | (<i64>c << 32) | (<i64>d << 48)
}

/** The fractional parts of eight 16.16 numbers as Q15. */
@inline export function fractions(a: v128, b: v128): v128 {
  const m = i32x4.splat(0xffff)
  return i16x8.narrow_i32x4_s(i32x4.shr_u(v128.and(a, m), 1), i32x4.shr_u(v128.and(b, m), 1))
}

/** The weights of two neighbours as pairs of bytes: 64 - f and f. */
@inline export function pairWeights(fraction: v128): v128 {
  const f = i16x8.shr_u(fraction, 9)
  return i16x8.add(i16x8.sub(i16x8.splat(64), f), i16x8.shl(f, 8))
}

/** Mixes the two neighbours that each 16-bit lane holds. */
@inline export function across(pair: v128, weights: v128): v128 {
  return i16x8.relaxed_dot_i8x16_i7x16_s(v128.xor(pair, i8x16.splat(<i8>0x80)), weights)
}
