// Smooth pictures that fill a box: backdrops and fields. Light is in light.as.ts.
import { ENTRY, columnTableBytes, expandEightWords, expandWords, expandWordsSlowly, prepareWordColumns } from "./columns.as"
import { GRAIN_SOFT, brightLevel, grainAt, grainColumn, grainRange, nearlyBlack, weighGrain } from "./ground-grain.as"
import { storeSixteen } from "./rows.as"
import { BLACK, FULL, GREY, Target, Texture, ditherAt, firstBytes, q15, storeHalf, touch } from "./target.as"

// How rows are filled.
const SOLID = 0
const FADED = 1

let left: i32 = 0
let top: i32 = 0
let right: i32 = 0
let bottom: i32 = 0
let hidden: usize = 0
let touched: usize = 0
let gains: usize = 0
let gainShift: i32 = 0
let opacity: i32 = 0
let mode: i32 = 0
let startU: i32 = 0
let stepU: i32 = 0
/** Black of the plane. */
let level: i32 = 0
/** Where the grain of a dark ground lies while luma is filled, else 0. */
let grain: usize = 0
/** From a stretched row to the weights of its grain. */
let toWeights: usize = 0

/**
 * Fills the clip box with a texture: luma pixel (x, y) shows the texture's sample (u0 + x du, v0 + y dv).
 * `rowGains` holds a Q15 brightness per luma row, or is 0. An opacity below full blends over the ground.
 */
export function drawTexture(
  target: Target, texture: Texture, u0: f64, v0: f64, du: f64, dv: f64, rowGains: usize, alpha: i32,
): void {
  gains = rowGains
  opacity = alpha
  mode = alpha >= FULL ? SOLID : FADED
  aim(target, 0, BLACK)
  grain = du <= GRAIN_SOFT ? target.grain : 0
  fillPlane(target, texture.planeY, texture.stride, target.y, target.strideY, u0, v0, du, dv)
  grain = 0
  aim(target, 1, GREY)
  // Frame chroma lies over even columns and between two rows; so does a texture's when it has half the samples.
  let uc = u0, vc = v0 + 0.5 * dv, step: f64 = 2
  if (texture.widthC != texture.width) {
    uc = u0 * 0.5
    vc = (vc - 0.5) * 0.5
    step = 1
  }
  fillPlane(target, texture.planeU, texture.strideC, target.u, target.strideC, uc, vc, du * step, dv * step)
  fillPlane(target, texture.planeV, texture.strideC, target.v, target.strideC, uc, vc, du * step, dv * step)
}

function aim(target: Target, shift: i32, value: i32): void {
  left = target.clipLeft >> shift
  top = target.clipTop >> shift
  right = target.clipRight >> shift
  bottom = target.clipBottom >> shift
  hidden = shift ? target.hiddenC : target.hiddenY
  touched = shift ? target.touchedC : target.touchedY
  gainShift = shift
  level = value
}

function fillPlane(
  target: Target, plane: usize, stride: i32, dst: usize, dstStride: i32, u0: f64, v0: f64, du: f64, dv: f64,
): void {
  const n = right - left
  if (n <= 0) return
  const groups = (n + 15) >> 3
  const table = target.scratch
  toWeights = (<usize>groups << 4) + 32
  let rowA = table + columnTableBytes(n + 8), rowB = rowA + 2 * toWeights
  startU = fixed(u0 + du * <f64>left)
  stepU = fixed(du)
  prepareWordColumns(table, n + 8, startU, stepU)
  let inA = i32.MIN_VALUE, inB = i32.MIN_VALUE
  const startV = fixed(v0), stepV = fixed(dv)
  for (let y = top; y < bottom; y++) {
    const v = startV + y * stepV, row = v >> 16
    if (row == inB) {
      const t = rowA; rowA = rowB; rowB = t
      inA = inB; inB = i32.MIN_VALUE
    }
    if (row != inA) { stretchRow(plane + ((row * stride) << 1), rowA, n, table); inA = row }
    if (row + 1 != inB) { stretchRow(plane + (((row + 1) * stride) << 1), rowB, n, table); inB = row + 1 }
    const d = dst + y * dstStride, fraction = (v & 0xffff) >> 1
    touch(touched, y, left, right)
    if (mode != FADED && !gains && y + 1 < bottom && (v + stepV) >> 16 == row && isHiddenAlike(y)) {
      touch(touched, y + 1, left, right)
      fillTwoRows(target, d, dstStride, rowA, rowB, y, fraction, ((v + stepV) & 0xffff) >> 1)
      y++
      continue
    }
    // Hidden columns begin and end on multiples of 16 from column 0; the row buffers begin at `left`.
    const from = hidden ? max(left, <i32>load<i16>(hidden + <usize>(y << 2))) : right
    const to = hidden ? min(right, <i32>load<i16>(hidden + <usize>(y << 2), 2)) : right
    if (from < to) {
      fillRow(target, d, rowA, rowB, left, from, y, fraction)
      fillRow(target, d, rowA, rowB, to, right, y, fraction)
    } else fillRow(target, d, rowA, rowB, left, right, y, fraction)
  }
}

