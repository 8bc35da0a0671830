// Pieces of one opaque picture, each with a place and a size of its own: for pictures that fly apart.
import { Sprite, Target, firstBytes, touch } from "./target.as"

/** Bytes of a piece: where it lies in the picture (u, v), where in the frame (x, y), its size there, and its steps through the picture in 16.16. */
const PIECE: i32 = 32

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
    drawPiece(
      sprite.planeU + from, sprite.planeV + from, sprite.strideC, target.u, target.v, target.strideC, target.touchedC,
      x >> 1, y >> 1, (x + width + 1) >> 1, (y + height + 1) >> 1, du, dv, left >> 1, top >> 1, right >> 1, bottom >> 1,
    )
  }
}

/** One plane, or two of the same form. */
function drawPiece(
  src: usize, other: usize, stride: i32, dst: usize, otherDst: usize, dstStride: i32, touched: usize,
  x: i32, y: i32, xEnd: i32, yEnd: i32, du: i32, dv: i32, left: i32, top: i32, right: i32, bottom: i32,
): void {
  const x0 = max(x, left), x1 = min(xEnd, right)
  if (x1 <= x0) return
  const isWhole = du == 65536
  const last = min(yEnd, bottom)
  for (let row = max(y, top); row < last; row++) {
    const s = (((row - y) * dv) >> 16) * stride
    touch(touched, row, x0, x1)
    if (isWhole) {
      copyRow(dst + row * dstStride + x0, src + s + (x0 - x), x1 - x0)
      if (other) copyRow(otherDst + row * dstStride + x0, other + s + (x0 - x), x1 - x0)
    } else {
      pickRow(dst + row * dstStride, src + s, x0, x1, (x0 - x) * du, du)
      if (other) pickRow(otherDst + row * dstStride, other + s, x0, x1, (x0 - x) * du, du)
    }
  }
}

@inline function copyRow(d: usize, s: usize, n: i32): void {
  let i = 0
  for (; i + 16 <= n; i += 16) v128.store(d + i, v128.load(s + i))
  if (i < n) v128.store(d + i, v128.bitselect(v128.load(s + i), v128.load(d + i), firstBytes(n - i)))
}

@inline function pickRow(d: usize, s: usize, from: i32, to: i32, at: i32, step: i32): void {
  for (let x = from; x < to; x++, at += step) store<u8>(d + x, load<u8>(s + <usize>(at >> 16)))
}
