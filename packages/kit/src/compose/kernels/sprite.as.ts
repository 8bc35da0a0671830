// Sprites: moved and scaled along the axes. Rotation is in rotate.as.ts.
import { aimChroma, aimLuma, alpha, black, bottom, cols, dst, dstStride, evens, hidden, isHidden, left, paint, right, rows, settled, spans, stride, tint, top, touched } from "./aim.as"
import { ENTRY, expandBytes, columnTableBytes, prepareByteColumns, widenBytes } from "./columns.as"
import { blendEvenRow, blendRow, lerpBlendRow, lerpEvenRow, lerpRow, lerpTintRow, slideEvenRow, slideRow, slideWeights, tintEvenRow, tintRow } from "./rows.as"
import { endBlock, fillOpaque, findOpaque, opaqueFrom, opaqueTo, partColumns } from "./opaque-rows.as"
import { FULL, Sprite, Target, ditherAt, firstBytes, touch } from "./target.as"

let gain: i32 = 0
/** Original width on whole columns: only rows lie between samples. */
let isSlide: bool = false
/** Memory for stretched rows. */
let rowsInWork: usize = 0
/** Output columns per source column, for finding columns without dividing. */
let columnsPerSample: f64 = 0
let fadeAxis: i32 = 0
let fadeFrom: f64 = 0
let fadeTo: f64 = 0

/** Up to this many columns, finding out what may be left out costs more than drawing it. */
const NARROW: i32 = 48

/**
 * Draws a sprite with its top left corner at (x, y), scaled. `gain` is the opacity in Q15.
 * `tintY` >= 0 draws its shape in one colour. `axis` 1 or 2 fades along x or y: full at `from`, nothing at `to`.
 */
export function drawSprite(
  target: Target, sprite: Sprite, x: f64, y: f64, scaleX: f64, scaleY: f64, opacity: i32,
  tintY: i32, tintU: i32, tintV: i32, axis: i32, from: f64, to: f64,
): void {
  gain = opacity
  fadeAxis = axis
  aimLuma(target, sprite, tintY)
  fadeFrom = from
  fadeTo = to
  const stepX = 1 / scaleX, stepY = 1 / scaleY
  drawPlane(target, (0.5 - x) * stepX - 0.5, (0.5 - y) * stepY - 0.5, stepX, stepY)
  // Chroma is sited left: sample i lies over the centre of luma column 2i, and between luma rows 2j and 2j + 1.
  const chromaX = ((0.5 - x) * stepX - 0.5) * 0.5, chromaY = ((1 - y) * stepY - 1) * 0.5
  const siting = axis == 1 ? 0.25 : 0
  fadeFrom = from * 0.5 + siting
  fadeTo = to * 0.5 + siting
  aimChroma(target, sprite, sprite.planeU, target.u, tintY < 0 ? -1 : tintU)
  drawPlane(target, chromaX, chromaY, stepX, stepY)
  aimChroma(target, sprite, sprite.planeV, target.v, tintY < 0 ? -1 : tintV)
  drawPlane(target, chromaX, chromaY, stepX, stepY)
}

/** Output pixel (x, y) shows source sample (u0 + x * du, v0 + y * dv). */
function drawPlane(target: Target, u0: f64, v0: f64, du: f64, dv: f64): void {
  const startU = <i32>Math.round(u0 * 65536), startV = <i32>Math.round(v0 * 65536)
  const stepU = <i32>Math.round(du * 65536), stepV = <i32>Math.round(dv * 65536)
  if (fadeAxis != 1) {
    drawPart(target, startU, startV, stepU, stepV)
    return
  }
  // Only the soft edge itself needs weights; one side of it is drawn as ever, the other not at all.
  const allLeft = left, allRight = right
  const isForward = fadeTo > fadeFrom
  const edgeLeft = <i32>Math.floor(min(fadeFrom, fadeTo) - 0.5), edgeRight = <i32>Math.ceil(max(fadeFrom, fadeTo) + 0.5)
  fadeAxis = 0
  if (isForward) right = min(allRight, edgeLeft)
  else left = max(allLeft, edgeRight)
  if (right > left) drawPart(target, startU, startV, stepU, stepV)
  fadeAxis = 1
  left = max(allLeft, edgeLeft)
  right = min(allRight, edgeRight)
  if (right > left) resamplePlane(target, startU, startV, stepU, stepV)
}

