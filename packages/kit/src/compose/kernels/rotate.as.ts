// Rotated sprites: source samples are picked eight at a time or one by one, then blended like any other row.
import { aimChroma, aimLuma, alpha, black, bottom, cols, dst, dstStride, isHidden, left, paint, right, rows, stride, tint, top, touched } from "./aim.as"
import { across, fractions, gatherFour, pairWeights } from "./gather.as"
import { lerpBlendRow, lerpRow, lerpTintRow } from "./rows.as"
import { FULL, Sprite, Target, ditherAt, q15, touch } from "./target.as"

/** Eight pixels in a row lie within sixteen samples up to this step along the source's rows (16.16). */
const MOST_STEP: i32 = 2 << 16
/** Beyond so many of the source's rows it is cheaper to take every sample by itself. */
const MOST_ROWS: i32 = 2

let gain: i32 = 0
/** Middle and radius of the disc that is known to be opaque, in output pixels. */
let discX: f64 = 0
let discY: f64 = 0
let discRadius: f64 = 0

/**
 * Draws a sprite turned by an angle (given as cosine and sine) and scaled, so that its point
 * (pivotX, pivotY) comes to lie at (x, y).
 */
export function drawRotated(
  target: Target, sprite: Sprite, x: f64, y: f64, pivotX: f64, pivotY: f64, cosine: f64, sine: f64, scale: f64,
  opacity: i32, tintY: i32, tintU: i32, tintV: i32,
): void {
  gain = opacity
  const c = cosine / scale, s = sine / scale
  const midX = <f64>sprite.width * 0.5 - pivotX, midY = <f64>sprite.height * 0.5 - pivotY
  const turnedX = x + (cosine * midX - sine * midY) * scale, turnedY = y + (sine * midX + cosine * midY) * scale
  const radius = <f64>sprite.opaqueRadius * scale - 3

  aimLuma(target, sprite, tintY)
  discX = turnedX - 0.5
  discY = turnedY - 0.5
  discRadius = radius
  const px = 0.5 - x, py = 0.5 - y
  drawPlane(target, pivotX + c * px + s * py - 0.5, pivotY - s * px + c * py - 0.5, c, s)

  discX = (turnedX - 0.5) * 0.5
  discY = (turnedY - 1) * 0.5
  discRadius = radius * 0.5 - 1
  const qx = 0.5 - x, qy = 1 - y
  const u0 = (pivotX + c * qx + s * qy - 0.5) * 0.5, v0 = (pivotY - s * qx + c * qy - 1) * 0.5
  aimChroma(target, sprite, sprite.planeU, target.u, tintY < 0 ? -1 : tintU)
  drawPlane(target, u0, v0, c, s)
  aimChroma(target, sprite, sprite.planeV, target.v, tintY < 0 ? -1 : tintV)
  drawPlane(target, u0, v0, c, s)
}

/** Output (x, y) shows source (u0 + c x + s y, v0 - s x + c y). */
function drawPlane(target: Target, u0: f64, v0: f64, c: f64, s: f64): void {
  const paintRow = target.scratch, alphaRow = paintRow + <usize>((right - left + 32) << 1)
  const stepU = <i32>Math.round(c * 65536), stepV = <i32>Math.round(-s * 65536)
  for (let y = top; y < bottom; y++) {
    const u = u0 + s * <f64>y, v = v0 + c * <f64>y
    // Where the row runs inside of the source; the source's rim is transparent, so strict bounds lose nothing.
    let from: f64 = -1e9, to: f64 = 1e9
    if (c > 1e-9 || c < -1e-9) {
      const a = -u / c, b = (<f64>(cols - 1) - u) / c
      from = min(a, b); to = max(a, b)
    } else if (u < 0 || u >= <f64>(cols - 1)) continue
    if (s > 1e-9 || s < -1e-9) {
      const a = v / s, b = (v - <f64>(rows - 1)) / s
      from = max(from, min(a, b)); to = min(to, max(a, b))
    } else if (v < 0 || v >= <f64>(rows - 1)) continue
    const x0 = max(left, <i32>Math.ceil(from + 0.001)), x1 = min(right, <i32>Math.floor(to - 0.001) + 1)
    if (x1 <= x0 || isHidden(y, x0, x1)) continue
    touch(touched, y, x0, x1)
    drawRow(target, y, x0, x1, <i32>Math.round((u + c * <f64>x0) * 65536), <i32>Math.round((v - s * <f64>x0) * 65536), stepU, stepV, paintRow, alphaRow)
  }
}

