// Colour grading of whole pictures, in place.
import { BLACK, GREY, firstBytes, q15, storeHalf } from "./target.as"

/**
 * Grades a picture: luma' = offset + luma * gain, chroma' = chroma * saturation + a tone that goes with the luma below it.
 * Luma counts from black, chroma from grey. `gain` and `saturation` are halves in Q15 (16384 is 1), `offset` and the
 * tones are in 1/32 and 1/64 of a step, the slopes in Q15. Width and height are even.
 */
export function gradePicture(
  y: usize, strideY: i32, u: usize, v: usize, strideC: i32, width: i32, height: i32,
  gain: i32, offset: i32, saturation: i32, toneU: i32, slopeU: i32, toneV: i32, slopeV: i32,
): void {
  const S = i16x8.splat(<i16>saturation)
  const AU = i16x8.splat(<i16>toneU), BU = i16x8.splat(<i16>slopeU)
  const AV = i16x8.splat(<i16>toneV), BV = i16x8.splat(<i16>slopeV)
  for (let row = 0; row < height; row += 2) {
    const above = y + row * strideY, below = above + strideY
    const atU = u + (row >> 1) * strideC, atV = v + (row >> 1) * strideC
    // Chroma first: it reads the luma that is graded right after.
    for (let x = 0, n = width >> 1; x < n; x += 8) {
      const both = i8x16.avgr_u(v128.load(above + (x << 1)), v128.load(below + (x << 1)))
      const light = i16x8.shl(i16x8.sub(v128.and(both, i16x8.splat(0xff)), i16x8.splat(<i16>BLACK)), 7)
      toneEight(atU + x, light, S, AU, BU, n - x)
      toneEight(atV + x, light, S, AV, BV, n - x)
    }
    gradeRow(above, width, gain, offset)
    gradeRow(below, width, gain, offset)
  }
}

@inline function toneEight(p: usize, light: v128, S: v128, A: v128, B: v128, n: i32): void {
  const old = v128.load64_zero(p)
  const c = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(old), i16x8.splat(<i16>GREY)), 7)
  const toned = i16x8.add(i16x8.add(q15(c, S), A), i16x8.shr_s(q15(light, B), 1))
  const r = i16x8.add(i16x8.shr_s(i16x8.add(toned, i16x8.splat(32)), 6), i16x8.splat(<i16>GREY))
  const out = i8x16.narrow_i16x8_u(r, r)
  storeHalf(p, n < 8 ? v128.bitselect(out, old, firstBytes(n)) : out)
}

/** Stays within limited range: what was clipped by a camera must not shine brighter than white. */
@inline function gradeRow(p: usize, width: i32, gain: i32, offset: i32): void {
  const G = i16x8.splat(<i16>gain)
  // Black is taken off before the gain and put back after it; half a step rounds.
  const O = i16x8.splat(<i16>(offset + 16 + (BLACK << 5) - ((BLACK * gain) >> 9)))
  for (let x = 0; x < width; x += 16) {
    const old = v128.load(p + x)
    const low = gradeEight(i16x8.extmul_low_i8x16_u(old, i8x16.splat(64)), G, O)
    const high = gradeEight(i16x8.extmul_high_i8x16_u(old, i8x16.splat(64)), G, O)
    const held = i8x16.min_u(i8x16.max_u(i8x16.narrow_i16x8_u(low, high), i8x16.splat(<i8>BLACK)), i8x16.splat(<i8>235))
    v128.store(p + x, width - x < 16 ? v128.bitselect(held, old, firstBytes(width - x)) : held)
  }
}

@inline function gradeEight(luma: v128, G: v128, O: v128): v128 {
  return i16x8.shr_s(i16x8.add_sat_s(q15(luma, G), O), 5)
}
