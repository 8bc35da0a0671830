// Row operations: everything that is drawn ends in one of these. Arithmetic keeps six bits below the
// sample and floors after adding the dither, so gradients do not band and exact values stay exact.
import { FULL, alphaQ15, firstBytes, q15, storeHalf } from "./target.as"

/** Blends n painted bytes over the ground. Reads whole vectors: rows carry 16 bytes of slack. */
export function blendRow(dst: usize, paint: usize, alpha: usize, n: i32, black: i32, gain: i32, dither: v128): void {
  const K = i16x8.splat(<i16>black)
  const G = i16x8.splat(<i16>gain)
  const K6 = i16x8.shl(K, 6)
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
    const D = v128.load(dst + i)
    let a0 = alphaQ15(i16x8.extend_low_i8x16_u(A))
    let a1 = alphaQ15(i16x8.extend_high_i8x16_u(A))
    let s0 = i16x8.shl(i16x8.extend_low_i8x16_u(S), 6)
    let s1 = i16x8.shl(i16x8.extend_high_i8x16_u(S), 6)
    if (gain < FULL) {
      a0 = q15(a0, G)
      a1 = q15(a1, G)
      s0 = i16x8.add(q15(i16x8.sub(s0, K6), G), K6)
      s1 = i16x8.add(q15(i16x8.sub(s1, K6), G), K6)
    }
    const d0 = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(D), K), 6)
    const d1 = i16x8.shl(i16x8.sub(i16x8.extend_high_i8x16_u(D), K), 6)
    const r0 = i16x8.add(i16x8.sub(i16x8.add(s0, d0), q15(d0, a0)), dither)
    const r1 = i16x8.add(i16x8.sub(i16x8.add(s1, d1), q15(d1, a1)), dither)
    v128.store(dst + i, i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 6), i16x8.shr_s(r1, 6)))
  }
}

/** As `blendRow` where one alpha (Q15, opacity included) holds for all pixels; `gain` is the opacity alone. */
export function blendEvenRow(dst: usize, paint: usize, n: i32, black: i32, alpha: i32, gain: i32, dither: v128): void {
  const K = i16x8.splat(<i16>black), K6 = i16x8.shl(K, 6), A = i16x8.splat(<i16>alpha), G = i16x8.splat(<i16>gain)
  for (let i = 0; i < n; i += 16) {
    const S = v128.load(paint + i), D = v128.load(dst + i)
    let s0 = i16x8.shl(i16x8.extend_low_i8x16_u(S), 6), s1 = i16x8.shl(i16x8.extend_high_i8x16_u(S), 6)
    if (gain < FULL) {
      s0 = i16x8.add(q15(i16x8.sub(s0, K6), G), K6)
      s1 = i16x8.add(q15(i16x8.sub(s1, K6), G), K6)
    }
    const d0 = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(D), K), 6), d1 = i16x8.shl(i16x8.sub(i16x8.extend_high_i8x16_u(D), K), 6)
    const r0 = i16x8.add(i16x8.sub(i16x8.add(s0, d0), q15(d0, A)), dither)
    const r1 = i16x8.add(i16x8.sub(i16x8.add(s1, d1), q15(d1, A)), dither)
    storeSixteen(dst + i, i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 6), i16x8.shr_s(r1, 6)), n - i)
  }
}

/** Blends one value through n bytes of alpha. */
export function tintRow(dst: usize, value: i32, alpha: usize, n: i32, gain: i32, dither: v128): void {
  const C = i16x8.splat(<i16>value)
  const G = i16x8.splat(<i16>gain)
  for (let i = 0; i < n; i += 16) {
    let A = v128.load(alpha + i)
    if (n - i < 16) A = v128.and(A, firstBytes(n - i))
    if (!v128.any_true(A)) continue
    const D = v128.load(dst + i)
    const a0 = q15(alphaQ15(i16x8.extend_low_i8x16_u(A)), G)
    const a1 = q15(alphaQ15(i16x8.extend_high_i8x16_u(A)), G)
    v128.store(dst + i, i8x16.narrow_i16x8_u(
      toward(i16x8.extend_low_i8x16_u(D), C, a0, dither),
      toward(i16x8.extend_high_i8x16_u(D), C, a1, dither),
    ))
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
  const G = i16x8.splat(<i16>gain)
  for (let i = 0; i < n; i += 16) {
    let A = v128.load(alpha + i)
    if (n - i < 16) A = v128.and(A, firstBytes(n - i))
    if (!v128.any_true(A)) continue
    const D = v128.load(dst + i)
    const C = v128.load(colour + i)
    const a0 = q15(alphaQ15(i16x8.extend_low_i8x16_u(A)), G)
    const a1 = q15(alphaQ15(i16x8.extend_high_i8x16_u(A)), G)
    v128.store(dst + i, i8x16.narrow_i16x8_u(
      toward(i16x8.extend_low_i8x16_u(D), i16x8.extend_low_i8x16_u(C), a0, dither),
      toward(i16x8.extend_high_i8x16_u(D), i16x8.extend_high_i8x16_u(C), a1, dither),
    ))
  }
}

/** Ground moved toward a value by alpha, as bytes in 16-bit lanes. */
@inline export function toward(d: v128, c: v128, a: v128, dither: v128): v128 {
  const r = i16x8.add(i16x8.shl(d, 6), q15(i16x8.shl(i16x8.sub(c, d), 6), a))
  return i16x8.shr_s(i16x8.add(r, dither), 6)
}

/** Rows in work hold (byte - 128) * 64: what a dot product of signed bytes gives. This brings the offset back. */
const LIFT: i16 = 8192

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
  const F = i16x8.splat(<i16>fraction)
  const K = i16x8.splat(<i16>black)
  const K6 = i16x8.shl(K, 6)
  const lift = i16x8.splat(LIFT), liftToBlack = i16x8.sub(lift, K6), base = i16x8.add(K6, dither)
  let G = i16x8.splat(<i16>gain)
  const isFaded = gain < FULL || weights != 0
  for (let i = 0; i < n; i += 8) {
    const o = <usize>i << 1
    const al = i16x8.add(lerp(alphaA + o, alphaB + o, F), lift)
    if (!v128.any_true(al)) continue
    let a = lerpedAlpha(al)
    let s = i16x8.add(lerp(paintA + o, paintB + o, F), liftToBlack)
    if (isFaded) {
      if (weights) G = q15(i16x8.splat(<i16>gain), v128.load(weights + o))
      a = q15(a, G)
      s = q15(s, G)
    }
    const D = v128.load64_zero(dst + i)
    const d = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(D), K), 6)
    const r = i16x8.shr_s(i16x8.add(i16x8.sub(i16x8.add(s, d), q15(d, a)), base), 6)
    storeEight(dst + i, i8x16.narrow_i16x8_u(r, r), D, n - i)
  }
}