@inline function drawRow(
  target: Target, y: i32, x0: i32, x1: i32, u: i32, v: i32, stepU: i32, stepV: i32, paintRow: usize, alphaRow: usize,
): void {
  const n = x1 - x0
  const d = dst + y * dstStride + x0
  const dither = ditherAt(target, x0, y)
  if (tint >= 0) {
    gather(alpha, 0, n, u, v, stepU, stepV, alphaRow)
    lerpTintRow(d, tint, alphaRow, alphaRow, n, 0, gain, 0, dither)
    return
  }
  let o0 = n, o1 = n
  const dy = <f64>y - discY
  const reach = discRadius * discRadius - dy * dy
  if (discRadius > 0 && reach > 0) {
    const half = Math.sqrt(reach)
    o0 = max(0, (<i32>Math.ceil(discX - half) - x0 + 7) & ~7)
    o1 = min(n, (<i32>Math.floor(discX + half) - x0) & ~7)
    if (o1 <= o0) { o0 = n; o1 = n }
  }
  gather(paint, 0, n, u, v, stepU, stepV, paintRow)
  gather(alpha, 0, o0, u, v, stepU, stepV, alphaRow)
  lerpBlendRow(d, paintRow, paintRow, alphaRow, alphaRow, o0, 0, black, gain, 0, dither)
  if (o1 <= o0) return
  const inner = <usize>o0 << 1
  if (gain >= FULL) lerpRow(d + o0, paintRow + inner, paintRow + inner, o1 - o0, 0, dither)
  else {
    for (let i = inner, end = <usize>o1 << 1; i < end; i += 16) v128.store(alphaRow + i, i16x8.splat((255 - 128) << 6))
    lerpBlendRow(d + o0, paintRow + inner, paintRow + inner, alphaRow + inner, alphaRow + inner, o1 - o0, 0, black, gain, 0, dither)
  }
  if (o1 >= n) return
  const o = <usize>o1 << 1
  gather(alpha, o1, n, u, v, stepU, stepV, alphaRow)
  lerpBlendRow(d + o1, paintRow + o, paintRow + o, alphaRow + o, alphaRow + o, n - o1, 0, black, gain, 0, dither)
}

/** Writes pixels [from, to) as a row in work, (byte - 128) * 64; `from` is a multiple of eight. */
function gather(plane: usize, from: i32, to: i32, u: i32, v: i32, stepU: i32, stepV: i32, out: usize): void {
  u += from * stepU
  v += from * stepV
  let U = ramp(u, stepU), V = ramp(v, stepV)
  const U8 = i32x4.splat(stepU << 3), V8 = i32x4.splat(stepV << 3)
  const U4 = i32x4.splat(stepU << 2), V4 = i32x4.splat(stepV << 2)
  // How far eight pixels reach, and in which of the source's rows they lie at most: one number, which no processor guesses wrongly.
  const reachU = 7 * stepU, reachV = 7 * stepV, reach = (abs(reachV) >> 16) + 1
  const isNear = reach <= MOST_ROWS && abs(stepU) <= MOST_STEP
  // Engines read what is kept outside of a function anew each time.
  const lastX = isNear ? cols : 0, lastY = max(0, rows - reach - 1), rowBytes = stride
  for (let i = from; i < to; i += 8) {
    const u1 = i32x4.add(U, U4), v1 = i32x4.add(V, V4)
    const x = min(u, u + reachU) >> 16, y = min(v, v + reachV) >> 16
    // As if unsigned, so that what is negative is beyond any limit.
    if (<u32>x < <u32>lastX && <u32>y < <u32>lastY) v128.store(out + (<usize>i << 1), pickNear(plane, rowBytes, x, y, reach, U, u1, V, v1))
    else v128.store(out + (<usize>i << 1), pickAnywhere(plane, U, u1, V, v1))
    U = i32x4.add(U, U8)
    V = i32x4.add(V, V8)
    u += stepU << 3
    v += stepV << 3
  }
}

