// Two plates of ink on paper: each is a field of levels, and where it lies above a threshold there is ink.
import { Sprite, Target, ditherAt, q15, touch } from "./target.as"

/** Levels are kept in 1/64; a plate of this level is inked by half. */
const HALF_LEVEL: i32 = 128 << 6
/** Half of a pixel is inked, in Q15. */
const HALF_INKED: i32 = 16384
/** Places are told apart by the eighth of a pixel. */
const PARTS: i32 = 8

/** A plate of the plane in work, and of its row in work: which columns can be inked, and where the first column of the frame is read. */
@unmanaged class Plate {
  x: f64
  y: f64
  plane: usize
  spans: usize
  stride: i32
  cols: i32
  rows: i32
  from: i32
  to: i32
  source: usize
  fu: i32
  fv: i32
}

const PLATE_BYTES: usize = 64

// What is being printed: set once per call and per plane. Each thread has its own instance.
let gain: i32 = 0
let otherGain: i32 = 0
let slope: i32 = 0
let edge: i32 = 0
let wetRows: i32 = 0
let wetGain: i32 = 0

/**
 * Fills the clip box with paper, and prints the alpha of two sprites on it, each with its top left corner at a place of its own. Alpha is
 * a field: where it passes 128 less the plate's gain (in 1/64), there is ink; `sharpness` says how fast that changes. Rows above `edge`
 * have the first three colours (one ink, the other, both), all below it the last three. The `wet` rows before the edge have more ink, by
 * `wetness` at most. Colours are y | u << 8 | v << 16.
 */
export function printPlates(
  target: Target, sprite: Sprite, x: f64, y: f64, spread: i32, other: Sprite, otherX: f64, otherY: f64, otherSpread: i32,
  sharpness: i32, edgeRow: i32, wet: i32, wetness: i32, paper: i32, ink: i32, otherInk: i32, both: i32, oldInk: i32, oldOtherInk: i32, oldBoth: i32,
): void {
  gain = spread
  otherGain = otherSpread
  slope = sharpness
  wetGain = wetness
  edge = edgeRow
  wetRows = wet
  const first = changetype<Plate>(target.scratch), second = changetype<Plate>(target.scratch + PLATE_BYTES)
  aimPlate(first, sprite, 0, x, y)
  aimPlate(second, other, 0, otherX, otherY)
  printPlane(target, 0, first, second, paper, ink, otherInk, both, oldInk, oldOtherInk, oldBoth)
  edge = edgeRow >> 1
  wetRows = wet >> 1
  aimPlate(first, sprite, 1, x, y)
  aimPlate(second, other, 1, otherX, otherY)
  printPlane(target, 1, first, second, paper >> 8, ink >> 8, otherInk >> 8, both >> 8, oldInk >> 8, oldOtherInk >> 8, oldBoth >> 8)
}

function aimPlate(plate: Plate, sprite: Sprite, shift: i32, x: f64, y: f64): void {
  const share: f64 = shift ? 0.5 : 1
  plate.x = x * share
  plate.y = y * share
  plate.plane = shift ? sprite.planeAC : sprite.planeA
  plate.spans = shift ? sprite.spansC : sprite.spansY
  plate.stride = shift ? sprite.strideC : sprite.strideY
  plate.cols = sprite.width >> shift
  plate.rows = sprite.height >> shift
}

