// Shapes that are new in every frame: drawn as coverage into a mask, then blended in a colour.
import { tintRow, tintRowBy } from "./rows.as"
import { Target, ditherAt, storeHalf, touch } from "./target.as"

/** Empties a mask. */
export function clearMask(mask: usize, byteCount: i32): void {
  memory.fill(mask, 0, byteCount)
}

/** Rounded vertical bars. Tops and bottoms come in pairs of f32 per bar, in mask pixels; `column` is scratch for one bar's width. */
export function maskBars(
  mask: usize, stride: i32, height: i32, bars: usize, count: i32, firstX: f32, pitch: f32, width: f32, radius: f32,
  column: usize,
): void {
  for (let i = 0; i < count; i++) {
    const bar = bars + (<usize>i << 3)
    maskBar(mask, stride, height, firstX + pitch * <f32>i, width, load<f32>(bar), load<f32>(bar, 4), radius, column)
  }
}

/** One bar between y0 and y1 with round ends; straight rows repeat one row of coverage. */
function maskBar(
  mask: usize, stride: i32, height: i32, x: f32, width: f32, y0: f32, y1: f32, radius: f32, column: usize,
): void {
  const x0 = <i32>Mathf.floor(x), x1 = <i32>Mathf.ceil(x + width)
  const from = max(0, <i32>Mathf.floor(y0)), to = min(height, <i32>Mathf.ceil(y1))
  const n = x1 - x0
  const halfW = width * 0.5, midX = x + halfW, halfH = (y1 - y0) * 0.5, midY = y0 + halfH
  const r = min(radius, min(halfW, halfH))
  const straightFrom = min(to, max(from, <i32>Mathf.ceil(y0 + max<f32>(r, 1)))), straightTo = max(straightFrom, min(to, <i32>Mathf.floor(y1 - max<f32>(r, 1))))
  v128.store(column + n, i8x16.splat(0))
  for (let i = 0; i < n; i++) store<u8>(column + i, coverage(<f32>(x0 + i) + 0.5 - midX, 0, halfW, halfH, r))
  for (let y = straightFrom; y < straightTo; y++) raise(mask + y * stride + x0, column, n)
  for (let y = from; y < straightFrom; y++) capRow(mask + y * stride, x0, n, <f32>y + 0.5 - midY, midX, halfW, halfH, r)
  for (let y = straightTo; y < to; y++) capRow(mask + y * stride, x0, n, <f32>y + 0.5 - midY, midX, halfW, halfH, r)
}

@inline function capRow(row: usize, x0: i32, n: i32, dy: f32, midX: f32, halfW: f32, halfH: f32, r: f32): void {
  for (let i = 0; i < n; i++) {
    const value = <i32>coverage(<f32>(x0 + i) + 0.5 - midX, dy, halfW, halfH, r)
    const p = row + x0 + i
    store<u8>(p, <u8>min(255, value + <i32>load<u8>(p)))
  }
}

/** Coverage of a pixel by a rounded box, from its signed distance. */
@inline function coverage(dx: f32, dy: f32, halfW: f32, halfH: f32, r: f32): u8 {
  const qx = Mathf.abs(dx) - halfW + r, qy = Mathf.abs(dy) - halfH + r
  let covered: f32
  if (r > 0.75) {
    const ox = max<f32>(qx, 0), oy = max<f32>(qy, 0)
    const d = Mathf.sqrt(ox * ox + oy * oy) + min<f32>(max(qx, qy), 0) - r
    covered = min<f32>(1, max<f32>(0, 0.5 - d))
  } else {
    // Square corners: exact area, so that thin and slowly growing bars do not flicker.
    const cx = min<f32>(1, max<f32>(0, 0.5 - (qx - r))), cy = min<f32>(1, max<f32>(0, 0.5 - (qy - r)))
    covered = min<f32>(cx, 2 * halfW) * min<f32>(cy, 2 * halfH)
  }
  return <u8>(covered * 255 + 0.5)
}

/** Bars stand side by side, so what they cover of a shared pixel adds up. */
@inline function raise(dst: usize, src: usize, n: i32): void {
  for (let i = 0; i < n; i += 16) {
    v128.store(dst + i, i8x16.add_sat_u(v128.load(dst + i), v128.load(src + i)))
  }
}

/**
 * Blends a mask whose top left corner lies at the even point (x, y). Colours: one value per plane (`rowY` = 0), or
 * a row of bytes per plane for a sideways gradient. Four zero bytes stand left of each mask row.
 */
export function drawMask(
  target: Target, mask: usize, stride: i32, x: i32, y: i32, width: i32, height: i32, gain: i32,
  colourY: i32, colourU: i32, colourV: i32, rowY: usize, rowU: usize, rowV: usize,
): void {
  const from = max(target.clipLeft, x), to = min(target.clipRight, x + width)
  const top = max(target.clipTop, y), bottom = min(target.clipBottom, y + height)
  if (to <= from) return
  for (let r = top; r < bottom; r++) {
    const m = mask + (r - y) * stride + (from - x), d = target.y + r * target.strideY + from
    touch(target.touchedY, r, from, to)
    if (rowY) tintRowBy(d, rowY + (from - x), m, to - from, gain, ditherAt(target, from, r))
    else tintRow(d, colourY, m, to - from, gain, ditherAt(target, from, r))
  }
  const fromC = from >> 1, n = (to - from) >> 1, half = target.scratch
  for (let r = top >> 1; r < bottom >> 1; r++) {
    const m = mask + ((r << 1) - y) * stride + (from - x)
    if (!halveRows(m, m + stride, half, n)) continue
    const o = <usize>(r * target.strideC + fromC)
    const dither = ditherAt(target, fromC, r)
    touch(target.touchedC, r, fromC, fromC + n)
    if (rowY) {
      tintRowBy(target.u + o, rowU + ((from - x) >> 1), half, n, gain, dither)
      tintRowBy(target.v + o, rowV + ((from - x) >> 1), half, n, gain, dither)
    } else {
      tintRow(target.u + o, colourU, half, n, gain, dither)
      tintRow(target.v + o, colourV, half, n, gain, dither)
    }
  }
}

/** Two mask rows into one of half the width, sited left: weights 1 2 1. Tells whether anything was there. */
export function halveRows(a: usize, b: usize, out: usize, n: i32): bool {
  const even = i16x8.splat(255)
  let seen = i16x8.splat(0)
  for (let i = 0; i < n; i += 8) {
    const o = <usize>i << 1
    const A = v128.load(a + o), B = v128.load(b + o)
    const A1 = v128.load(a + o - 2), B1 = v128.load(b + o - 2)
    if (!v128.any_true(v128.or(v128.or(A, B), v128.or(A1, B1)))) {
      storeHalf(out + i, A)
      continue
    }
    seen = v128.or(seen, v128.or(v128.or(A, B), v128.or(A1, B1)))
    const middle = i16x8.add(v128.and(A, even), v128.and(B, even))
    const after = i16x8.add(i16x8.shr_u(A, 8), i16x8.shr_u(B, 8))
    const before = i16x8.add(i16x8.shr_u(A1, 8), i16x8.shr_u(B1, 8))
    const sum = i16x8.add(i16x8.add(i16x8.shl(middle, 1), i16x8.add(before, after)), i16x8.splat(4))
    storeHalf(out + i, i8x16.narrow_i16x8_u(i16x8.shr_u(sum, 3), sum))
  }
  return v128.any_true(seen)
}
