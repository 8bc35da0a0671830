// Upright faces of things that turn: each column of the frame shows one column of a sprite, higher where it is nearer.
import { across, fractions, gatherFour, pairWeights } from "./gather.as"
import { BLACK, GREY, Sprite, Target, ditherAt, q15, storeHalf, touch } from "./target.as"

/** So far from its rim a sprite is known to be opaque, in 16.16. */
const INSIDE: i32 = 4 << 16

// What is being drawn: set once per plane. Each thread has its own instance.
let stride: i32 = 0
let cols: i32 = 0
let rows: i32 = 0
let capacity: usize = 0
let black: i32 = 0
let isSolid: bool = false
let addresses0: v128 = i32x4.splat(0)
let addresses1: v128 = i32x4.splat(0)
let down: v128 = i32x4.splat(0)
let weights: v128 = i32x4.splat(0)

/**
 * Draws a sprite as an upright face. `columns` has a table for luma and, behind its `room` columns of 16 bytes, one of half as many for
 * chroma. A table holds for every column the place in the sprite that it shows in its first row, across and down (i32, 16.16), how far
 * down it goes from row to row, and then for every column its light: a factor (i16, Q15) and what is added to luma (i16, 1/64). Its
 * first column is `from`, its first row `top`; columns behind `count`, up to a multiple of eight, lie outside of the sprite.
 */
export function drawFace(
  target: Target, sprite: Sprite, columns: usize, room: i32, from: i32, count: i32, fromC: i32, countC: i32, top: i32, bottom: i32,
  opaque: i32,
): void {
  isSolid = opaque != 0
  black = BLACK
  stride = sprite.strideY
  cols = sprite.width
  rows = sprite.height
  capacity = <usize>room
  drawPlane(
    target, target.y, 0, target.strideY, sprite.planeY, 0, sprite.planeA, columns, from, count, top,
    max(top, target.clipTop), min(bottom, target.clipBottom), target.touchedY,
  )
  black = GREY
  stride = sprite.strideC
  cols = sprite.width >> 1
  rows = sprite.height >> 1
  const chroma = columns + capacity * 16
  capacity >>= 1
  drawPlane(
    target, target.u, <isize>target.v - <isize>target.u, target.strideC, sprite.planeU, <isize>sprite.planeV - <isize>sprite.planeU,
    sprite.planeAC, chroma, fromC, countC, top >> 1,
    max(top, target.clipTop) >> 1, min(bottom, target.clipBottom) >> 1, target.touchedC,
  )
}

/** One plane, or two of the same form, of which the others lie `dstTwin` and `twin` further on. */
function drawPlane(
  target: Target, dst: usize, dstTwin: isize, dstStride: i32, paint: usize, twin: isize, alpha: usize, table: usize, from: i32, count: i32,
  top: i32, start: i32, end: i32, touched: usize,
): void {
  const highU = (cols << 16) - INSIDE, highV = (rows << 16) - INSIDE, last = (rows - 1) << 16
  for (let y = start; y < end; y++) {
    const d = dst + y * dstStride + from, below = i32x4.splat(y - top)
    const dither = ditherAt(target, from, y)
    touch(touched, y, from, from + count)
    for (let i = 0; i < count; i += 8) {
      const at = table + (<usize>i << 2), light = table + capacity * 12 + (<usize>i << 1)
      const V0 = i32x4.add(v128.load(at + capacity * 4), i32x4.mul(v128.load(at + capacity * 8), below))
      const V1 = i32x4.add(v128.load(at + capacity * 4, 16), i32x4.mul(v128.load(at + capacity * 8, 16), below))
      if (isApart(V0, last) && isApart(V1, last)) continue
      const U0 = v128.load(at), U1 = v128.load(at, 16)
      aimEight(U0, U1, V0, V1)
      const G = v128.load(light), L = v128.load(light + capacity * 2)
      const isInner = isSolid && isWithin(U0, highU) && isWithin(U1, highU) && isWithin(V0, highV) && isWithin(V1, highV)
      if (isInner) {
        store8(d + i, light8(take(paint), G, L), dither)
        if (twin) store8(d + i + dstTwin, light8(take(paint + twin), G, L), dither)
      } else {
        const A = toOpacity(take(alpha))
        if (!v128.any_true(A)) continue
        store8(d + i, over(d + i, light8(take(paint), G, q15(L, A)), A), dither)
        if (twin) store8(d + i + dstTwin, over(d + i + dstTwin, light8(take(paint + twin), G, q15(L, A)), A), dither)
      }
    }
  }
}

