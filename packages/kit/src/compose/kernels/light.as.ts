// Light and shadow of one colour, through an alpha of few samples: glows and veils.
import { columnTableBytes, expandWords, expandWordsSlowly, prepareWordColumns } from "./columns.as"
import { FULL, Target, Texture, firstBytes, q15, touch } from "./target.as"

let left: i32 = 0
let right: i32 = 0
let hidden: usize = 0
let opacity: i32 = 0
let startU: i32 = 0
let stepU: i32 = 0

/**
 * Blends one colour through a texture that holds an alpha (times 128) in its first plane: luma pixel (x, y) takes the sample
 * (u0 + x du, v0 + y dv).
 */
export function drawLight(
  target: Target, texture: Texture, u0: f64, v0: f64, du: f64, dv: f64, alpha: i32, y: i32, u: i32, v: i32,
): void {
  opacity = alpha
  left = target.clipLeft
  right = target.clipRight
  hidden = target.hiddenY
  lightPlane(
    target, texture, target.y, 0, target.strideY, target.clipTop, target.clipBottom, target.touchedY, y, 0, u0, v0, du, dv,
  )
  left >>= 1
  right >>= 1
  hidden = target.hiddenC
  lightPlane(
    target, texture, target.u, <isize>target.v - <isize>target.u, target.strideC, target.clipTop >> 1, target.clipBottom >> 1,
    target.touchedC, u, v, u0, v0 + 0.5 * dv, 2 * du, 2 * dv,
  )
}

/** One plane, or two of the same form, of which the other lies `twin` further on and has a value of its own. */
function lightPlane(
  target: Target, texture: Texture, dst: usize, twin: isize, dstStride: i32, top: i32, bottom: i32, touched: usize, value: i32,
  twinValue: i32, u0: f64, v0: f64, du: f64, dv: f64,
): void {
  const n = right - left
  if (n <= 0) return
  const table = target.scratch
  let rowA = table + columnTableBytes(n + 8), rowB = rowA + (<usize>((n + 15) >> 3) << 4) + 32
  startU = fixed(u0 + du * <f64>left)
  stepU = fixed(du)
  prepareWordColumns(table, n + 8, startU, stepU)
  let inA = i32.MIN_VALUE, inB = i32.MIN_VALUE
  const startV = fixed(v0), stepV = fixed(dv)
  for (let y = top; y < bottom; ) {
    const v = startV + y * stepV, row = v >> 16
    if (row == inB) {
      const t = rowA; rowA = rowB; rowB = t
      inA = inB; inB = i32.MIN_VALUE
    }
    if (row != inA) { stretchRow(texture.planeY + ((row * texture.stride) << 1), rowA, n, table); inA = row }
    if (row + 1 != inB) { stretchRow(texture.planeY + (((row + 1) * texture.stride) << 1), rowB, n, table); inB = row + 1 }
    // All rows between the same two of the texture, as far as layers above cover the same columns of them.
    let end = y
    do touch(touched, end++, left, right)
    while (end < bottom && (startV + end * stepV) >> 16 == row && isHiddenAs(y, end))
    const from = hidden ? max(left, <i32>load<i16>(hidden + <usize>(y << 2))) : right
    const to = hidden ? min(right, <i32>load<i16>(hidden + <usize>(y << 2), 2)) : right
    const d = dst + y * dstStride, fraction = (v & 0xffff) >> 1, step = stepV >> 1
    lightRows(target, d, twin, dstStride, rowA, rowB, left, from < to ? from : right, y, end - y, fraction, step, value, twinValue)
    if (from < to) lightRows(target, d, twin, dstStride, rowA, rowB, to, right, y, end - y, fraction, step, value, twinValue)
    y = end
  }
}

/** Whether layers above cover the same columns of two rows. */
@inline function isHiddenAs(y: i32, other: i32): bool {
  return !hidden || load<i32>(hidden + <usize>(y << 2)) == load<i32>(hidden + <usize>(other << 2))
}

/** A stretched row serves many rows of the frame: the light's strength is applied here, once. */
function stretchRow(src: usize, row: usize, n: i32, table: usize): void {
  if (stepU <= 65536) expandWords(src, row, (n + 15) >> 3, table)
  else expandWordsSlowly(src, row, n, startU, stepU)
  if (opacity == FULL) return
  const A = i16x8.splat(<i16>opacity)
  for (let end = row + (<usize>n << 1); row < end; row += 16) v128.store(row, q15(v128.load(row), A))
}

/** Rows between the same two of the texture: from one to the next alpha changes evenly, so that it is multiplied only once. */
function lightRows(
  target: Target, d: usize, twin: isize, dstStride: i32, rowA: usize, rowB: usize, from: i32, to: i32, y: i32, count: i32,
  fraction: i32, step: i32, value: i32, twinValue: i32,
): void {
  const F = i16x8.splat(<i16>fraction), S = i16x8.splat(<i16>step)
  const C = i16x8.splat(<i16>(value << 6)), T = i16x8.splat(<i16>(twinValue << 6))
  const dithers = target.dither + <usize>((from & 7) << 1)
  const o = <usize>(from - left) << 1
  rowA += o
  rowB += o
  d += from
  for (let n = to - from; n > 0; n -= 16) {
    const a0 = v128.load(rowA), a1 = v128.load(rowA, 16), b0 = v128.load(rowB), b1 = v128.load(rowB, 16)
    if (v128.any_true(v128.or(v128.or(a0, a1), v128.or(b0, b1)))) {
      const s0 = i16x8.sub(b0, a0), s1 = i16x8.sub(b1, a1)
      let step0 = q15(s0, S), step1 = q15(s1, S), alpha0 = i16x8.add(a0, q15(s0, F)), alpha1 = i16x8.add(a1, q15(s1, F))
      if (n < 16) {
        // Where no light comes to, exactly what stood there is stored.
        const low = firstBytes(min(16, n << 1)), high = firstBytes(max(0, (n << 1) - 16))
        step0 = v128.and(step0, low)
        step1 = v128.and(step1, high)
        alpha0 = v128.and(alpha0, low)
        alpha1 = v128.and(alpha1, high)
      }
      let p = d
      for (let r = y, end = y + count; r < end; r++) {
        const dither = v128.load(dithers + <usize>((r & 7) << 5))
        lightSixteen(p, alpha0, alpha1, C, dither)
        if (twin) lightSixteen(p + twin, alpha0, alpha1, T, dither)
        alpha0 = i16x8.add_sat_s(alpha0, step0)
        alpha1 = i16x8.add_sat_s(alpha1, step1)
        p += dstStride
      }
    }
    d += 16
    rowA += 32
    rowB += 32
  }
}

/** Moves sixteen samples towards the light by two vectors of alpha. What they come to lies between both, so its upper bits are all there is. */
@inline function lightSixteen(p: usize, a0: v128, a1: v128, C: v128, dither: v128): void {
  const D = v128.load(p), times = i8x16.splat(64)
  const d0 = i16x8.extmul_low_i8x16_u(D, times), d1 = i16x8.extmul_high_i8x16_u(D, times)
  const r0 = i16x8.shl(i16x8.add(i16x8.add(d0, q15(i16x8.sub(C, d0), a0)), dither), 2)
  const r1 = i16x8.shl(i16x8.add(i16x8.add(d1, q15(i16x8.sub(C, d1), a1)), dither), 2)
  v128.store(p, v128.shuffle<i8>(r0, r1, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31))
}

@inline function fixed(value: f64): i32 {
  return <i32>Math.round(value * 65536)
}