/** The luma plane, or with shift 1 both chroma planes, which the same ink covers. */
function printPlane(
  target: Target, shift: i32, first: Plate, second: Plate, paper: i32, ink: i32, otherInk: i32, both: i32, oldInk: i32, oldOtherInk: i32, oldBoth: i32,
): void {
  const left = target.clipLeft >> shift, right = target.clipRight >> shift
  const top = target.clipTop >> shift, bottom = target.clipBottom >> shift
  const stride = shift ? target.strideC : target.strideY
  const touched = shift ? target.touchedC : target.touchedY
  const n = right - left
  const rowA = target.scratch + 2 * PLATE_BYTES, rowB = rowA + (<usize>(n + 48) << 1)
  for (let row = top; row < bottom; row++) {
    const d = (shift ? target.u : target.y) + row * stride + left, e = shift ? target.v + row * stride + left : 0
    touch(touched, row, left, right)
    findRow(first, row, left, n)
    findRow(second, row, left, n)
    const from = min(first.from, second.from) & ~15, to = min(n, (max(first.to, second.to) + 15) & ~15)
    if (to <= from) {
      memory.fill(d, <u8>paper, n)
      if (shift) memory.fill(e, <u8>(paper >> 8), n)
      continue
    }
    const more = moreAt(row)
    coverRow(first, gain + more, from, to, rowA)
    coverRow(second, otherGain + more, from, to, rowB)
    const isNew = row < edge
    const a = isNew ? ink : oldInk, b = isNew ? otherInk : oldOtherInk, ab = isNew ? both : oldBoth
    const dither = ditherAt(target, left + from, row), o = <usize>from << 1
    fillRim(d, n, from, to, paper)
    mixRow(d + from, rowA + o, rowB + o, to - from, paper & 255, a & 255, b & 255, ab & 255, dither)
    if (!shift) continue
    fillRim(e, n, from, to, paper >> 8)
    mixRow(e + from, rowA + o, rowB + o, to - from, (paper >> 8) & 255, (a >> 8) & 255, (b >> 8) & 255, (ab >> 8) & 255, dither)
  }
}

/** Bare paper on both sides of the columns [from, to). */
@inline function fillRim(d: usize, n: i32, from: i32, to: i32, paper: i32): void {
  if (from > 0) memory.fill(d, <u8>paper, from)
  if (n > to) memory.fill(d + to, <u8>paper, n - to)
}

/** Ink stands thicker where the squeegee has just been. */
@inline function moreAt(row: i32): i32 {
  const behind = edge - row
  if (behind <= 0 || behind > wetRows) return 0
  return wetGain * (wetRows - behind) / wetRows
}

/** Finds which columns of a row a plate can ink, and where it is read for them. */
function findRow(plate: Plate, row: i32, left: i32, n: i32): void {
  plate.from = n
  plate.to = 0
  const v = <i32>Math.floor((<f64>row - plate.y) * <f64>PARTS + 0.5), u = <i32>Math.floor((<f64>left - plate.x) * <f64>PARTS + 0.5)
  const down = v >> 3, across = u >> 3
  if (down < 0 || down >= plate.rows - 1) return
  const span = plate.spans + <usize>(down << 3)
  const isEmpty = load<i16>(span, 6) <= load<i16>(span), isNextEmpty = load<i16>(span, 14) <= load<i16>(span, 8)
  if (isEmpty && isNextEmpty) return
  const start = isEmpty ? <i32>load<i16>(span, 8) : isNextEmpty ? <i32>load<i16>(span) : min(<i32>load<i16>(span), <i32>load<i16>(span, 8))
  const end = isEmpty ? <i32>load<i16>(span, 14) : isNextEmpty ? <i32>load<i16>(span, 6) : max(<i32>load<i16>(span, 6), <i32>load<i16>(span, 14))
  plate.from = max(0, start - 1 - across)
  plate.to = min(n, min(end, plate.cols - 1) - across)
  plate.source = plate.plane + down * plate.stride + across
  plate.fu = u & 7
  plate.fv = v & 7
  if (plate.to > plate.from) return
  plate.from = n
  plate.to = 0
}

/** How much of each pixel of the columns [from, to) of a row is inked, in Q15. */
function coverRow(plate: Plate, more: i32, from: i32, to: i32, out: usize): void {
  // A sprite's rim is empty, so that nothing is lost where it ends; whole vectors may reach over it.
  const start = max(from, min(to, plate.from)), end = max(start, plate.to)
  if (start > from) memory.fill(out + (<usize>from << 1), 0, <usize>(start - from) << 1)
  if (to > end) memory.fill(out + (<usize>end << 1), 0, <usize>(to - end + 16) << 1)
  if (end <= start) return
  if (!(plate.fu | plate.fv)) coverEvenly(plate.source, start, end, more, out)
  else coverBetween(plate.source, plate.stride, plate.fu, plate.fv, start, end, more, out)
}

function coverEvenly(s: usize, from: i32, to: i32, more: i32, out: usize): void {
  const base = i16x8.splat(<i16>(more - HALF_LEVEL)), S = i16x8.splat(<i16>slope), limit = HALF_INKED / slope
  const low = i16x8.splat(<i16>-limit), high = i16x8.splat(<i16>(limit - 1))
  for (let i = from; i < to; i += 16) {
    const bytes = v128.load(s + i), o = out + (<usize>i << 1)
    v128.store(o, inked(i16x8.shl(i16x8.extend_low_i8x16_u(bytes), 6), base, low, high, S))
    v128.store(o, inked(i16x8.shl(i16x8.extend_high_i8x16_u(bytes), 6), base, low, high, S), 16)
  }
}