@inline function drawPart(target: Target, startU: i32, startV: i32, stepU: i32, stepV: i32): void {
  const isWhole = stepU == 65536 && stepV == 65536 && !((startU | startV) & 0xffff)
  if (isWhole) copyPlane(target, startU >> 16, startV >> 16)
  else resamplePlane(target, startU, startV, stepU, stepV)
}

/** Whole-pixel position, original size: no resampling, opaque parts are copied. */
function copyPlane(target: Target, u: i32, v: i32): void {
  const yEnd = min(bottom, rows - v)
  const low = max(left, -u), high = min(right, cols - u)
  for (let y = max(top, -v); y < yEnd; y++) {
    const span = spans + <usize>((y + v) << 3)
    const s0 = max(low, <i32>load<i16>(span) - u), s1 = min(high, <i32>load<i16>(span, 6) - u)
    const g = fadedGain(y)
    if (s1 <= s0 || g <= 0 || isHidden(y, s0, s1)) continue
    const o0 = max(s0, <i32>load<i16>(span, 2) - u), o1 = min(s1, <i32>load<i16>(span, 4) - u)
    const d = dst + y * dstStride, s = paint + (y + v) * stride + u, a = alpha + (y + v) * stride + u
    touch(touched, y, s0, s1)
    const isOpaque = o1 > o0 && g >= FULL && load<u8>(evens + y + v) == 255
    if (tint >= 0 && isOpaque) {
      if (o0 > s0) tintRow(d + s0, tint, a + s0, o0 - s0, g, ditherAt(target, s0, y))
      memory.fill(d + o0, <u8>tint, o1 - o0)
      if (s1 > o1) tintRow(d + o1, tint, a + o1, s1 - o1, g, ditherAt(target, o1, y))
    } else if (tint >= 0 && o1 - o0 > NARROW) {
      if (o0 > s0) tintRow(d + s0, tint, a + s0, o0 - s0, g, ditherAt(target, s0, y))
      tintEvenRow(d + o0, tint, o1 - o0, evenAlpha(y + v, g), ditherAt(target, o0, y))
      if (s1 > o1) tintRow(d + o1, tint, a + o1, s1 - o1, g, ditherAt(target, o1, y))
    } else if (tint >= 0) tintRow(d + s0, tint, a + s0, s1 - s0, g, ditherAt(target, s0, y))
    else if (isOpaque) {
      if (o0 > s0) blendRow(d + s0, s + s0, a + s0, o0 - s0, black, g, ditherAt(target, s0, y))
      copyUnsettled(d, s, o0, o1, y)
      if (s1 > o1) blendRow(d + o1, s + o1, a + o1, s1 - o1, black, g, ditherAt(target, o1, y))
    } else if (o1 - o0 > NARROW) {
      if (o0 > s0) blendRow(d + s0, s + s0, a + s0, o0 - s0, black, g, ditherAt(target, s0, y))
      blendEvenRow(d + o0, s + o0, o1 - o0, black, evenAlpha(y + v, g), g, ditherAt(target, o0, y))
      if (s1 > o1) blendRow(d + o1, s + o1, a + o1, s1 - o1, black, g, ditherAt(target, o1, y))
    } else blendRow(d + s0, s + s0, a + s0, s1 - s0, black, g, ditherAt(target, s0, y))
  }
}

/** The alpha of a row's even stretch in Q15, with the opacity; rounded as vectors round. */
@inline function evenAlpha(row: i32, g: i32): i32 {
  const even = <i32>load<u8>(evens + row), alpha = (even << 7) + (even >> 1)
  return g < FULL ? (alpha * g + 16384) >> 15 : alpha
}

