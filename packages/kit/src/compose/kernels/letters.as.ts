// A picture printed in letters: the heavier it is somewhere, the bolder they are there.
import { firstPairs, highBytes, highWords, lastPairs, lowBytes, lowWords, lowerHalves } from "./bytes.as"
import { Target, alphaQ15, q15, storeHalf, storeUpper, touch } from "./target.as"

const LANES: i32 = 16

/**
 * Draws a row of letters that fills the frame from side to side, `height` pixels high (even, as is `y`). `tone` says for each
 * pixel how heavy letters are there, `inkY`, `inkU` and `inkV` what colour they have: their rows are as long as the frame's.
 * `letters` says how deep inside of a letter each pixel lies: its rows are `stride` long and begin `shift` pixels on. `weight`
 * makes all of them heavier than the tone (above 128) or lighter; `gain` is how sharp their edges are. Between
 * letters the tone itself is seen, halved `under` times. `ground` is y | u << 8 | v << 16.
 */
export function drawLetterRow(
  target: Target, tone: usize, inkY: usize, inkU: usize, inkV: usize, letters: usize, stride: i32, shift: i32,
  y: i32, height: i32, weight: i32, gain: i32, under: i32, ground: i32,
): void {
  const W = i8x16.splat(<i8>weight), G = i8x16.splat(<i8>gain)
  // So deep inside, ink is solid whatever lies deeper.
  const solid = i8x16.splat(<i8>min(255, (255 * 8 + gain - 1) / max(1, gain)))
  const groundY = i16x8.splat(<i16>(ground & 255)), groundU = i16x8.splat(<i16>((ground >> 8) & 255)), groundV = i16x8.splat(<i16>((ground >> 16) & 255))
  const from = max(0, target.clipTop - y), to = min(height, target.clipBottom - y)
  const width = target.width, strideY = target.strideY, strideC = target.strideC
  for (let row = from; row < to; row += 2) {
    const rowC = (y + row) >> 1
    let t = tone + row * strideY, i = inkY + row * strideY, l = letters + row * stride + shift
    let d = target.y + (y + row) * strideY, c = (row >> 1) * strideC
    const toU = target.u + rowC * strideC - c, toV = target.v + rowC * strideC - c
    for (const end = d + width; d < end; d += LANES) {
      const upper = printSixteen(d, t, i, l, W, G, solid, under, groundY)
      const lower = printSixteen(d + strideY, t + strideY, i + strideY, l + stride, W, G, solid, under, groundY)
      // Sums of two columns each, then of both rows: four pixels share one of colour.
      const sum = i16x8.add(i16x8.extadd_pairwise_i8x16_u(upper), i16x8.extadd_pairwise_i8x16_u(lower))
      const alpha = alphaQ15(i16x8.shr_u(i16x8.add(sum, i16x8.splat(2)), 2))
      const colours = lowBytes(
        blend(lowWords(v128.load64_zero(inkU + c)), groundU, alpha),
        blend(lowWords(v128.load64_zero(inkV + c)), groundV, alpha),
      )
      storeHalf(toU + c, colours)
      storeUpper(toV + c, colours)
      t += LANES
      i += LANES
      l += LANES
      c += LANES / 2
    }
    touch(target.touchedY, y + row, 0, width)
    touch(target.touchedY, y + row + 1, 0, width)
    touch(target.touchedC, rowC, 0, width >> 1)
  }
}

/** Sixteen pixels of luma; returns how much of each is ink, as bytes. */
@inline function printSixteen(
  d: usize, tone: usize, ink: usize, letters: usize, W: v128, G: v128, solid: v128, under: i32, ground: v128,
): v128 {
  const bytes = coverage(v128.load(tone), v128.load(letters), W, G, solid, under), I = v128.load(ink)
  const high = i8x16.shr_u(bytes, 1), low = lowerHalves(bytes)
  v128.store(d, lowBytes(blend(lowWords(I), ground, firstPairs(low, high)), blend(highWords(I), ground, lastPairs(low, high))))
  return bytes
}

/** What lies deeper in a letter than the tone leaves out is ink; in between, the edge. Bytes that saturate. */
@inline function coverage(tone: v128, depth: v128, W: v128, G: v128, solid: v128, under: i32): v128 {
  const heavy = doubledBytes(i16x8.extmul_low_i8x16_u(tone, W), i16x8.extmul_high_i8x16_u(tone, W))
  const inside = i8x16.min_u(i8x16.sub_sat_u(heavy, v128.not(depth)), solid)
  const letters = doubledBytes(i16x8.shl(i16x8.extmul_low_i8x16_u(inside, G), 4), i16x8.shl(i16x8.extmul_high_i8x16_u(inside, G), 4))
  return i8x16.max_u(letters, i8x16.shr_u(heavy, under))
}

/** The upper bytes of twice as much, at most 255: as if words were shifted by 7 and narrowed, in fewer and quicker steps. */
@inline function doubledBytes(a: v128, b: v128): v128 {
  return highBytes(i16x8.add_sat_u(a, a), i16x8.add_sat_u(b, b))
}

@inline function blend(ink: v128, ground: v128, alpha: v128): v128 {
  return i16x8.add(ground, q15(i16x8.sub(ink, ground), alpha))
}
