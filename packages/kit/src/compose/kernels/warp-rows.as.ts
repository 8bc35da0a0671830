// Rows of a bent picture: eight or sixteen columns wide, each sample mixed out of four neighbours.
import { Sprite, Target, q15, storeHalf, storeUpper } from "./target.as"

// What would be constants in code: engines build those anew wherever they are used.
/** The numbers of eight columns, and behind them what picks and rounds. */
export const LANES = memory.data<u8>([
  0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0,
  1, 3, 5, 7, 9, 11, 13, 15, 1, 3, 5, 7, 9, 11, 13, 15,
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
  0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10, 12, 14,
  255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0,
  129, 129, 129, 129, 129, 129, 129, 129, 0, 0, 0, 0, 0, 0, 0, 0,
  64, 0, 64, 0, 64, 0, 64, 0, 64, 0, 64, 0, 64, 0, 64, 0,
])

// What is being drawn: set once per plane, so that the loops need few arguments. Each thread has its own instance.
export let src: usize = 0
export let stride: i32 = 0
export let dst: usize = 0
export let dstStride: i32 = 0
/** How far the other chroma plane lies from this one, which looks at the same places; 0 for luma. */
export let srcTwin: isize = 0
export let dstTwin: isize = 0
export let isFaded: bool = false
// What the columns in work pick out of a source row, as long as they do not lean.
let picks: v128 = i16x8.splat(0)
let picks2: v128 = i16x8.splat(0)
let weights: v128 = i16x8.splat(0)
let weights2: v128 = i16x8.splat(0)

/** Turns to the luma plane, or with shift 1 to both chroma planes. */
export function aim(target: Target, sprite: Sprite, fades: bool, shift: i32): void {
  isFaded = fades
  src = shift ? sprite.planeU : sprite.planeY
  stride = shift ? sprite.strideC : sprite.strideY
  dst = shift ? target.u : target.y
  dstStride = shift ? target.strideC : target.strideY
  srcTwin = shift ? <isize>sprite.planeV - <isize>sprite.planeU : 0
  dstTwin = shift ? <isize>target.v - <isize>target.u : 0
}

/** Draws runs of rows of which each lies between source rows one below those of the row before. */
@inline export function drawRuns(
  d: usize, from: usize, fromRight: usize, yLeft: i32, yRight: i32, at: v128, atRight: v128, slope: v128, low: i32,
  lean: i32, down: i32, first: i32, end: i32, leans: bool, slopes: bool,
): void {
  picks = picksAt(at)
  weights = weightsAt(at)
  picks2 = picksAt(atRight)
  weights2 = weightsAt(atRight)
  const change = down - 32768
  for (let row = first; row < end; ) {
    const y = yLeft + row * down, y2 = yRight + row * down
    const top = (y + low) >> 15, top2 = (y2 + low) >> 15
    const n = min(end - row, min(countRows((y + low) & 0x7fff, change), countRows((y2 + low) & 0x7fff, change)))
    const below = i16x8.add(i16x8.splat(<i16>(y - (top << 15))), slope), below2 = i16x8.add(i16x8.splat(<i16>(y2 - (top2 << 15))), slope)
    const s = from + top * stride, s2 = fromRight + top2 * stride, to = d + row * dstStride
    if (leans) {
      const a = i16x8.add(at, i16x8.splat(<i16>(top * lean))), b = i16x8.add(atRight, i16x8.splat(<i16>(top2 * lean)))
      drawRun(s, s2, to, a, b, lean, below, below2, change, n, true, true)
    } else if (slopes) drawRun(s, s2, to, at, atRight, lean, below, below2, change, n, false, true)
    else if (isFaded) drawRun(s, s2, to, at, atRight, lean, below, below2, change, n, false, false)
    else drawEven(s, s2, to, below, below2, change, n)
    row += n
  }
}

/** How many rows lie each one source row below the one before, if the first lies `part` below its own and this changes. */
@inline function countRows(part: i32, change: i32): i32 {
  if (change == 0) return i32.MAX_VALUE
  return (change > 0 ? (32767 - part) / change : part / -change) + 1
}

