// Pictures of films under a veil: enlarged and shaded in one go, which touches the frame once instead of twice.
import { aimChroma, aimLuma, bottom, cols, dst, dstStride, hidden, left, paint, right, rows, stride, top, touched } from "./aim.as"
import { columnTableBytes, expandBytes, expandWords, prepareByteColumns, prepareWordColumns } from "./columns.as"
import { LIFT, storeSixteen } from "./rows.as"
import { FULL, Sprite, Target, Texture, ditherAt, q15, touch } from "./target.as"

let opacity: i32 = 0
// Two rows of the picture, stretched, and two of the veil.
let paintA: usize = 0
let paintB: usize = 0
let inPaint: i32 = 0
let veilA: usize = 0
let veilB: usize = 0
let inVeil: i32 = 0

/**
 * Draws an opaque picture with its top left corner at (x, y), scaled to at least half its size, through a texture that holds an alpha
 * (times 128) in its first plane: luma pixel (x, y) takes the sample (u0 + x du, v0 + y dv), at most half a sample a pixel, and goes as
 * far towards the colour.
 */
export function drawVeiled(
  target: Target, sprite: Sprite, x: f64, y: f64, scaleX: f64, scaleY: f64, texture: Texture, u0: f64, v0: f64, du: f64, dv: f64,
  alpha: i32, colourY: i32, colourU: i32, colourV: i32,
): void {
  opacity = alpha
  const stepX = 1 / scaleX, stepY = 1 / scaleY
  const startX = (0.5 - x) * stepX - 0.5
  aimLuma(target, sprite, -1)
  drawPlane(target, startX, (0.5 - y) * stepY - 0.5, stepX, stepY, texture, u0, v0, du, dv, colourY)
  // Chroma is sited left, as in sprites.
  const chromaX = startX * 0.5, chromaY = ((1 - y) * stepY - 1) * 0.5, veilY = v0 + 0.5 * dv
  aimChroma(target, sprite, sprite.planeU, target.u, -1)
  drawPlane(target, chromaX, chromaY, stepX, stepY, texture, u0, veilY, 2 * du, 2 * dv, colourU)
  aimChroma(target, sprite, sprite.planeV, target.v, -1)
  drawPlane(target, chromaX, chromaY, stepX, stepY, texture, u0, veilY, 2 * du, 2 * dv, colourV)
}

/** Output pixel (x, y) shows the picture's sample (x0 + x stepX, y0 + y stepY). */
function drawPlane(
  target: Target, x0: f64, y0: f64, stepX: f64, stepY: f64, texture: Texture, u0: f64, v0: f64, du: f64, dv: f64, value: i32,
): void {
  const startX = fixed(x0), startY = fixed(y0), perX = fixed(stepX), perY = fixed(stepY), startV = fixed(v0), perV = fixed(dv)
  const from = max(left, ceilDivide(-startX, perX)), to = min(right, ceilDivide(((cols - 1) << 16) - startX, perX)), n = to - from
  const first = max(top, ceilDivide(-startY, perY)), last = min(bottom, ceilDivide(((rows - 1) << 16) - startY, perY))
  if (n <= 0) return
  const groups = (n + 15) >> 3, rowBytes = <usize>groups << 4
  const table = target.scratch, veilTable = table + columnTableBytes(n + 8)
  paintA = veilTable + columnTableBytes(n + 8)
  paintB = paintA + rowBytes
  veilA = paintB + rowBytes
  veilB = veilA + rowBytes
  inPaint = i32.MIN_VALUE
  inVeil = i32.MIN_VALUE
  prepareByteColumns(table, n + 8, startX + from * perX, perX)
  prepareWordColumns(veilTable, n + 8, fixed(u0 + du * <f64>from), fixed(du))
  for (let y = first; y < last; y++) {
    const a = hidden ? max(from, <i32>load<i16>(hidden + <usize>(y << 2))) : to
    const b = hidden ? min(to, <i32>load<i16>(hidden + <usize>(y << 2), 2)) : to
    if (a <= from && b >= to) continue
    const v = startY + y * perY, w = startV + y * perV
    reachPaint(v >> 16, (n + 7) >> 3, table)
    reachVeil(texture, w >> 16, groups, veilTable)
    touch(touched, y, from, to)
    const F = i16x8.splat(<i16>((v & 0xffff) >> 1)), G = i16x8.splat(<i16>((w & 0xffff) >> 1))
    const d = dst + y * dstStride + from
    if (a >= b) veilRow(d, 0, n, F, G, value, ditherAt(target, from, y))
    else {
      veilRow(d, 0, a - from, F, G, value, ditherAt(target, from, y))
      veilRow(d, b - from, n, F, G, value, ditherAt(target, b, y))
    }
  }
}

