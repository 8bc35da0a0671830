// A picture that is bent by a net of nodes, as a photograph that is printed on cloth.
import { Sprite, Target, q15, touch } from "./target.as"

/** A node in memory: the place in the picture that it shows, its opacity from 0 to 1, and nothing. Four floats. */
const NODE: usize = 16
/** Eight columns lie within sixteen samples and within eight rows, whatever the net says (16.16 fixed point). */
const MOST_X: i32 = 129760
const MOST_Y: i32 = 58982

/**
 * Fills the rows of the clip box with an opaque sprite. Node (i, j) lies on pixel (i, j) << cellBits, and says which of
 * the sprite's pixels is seen there; between nodes places are interpolated. `cellBits` is 4 or more.
 */
export function drawWarped(
  target: Target, sprite: Sprite, nodes: usize, columns: i32, cellBits: i32, isFaded: i32,
): void {
  fillPlane(target, nodes, columns, cellBits, 0, isFaded, sprite.planeY, sprite.strideY, target.y, target.strideY)
  fillPlane(target, nodes, columns, cellBits, 1, isFaded, sprite.planeU, sprite.strideC, target.u, target.strideC)
  fillPlane(target, nodes, columns, cellBits, 1, isFaded, sprite.planeV, sprite.strideC, target.v, target.strideC)
}

function fillPlane(
  target: Target, nodes: usize, columns: i32, cellBits: i32, shift: i32, isFaded: i32,
  src: usize, stride: i32, dst: usize, dstStride: i32,
): void {
  const width = target.width >> shift
  const table = shift ? target.touchedC : target.touchedY
  const line = target.scratch
  const bottom = target.clipBottom >> shift
  const cellPx: f32 = <f32>(1 << cellBits)
  for (let y = target.clipTop >> shift; y < bottom; y++) {
    touch(table, y, 0, width)
    // Chroma lies over even columns and between two rows.
    const down = (shift ? <f32>y * 2 + 0.5 : <f32>y) / cellPx
    const row = <i32>down
    mixNodes(nodes + <usize>(row * columns) * NODE, columns, down - <f32>row, shift, line)
    const d = dst + y * dstStride
    if (isFaded) fadeRow(src, stride, d, width, line, cellBits - shift)
    else fillRow(src, stride, d, width, line, cellBits - shift)
  }
}

/** The nodes of one row of pixels: places in samples of the plane (16.16), opacity in Q15. */
function mixNodes(upper: usize, columns: i32, fraction: f32, shift: i32, into: usize): void {
  const lower = upper + <usize>columns * NODE
  const part: f32 = shift ? 32768 : 65536
  const scale = f32x4(part, part, 32767, 0)
  const offset = f32x4(0, shift ? -16384 : 0, 0, 0)
  const F = f32x4.splat(fraction)
  for (let o: usize = 0, end = <usize>columns * NODE; o < end; o += NODE) {
    const a = v128.load(upper + o)
    const node = f32x4.add(a, f32x4.mul(f32x4.sub(v128.load(lower + o), a), F))
    v128.store(into + o, i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(node, scale), offset)))
  }
}

function fillRow(src: usize, stride: i32, dst: usize, width: i32, line: usize, bits: i32): void {
  const cell = 1 << bits
  const lanes = i16x8(0, 1, 2, 3, 4, 5, 6, 7)
  for (let left = 0; left < width; left += cell) {
    let u = load<i32>(line), v = load<i32>(line, 4)
    line += NODE
    const du = clamp((load<i32>(line) - u) >> bits, MOST_X), dv = clamp((load<i32>(line, 4) - v) >> bits, MOST_Y)
    const slopeX = i16x8.mul(lanes, i16x8.splat(<i16>(du >> 6))), slopeY = i16x8.mul(lanes, i16x8.splat(<i16>(dv >> 4)))
    for (let x = left, end = min(left + cell, width); x < end; x += 8) {
      storeEight(dst + x, sample(src, stride, u, du, slopeX, v, dv, slopeY), end - x)
      u += du << 3
      v += dv << 3
    }
  }
}

