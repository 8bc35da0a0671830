// A picture that is bent by a net of nodes, as a photograph that is printed on cloth.
import { Sprite, Target, q15, touch } from "./target.as"

/** A node in memory: the place in the picture that it shows, its opacity from 0 to 1, and nothing. Four floats. */
const NODE: usize = 16
/** A node of a block of rows: place and opacity in its first row, how many rows its cell is drawn alike for, and the changes from row to row. */
const LINE_NODE: usize = 32
const SPAN: usize = 12
const DOWN: usize = 16
/** Rows of a block: a cell has at least so many, in chroma too. */
const BLOCK: i32 = 8
/** Eight columns in memory: first source column, row (16.16), its step down, its change along the columns; picks, weights, fractions. */
const GROUP: usize = 64
/** Eight columns lie within sixteen samples and within eight rows, whatever the net says (16.16 fixed point). */
const MOST_X: i32 = 129760
const MOST_Y: i32 = 58982
/** Where places change faster than this from row to row (16.16), the net is torn, and every row is drawn for itself. */
const MOST_DOWN: i32 = 131072
/** Up to this many samples (16.16) from row to row, all rows of a block look from the same column: they err by an eighth at most. */
const UPRIGHT: i32 = 2048

// What is being drawn: set once per plane, so that the loops need few arguments. Each thread has its own instance.
let src: usize = 0
let stride: i32 = 0
let dst: usize = 0
let dstStride: i32 = 0
/** How far the other chroma plane lies from this one, which looks at the same places; 0 for luma. */
let srcTwin: isize = 0
let dstTwin: isize = 0
let isFaded: bool = false

/**
 * Fills the rows of the clip box with an opaque sprite. Node (i, j) lies on pixel (i, j) << cellBits, and says which of
 * the sprite's pixels is seen there; between nodes places are interpolated. `cellBits` is 4 or more.
 */
export function drawWarped(
  target: Target, sprite: Sprite, nodes: usize, columns: i32, cellBits: i32, fades: i32,
): void {
  isFaded = fades != 0
  src = sprite.planeY
  stride = sprite.strideY
  dst = target.y
  dstStride = target.strideY
  srcTwin = dstTwin = 0
  fillPlane(target, nodes, columns, cellBits, 0)
  src = sprite.planeU
  stride = sprite.strideC
  dst = target.u
  dstStride = target.strideC
  srcTwin = <isize>sprite.planeV - <isize>sprite.planeU
  dstTwin = <isize>target.v - <isize>target.u
  fillPlane(target, nodes, columns, cellBits, 1)
}

function fillPlane(target: Target, nodes: usize, columns: i32, cellBits: i32, shift: i32): void {
  const line = target.scratch
  const groups = line + <usize>columns * LINE_NODE
  const width = target.width >> shift
  const table = shift ? target.touchedC : target.touchedY
  const top = target.clipTop >> shift, bottom = target.clipBottom >> shift
  const cellPx: f32 = <f32>(1 << cellBits)
  // Blocks lie where they lie whatever is clipped, so that a row always looks the same.
  for (let block = top & ~(BLOCK - 1); block < bottom; block += BLOCK) {
    // Chroma lies over even columns and between two rows.
    const down = (shift ? <f32>block * 2 + 0.5 : <f32>block) / cellPx
    const row = <i32>down
    mixNodes(nodes + <usize>(row * columns) * NODE, columns, down - <f32>row, (<f32>(1 << shift)) / cellPx, shift, line)
    for (let i = 0; i < columns - 1; i++) chooseSpan(line + <usize>i * LINE_NODE, cellBits - shift)
    const first = max(top, block) - block, end = min(bottom, block + BLOCK) - block
    for (let i = first; i < end; i++) touch(table, block + i, 0, width)
    for (let i = first & ~1; i < end; i += 2) {
      fillRows(dst + block * dstStride, width, line, groups, cellBits - shift, max(i, first), min(i + 2, end), i == (first & ~1))
    }
  }
}