/** Copies the columns [from, to) of a row, less those that stand there already, or that layers above will cover. */
@inline function copyUnsettled(d: usize, s: usize, from: i32, to: i32, y: i32): void {
  const spared = settled ? settled : hidden
  const a = spared ? max(from, <i32>load<i16>(spared + <usize>(y << 2))) : to
  const b = spared ? min(to, <i32>load<i16>(spared + <usize>(y << 2), 2)) : to
  if (b <= a) memory.copy(d + from, s + from, to - from)
  else {
    copyRim(d + from, s + from, a - from)
    copyRim(d + b, s + b, to - b)
  }
}

/** A few bytes, for which a call would cost more than the copy. */
@inline function copyRim(d: usize, s: usize, n: i32): void {
  let i = 0
  for (; i + 16 <= n; i += 16) v128.store(d + i, v128.load(s + i))
  if (i < n) v128.store(d + i, v128.bitselect(v128.load(s + i), v128.load(d + i), firstBytes(n - i)))
}

/** The opacity of a row: falls from `fadeFrom` to `fadeTo` when the sprite is revealed along y. */
@inline function fadedGain(y: i32): i32 {
  if (fadeAxis != 2) return gain
  const weight = (fadeTo - <f64>y - 0.5) / (fadeTo - fadeFrom)
  return <i32>Math.round(<f64>gain * min<f64>(1, max<f64>(0, weight)))
}

/** Q15 weight per column: falls from `fadeFrom` to `fadeTo`. */
function prepareFade(weights: usize, from: i32, n: i32): void {
  const scale = 1 / (fadeTo - fadeFrom)
  for (let i = 0; i < n; i++) {
    const weight = min<f64>(1, max<f64>(0, (fadeTo - <f64>(from + i) - 0.5) * scale))
    store<i16>(weights + (<usize>i << 1), <i16>Math.round(weight * 32767))
  }
}

/** Bilinear: rows are stretched sideways by table and kept, then mixed downward while blending. */
function resamplePlane(target: Target, u0: i32, v0: i32, du: i32, dv: i32): void {
  const x0 = max(left, ceilDivide(-65535 - u0, du))
  const x1 = min(right, ceilDivide((cols << 16) - u0, du))
  const y0 = max(top, ceilDivide(-v0, dv))
  const y1 = min(bottom, ceilDivide(((rows - 1) << 16) - v0, dv))
  if (x1 <= x0 || y1 <= y0) return
  const u = u0 + x0 * du, n = x1 - x0
  const table = target.scratch, columns = table + columnTableBytes(n)
  rowsInWork = columns + columnTableBytes(n)
  columnsPerSample = 1 / <f64>du
  isSlide = du == 65536 && !(u & 0xffff)
  if (!isSlide) prepareByteColumns(table, (n + 15) & ~7, u, du)
  // What is opaque in all rows of a block needs no alpha, and no row that is stretched first.
  let y = y0
  if (!isSlide && tint < 0 && gain >= FULL && fadeAxis == 0) {
    let hasColumns = false
    for (let block = y0, end = y0; block < y1; block = end) {
      end = endBlock(block, y1)
      if (!findOpaque(block, end, n, u, v0, dv, columnsPerSample)) continue
      if (!hasColumns) partColumns(table, n, columns)
      hasColumns = true
      resampleRows(target, y, block, x0, x1, u, v0, dv, table)
      fillOpaque(target, block, end, x0, v0, dv, columns, rowsInWork)
      const from = opaqueFrom, to = opaqueTo
      resampleRows(target, block, end, x0, x0 + from, u, v0, dv, table)
      resampleRows(target, block, end, x0 + to, x1, u + to * du, v0, dv, table + <usize>(to >> 3) * ENTRY)
      y = end
    }
  }
  resampleRows(target, y, y1, x0, x1, u, v0, dv, table)
}