function fadeRow(src: usize, stride: i32, dst: usize, width: i32, line: usize, bits: i32): void {
  const cell = 1 << bits
  const lanes = i16x8(0, 1, 2, 3, 4, 5, 6, 7)
  for (let left = 0; left < width; left += cell) {
    let u = load<i32>(line), v = load<i32>(line, 4), a = load<i32>(line, 8)
    line += NODE
    const b = load<i32>(line, 8)
    if ((a | b) == 0) continue
    const du = clamp((load<i32>(line) - u) >> bits, MOST_X), dv = clamp((load<i32>(line, 4) - v) >> bits, MOST_Y)
    const da = (b - a) >> bits
    const slope = i16x8.mul(lanes, i16x8.splat(<i16>da))
    const slopeX = i16x8.mul(lanes, i16x8.splat(<i16>(du >> 6))), slopeY = i16x8.mul(lanes, i16x8.splat(<i16>(dv >> 4)))
    for (let x = left, end = min(left + cell, width); x < end; x += 8) {
      const D = i16x8.extend_low_i8x16_u(v128.load64_zero(dst + x))
      const ground = i16x8.shl(i16x8.sub(D, i16x8.splat(128)), 6)
      const alpha = i16x8.add_sat_s(i16x8.splat(<i16>a), slope)
      const seen = i16x8.sub(sample(src, stride, u, du, slopeX, v, dv, slopeY), ground)
      storeEight(dst + x, i16x8.add(ground, q15(seen, alpha)), end - x)
      u += du << 3
      v += dv << 3
      a += da << 3
    }
  }
}

/** Eight samples, (byte - 128) * 64, from place (u, v) on; the slopes are the eight steps along du and dv, in 1/1024 and 1/4096. */
@inline function sample(src: usize, stride: i32, u: i32, du: i32, slopeX: v128, v: i32, dv: i32, slopeY: v128): v128 {
  const firstX = min(u, u + 7 * du) >> 16
  const x = i16x8.add(i16x8.splat(<i16>((u - (firstX << 16)) >> 6)), slopeX)
  // Both neighbours of a column are picked as a pair of bytes, then weighted and added by one dot product.
  const picks = i16x8.add(i16x8.mul(i16x8.shr_s(x, 10), i16x8.splat(257)), i16x8.splat(256))
  const weights = i16x8.add(i16x8.mul(v128.and(i16x8.shr_s(x, 4), i16x8.splat(63)), i16x8.splat(255)), i16x8.splat(64))
  const firstY = min(v, v + 7 * dv) >> 16, lastY = max(v, v + 7 * dv) >> 16
  // Distance from each row in 1/4096, so that 4096 away a row counts for nothing.
  let y = i16x8.add(i16x8.splat(<i16>((v - (firstY << 16)) >> 4)), slopeY)
  let row = src + firstY * stride + firstX
  if (firstY == lastY) {
    const upper = pick(row, picks, weights)
    return i16x8.add(upper, q15(i16x8.sub(pick(row + stride, picks, weights), upper), i16x8.shl(y, 3)))
  }
  const one = i16x8.splat(4096)
  let sum = i16x8.splat(0)
  for (let i = firstY; i <= lastY + 1; i++) {
    const near = i16x8.min_s(i16x8.max_s(i16x8.sub(one, i16x8.abs(y)), i16x8.splat(0)), i16x8.splat(4095))
    sum = i16x8.add(sum, q15(pick(row, picks, weights), i16x8.shl(near, 3)))
    y = i16x8.sub(y, one)
    row += stride
  }
  return sum
}

@inline function pick(row: usize, picks: v128, weights: v128): v128 {
  const bytes = v128.xor(v128.load(row), i8x16.splat(<i8>0x80))
  return i16x8.relaxed_dot_i8x16_i7x16_s(i8x16.relaxed_swizzle(bytes, picks), weights)
}

@inline function storeEight(dst: usize, value: v128, n: i32): void {
  const rounded = i16x8.shr_s(i16x8.add(value, i16x8.splat(32)), 6)
  const bytes = v128.xor(i8x16.narrow_i16x8_s(rounded, rounded), i8x16.splat(<i8>0x80))
  if (n >= 8) v128.store64_lane(dst, bytes, 0)
  else for (let i = 0; i < n; i++) store<u8>(dst + i, <u8>(i64x2.extract_lane(bytes, 0) >> (<i64>i << 3)))
}

@inline function clamp(value: i32, most: i32): i32 {
  return max(-most, min(most, value))
}