/** The nodes of a block of rows: places in samples of the plane (16.16), opacity in Q15, and their steps from row to row. */
function mixNodes(upper: usize, columns: i32, fraction: f32, step: f32, shift: i32, into: usize): void {
  const lower = upper + <usize>columns * NODE
  const part: f32 = shift ? 32768 : 65536
  const scale = f32x4(part, part, 32767, 0)
  const offset = f32x4(0, shift ? -16384 : 0, 0, 0)
  const F = f32x4.splat(fraction), S = f32x4.mul(scale, f32x4.splat(step))
  for (let o: usize = 0, end = <usize>columns * NODE; o < end; o += NODE) {
    const a = v128.load(upper + o)
    const change = f32x4.sub(v128.load(lower + o), a)
    const node = f32x4.add(a, f32x4.mul(change, F))
    v128.store(into, i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(node, scale), offset)))
    v128.store(into, i32x4.trunc_sat_f32x4_s(f32x4.mul(change, S)), DOWN)
    into += LINE_NODE
  }
}

/** For how many rows the columns of a cell may be placed at once: a block where it stands upright, one where it is torn. */
function chooseSpan(line: usize, bits: i32): void {
  let span = BLOCK
  for (let at: usize = 0; at < 8; at += 4) {
    const down = max(abs(load<i32>(line + at, DOWN)), abs(load<i32>(line + at, LINE_NODE + DOWN)))
    const across = (load<i32>(line + at, LINE_NODE) - load<i32>(line + at)) >> bits
    const turn = (load<i32>(line + at, LINE_NODE + DOWN) - load<i32>(line + at, DOWN)) >> bits
    const most = at ? MOST_Y : MOST_X
    if (down > MOST_DOWN || max(abs(across), abs(across + (BLOCK - 1) * turn)) > most) span = 1
    else if (at == 0 && down > UPRIGHT) span = 2
  }
  store<i32>(line, span, SPAN)
}

/** One or two rows of a block, cell after cell; `isFirst` when nothing of it was drawn yet. */
function fillRows(top: usize, width: i32, line: usize, groups: usize, bits: i32, first: i32, end: i32, isFirst: bool): void {
  const cell = 1 << bits
  for (let left = 0; left < width; left += cell, line += LINE_NODE, groups += <usize>(cell >> 3) * GROUP) {
    if (isFaded && isUnseen(line)) continue
    const n = min(cell, width - left)
    const span = load<i32>(line, SPAN)
    if (span > 1) {
      if (isFirst || (first & (span - 1) & ~1) == 0) placeCell(line, groups, n, bits, first & ~(span - 1), first, span)
      fillCell(top + left, n, line, groups, bits, first, end)
    } else for (let i = first; i < end; i++) {
      placeCell(line, groups, n, bits, i, i, 1)
      fillCell(top + left, n, line, groups, bits, i, i + 1)
    }
  }
}

@inline function isUnseen(line: usize): bool {
  const opacity = load<i32>(line, 8) | load<i32>(line, LINE_NODE + 8)
  return (opacity | load<i32>(line, DOWN + 8) | load<i32>(line, LINE_NODE + DOWN + 8)) == 0
}