function coverBetween(s: usize, stride: i32, fu: i32, fv: i32, from: i32, to: i32, more: i32, out: usize): void {
  const base = i16x8.splat(<i16>(more - HALF_LEVEL)), S = i16x8.splat(<i16>slope), limit = HALF_INKED / slope
  const low = i16x8.splat(<i16>-limit), high = i16x8.splat(<i16>(limit - 1))
  const a = i8x16.splat(<i8>((PARTS - fu) * (PARTS - fv))), b = i8x16.splat(<i8>(fu * (PARTS - fv)))
  const c = i8x16.splat(<i8>((PARTS - fu) * fv)), e = i8x16.splat(<i8>(fu * fv))
  for (let i = from; i < to; i += 16) {
    const p = s + i, q = p + stride, o = out + (<usize>i << 1)
    const A = v128.load(p), B = v128.load(p, 1), C = v128.load(q), E = v128.load(q, 1)
    const upper = i16x8.add(i16x8.extmul_low_i8x16_u(A, a), i16x8.extmul_low_i8x16_u(B, b))
    const lower = i16x8.add(i16x8.extmul_low_i8x16_u(C, c), i16x8.extmul_low_i8x16_u(E, e))
    v128.store(o, inked(i16x8.add(upper, lower), base, low, high, S))
    const upper2 = i16x8.add(i16x8.extmul_high_i8x16_u(A, a), i16x8.extmul_high_i8x16_u(B, b))
    const lower2 = i16x8.add(i16x8.extmul_high_i8x16_u(C, c), i16x8.extmul_high_i8x16_u(E, e))
    v128.store(o, inked(i16x8.add(upper2, lower2), base, low, high, S), 16)
  }
}

/** From levels to ink: nothing well below the threshold, all of it well above, and a smooth edge between. */
@inline function inked(level: v128, base: v128, low: v128, high: v128, S: v128): v128 {
  const over = i16x8.min_s(i16x8.max_s(i16x8.add(level, base), low), high)
  return i16x8.add(i16x8.mul(over, S), i16x8.splat(<i16>HALF_INKED))
}

/** Paper, either ink, or both: between these four, by how much of each covers a pixel. */
function mixRow(d: usize, rowA: usize, rowB: usize, n: i32, paper: i32, ink: i32, otherInk: i32, both: i32, dither: v128): void {
  const P = i16x8.add(i16x8.splat(<i16>(paper << 6)), dither)
  const A = i16x8.splat(<i16>((ink - paper) << 6)), B = i16x8.splat(<i16>((otherInk - paper) << 6))
  const AB = i16x8.splat(<i16>((both - ink - otherInk + paper) << 6))
  let i = 0
  for (; i + 16 <= n; i += 16) {
    const o = <usize>i << 1
    const r = mixEight(rowA + o, rowB + o, P, A, B, AB), s = mixEight(rowA + o + 16, rowB + o + 16, P, A, B, AB)
    v128.store(d + i, i8x16.narrow_i16x8_u(r, s))
  }
  for (; i < n; i += 8) {
    const r = mixEight(rowA + (<usize>i << 1), rowB + (<usize>i << 1), P, A, B, AB)
    const bytes = i8x16.narrow_i16x8_u(r, r)
    // The frame's rows have room for whole vectors, but a clip box may end before.
    if (n - i >= 8) store<f64>(d + i, f64x2.extract_lane(bytes, 0))
    else for (let k = 0; k < n - i; k++) store<u8>(d + i + k, <u8>(i64x2.extract_lane(bytes, 0) >> (k << 3)))
  }
}

@inline function mixEight(rowA: usize, rowB: usize, P: v128, A: v128, B: v128, AB: v128): v128 {
  const a = v128.load(rowA), b = v128.load(rowB)
  const sum = i16x8.add(i16x8.add(P, q15(a, A)), i16x8.add(q15(b, B), q15(q15(a, b), AB)))
  return i16x8.shr_s(sum, 6)
}