/** As `lerpBlendRow` where one alpha (Q15, opacity included) holds for all pixels; `gain` is the opacity alone. */
export function lerpEvenRow(
  dst: usize, paintA: usize, paintB: usize, n: i32, fraction: i32, black: i32, alpha: i32, gain: i32, dither: v128,
): void {
  const F = i16x8.splat(<i16>fraction), G = i16x8.splat(<i16>gain), through = i16x8.splat(<i16>(FULL - alpha))
  const K = i16x8.splat(<i16>black), K6 = i16x8.shl(K, 6)
  const liftToBlack = i16x8.sub(i16x8.splat(LIFT), K6), base = i16x8.add(K6, dither)
  for (let i = 0; i < n; i += 8) {
    const o = <usize>i << 1
    let s = i16x8.add(lerp(paintA + o, paintB + o, F), liftToBlack)
    if (gain < FULL) s = q15(s, G)
    const D = v128.load64_zero(dst + i)
    const d = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(D), K), 6)
    const r = i16x8.shr_s(i16x8.add(i16x8.add(s, q15(d, through)), base), 6)
    storeEight(dst + i, i8x16.narrow_i16x8_u(r, r), D, n - i)
  }
}

/**
 * As `lerpRow` for rows of bytes that need no stretching: a sprite that slides up or down. `weights` are what
 * `slideWeights` gives.
 */
export function slideRow(dst: usize, rowA: usize, rowB: usize, n: i32, weights: v128, dither: v128): void {
  const upper = i8x16.sub(i8x16.splat(64), weights)
  for (let i = 0; i < n; i += 16) {
    const a = v128.load(rowA + i), b = v128.load(rowB + i)
    const r0 = i16x8.shr_u(i16x8.add(slideLow(a, b, upper, weights), dither), 6)
    const r1 = i16x8.shr_u(i16x8.add(slideHigh(a, b, upper, weights), dither), 6)
    storeSixteen(dst + i, i8x16.narrow_i16x8_u(r0, r1), n - i)
  }
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
  const F = i16x8.splat(<i16>fraction)
  const C = i16x8.splat(<i16>value)
  const lift = i16x8.splat(LIFT)
  let G = i16x8.splat(<i16>gain)
  for (let i = 0; i < n; i += 8) {
    const o = <usize>i << 1
    const al = i16x8.add(lerp(alphaA + o, alphaB + o, F), lift)
    if (!v128.any_true(al)) continue
    if (weights) G = q15(i16x8.splat(<i16>gain), v128.load(weights + o))
    const D = v128.load64_zero(dst + i)
    const r = toward(i16x8.extend_low_i8x16_u(D), C, q15(lerpedAlpha(al), G), dither)
    storeEight(dst + i, i8x16.narrow_i16x8_u(r, r), D, n - i)
  }
}

/** Alpha * 64 as Q15: 255 * 64 becomes 32767. */
@inline function lerpedAlpha(al: v128): v128 {
  return i16x8.add(i16x8.shl(al, 1), i16x8.shr_u(al, 7))
}

/** Stores the first n (at most eight) bytes and keeps what stood behind them. */
@inline function storeEight(dst: usize, value: v128, kept: v128, n: i32): void {
  if (n >= 8) storeHalf(dst, value)
  else storeHalf(dst, v128.bitselect(value, kept, firstBytes(n)))
}

/** Stores the first n bytes of sixteen and keeps what stood behind them. */
@inline export function storeSixteen(dst: usize, value: v128, n: i32): void {
  if (n >= 16) v128.store(dst, value)
  else v128.store(dst, v128.bitselect(value, v128.load(dst), firstBytes(n)))
}