/** Places the columns of a cell for `span` rows from row `from` of the block on; `row` is the one that is drawn first. */
function placeCell(line: usize, group: usize, n: i32, bits: i32, from: i32, row: i32, span: i32): void {
  const lanes = i16x8(0, 1, 2, 3, 4, 5, 6, 7)
  const down = load<i32>(line, DOWN), downRight = load<i32>(line, LINE_NODE + DOWN)
  let vDown = load<i32>(line, DOWN + 4)
  const vDownRight = load<i32>(line, LINE_NODE + DOWN + 4)
  // Along the columns, the middle of these rows stands for all of them.
  const middle = 2 * from + span - 1
  let u = load<i32>(line) + ((down * middle) >> 1)
  const du = clamp((load<i32>(line, LINE_NODE) + ((downRight * middle) >> 1) - u) >> bits, MOST_X)
  let v = load<i32>(line, 4) + row * vDown
  const across = clamp((load<i32>(line, LINE_NODE + 4) + row * vDownRight - v) >> bits, MOST_Y)
  const turn = (vDownRight - vDown) >> bits
  const dv = span == 1 ? across : across + ((turn * (middle - 2 * row)) >> 1)
  const slopeX = i16x8.mul(lanes, i16x8.splat(<i16>(du >> 6)))
  const slopeY = i16x8.mul(lanes, i16x8.splat(<i16>(dv >> 1)))
  for (let x = 0; x < n; x += 8) {
    const firstX = min(u, u + 7 * du) >> 16
    store<i32>(group, firstX)
    store<i32>(group, v, 4)
    store<i32>(group, vDown, 8)
    store<i32>(group, 7 * dv, 12)
    // Distance from the first column in 1/1024. Both neighbours of a column are picked as a pair of bytes, then weighted
    // and added by one dot product.
    const at = i16x8.add(i16x8.splat(<i16>((u - (firstX << 16)) >> 6)), slopeX)
    v128.store(group, i16x8.add(i16x8.mul(i16x8.shr_s(at, 10), i16x8.splat(257)), i16x8.splat(256)), 16)
    v128.store(group, i16x8.add(i16x8.mul(v128.and(i16x8.shr_s(at, 4), i16x8.splat(63)), i16x8.splat(255)), i16x8.splat(64)), 32)
    v128.store(group, slopeY, 48)
    u += du << 3
    v += across << 3
    vDown += turn << 3
    group += GROUP
  }
}

/** One or two rows of a cell whose columns are placed. */
@inline function fillCell(top: usize, n: i32, line: usize, group: usize, bits: i32, first: i32, end: i32): void {
  for (let x = 0; x < n; x += 8, group += GROUP) {
    if (isFaded) takeOpacity(line, bits, x, first)
    const d = top + x + first * dstStride
    if (end - first == 2) fillTwo(d, group, n - x)
    else fillOne(d, group, n - x)
  }
}

// Opacity of the eight columns in work, in the row to come, and its change in the row after it.
let opacity: v128 = i16x8.splat(0)
let opacityDown: v128 = i16x8.splat(0)

function takeOpacity(line: usize, bits: i32, x: i32, row: i32): void {
  const lanes = i16x8(0, 1, 2, 3, 4, 5, 6, 7)
  const down = load<i32>(line, DOWN + 8), downRight = load<i32>(line, LINE_NODE + DOWN + 8)
  const left = load<i32>(line, 8) + row * down, right = load<i32>(line, LINE_NODE + 8) + row * downRight
  const slope = (right - left) >> bits
  const level = i16x8.add_sat_s(i16x8.splat(<i16>(left + slope * x)), i16x8.mul(lanes, i16x8.splat(<i16>slope)))
  opacity = i16x8.max_s(level, i16x8.splat(0))
  opacityDown = i16x8.splat(<i16>(down + (((downRight - down) >> bits) * x)))
}

/** Two rows: where the second lies one source row below the first, they have a source row in common. */
@inline function fillTwo(d: usize, group: usize, n: i32): void {
  const left = load<i32>(group, 4), down = load<i32>(group, 8), across = load<i32>(group, 12)
  const next = left + down
  const isApart = ((left ^ (left + across)) | (next ^ (next + across))) >> 16
  if ((isApart | ((next >> 16) - (left >> 16) - 1)) != 0) {
    fillOne(d, group, n)
    if (isFaded) opacity = i16x8.max_s(i16x8.add_sat_s(opacity, opacityDown), i16x8.splat(0))
    fillOne(d + dstStride, group, n)
    return
  }
  store<i32>(group, next + down, 4)
  const picks = v128.load(group, 16), weights = v128.load(group, 32), slope = v128.load(group, 48)
  const above = fraction(left, slope), below = fraction(next, slope)
  const s = src + (left >> 16) * stride + load<i32>(group)
  mixTwo(s, d, picks, weights, above, below, n)
  if (dstTwin) mixTwo(s + srcTwin, d + dstTwin, picks, weights, above, below, n)
}

