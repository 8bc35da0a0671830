// Row operations: everything that is drawn ends in one of these. Arithmetic keeps six bits below the
// sample and floors after adding the dither, so gradients do not band and exact values stay exact.
import { firstPairs, lastPairs, lowerHalves } from "./bytes.as"
import { FULL, firstBytes, q15 } from "./target.as"

/** Blends n painted bytes over the ground. Reads whole vectors: rows carry 16 bytes of slack. */
export function blendRow(dst: usize, paint: usize, alpha: usize, n: i32, black: i32, gain: i32, dither: v128): void {
  const K6 = i16x8.splat(<i16>(black << 6)), G = i16x8.splat(<i16>gain), times = i8x16.splat(64)
  for (let i = 0; i < n; i += 16) {
    let A = v128.load(alpha + i)
    if (n - i < 16) A = v128.and(A, firstBytes(n - i))
    if (!v128.any_true(A)) continue
    let S = v128.load(paint + i)
    if (gain >= FULL && !v128.any_true(v128.not(A))) {
      v128.store(dst + i, S)
      continue
    }
    if (n - i < 16) S = v128.bitselect(S, i8x16.splat(<i8>black), firstBytes(n - i))
    const D = v128.load(dst + i), high = i8x16.shr_u(A, 1), low = lowerHalves(A)
    let a0 = firstPairs(low, high), a1 = lastPairs(low, high)
    let s0 = i16x8.extmul_low_i8x16_u(S, times), s1 = i16x8.extmul_high_i8x16_u(S, times)
    if (gain < FULL) {
      a0 = q15(a0, G)
      a1 = q15(a1, G)
      s0 = i16x8.add(q15(i16x8.sub(s0, K6), G), K6)
      s1 = i16x8.add(q15(i16x8.sub(s1, K6), G), K6)
    }
    const d0 = i16x8.sub(i16x8.extmul_low_i8x16_u(D, times), K6), d1 = i16x8.sub(i16x8.extmul_high_i8x16_u(D, times), K6)
    const r0 = i16x8.add(i16x8.sub(i16x8.add(s0, d0), q15(d0, a0)), dither)
    const r1 = i16x8.add(i16x8.sub(i16x8.add(s1, d1), q15(d1, a1)), dither)
    v128.store(dst + i, i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 6), i16x8.shr_s(r1, 6)))
  }
}

/** As `blendRow` where one alpha (Q15, opacity included) holds for all pixels; `gain` is the opacity alone. */
export function blendEvenRow(dst: usize, paint: usize, n: i32, black: i32, alpha: i32, gain: i32, dither: v128): void {
  const K6 = i16x8.splat(<i16>(black << 6)), A = i16x8.splat(<i16>alpha), G = i16x8.splat(<i16>gain), times = i8x16.splat(64)
  const isFaded = gain < FULL, base = isFaded ? i16x8.add(K6, dither) : dither
  for (let i = 0; i < n; i += 16) {
    const S = v128.load(paint + i), D = v128.load(dst + i)
    let s0 = i16x8.extmul_low_i8x16_u(S, times), s1 = i16x8.extmul_high_i8x16_u(S, times)
    if (isFaded) {
      s0 = q15(i16x8.sub(s0, K6), G)
      s1 = q15(i16x8.sub(s1, K6), G)
    }
    const d0 = i16x8.sub(i16x8.extmul_low_i8x16_u(D, times), K6), d1 = i16x8.sub(i16x8.extmul_high_i8x16_u(D, times), K6)
    const r0 = i16x8.add(i16x8.sub(i16x8.add(s0, d0), q15(d0, A)), base)
    const r1 = i16x8.add(i16x8.sub(i16x8.add(s1, d1), q15(d1, A)), base)
    storeSixteen(dst + i, i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 6), i16x8.shr_s(r1, 6)), n - i)
  }
}

/** Blends one value through n bytes of alpha. */
export function tintRow(dst: usize, value: i32, alpha: usize, n: i32, gain: i32, dither: v128): void {
  const C = i16x8.splat(<i16>(value << 6)), G = i16x8.splat(<i16>gain)
  for (let i = 0; i < n; i += 16) {
    let A = v128.load(alpha + i)
    if (n - i < 16) A = v128.and(A, firstBytes(n - i))
    if (v128.any_true(A)) v128.store(dst + i, towardSixteen(v128.load(dst + i), C, C, A, G, dither))
  }
}