/** Whether layers above cover the same columns of a row and of the next. */
@inline function isHiddenAlike(y: i32): bool {
  const row = hidden + <usize>(y << 2)
  return !hidden || load<i32>(row) == load<i32>(row, 4)
}

/** Two rows between the same two of the texture: what both need is read once. */
@inline function fillTwoRows(
  target: Target, d: usize, dstStride: i32, rowA: usize, rowB: usize, y: i32, fraction: i32, next: i32,
): void {
  const from = hidden ? max(left, <i32>load<i16>(hidden + <usize>(y << 2))) : right
  const to = hidden ? min(right, <i32>load<i16>(hidden + <usize>(y << 2), 2)) : right
  const end = from < to ? from : right
  if (grain) {
    grainRows(target, d, dstStride, rowA, rowB, left, end, y, fraction, next)
    if (from < to) grainRows(target, d, dstStride, rowA, rowB, to, right, y, fraction, next)
    return
  }
  solidRows(target, d, dstStride, rowA, rowB, left, end, y, fraction, next)
  if (from < to) solidRows(target, d, dstStride, rowA, rowB, to, right, y, fraction, next)
}

function stretchRow(src: usize, row: usize, n: i32, table: usize): void {
  const isWeighed = grain != 0 && !gains
  if (stepU <= 65536 && isWeighed) weighWords(src, row, (n + 15) >> 3, table)
  else if (stepU <= 65536) expandWords(src, row, (n + 15) >> 3, table)
  else {
    expandWordsSlowly(src, row, n, startU, stepU)
    if (isWeighed) weighRow(row, n)
  }
}

/** Grain is weighed once for all output rows that a stretched row serves: from one to the next it hardly changes. */
function weighRow(row: usize, n: i32): void {
  const bright = brightLevel(), range = grainRange(), nearly = nearlyBlack()
  for (let end = row + (<usize>n << 1); row < end; row += 16) {
    v128.store(row + toWeights, weighGrain(v128.load(row), bright, range, nearly))
  }
}

/** As `expandWords` and `weighRow` in one go. */
function weighWords(src: usize, row: usize, to: i32, table: usize): void {
  const bright = brightLevel(), range = grainRange(), nearly = nearlyBlack()
  let weights = row + toWeights
  for (let end = row + (<usize>to << 4); row < end; row += 16) {
    const samples = expandEightWords(src, table)
    v128.store(row, samples)
    v128.store(weights, weighGrain(samples, bright, range, nearly))
    weights += 16
    table += ENTRY
  }
}

@inline function fillRow(target: Target, d: usize, rowA: usize, rowB: usize, from: i32, to: i32, y: i32, fraction: i32): void {
  if (to <= from) return
  const o = <usize>(from - left) << 1
  const dither = ditherAt(target, from, y)
  const gain = gains ? <i32>load<i16>(gains + (<usize>(y << gainShift) << 1)) : FULL
  if (grain) {
    if (mode == SOLID && gains) from = grainDimmed(target, d, rowA, rowB, from, to, y, fraction, gain)
    else if (mode == SOLID) from = grainAlone(target, d, rowA, rowB, from, to, y, fraction)
    if (from < to) grainRow(target, d, rowA, rowB, from, to, y, fraction, gain)
  } else if (mode == SOLID) solidRow(d + from, rowA + o, rowB + o, to - from, fraction, gain, dither)
  else fadedRow(d + from, rowA + o, rowB + o, to - from, fraction, gain, dither)
}

@inline function fixed(value: f64): i32 {
  return <i32>Math.round(value * 65536)
}