/** Columns [from, to) of a row. */
function veilRow(d: usize, from: i32, to: i32, F: v128, G: v128, value: i32, dither: v128): void {
  const C = i16x8.splat(<i16>((value << 6) - LIFT)), base = i16x8.add(dither, i16x8.splat(LIFT)), o = <usize>from << 1
  let a = paintA + o, b = paintB + o, va = veilA + o, vb = veilB + o, n = to - from
  for (d += from; n >= 16; n -= 16) {
    v128.store(d, veilSixteen(a, b, va, vb, F, G, C, base))
    d += 16
    a += 32
    b += 32
    va += 32
    vb += 32
  }
  if (n > 0) storeSixteen(d, veilSixteen(a, b, va, vb, F, G, C, base), n)
}

@inline function veilSixteen(a: usize, b: usize, va: usize, vb: usize, F: v128, G: v128, C: v128, base: v128): v128 {
  const p0 = mix(v128.load(a), v128.load(b), F), p1 = mix(v128.load(a, 16), v128.load(b, 16), F)
  const q0 = mix(v128.load(va), v128.load(vb), G), q1 = mix(v128.load(va, 16), v128.load(vb, 16), G)
  const r0 = i16x8.add(mix(p0, C, q0), base), r1 = i16x8.add(mix(p1, C, q1), base)
  return i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 6), i16x8.shr_s(r1, 6))
}

@inline function mix(a: v128, b: v128, F: v128): v128 {
  return i16x8.add(a, q15(i16x8.sub(b, a), F))
}

/** Brings the picture's row `row` and the one below it into its two rows in work. */
function reachPaint(row: i32, groups: i32, table: usize): void {
  if (row == inPaint) return
  const isNext = row == inPaint + 1, above = paintA
  if (isNext) { paintA = paintB; paintB = above }
  else expandBytes(paint + row * stride, paintA, 0, groups, table)
  expandBytes(paint + (row + 1) * stride, paintB, 0, groups, table)
  inPaint = row
}

/** The same for the veil, whose rows serve many of the frame. */
function reachVeil(texture: Texture, row: i32, groups: i32, table: usize): void {
  if (row == inVeil) return
  const isNext = row == inVeil + 1, above = veilA
  if (isNext) { veilA = veilB; veilB = above }
  else stretchVeil(texture, row, veilA, groups, table)
  stretchVeil(texture, row + 1, veilB, groups, table)
  inVeil = row
}

function stretchVeil(texture: Texture, row: i32, into: usize, groups: i32, table: usize): void {
  expandWords(texture.planeY + ((row * texture.stride) << 1), into, groups, table)
  if (opacity == FULL) return
  const A = i16x8.splat(<i16>opacity)
  for (const end = into + (<usize>groups << 4); into < end; into += 16) v128.store(into, q15(v128.load(into), A))
}

@inline function fixed(value: f64): i32 {
  return <i32>Math.round(value * 65536)
}

@inline function ceilDivide(a: i32, b: i32): i32 {
  return <i32>Math.ceil(<f64>a / <f64>b)
}
