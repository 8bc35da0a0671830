// A picture printed in letters: the heavier it is somewhere, the bolder they are there.
import { Target, alphaQ15, q15, storeHalf, touch } from "./target.as"

const LANES: i32 = 16

/**
 * Draws a row of letters that fills the frame from side to side, `height` pixels high (even, as is `y`). `tone` says for each
 * pixel how heavy letters are there, `inkY`, `inkU` and `inkV` what colour they have: their rows are as long as the frame's.
 * `letters` says how deep inside of a letter each pixel lies: its rows are `stride` long and begin `shift` pixels on. `weight`
 * makes all of them heavier than the tone (above 128) or lighter; `gain` is how sharp their edges are. `ground` is y | u << 8 | v << 16.
 */
export function drawLetterRow(
  target: Target, tone: usize, inkY: usize, inkU: usize, inkV: usize, letters: usize, stride: i32, shift: i32,
  y: i32, height: i32, weight: i32, gain: i32, ground: i32,
): void {
  const W = i8x16.splat(<i8>weight), G = i8x16.splat(<i8>gain)
  const groundY = i16x8.splat(<i16>(ground & 255)), groundU = i16x8.splat(<i16>((ground >> 8) & 255)), groundV = i16x8.splat(<i16>((ground >> 16) & 255))
  const from = max(0, target.clipTop - y), to = min(height, target.clipBottom - y)
  for (let row = from; row < to; row += 2) {
    const rowC = (y + row) >> 1
    const t = tone + row * target.strideY, i = inkY + row * target.strideY, l = letters + row * stride + shift
    const d = target.y + (y + row) * target.strideY, u = target.u + rowC * target.strideC, v = target.v + rowC * target.strideC
    const c = (row >> 1) * target.strideC
    for (let x = 0; x < target.width; x += LANES) {
      const upper = printSixteen(d + x, t + x, i + x, l + x, W, G, groundY)
      const lower = printSixteen(d + x + target.strideY, t + x + target.strideY, i + x + target.strideY, l + x + stride, W, G, groundY)
      // Sums of two columns each, then of both rows: four pixels share one of colour.
      const sum = i16x8.add(i16x8.extadd_pairwise_i8x16_u(upper), i16x8.extadd_pairwise_i8x16_u(lower))
      const alpha = alphaQ15(i16x8.shr_u(i16x8.add(sum, i16x8.splat(2)), 2))
      const at = x >> 1
      storeHalf(u + at, blend(v128.load_ext<u8>(inkU + c + at), groundU, alpha))
      storeHalf(v + at, blend(v128.load_ext<u8>(inkV + c + at), groundV, alpha))
    }
    touch(target.touchedY, y + row, 0, target.width)
    touch(target.touchedY, y + row + 1, 0, target.width)
    touch(target.touchedC, rowC, 0, target.width >> 1)
  }
}

/** Sixteen pixels of luma; returns how much of each is ink, as bytes. */
@inline function printSixteen(d: usize, tone: usize, ink: usize, letters: usize, W: v128, G: v128, ground: v128): v128 {
  const bytes = coverage(v128.load(tone), v128.load(letters), W, G), I = v128.load(ink)
  v128.store(d, i8x16.narrow_i16x8_u(
    blendWords(i16x8.extend_low_i8x16_u(I), ground, alphaQ15(i16x8.extend_low_i8x16_u(bytes))),
    blendWords(i16x8.extend_high_i8x16_u(I), ground, alphaQ15(i16x8.extend_high_i8x16_u(bytes))),
  ))
  return bytes
}

/** What lies deeper in a letter than the tone leaves out is ink; in between, the edge. Bytes that saturate. */
@inline function coverage(tone: v128, depth: v128, W: v128, G: v128): v128 {
  const heavy = i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.extmul_low_i8x16_u(tone, W), 7), i16x8.shr_u(i16x8.extmul_high_i8x16_u(tone, W), 7))
  const inside = i8x16.sub_sat_u(heavy, v128.not(depth))
  return i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.extmul_low_i8x16_u(inside, G), 3), i16x8.shr_u(i16x8.extmul_high_i8x16_u(inside, G), 3))
}

@inline function blendWords(ink: v128, ground: v128, alpha: v128): v128 {
  return i16x8.add(ground, q15(i16x8.sub(ink, ground), alpha))
}

@inline function blend(ink: v128, ground: v128, alpha: v128): v128 {
  const words = blendWords(ink, ground, alpha)
  return i8x16.narrow_i16x8_u(words, words)
}