@inline function mix(rowA: usize, rowB: usize, F: v128): v128 {
  const a = v128.load(rowA)
  return i16x8.add(a, q15(i16x8.sub(v128.load(rowB), a), F))
}

function solidRow(dst: usize, rowA: usize, rowB: usize, n: i32, fraction: i32, gain: i32, dither: v128): void {
  const F = i16x8.splat(<i16>fraction), G = i16x8.splat(<i16>gain)
  const base = i16x8.add(i16x8.splat(<i16>(level << 7)), i16x8.shl(dither, 1))
  let i = 0
  if (gain >= FULL) {
    for (; i + 16 <= n; i += 16) {
      const o = <usize>i << 1
      const r0 = i16x8.shr_s(i16x8.add(mix(rowA + o, rowB + o, F), base), 7)
      const r1 = i16x8.shr_s(i16x8.add(mix(rowA + o + 16, rowB + o + 16, F), base), 7)
      v128.store(dst + i, i8x16.narrow_i16x8_u(r0, r1))
    }
  }
  for (; i < n; i += 16) {
    const o = <usize>i << 1
    const r0 = i16x8.shr_s(i16x8.add(q15(mix(rowA + o, rowB + o, F), G), base), 7)
    const r1 = i16x8.shr_s(i16x8.add(q15(mix(rowA + o + 16, rowB + o + 16, F), G), base), 7)
    storeSixteen(dst + i, i8x16.narrow_i16x8_u(r0, r1), n - i)
  }
}

/** As `solidRow` at full brightness, for two rows. */
function solidRows(
  target: Target, d: usize, dstStride: i32, rowA: usize, rowB: usize, from: i32, to: i32, y: i32, fraction: i32, next: i32,
): void {
  const F = i16x8.splat(<i16>fraction), N = i16x8.splat(<i16>next), K = i16x8.splat(<i16>(level << 7))
  const base = i16x8.add(K, i16x8.shl(ditherAt(target, from, y), 1))
  const nextBase = i16x8.add(K, i16x8.shl(ditherAt(target, from, y + 1), 1))
  const o = <usize>(from - left) << 1
  rowA += o
  rowB += o
  d += from
  let e = d + dstStride, n = to - from
  for (; n >= 16; n -= 16) {
    const a0 = v128.load(rowA), a1 = v128.load(rowA, 16), b0 = v128.load(rowB), b1 = v128.load(rowB, 16)
    const s0 = i16x8.sub(b0, a0), s1 = i16x8.sub(b1, a1)
    const m0 = q15(s0, F), m1 = q15(s1, F), n0 = q15(s0, N), n1 = q15(s1, N)
    const r0 = i16x8.add(i16x8.add(a0, base), m0), r1 = i16x8.add(i16x8.add(a1, base), m1)
    const t0 = i16x8.add(i16x8.add(a0, nextBase), n0), t1 = i16x8.add(i16x8.add(a1, nextBase), n1)
    v128.store(d, i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 7), i16x8.shr_s(r1, 7)))
    v128.store(e, i8x16.narrow_i16x8_u(i16x8.shr_s(t0, 7), i16x8.shr_s(t1, 7)))
    d += 16
    e += 16
    rowA += 32
    rowB += 32
  }
  if (n <= 0) return
  const a0 = v128.load(rowA), a1 = v128.load(rowA, 16)
  const s0 = i16x8.sub(v128.load(rowB), a0), s1 = i16x8.sub(v128.load(rowB, 16), a1)
  storeSixteen(d, i8x16.narrow_i16x8_u(solidEight(a0, s0, F, base), solidEight(a1, s1, F, base)), n)
  storeSixteen(e, i8x16.narrow_i16x8_u(solidEight(a0, s0, N, nextBase), solidEight(a1, s1, N, nextBase)), n)
}

@inline function solidEight(a: v128, step: v128, F: v128, base: v128): v128 {
  return i16x8.shr_s(i16x8.add(i16x8.add(a, q15(step, F)), base), 7)
}