@inline function mixTwo(s: usize, d: usize, picks: v128, weights: v128, above: v128, below: v128, n: i32): void {
  const a = pick(s, picks, weights), b = pick(s + stride, picks, weights), c = pick(s + 2 * stride, picks, weights)
  put(d, i16x8.add(a, q15(i16x8.sub(b, a), above)), opacity, n)
  const lower = i16x8.add(b, q15(i16x8.sub(c, b), below))
  put(d + dstStride, lower, isFaded ? i16x8.max_s(i16x8.add_sat_s(opacity, opacityDown), i16x8.splat(0)) : opacity, n)
}

function fillOne(d: usize, group: usize, n: i32): void {
  const left = load<i32>(group, 4), across = load<i32>(group, 12)
  store<i32>(group, left + load<i32>(group, 8), 4)
  const picks = v128.load(group, 16), weights = v128.load(group, 32)
  const top = min(left, left + across) >> 16, bottom = max(left, left + across) >> 16
  const s = src + top * stride + load<i32>(group)
  if (top == bottom) {
    const between = fraction(left, v128.load(group, 48))
    mixOne(s, d, picks, weights, between, n)
    if (dstTwin) mixOne(s + srcTwin, d + dstTwin, picks, weights, between, n)
    return
  }
  // Distance from each row in 1/4096, so that 4096 away a row counts for nothing.
  const slope = i16x8.mul(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(<i16>(across / 7 >> 4)))
  const y = i16x8.add(i16x8.splat(<i16>((left - (top << 16)) >> 4)), slope)
  mixMany(s, d, picks, weights, y, bottom - top + 2, n)
  if (dstTwin) mixMany(s + srcTwin, d + dstTwin, picks, weights, y, bottom - top + 2, n)
}

@inline function mixOne(s: usize, d: usize, picks: v128, weights: v128, between: v128, n: i32): void {
  const a = pick(s, picks, weights)
  put(d, i16x8.add(a, q15(i16x8.sub(pick(s + stride, picks, weights), a), between)), opacity, n)
}

/** Columns that lie between more than two rows: each row counts for those that are near it. */
function mixMany(s: usize, d: usize, picks: v128, weights: v128, y: v128, rows: i32, n: i32): void {
  const one = i16x8.splat(4096)
  let sum = i16x8.splat(0)
  for (let row = 0; row < rows; row++) {
    const near = i16x8.min_s(i16x8.max_s(i16x8.sub(one, i16x8.abs(y)), i16x8.splat(0)), i16x8.splat(4095))
    sum = i16x8.add(sum, q15(pick(s, picks, weights), i16x8.shl(near, 3)))
    y = i16x8.sub(y, one)
    s += stride
  }
  put(d, sum, opacity, n)
}

/** How far each column lies below its source row, if that is the same for all. Sums may pass through the sign, and come back. */
@inline function fraction(left: i32, slope: v128): v128 {
  return i16x8.add(i16x8.splat(<i16>((left & 0xffff) >> 1)), slope)
}

/** Eight samples as (byte - 128) * 64. */
@inline function pick(row: usize, picks: v128, weights: v128): v128 {
  const bytes = v128.xor(v128.load(row), i8x16.splat(<i8>0x80))
  return i16x8.relaxed_dot_i8x16_i7x16_s(i8x16.relaxed_swizzle(bytes, picks), weights)
}

/** Stores the first n of eight samples, mixed with what stands there where the net fades. */
@inline function put(d: usize, sample: v128, alpha: v128, n: i32): void {
  let value = sample
  if (isFaded) {
    const ground = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(v128.load64_zero(d)), i16x8.splat(128)), 6)
    value = i16x8.add(ground, q15(i16x8.sub(sample, ground), alpha))
  }
  const rounded = i16x8.shr_s(i16x8.add(value, i16x8.splat(8192 + 32)), 6)
  const bytes = i8x16.narrow_i16x8_u(rounded, rounded)
  if (n >= 8) v128.store64_lane(d, bytes, 0)
  else for (let i = 0; i < n; i++) store<u8>(d + i, <u8>(i64x2.extract_lane(bytes, 0) >> (<i64>i << 3)))
}

@inline function clamp(value: i32, most: i32): i32 {
  return max(-most, min(most, value))
}