/** As `tintRow` where one alpha (Q15, opacity included) holds for all pixels. */
export function tintEvenRow(dst: usize, value: i32, n: i32, alpha: i32, dither: v128): void {
  const C = i16x8.splat(<i16>(value << 6)), A = i16x8.splat(<i16>alpha), times = i8x16.splat(64)
  for (let i = 0; i < n; i += 16) {
    const D = v128.load(dst + i)
    const d0 = i16x8.extmul_low_i8x16_u(D, times), d1 = i16x8.extmul_high_i8x16_u(D, times)
    const r0 = i16x8.add(i16x8.add(d0, q15(i16x8.sub(C, d0), A)), dither)
    const r1 = i16x8.add(i16x8.add(d1, q15(i16x8.sub(C, d1), A)), dither)
    storeSixteen(dst + i, i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 6), i16x8.shr_s(r1, 6)), n - i)
  }
}

/** Blends n bytes of colour through n bytes of alpha. */
export function tintRowBy(dst: usize, colour: usize, alpha: usize, n: i32, gain: i32, dither: v128): void {
  const G = i16x8.splat(<i16>gain), times = i8x16.splat(64)
  for (let i = 0; i < n; i += 16) {
    let A = v128.load(alpha + i)
    if (n - i < 16) A = v128.and(A, firstBytes(n - i))
    if (!v128.any_true(A)) continue
    const C = v128.load(colour + i)
    const c0 = i16x8.extmul_low_i8x16_u(C, times), c1 = i16x8.extmul_high_i8x16_u(C, times)
    v128.store(dst + i, towardSixteen(v128.load(dst + i), c0, c1, A, G, dither))
  }
}

/** Sixteen pixels of ground moved toward two vectors of colour, times 64, by bytes of alpha: what they come to lies between both. */
@inline function towardSixteen(ground: v128, c0: v128, c1: v128, alpha: v128, gain: v128, dither: v128): v128 {
  const high = i8x16.shr_u(alpha, 1), low = lowerHalves(alpha), times = i8x16.splat(64)
  const a0 = q15(firstPairs(low, high), gain), a1 = q15(lastPairs(low, high), gain)
  const d0 = i16x8.extmul_low_i8x16_u(ground, times), d1 = i16x8.extmul_high_i8x16_u(ground, times)
  return toBytes(
    i16x8.add(i16x8.add(d0, q15(i16x8.sub(c0, d0), a0)), dither),
    i16x8.add(i16x8.add(d1, q15(i16x8.sub(c1, d1), a1)), dither),
  )
}

/** Rows in work hold (byte - 128) * 64: what a dot product of signed bytes gives. This brings the offset back. */
export const LIFT: i16 = 8192

/** Interpolates between two rows in work and stores n bytes: the opaque case. */
export function lerpRow(dst: usize, rowA: usize, rowB: usize, n: i32, fraction: i32, dither: v128): void {
  const F = i16x8.splat(<i16>fraction)
  const base = i16x8.add(dither, i16x8.splat(LIFT))
  let i = 0
  for (; i + 16 <= n; i += 16) v128.store(dst + i, lerpSixteen(rowA + (<usize>i << 1), rowB + (<usize>i << 1), F, base))
  if (i < n) storeSixteen(dst + i, lerpSixteen(rowA + (<usize>i << 1), rowB + (<usize>i << 1), F, base), n - i)
}

@inline function lerpSixteen(rowA: usize, rowB: usize, F: v128, base: v128): v128 {
  const r0 = i16x8.shr_s(i16x8.add(lerp(rowA, rowB, F), base), 6)
  const r1 = i16x8.shr_s(i16x8.add(lerp(rowA + 16, rowB + 16, F), base), 6)
  return i8x16.narrow_i16x8_u(r0, r1)
}

@inline function lerp(rowA: usize, rowB: usize, F: v128): v128 {
  const a = v128.load(rowA)
  return i16x8.add(a, q15(i16x8.sub(v128.load(rowB), a), F))
}

/**
 * Interpolates paint and alpha between two rows in work and blends n pixels.
 * `weights` (Q15 per pixel, or 0) fades columns: the moving edge of a reveal.
 */