/** Rows whose source rows follow each other; each of those is picked once. */
@inline function drawRun(
  s: usize, s2: usize, d: usize, at: v128, at2: v128, atStep: i32, below: v128, below2: v128, belowStep: i32, n: i32,
  leans: bool, slopes: bool,
): void {
  const lean = i16x8.splat(<i16>atStep), step = i16x8.splat(<i16>belowStep)
  const rowBytes = stride, dstBytes = dstStride, twin = dstTwin
  let p = leans ? picksAt(at) : picks, w = leans ? weightsAt(at) : weights
  let p2 = leans ? picksAt(at2) : picks2, w2 = leans ? weightsAt(at2) : weights2
  let a = pick(s, p, w), a2 = pick(s2, p2, w2)
  let b = a, b2 = a2
  if (slopes) {
    s += rowBytes
    s2 += rowBytes
    if (leans) {
      at = i16x8.add(at, lean)
      at2 = i16x8.add(at2, lean)
      p = picksAt(at)
      w = weightsAt(at)
      p2 = picksAt(at2)
      w2 = weightsAt(at2)
    }
    b = pick(s, p, w)
    b2 = pick(s2, p2, w2)
  }
  for (let end = d + n * dstBytes; d != end; d += dstBytes) {
    s += rowBytes
    s2 += rowBytes
    if (leans) {
      at = i16x8.add(at, lean)
      at2 = i16x8.add(at2, lean)
      p = picksAt(at)
      w = weightsAt(at)
      p2 = picksAt(at2)
      w2 = weightsAt(at2)
    }
    const c = pick(s, p, w), c2 = pick(s2, p2, w2)
    let r = slopes ? mixThree(a, b, c, below) : mixTwo(a, c, below)
    let r2 = slopes ? mixThree(a2, b2, c2, below2) : mixTwo(a2, c2, below2)
    a = slopes ? b : c
    a2 = slopes ? b2 : c2
    b = c
    b2 = c2
    if (isFaded) {
      r = fade(d, r, opacity)
      r2 = fade(twin ? d + twin : d + 8, r2, twin ? opacity : opacity2)
      lowerOpacity()
    }
    storeBoth(d, twin, toBytes(r, r2))
    below = i16x8.add(below, step)
    below2 = i16x8.add(below2, step)
  }
}

/** As `drawRun` where nothing leans, slopes or fades, which is nearly everywhere: two rows at a time. */
@inline function drawEven(s: usize, s2: usize, d: usize, below: v128, below2: v128, belowStep: i32, n: i32): void {
  const step = i16x8.splat(<i16>belowStep), half = v128.load(LANES, 96)
  const rowBytes = stride, dstBytes = dstStride, twin = dstTwin
  const p = picks, w = weights, p2 = picks2, w2 = weights2
  let a = pick(s, p, w), a2 = pick(s2, p2, w2)
  for (; n > 1; n -= 2) {
    const b = pick(s + rowBytes, p, w), b2 = pick(s2 + rowBytes, p2, w2)
    storeBoth(d, twin, toBytesBy(mixTwo(a, b, below), mixTwo(a2, b2, below2), half))
    below = i16x8.add(below, step)
    below2 = i16x8.add(below2, step)
    s += rowBytes << 1
    s2 += rowBytes << 1
    a = pick(s, p, w)
    a2 = pick(s2, p2, w2)
    storeBoth(d + dstBytes, twin, toBytesBy(mixTwo(b, a, below), mixTwo(b2, a2, below2), half))
    below = i16x8.add(below, step)
    below2 = i16x8.add(below2, step)
    d += dstBytes << 1
  }
  if (n == 0) return
  const b = pick(s + rowBytes, p, w), b2 = pick(s2 + rowBytes, p2, w2)
  storeBoth(d, twin, toBytesBy(mixTwo(a, b, below), mixTwo(a2, b2, below2), half))
}

@inline function mixTwo(a: v128, b: v128, below: v128): v128 {
  return i16x8.add(a, q15(i16x8.sub(b, a), below))
}

@inline function storeBoth(d: usize, twin: isize, bytes: v128): void {
  if (twin) {
    storeHalf(d, bytes)
    storeUpper(d + twin, bytes)
  } else v128.store(d, bytes)
}

