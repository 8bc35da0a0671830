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
  const S = i16x8.splat(<i16>-saturation)
  // Half a step rounds, and grey is put back.
  const rest = 32 + (GREY << 6)
  const AU = i16x8.splat(<i16>(toneU + rest)), BU = i16x8.splat(<i16>slopeU)
  const AV = i16x8.splat(<i16>(toneV + rest)), BV = i16x8.splat(<i16>slopeV)
  const G = i16x8.splat(<i16>gain)
  // Black is taken off before the gain and put back after it; half a step rounds.
  const O = i16x8.splat(<i16>(offset + 16 + (BLACK << 5) - ((BLACK * gain) >> 9)))
  // Where only brightness changes, chroma would come out as it is.
  if (saturation == 16384 && !(toneU | slopeU | toneV | slopeV)) {
    for (let row = 0; row < height; row++) gradeRow(y + row * strideY, width, G, O)
    return
  }
  const whole = width & ~31
  for (let row = 0; row < height; row += 2) {
    const above = y + row * strideY, below = above + strideY
    const atU = u + (row >> 1) * strideC, atV = v + (row >> 1) * strideC
    for (let x = 0; x < whole; x += 32) {
      const a0 = v128.load(above + x), a1 = v128.load(above + x, 16)
      const b0 = v128.load(below + x), b1 = v128.load(below + x, 16)
      const light0 = lightOf(a0, b0), light1 = lightOf(a1, b1)
      const pu = atU + (x >> 1), pv = atV + (x >> 1)
      v128.store(pu, tone(v128.load(pu), light0, light1, S, AU, BU))
      v128.store(pv, tone(v128.load(pv), light0, light1, S, AV, BV))
      v128.store(above + x, gradeSixteen(a0, G, O))
      v128.store(above + x, gradeSixteen(a1, G, O), 16)
      v128.store(below + x, gradeSixteen(b0, G, O))
      v128.store(below + x, gradeSixteen(b1, G, O), 16)
    }
    // Chroma first: it reads the luma that is graded right after.
    for (let x = whole >> 1, n = width >> 1; x < n; x += 8) {
      const light = lightOf(v128.load(above + (x << 1)), v128.load(below + (x << 1)))
      toneRest(atU + x, light, S, AU, BU, n - x)
      toneRest(atV + x, light, S, AV, BV, n - x)
    }
    gradeRow(above + whole, width - whole, G, O)
    gradeRow(below + whole, width - whole, G, O)
  }
}

/** The luma that eight samples of chroma lie on, from black, in 1/128 of a step. */
@inline function lightOf(above: v128, below: v128): v128 {
  const both = v128.and(i8x16.avgr_u(above, below), i16x8.splat(0xff))
  return i16x8.shl(i16x8.sub(both, i16x8.splat(<i16>BLACK)), 7)
}

/** Sixteen samples of chroma. Flipping the highest bit counts them from grey; they and `S` are both negated, which cancels out. */
@inline function tone(old: v128, light0: v128, light1: v128, S: v128, A: v128, B: v128): v128 {
  const fromGrey = v128.xor(old, i8x16.splat(-128))
  const low = toneEight(i16x8.extmul_low_i8x16_s(fromGrey, i8x16.splat(-128)), light0, S, A, B)
  const high = toneEight(i16x8.extmul_high_i8x16_s(fromGrey, i8x16.splat(-128)), light1, S, A, B)
  return i8x16.narrow_i16x8_u(low, high)
}

@inline function toneEight(c: v128, light: v128, S: v128, A: v128, B: v128): v128 {
  return i16x8.shr_s(i16x8.add(i16x8.add(q15(c, S), A), i16x8.shr_s(q15(light, B), 1)), 6)
}

/** At most eight samples at a row's end. */
@inline function toneRest(p: usize, light: v128, S: v128, A: v128, B: v128, n: i32): void {
  const old = v128.load64_zero(p)
  const out = tone(old, light, light, S, A, B)
  storeHalf(p, n < 8 ? v128.bitselect(out, old, firstBytes(n)) : out)
}

@inline function gradeRow(p: usize, width: i32, G: v128, O: v128): void {
  for (let x = 0; x < width; x += 16) {
    const old = v128.load(p + x)
    const held = gradeSixteen(old, G, O)
    v128.store(p + x, width - x < 16 ? v128.bitselect(held, old, firstBytes(width - x)) : held)
  }
}

/** Stays within limited range: what was clipped by a camera must not shine brighter than white. */
@inline function gradeSixteen(old: v128, G: v128, O: v128): v128 {
  const low = gradeEight(i16x8.extmul_low_i8x16_u(old, i8x16.splat(64)), G, O)
  const high = gradeEight(i16x8.extmul_high_i8x16_u(old, i8x16.splat(64)), G, O)
  return i8x16.min_u(i8x16.max_u(i8x16.narrow_i16x8_u(low, high), i8x16.splat(<i8>BLACK)), i8x16.splat(<i8>235))
}

@inline function gradeEight(luma: v128, G: v128, O: v128): v128 {
  return i16x8.shr_s(i16x8.add_sat_s(q15(luma, G), O), 5)
}