export function lerpBlendRow(
  dst: usize, paintA: usize, paintB: usize, alphaA: usize, alphaB: usize, n: i32,
  fraction: i32, black: i32, gain: i32, weights: usize, dither: v128,
): void {
  const F = i16x8.splat(<i16>fraction), K6 = i16x8.splat(<i16>(black << 6))
  const lift = i16x8.splat(LIFT), liftToBlack = i16x8.sub(lift, K6), base = i16x8.add(K6, dither)
  const isFaded = gain < FULL || weights != 0, times = i8x16.splat(64)
  for (let i = 0; i < n; i += 16) {
    const o = <usize>i << 1
    const al0 = i16x8.add(lerp(alphaA + o, alphaB + o, F), lift), al1 = i16x8.add(lerp(alphaA + o + 16, alphaB + o + 16, F), lift)
    const has0 = v128.any_true(al0), has1 = n - i > 8 && v128.any_true(al1)
    if (!has0 && !has1) continue
    let a0 = lerpedAlpha(al0), a1 = lerpedAlpha(al1)
    let s0 = i16x8.add(lerp(paintA + o, paintB + o, F), liftToBlack), s1 = i16x8.add(lerp(paintA + o + 16, paintB + o + 16, F), liftToBlack)
    if (isFaded) {
      let G0 = i16x8.splat(<i16>gain), G1 = G0
      if (weights) { G0 = q15(G0, v128.load(weights + o)); G1 = q15(G1, v128.load(weights + o, 16)) }
      a0 = q15(a0, G0)
      a1 = q15(a1, G1)
      s0 = q15(s0, G0)
      s1 = q15(s1, G1)
    }
    const D = v128.load(dst + i)
    const d0 = i16x8.sub(i16x8.extmul_low_i8x16_u(D, times), K6), d1 = i16x8.sub(i16x8.extmul_high_i8x16_u(D, times), K6)
    const r0 = i16x8.shr_s(i16x8.add(i16x8.sub(i16x8.add(s0, d0), q15(d0, a0)), base), 6)
    const r1 = i16x8.shr_s(i16x8.add(i16x8.sub(i16x8.add(s1, d1), q15(d1, a1)), base), 6)
    const bytes = i8x16.narrow_i16x8_u(r0, r1)
    // Eight pixels without any alpha stay as they are, whatever paint is left there.
    if (has0 && has1) storeSixteen(dst + i, bytes, n - i)
    else if (has0) storeSixteen(dst + i, bytes, min(8, n - i))
    else v128.store(dst + i, v128.bitselect(v128.bitselect(D, bytes, firstBytes(8)), D, firstBytes(min(16, n - i))))
  }
}

/** As `lerpBlendRow` where one alpha (Q15, opacity included) holds for all pixels; `gain` is the opacity alone. */
export function lerpEvenRow(
  dst: usize, paintA: usize, paintB: usize, n: i32, fraction: i32, black: i32, alpha: i32, gain: i32, dither: v128,
): void {
  const F = i16x8.splat(<i16>fraction), G = i16x8.splat(<i16>gain), through = i16x8.splat(<i16>(FULL - alpha))
  const K6 = i16x8.splat(<i16>(black << 6)), times = i8x16.splat(64)
  const liftToBlack = i16x8.sub(i16x8.splat(LIFT), K6), base = i16x8.add(K6, dither)
  for (let i = 0; i < n; i += 16) {
    const o = <usize>i << 1
    let s0 = i16x8.add(lerp(paintA + o, paintB + o, F), liftToBlack), s1 = i16x8.add(lerp(paintA + o + 16, paintB + o + 16, F), liftToBlack)
    if (gain < FULL) { s0 = q15(s0, G); s1 = q15(s1, G) }
    const D = v128.load(dst + i)
    const d0 = i16x8.sub(i16x8.extmul_low_i8x16_u(D, times), K6), d1 = i16x8.sub(i16x8.extmul_high_i8x16_u(D, times), K6)
    const r0 = i16x8.shr_s(i16x8.add(i16x8.add(s0, q15(d0, through)), base), 6)
    const r1 = i16x8.shr_s(i16x8.add(i16x8.add(s1, q15(d1, through)), base), 6)
    storeSixteen(dst + i, i8x16.narrow_i16x8_u(r0, r1), n - i)
  }
}

/**
 * As `lerpRow` for rows of bytes that need no stretching: a sprite that slides up or down. `weights` are what
 * `slideWeights` gives.
 */
export function slideRow(dst: usize, rowA: usize, rowB: usize, n: i32, weights: v128, dither: v128): void {
  const upper = i8x16.sub(i8x16.splat(64), weights)
  for (; n >= 16; n -= 16) {
    v128.store(dst, slideSixteen(v128.load(rowA), v128.load(rowB), upper, weights, dither))
    dst += 16
    rowA += 16
    rowB += 16
  }
  if (n > 0) storeSixteen(dst, slideSixteen(v128.load(rowA), v128.load(rowB), upper, weights, dither), n)
}

@inline function slideSixteen(a: v128, b: v128, upper: v128, lower: v128, dither: v128): v128 {
  return toBytes(i16x8.add(slideLow(a, b, upper, lower), dither), i16x8.add(slideHigh(a, b, upper, lower), dither))
}