/** As `solidRows`, with grain. */
function grainRows(
  target: Target, d: usize, dstStride: i32, rowA: usize, rowB: usize, from: i32, to: i32, y: i32, fraction: i32, next: i32,
): void {
  const F = i16x8.splat(<i16>fraction), N = i16x8.splat(<i16>next), K = i16x8.splat(<i16>(level << 7))
  const base = i16x8.add(K, i16x8.shl(ditherAt(target, from, y), 1))
  const nextBase = i16x8.add(K, i16x8.shl(ditherAt(target, from, y + 1), 1))
  const o = <usize>(from - left) << 1
  rowA += o
  rowB += o
  let weights = rowA + toWeights
  const upper = grainAt(grain, 0, y), lower = grainAt(grain, 0, y + 1)
  let x = from
  for (; x + 16 <= to; x += 16) {
    const column = grainColumn(x)
    const a0 = v128.load(rowA), a1 = v128.load(rowA, 16), b0 = v128.load(rowB), b1 = v128.load(rowB, 16)
    const w0 = v128.load(weights), w1 = v128.load(weights, 16)
    const g0 = q15(w0, v128.load(upper + column)), g1 = q15(w1, v128.load(upper + column, 16))
    const h0 = q15(w0, v128.load(lower + column)), h1 = q15(w1, v128.load(lower + column, 16))
    const s0 = i16x8.sub(b0, a0), s1 = i16x8.sub(b1, a1)
    const m0 = q15(s0, F), m1 = q15(s1, F), n0 = q15(s0, N), n1 = q15(s1, N)
    const c0 = i16x8.add(a0, base), c1 = i16x8.add(a1, base), k0 = i16x8.add(a0, nextBase), k1 = i16x8.add(a1, nextBase)
    const r0 = i16x8.add(i16x8.add(c0, g0), m0), r1 = i16x8.add(i16x8.add(c1, g1), m1)
    const t0 = i16x8.add(i16x8.add(k0, h0), n0), t1 = i16x8.add(i16x8.add(k1, h1), n1)
    v128.store(d + x, i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 7), i16x8.shr_s(r1, 7)))
    v128.store(d + dstStride + x, i8x16.narrow_i16x8_u(i16x8.shr_s(t0, 7), i16x8.shr_s(t1, 7)))
    rowA += 32
    rowB += 32
    weights += 32
  }
  if (x >= to) return
  const g = upper + grainColumn(x), h = lower + grainColumn(x)
  const a0 = v128.load(rowA), a1 = v128.load(rowA, 16)
  const s0 = i16x8.sub(v128.load(rowB), a0), s1 = i16x8.sub(v128.load(rowB, 16), a1)
  const w0 = v128.load(weights), w1 = v128.load(weights, 16)
  const r0 = solidEight(a0, s0, F, i16x8.add(base, q15(w0, v128.load(g))))
  const r1 = solidEight(a1, s1, F, i16x8.add(base, q15(w1, v128.load(g, 16))))
  storeSixteen(d + x, i8x16.narrow_i16x8_u(r0, r1), to - x)
  const t0 = solidEight(a0, s0, N, i16x8.add(nextBase, q15(w0, v128.load(h))))
  const t1 = solidEight(a1, s1, N, i16x8.add(nextBase, q15(w1, v128.load(h, 16))))
  storeSixteen(d + dstStride + x, i8x16.narrow_i16x8_u(t0, t1), to - x)
}

/** As `grainRows` for one row, as far as sixteens of it go; returns where it ends. */
function grainAlone(
  target: Target, d: usize, rowA: usize, rowB: usize, from: i32, to: i32, y: i32, fraction: i32,
): i32 {
  const F = i16x8.splat(<i16>fraction)
  const base = i16x8.add(i16x8.splat(<i16>(level << 7)), i16x8.shl(ditherAt(target, from, y), 1))
  const grains = grainAt(grain, 0, y), o = <usize>(from - left) << 1
  rowA += o
  rowB += o
  let x = from, weights = rowA + toWeights
  for (; x + 16 <= to; x += 16) {
    const g = grains + grainColumn(x)
    const a0 = v128.load(rowA), a1 = v128.load(rowA, 16)
    const m0 = q15(i16x8.sub(v128.load(rowB), a0), F), m1 = q15(i16x8.sub(v128.load(rowB, 16), a1), F)
    const g0 = q15(v128.load(weights), v128.load(g)), g1 = q15(v128.load(weights, 16), v128.load(g, 16))
    const r0 = i16x8.add(i16x8.add(a0, base), i16x8.add(m0, g0)), r1 = i16x8.add(i16x8.add(a1, base), i16x8.add(m1, g1))
    v128.store(d + x, i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 7), i16x8.shr_s(r1, 7)))
    rowA += 32
    rowB += 32
    weights += 32
  }
  return x
}