/** Whether four places all lie before the first sample, or all behind the last. */
@inline function isApart(at: v128, last: i32): bool {
  return !v128.any_true(i32x4.ge_s(at, i32x4.splat(-65536))) || !v128.any_true(i32x4.le_s(at, i32x4.splat(last)))
}

@inline function isWithin(at: v128, high: i32): bool {
  return i32x4.all_true(v128.and(i32x4.ge_s(at, i32x4.splat(INSIDE)), i32x4.le_s(at, i32x4.splat(high))))
}

/** Finds where eight places lie in a plane; beyond its rim, which is empty, they are held there. */
@inline function aimEight(U0: v128, U1: v128, V0: v128, V1: v128): void {
  // Chroma lies left of its pixels, so that its last column may have paint: 16 empty bytes lie behind it.
  const lastX = i32x4.splat(cols), zero = i32x4.splat(0), S = i32x4.splat(stride)
  const lastY = i32x4.splat(rows - 2), end = i32x4.splat(((rows - 1) << 16) - 1)
  V0 = i32x4.min_s(V0, end)
  V1 = i32x4.min_s(V1, end)
  const x0 = i32x4.max_s(zero, i32x4.min_s(i32x4.shr_s(U0, 16), lastX)), x1 = i32x4.max_s(zero, i32x4.min_s(i32x4.shr_s(U1, 16), lastX))
  const y0 = i32x4.max_s(zero, i32x4.min_s(i32x4.shr_s(V0, 16), lastY)), y1 = i32x4.max_s(zero, i32x4.min_s(i32x4.shr_s(V1, 16), lastY))
  addresses0 = i32x4.add(x0, i32x4.mul(y0, S))
  addresses1 = i32x4.add(x1, i32x4.mul(y1, S))
  weights = pairWeights(fractions(U0, U1))
  down = fractions(V0, V1)
}

/** Eight samples of a plane, (byte - 128) * 64. */
@inline function take(plane: usize): v128 {
  const below = plane + stride
  const a = across(i64x2(gatherFour(plane, addresses0), gatherFour(plane, addresses1)), weights)
  const b = across(i64x2(gatherFour(below, addresses0), gatherFour(below, addresses1)), weights)
  return i16x8.add(a, q15(i16x8.sub(b, a), down))
}

/** Samples in their light, (value - black) * 64. What is added belongs to luma alone. */
@inline function light8(samples: v128, G: v128, L: v128): v128 {
  const lit = q15(i16x8.add(samples, i16x8.splat(<i16>((GREY - black) << 6))), G)
  return black == BLACK ? i16x8.add(lit, L) : lit
}

@inline function toOpacity(samples: v128): v128 {
  const alpha = i16x8.shl(i16x8.add(samples, i16x8.splat(8192)), 1)
  return i16x8.add(alpha, i16x8.shr_u(alpha, 8))
}

/** Paint that is multiplied by its alpha already, over what stands there. */
@inline function over(d: usize, paint: v128, A: v128): v128 {
  const ground = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(v128.load64_zero(d)), i16x8.splat(<i16>black)), 6)
  return i16x8.add(paint, i16x8.sub(ground, q15(ground, A)))
}

@inline function store8(d: usize, value: v128, dither: v128): void {
  const r = i16x8.shr_s(i16x8.add(i16x8.add(value, i16x8.splat(<i16>(black << 6))), dither), 6)
  storeHalf(d, i8x16.narrow_i16x8_u(r, r))
}