/** The rows [y, bottom) of the columns [x0, x1), whose table is given. */
function resampleRows(target: Target, y: i32, bottom: i32, x0: i32, x1: i32, u: i32, v0: i32, dv: i32, table: usize): void {
  if (x1 <= x0) return
  const rowBytes = <usize>((x1 - x0 + 31) & ~15) << 1
  let paintA = rowsInWork, paintB = paintA + rowBytes
  let alphaA = paintB + rowBytes, alphaB = alphaA + rowBytes
  const weights = fadeAxis == 1 ? alphaB + rowBytes : 0
  if (weights) prepareFade(weights, x0, (x1 - x0 + 15) & ~7)
  let inA = -2, inB = -2
  for (; y < bottom; y++) {
    const v = v0 + y * dv, row = v >> 16
    const span = spans + <usize>(row << 3)
    const g = fadedGain(y)
    if (isEmpty(span) && isEmpty(span + 8) || g <= 0 || isHidden(y, x0, x1)) continue
    if (row == inB) {
      let t = paintA; paintA = paintB; paintB = t
      t = alphaA; alphaA = alphaB; alphaB = t
      inA = inB; inB = -2
    }
    if (row != inA) { stretchRow(row, u, x1 - x0, paintA, alphaA, table); inA = row }
    if (row + 1 != inB) { stretchRow(row + 1, u, x1 - x0, paintB, alphaB, table); inB = row + 1 }
    mixRow(target, y, x0, x1, u, row, (v & 0xffff) >> 1, g, weights, paintA, paintB, alphaA, alphaB)
  }
}

/** Blends one output row; where both source rows are even, their alpha is one number. */
@inline function mixRow(
  target: Target, y: i32, x0: i32, x1: i32, u: i32, row: i32, fraction: i32, g: i32, weights: usize,
  paintA: usize, paintB: usize, alphaA: usize, alphaB: usize,
): void {
  const n = x1 - x0, span = spans + <usize>(row << 3)
  const isNarrow = n <= NARROW
  const s0 = isNarrow ? 0 : max(0, columnOf(((spanStart(span, span + 8) - 1) << 16) + 1 - u) & ~7)
  const s1 = isNarrow ? n : min(n, columnOf((spanEnd(span, span + 8) << 16) - u))
  if (s1 <= s0) return
  const d = dst + y * dstStride + x0
  const dither = ditherAt(target, x0, y)
  touch(touched, y, x0 + s0, x0 + s1)
  let o = <usize>s0 << 1
  if (tint >= 0) {
    lerpTintRow(d + s0, tint, alphaA + o, alphaB + o, s1 - s0, fraction, g, weights ? weights + o : 0, dither)
    return
  }
  let e0 = s1, e1 = s1
  if (!weights && !isNarrow) {
    const evenStart = max(<i32>load<i16>(span, 2), <i32>load<i16>(span, 10))
    const evenEnd = min(<i32>load<i16>(span, 4), <i32>load<i16>(span, 12))
    e0 = max(s0, (columnOf((evenStart << 16) - u) + 7) & ~7)
    e1 = min(s1, columnOf(((evenEnd - 1) << 16) - u) & ~7)
    if (e1 <= e0) { e0 = s1; e1 = s1 }
  }
  lerpBlendRow(d + s0, paintA + o, paintB + o, alphaA + o, alphaB + o, e0 - s0, fraction, black, g, weights ? weights + o : 0, dither)
  if (e1 <= e0) return
  const above = <i32>load<u8>(evens + row), below = <i32>load<u8>(evens + row, 1)
  const isOpaque = above == 255 && below == 255 && g >= FULL
  const even = <i32>Math.round((<f64>above + <f64>(below - above) * <f64>fraction / 32767) / 255 * <f64>g)
  if (isSlide) {
    const a = paint + row * stride + (u >> 16) + e0, w = slideWeights(fraction)
    if (isOpaque) slideRow(d + e0, a, a + stride, e1 - e0, w, dither)
    else slideEvenRow(d + e0, a, a + stride, e1 - e0, w, black, even, g, dither)
  } else {
    o = <usize>e0 << 1
    if (isOpaque) lerpRow(d + e0, paintA + o, paintB + o, e1 - e0, fraction, dither)
    else lerpEvenRow(d + e0, paintA + o, paintB + o, e1 - e0, fraction, black, even, g, dither)
  }
  o = <usize>e1 << 1
  if (s1 > e1) lerpBlendRow(d + e1, paintA + o, paintB + o, alphaA + o, alphaB + o, s1 - e1, fraction, black, g, 0, dither)
}

