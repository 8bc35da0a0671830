// Pieces of one opaque picture, each with a place and a size of its own: for pictures that fly apart.
import { Sprite, Target, firstBytes, touch } from "./target.as"

/** Bytes of a piece: where it lies in the picture (u, v), where in the frame (x, y), its size there, and its steps through the picture in 16.16. */
const PIECE: i32 = 32
/** Sixteen columns lie in two vectors, if a step is no longer. */
const MOST_STEP: i32 = 2 << 16

/** Draws pieces in their order. They lie on whole pixels and take the nearest sample: whatever flies is never looked at closely. */
export function drawPieces(target: Target, sprite: Sprite, pieces: usize, count: i32): void {
  const left = target.clipLeft, top = target.clipTop, right = target.clipRight, bottom = target.clipBottom
  for (let i = 0; i < count; i++) {
    const p = pieces + <usize>(i * PIECE)
    const u = load<i32>(p), v = load<i32>(p, 4), x = load<i32>(p, 8), y = load<i32>(p, 12)
    const width = load<i32>(p, 16), height = load<i32>(p, 20), du = load<i32>(p, 24), dv = load<i32>(p, 28)
    drawPiece(
      sprite.planeY + v * sprite.strideY + u, 0, sprite.strideY, target.y, 0, target.strideY, target.touchedY,
      x, y, x + width, y + height, du, dv, left, top, right, bottom,
    )
    // Two pieces side by side share a sample of colour where they meet on an odd column.
    const from = (v >> 1) * sprite.strideC + (u >> 1)
    const xC = x >> 1, yC = y >> 1, xEnd = (x + width + 1) >> 1, yEnd = (y + height + 1) >> 1
    drawPiece(
      sprite.planeU + from, sprite.planeV + from, sprite.strideC, target.u, target.v, target.strideC, target.touchedC,
      xC, yC, xEnd, yEnd, stepColour(u, width, du, xEnd - xC), stepColour(v, height, dv, yEnd - yC), left >> 1, top >> 1, right >> 1, bottom >> 1,
    )
  }
}

/** The step through a piece's samples of colour: smaller if it touches one sample more in the frame than it has, as that would be its neighbour's, or no picture at all. */
@inline function stepColour(from: i32, length: i32, step: i32, count: i32): i32 {
  const own = ((from + ((length * step + 0xffff) >> 16) + 1) >> 1) - (from >> 1)
  return ((count - 1) * step) >> 16 < own ? step : (own << 16) / count
}

/** One plane, or two of the same form. */
function drawPiece(
  src: usize, other: usize, stride: i32, dst: usize, otherDst: usize, dstStride: i32, touched: usize,
  x: i32, y: i32, xEnd: i32, yEnd: i32, du: i32, dv: i32, left: i32, top: i32, right: i32, bottom: i32,
): void {
  const x0 = max(x, left), x1 = min(xEnd, right)
  if (x1 <= x0) return
  const first = max(y, top), last = min(yEnd, bottom)
  for (let row = first; row < last; row++) touch(touched, row, x0, x1)
  if (du == 65536) {
    for (let row = first; row < last; row++) {
      const s = (((row - y) * dv) >> 16) * stride + (x0 - x), d = row * dstStride + x0
      copyRow(dst + d, src + s, x1 - x0)
      if (other) copyRow(otherDst + d, other + s, x1 - x0)
    }
    return
  }
  for (let i = x0; i < x1; i += 16) {
    const at = (i - x) * du, n = min(16, x1 - i)
    if (du <= MOST_STEP) {
      pickColumns(src + (at >> 16), stride, dst + i, dstStride, at & 0xffff, du, n, y, dv, first, last)
      if (other) pickColumns(other + (at >> 16), stride, otherDst + i, dstStride, at & 0xffff, du, n, y, dv, first, last)
    } else {
      pickSlowly(src, stride, dst + i, dstStride, at, du, n, y, dv, first, last)
      if (other) pickSlowly(other, stride, otherDst + i, dstStride, at, du, n, y, dv, first, last)
    }
  }
}

/** Up to sixteen columns of a piece, which show the same samples in every row. `at` is the part of a sample before the first of them. */
function pickColumns(src: usize, stride: i32, dst: usize, dstStride: i32, at: i32, du: i32, n: i32, y: i32, dv: i32, first: i32, last: i32): void {
  const D = i32x4.splat(du), start = i32x4.splat(at)
  const a = i32x4.shr_s(i32x4.add(start, i32x4.mul(D, i32x4(0, 1, 2, 3))), 16), b = i32x4.shr_s(i32x4.add(start, i32x4.mul(D, i32x4(4, 5, 6, 7))), 16)
  const c = i32x4.shr_s(i32x4.add(start, i32x4.mul(D, i32x4(8, 9, 10, 11))), 16), e = i32x4.shr_s(i32x4.add(start, i32x4.mul(D, i32x4(12, 13, 14, 15))), 16)
  const samples = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, e))
  // What does not lie in a vector is taken as 0 from it.
  const others = i8x16.sub(samples, i8x16.splat(16)), mask = firstBytes(n)
  const isWide = (at + (n - 1) * du) >> 16 > 15
  for (let row = first; row < last; row++) {
    const s = src + (((row - y) * dv) >> 16) * stride, d = dst + row * dstStride
    let picked = i8x16.swizzle(v128.load(s), samples)
    if (isWide) picked = v128.or(picked, i8x16.swizzle(v128.load(s, 16), others))
    v128.store(d, v128.bitselect(picked, v128.load(d), mask))
  }
}

function pickSlowly(src: usize, stride: i32, dst: usize, dstStride: i32, at: i32, du: i32, n: i32, y: i32, dv: i32, first: i32, last: i32): void {
  for (let row = first; row < last; row++) {
    const s = src + (((row - y) * dv) >> 16) * stride, d = dst + row * dstStride
    for (let x = 0; x < n; x++) store<u8>(d + x, load<u8>(s + <usize>((at + x * du) >> 16)))
  }
}

@inline function copyRow(d: usize, s: usize, n: i32): void {
  let i = 0
  for (; i + 16 <= n; i += 16) v128.store(d + i, v128.load(s + i))
  if (i < n) v128.store(d + i, v128.bitselect(v128.load(s + i), v128.load(d + i), firstBytes(n - i)))
}