/** Sixteen samples out of 64 times as much, which is no more than 14 bits: the upper bytes of four times that. */
@inline export function toBytes(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(i16x8.shl(a, 2), i16x8.shl(b, 2), 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
}

/** As `lerpEvenRow` for rows of bytes that need no stretching. */
export function slideEvenRow(
  dst: usize, rowA: usize, rowB: usize, n: i32, weights: v128, black: i32, alpha: i32, gain: i32, dither: v128,
): void {
  const G = i16x8.splat(<i16>gain), through = i16x8.splat(<i16>(FULL - alpha))
  const K = i16x8.splat(<i16>black), K6 = i16x8.shl(K, 6), base = i16x8.add(K6, dither)
  const upper = i8x16.sub(i8x16.splat(64), weights)
  for (let i = 0; i < n; i += 16) {
    const a = v128.load(rowA + i), b = v128.load(rowB + i), D = v128.load(dst + i)
    let s0 = i16x8.sub(slideLow(a, b, upper, weights), K6), s1 = i16x8.sub(slideHigh(a, b, upper, weights), K6)
    if (gain < FULL) { s0 = q15(s0, G); s1 = q15(s1, G) }
    const d0 = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(D), K), 6)
    const d1 = i16x8.shl(i16x8.sub(i16x8.extend_high_i8x16_u(D), K), 6)
    const r0 = i16x8.shr_s(i16x8.add(i16x8.add(s0, q15(d0, through)), base), 6)
    const r1 = i16x8.shr_s(i16x8.add(i16x8.add(s1, q15(d1, through)), base), 6)
    storeSixteen(dst + i, i8x16.narrow_i16x8_u(r0, r1), n - i)
  }
}

/** The weight of the lower row for a Q15 fraction; kept to 1/64 as along the columns. */
@inline export function slideWeights(fraction: i32): v128 {
  return i8x16.splat(<i8>((fraction + 256) >> 9))
}

@inline function slideLow(a: v128, b: v128, upper: v128, lower: v128): v128 {
  return i16x8.add(i16x8.extmul_low_i8x16_u(a, upper), i16x8.extmul_low_i8x16_u(b, lower))
}

@inline function slideHigh(a: v128, b: v128, upper: v128, lower: v128): v128 {
  return i16x8.add(i16x8.extmul_high_i8x16_u(a, upper), i16x8.extmul_high_i8x16_u(b, lower))
}

/** Interpolates alpha between two rows in work and blends one value through it. */
export function lerpTintRow(
  dst: usize, value: i32, alphaA: usize, alphaB: usize, n: i32,
  fraction: i32, gain: i32, weights: usize, dither: v128,
): void {
  const F = i16x8.splat(<i16>fraction), C = i16x8.splat(<i16>(value << 6)), lift = i16x8.splat(LIFT), times = i8x16.splat(64)
  let G0 = i16x8.splat(<i16>gain), G1 = G0
  for (let i = 0; i < n; i += 16) {
    const o = <usize>i << 1
    const al0 = i16x8.add(lerp(alphaA + o, alphaB + o, F), lift), al1 = i16x8.add(lerp(alphaA + o + 16, alphaB + o + 16, F), lift)
    if (!v128.any_true(v128.or(al0, al1))) continue
    if (weights) {
      G0 = q15(i16x8.splat(<i16>gain), v128.load(weights + o))
      G1 = q15(i16x8.splat(<i16>gain), v128.load(weights + o, 16))
    }
    const D = v128.load(dst + i), d0 = i16x8.extmul_low_i8x16_u(D, times), d1 = i16x8.extmul_high_i8x16_u(D, times)
    const r0 = i16x8.add(i16x8.add(d0, q15(i16x8.sub(C, d0), q15(lerpedAlpha(al0), G0))), dither)
    const r1 = i16x8.add(i16x8.add(d1, q15(i16x8.sub(C, d1), q15(lerpedAlpha(al1), G1))), dither)
    storeSixteen(dst + i, toBytes(r0, r1), n - i)
  }
}

/** Alpha * 64 as Q15: 255 * 64 becomes 32767. */
@inline function lerpedAlpha(al: v128): v128 {
  return i16x8.add(i16x8.shl(al, 1), i16x8.shr_u(al, 7))
}

/** Stores the first n bytes of sixteen and keeps what stood behind them. */
@inline export function storeSixteen(dst: usize, value: v128, n: i32): void {
  if (n >= 16) v128.store(dst, value)
  else v128.store(dst, v128.bitselect(value, v128.load(dst), firstBytes(n)))
}