/**
 * Stretches one source row over the columns that it and its neighbours can show; alpha only where it is not even, and
 * paint neither when it only slides: there the rows are read as they are.
 */
function stretchRow(row: i32, u: i32, n: i32, paintRow: usize, alphaRow: usize, table: usize): void {
  if (n <= NARROW) {
    if (tint < 0) stretchGroups(paint + row * stride, u, paintRow, 0, (n + 7) >> 3, table)
    stretchGroups(alpha + row * stride, u, alphaRow, 0, (n + 7) >> 3, table)
    return
  }
  const span = spans + <usize>(row << 3)
  const above = row > 0 ? span - 8 : span, below = row + 1 < rows ? span + 8 : span
  if (isSlide && isEvenAcross(above, u, n) && isEvenAcross(span, u, n) && isEvenAcross(below, u, n)) return
  const start = min(spanStart(above, span), spanStart(span, below))
  const end = max(spanEnd(above, span), spanEnd(span, below))
  const from = max(0, columnOf(((start - 1) << 16) + 1 - u) >> 3)
  const to = min((n + 7) >> 3, (columnOf((end << 16) - u) + 7) >> 3)
  if (to <= from) return
  const evenStart = max(max(<i32>load<i16>(above, 2), <i32>load<i16>(span, 2)), <i32>load<i16>(below, 2))
  const evenEnd = min(min(<i32>load<i16>(above, 4), <i32>load<i16>(span, 4)), <i32>load<i16>(below, 4))
  const e0 = (columnOf((evenStart << 16) - u) + 7) >> 3
  const e1 = columnOf(((evenEnd - 1) << 16) - u) >> 3
  const hasEven = e1 > e0 && fadeAxis != 1 && tint < 0
  const evenFrom = hasEven ? min(to, e0) : to, evenTo = hasEven ? max(from, e1) : to
  const paintSrc = paint + row * stride, alphaSrc = alpha + row * stride
  stretchGroups(alphaSrc, u, alphaRow, from, evenFrom, table)
  stretchGroups(alphaSrc, u, alphaRow, evenTo, to, table)
  if (tint >= 0) return
  if (isSlide) {
    stretchGroups(paintSrc, u, paintRow, from, evenFrom, table)
    stretchGroups(paintSrc, u, paintRow, evenTo, to, table)
  } else stretchGroups(paintSrc, u, paintRow, from, to, table)
}

/** Whether a sliding row needs nothing stretched: its even stretch reaches over all n columns, rounded up to groups. */
@inline function isEvenAcross(span: usize, u: i32, n: i32): bool {
  const first = u >> 16
  return tint < 0 && fadeAxis != 1 && <i32>load<i16>(span, 2) <= first && <i32>load<i16>(span, 4) > first + n + 7
}

/** Eight columns a group. A sprite that only slides up or down needs no weights along its rows. */
@inline function stretchGroups(src: usize, u: i32, dst: usize, from: i32, to: i32, table: usize): void {
  if (isSlide) widenBytes(src + (u >> 16), dst, from, to)
  else expandBytes(src, dst, from, to, table)
}

@inline function isEmpty(span: usize): bool {
  return load<i16>(span, 6) <= load<i16>(span)
}

/** First painted column of two rows; an empty row does not count. */
@inline function spanStart(a: usize, b: usize): i32 {
  if (isEmpty(a)) return load<i16>(b)
  return isEmpty(b) ? load<i16>(a) : min(<i32>load<i16>(a), <i32>load<i16>(b))
}

/** Column behind the last painted one of two rows. */
@inline function spanEnd(a: usize, b: usize): i32 {
  if (isEmpty(a)) return load<i16>(b, 6)
  return isEmpty(b) ? load<i16>(a, 6) : max(<i32>load<i16>(a, 6), <i32>load<i16>(b, 6))
}

/** The first output column at or after a distance in the source. Where rounding errs by one, that column weighs nothing. */
@inline function columnOf(distance: i32): i32 {
  return <i32>Math.ceil(<f64>distance * columnsPerSample)
}

@inline function ceilDivide(a: i32, b: i32): i32 {
  return <i32>Math.ceil(<f64>a / <f64>b)
}