/** Eight pixels that lie within sixteen samples and a few rows: each row is mixed along once, and each pixel takes its two. */
@inline function pickNear(plane: usize, rowBytes: i32, x: i32, y: i32, reach: i32, u0: v128, u1: v128, v0: v128, v1: v128): v128 {
  const o = i16x8.sub(i16x8.narrow_i32x4_s(i32x4.shr_s(u0, 16), i32x4.shr_s(u1, 16)), i16x8.splat(<i16>x))
  const row = i16x8.sub(i16x8.narrow_i32x4_s(i32x4.shr_s(v0, 16), i32x4.shr_s(v1, 16)), i16x8.splat(<i16>y))
  const f = i16x8.shr_u(fractions(u0, u1), 9)
  // All neighbours to the left, then all to the right.
  const taps = i8x16.narrow_i16x8_u(o, i16x8.add(o, i16x8.splat(1))), weights = i8x16.narrow_i16x8_u(i16x8.sub(i16x8.splat(64), f), f)
  let s = plane + y * rowBytes + x
  let upper = mixAlong(s, taps, weights)
  s += rowBytes
  let at = mixAlong(s, taps, weights), lower = at
  for (let k = 1; k <= reach; k++) {
    s += rowBytes
    const next = mixAlong(s, taps, weights), isLower = i16x8.ge_s(row, i16x8.splat(<i16>k))
    upper = v128.bitselect(at, upper, isLower)
    lower = v128.bitselect(next, lower, isLower)
    at = next
  }
  return i16x8.add(i16x8.sub(upper, i16x8.splat(128 << 6)), q15(i16x8.sub(lower, upper), fractions(v0, v1)))
}

/** Eight samples of a row, as byte * 64. */
@inline function mixAlong(row: usize, taps: v128, weights: v128): v128 {
  const bytes = i8x16.relaxed_swizzle(v128.load(row), taps)
  return i16x8.add(i16x8.extmul_low_i8x16_u(bytes, weights), i16x8.extmul_high_i8x16_u(bytes, weights))
}

/** Eight pixels wherever they lie. Those past a row's end are held at its last sample. */
@inline function pickAnywhere(plane: usize, u0: v128, u1: v128, v0: v128, v1: v128): v128 {
  const S = i32x4.splat(stride), below = plane + stride
  const lastX = i32x4.splat(cols - 2), lastY = i32x4.splat(rows - 2), zero = i32x4.splat(0)
  const x0 = i32x4.max_s(zero, i32x4.min_s(i32x4.shr_s(u0, 16), lastX)), x1 = i32x4.max_s(zero, i32x4.min_s(i32x4.shr_s(u1, 16), lastX))
  const y0 = i32x4.max_s(zero, i32x4.min_s(i32x4.shr_s(v0, 16), lastY)), y1 = i32x4.max_s(zero, i32x4.min_s(i32x4.shr_s(v1, 16), lastY))
  const p0 = i32x4.add(x0, i32x4.mul(y0, S)), p1 = i32x4.add(x1, i32x4.mul(y1, S))
  const upper = i64x2(gatherFour(plane, p0), gatherFour(plane, p1)), lower = i64x2(gatherFour(below, p0), gatherFour(below, p1))
  const weights = pairWeights(fractions(u0, u1))
  const a = across(upper, weights), b = across(lower, weights)
  return i16x8.add(a, q15(i16x8.sub(b, a), fractions(v0, v1)))
}

@inline function ramp(start: i32, step: i32): v128 {
  let r = i32x4.splat(start)
  r = i32x4.replace_lane(r, 1, start + step)
  r = i32x4.replace_lane(r, 2, start + 2 * step)
  return i32x4.replace_lane(r, 3, start + 3 * step)
}