/** As `grainAlone` for a row whose brightness is its own: what it takes of the grain is weighed pixel by pixel. */
function grainDimmed(
  target: Target, d: usize, rowA: usize, rowB: usize, from: i32, to: i32, y: i32, fraction: i32, gain: i32,
): i32 {
  const F = i16x8.splat(<i16>fraction), G = i16x8.splat(<i16>gain)
  const base = i16x8.add(i16x8.splat(<i16>(level << 7)), i16x8.shl(ditherAt(target, from, y), 1))
  const bright = brightLevel(), range = grainRange(), nearly = nearlyBlack()
  const grains = grainAt(grain, 0, y), o = <usize>(from - left) << 1
  rowA += o
  rowB += o
  let x = from
  for (; x + 16 <= to; x += 16) {
    const g = grains + grainColumn(x)
    const s0 = q15(mix(rowA, rowB, F), G), s1 = q15(mix(rowA + 16, rowB + 16, F), G)
    const g0 = q15(weighGrain(s0, bright, range, nearly), v128.load(g))
    const g1 = q15(weighGrain(s1, bright, range, nearly), v128.load(g, 16))
    const r0 = i16x8.add(i16x8.add(s0, base), g0), r1 = i16x8.add(i16x8.add(s1, base), g1)
    v128.store(d + x, i8x16.narrow_i16x8_u(i16x8.shr_s(r0, 7), i16x8.shr_s(r1, 7)))
    rowA += 32
    rowB += 32
  }
  return x
}

/** A row with grain, at any brightness and opacity, or the end of one. Where two textures fade into each other, their grain is the same. */
function grainRow(
  target: Target, d: usize, rowA: usize, rowB: usize, from: i32, to: i32, y: i32, fraction: i32, gain: i32,
): void {
  const F = i16x8.splat(<i16>fraction), G = i16x8.splat(<i16>gain), A = i16x8.splat(<i16>opacity)
  const black = i16x8.splat(<i16>level), dither = ditherAt(target, from, y)
  const isSolid = mode == SOLID
  const o = <usize>(from - left) << 1
  rowA += o
  rowB += o
  for (let x = from; x < to; x += 8) {
    let s = mix(rowA, rowB, F), w: v128
    if (gains) {
      s = q15(s, G)
      w = weighGrain(s, brightLevel(), grainRange(), nearlyBlack())
    } else w = v128.load(rowA + toWeights)
    s = i16x8.add(s, q15(w, v128.load(grainAt(grain, x, y))))
    const D = v128.load64_zero(d + x)
    let r: v128
    if (isSolid) r = i16x8.shr_s(i16x8.add(s, i16x8.shl(dither, 1)), 7)
    else {
      const under = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(D), black), 6)
      const over = i16x8.add(under, q15(i16x8.sub(i16x8.shr_s(s, 1), under), A))
      r = i16x8.shr_s(i16x8.add(over, dither), 6)
    }
    r = i16x8.add(r, black)
    const r8 = i8x16.narrow_i16x8_u(r, r)
    if (to - x >= 8) storeHalf(d + x, r8)
    else storeHalf(d + x, v128.bitselect(r8, D, firstBytes(to - x)))
    rowA += 16
    rowB += 16
  }
}

function fadedRow(dst: usize, rowA: usize, rowB: usize, n: i32, fraction: i32, gain: i32, dither: v128): void {
  const F = i16x8.splat(<i16>fraction), G = i16x8.splat(<i16>gain), A = i16x8.splat(<i16>opacity)
  const K = i16x8.splat(<i16>level)
  for (let i = 0; i < n; i += 8) {
    const o = <usize>i << 1
    const D = v128.load64_zero(dst + i)
    const d = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(D), K), 6)
    const s = i16x8.shr_s(q15(mix(rowA + o, rowB + o, F), G), 1)
    const r = i16x8.add(i16x8.shr_s(i16x8.add(i16x8.add(d, q15(i16x8.sub(s, d), A)), dither), 6), K)
    const r8 = i8x16.narrow_i16x8_u(r, r)
    if (n - i >= 8) storeHalf(dst + i, r8)
    else storeHalf(dst + i, v128.bitselect(r8, D, firstBytes(n - i)))
  }
}