/** Between three rows: `below` is how far down from the first, in Q15. */
@inline function mixThree(a: v128, b: v128, c: v128, below: v128): v128 {
  const upper = q15(i16x8.sub(b, a), i16x8.min_u(below, i16x8.splat(32767)))
  return i16x8.add(i16x8.add(a, upper), q15(i16x8.sub(c, b), i16x8.sub_sat_u(below, i16x8.splat(-32768))))
}

/** Which sample each column lies behind, then which it lies before; distances are in 1/256. */
@inline export function picksAt(at: v128): v128 {
  return i8x16.add(i8x16.relaxed_swizzle(at, v128.load(LANES, 16)), v128.load(LANES, 32))
}

/** How much of both, in 1/128. */
@inline export function weightsAt(at: v128): v128 {
  const parts = i8x16.shr_u(i8x16.relaxed_swizzle(at, v128.load(LANES, 48)), 1)
  return i8x16.add(v128.xor(parts, v128.load(LANES, 64)), v128.load(LANES, 80))
}

/** Columns that lie between several rows: each row counts for those that are near it. */
export function mixMany(s: usize, d: usize, picks: v128, weights: v128, y: v128, rows: i32): void {
  const one = i16x8.splat(4096)
  let sum = i16x8.splat(0)
  for (let row = 0; row < rows; row++) {
    const near = i16x8.min_s(i16x8.max_s(i16x8.sub(one, i16x8.abs(y)), i16x8.splat(0)), i16x8.splat(4095))
    sum = i16x8.add(sum, q15(pick(s, picks, weights), i16x8.shl(near, 3)))
    y = i16x8.sub(y, one)
    s += stride
  }
  const value = isFaded ? fade(d, sum, opacity) : sum
  storeHalf(d, toBytes(value, value))
}

/** Eight samples, times 128. */
@inline function pick(row: usize, picks: v128, weights: v128): v128 {
  const bytes = i8x16.relaxed_swizzle(v128.load(row), picks)
  return i16x8.add(i16x8.extmul_low_i8x16_u(bytes, weights), i16x8.extmul_high_i8x16_u(bytes, weights))
}

/** Sixteen samples, rounded: the upper bytes of twice as much. */
@inline function toBytes(a: v128, b: v128): v128 {
  return toBytesBy(a, b, v128.load(LANES, 96))
}
@inline function toBytesBy(a: v128, b: v128, half: v128): v128 {
  const low = i16x8.shl(i16x8.add(a, half), 1), high = i16x8.shl(i16x8.add(b, half), 1)
  return v128.shuffle<i8>(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
}

// Opacity of the eight or sixteen columns in work, in the row to come, and its change in the row after it.
let opacity: v128 = i16x8.splat(0)
let opacity2: v128 = i16x8.splat(0)
let opacityDown: v128 = i16x8.splat(0)

/** Begins in a row of eight or sixteen columns from `x` on: opacity at both sides of a cell, and its changes downward. */
export function takeOpacity(left: i32, right: i32, down: i32, downRight: i32, bits: i32, x: i32): void {
  const step = (right - left) >> bits, across = i16x8.mul(v128.load(LANES), i16x8.splat(<i16>step))
  opacity = i16x8.max_s(i16x8.add_sat_s(i16x8.splat(<i16>(left + step * x)), across), i16x8.splat(0))
  opacity2 = i16x8.max_s(i16x8.add_sat_s(i16x8.splat(<i16>(left + step * (x + 8))), across), i16x8.splat(0))
  opacityDown = i16x8.splat(<i16>(down + (((downRight - down) >> bits) * x)))
}

@inline function lowerOpacity(): void {
  opacity = i16x8.max_s(i16x8.add_sat_s(opacity, opacityDown), i16x8.splat(0))
  opacity2 = i16x8.max_s(i16x8.add_sat_s(opacity2, opacityDown), i16x8.splat(0))
}

/** Mixed with what stands there. A frame's rows end on whole vectors, so the last columns may be more than are seen. */
@inline function fade(d: usize, sample: v128, alpha: v128): v128 {
  const ground = i16x8.shl(i16x8.extend_low_i8x16_u(v128.load64_zero(d)), 7)
  return i16x8.add(ground, q15(i16x8.sub(sample, ground), alpha))
}
