// A picture that is bent by a net of nodes, as a photograph that is printed on cloth.
import { Sprite, Target, q15, storeHalf, storeUpper, touch } from "./target.as"

/** A node in memory: the place in the picture that it shows, its opacity from 0 to 1, and nothing. Four floats. */
const NODE: usize = 16
/**
 * A node of a block of rows: place and opacity in its first row, whether its cell is torn, the changes of the former from
 * row to row, and how far aside the place moves from one source row to the next.
 */
const LINE_NODE: usize = 32
const TORN: usize = 12
const DOWN: usize = 16
const LEAN: usize = 28
/** Rows of a block: a cell has at least so many, in chroma too. */
const BLOCK: i32 = 8
/** Eight columns of a torn cell lie within sixteen samples and within eight rows, whatever the net says (16.16 fixed point). */
const MOST_X: i32 = 129760
const MOST_Y: i32 = 58982
/** Those of any other cell lie between three rows, and each of its rows lies below the one before, by two at most. */
const MOST_SLOPE: i32 = 9362
const LEAST_DOWN: i32 = 16384
const MOST_DOWN: i32 = 131072
/** In all rows of a block together they reach over so many samples at most: they are picked out of sixteen. */
const MOST_REACH: i32 = 13 << 16
/** Counted from a little further left, so that rounding leads to no sample beyond them: there machines differ. */
const MARGIN: i32 = 8192
/** Up to this many samples (16.16) from row to row, all rows of a block look from the same column: they err by an eighth at most. */
const UPRIGHT: i32 = 2048
/** Up to this many rows (16.16) from column to column, eight columns lie between the same rows: they err by a sixteenth at most. */
const LEVEL: i32 = 1024

// What would be constants in code: engines build those anew wherever they are used.
const TABLES = memory.data<u8>([
  0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0,
  1, 3, 5, 7, 9, 11, 13, 15, 1, 3, 5, 7, 9, 11, 13, 15,
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
  0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10, 12, 14,
  255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0,
  129, 129, 129, 129, 129, 129, 129, 129, 0, 0, 0, 0, 0, 0, 0, 0,
])

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
    for (let i = 0, at = line; i < columns - 1; i++, at += LINE_NODE) store<i32>(at, isTorn(at, cellBits - shift), TORN)
    const first = max(top, block) - block, end = min(bottom, block + BLOCK) - block
    for (let i = first; i < end; i++) touch(table, block + i, 0, width)
    fillRows(dst + block * dstStride, width, line, cellBits - shift, first, end)
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
    const down = f32x4.mul(change, S)
    v128.store(into, i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(node, scale), offset)))
    v128.store(into, i32x4.trunc_sat_f32x4_s(down), DOWN)
    const lean = f32x4.splat(f32x4.extract_lane(down, 0) / f32x4.extract_lane(down, 1) * 65536)
    store<i32>(into, i32x4.extract_lane(i32x4.trunc_sat_f32x4_s(lean), 0), LEAN)
    into += LINE_NODE
  }
}

/** Whether neighbours part so far in a cell that each of its rows must be drawn by itself. */
function isTorn(line: usize, bits: i32): bool {
  const left = load<i32>(line, DOWN + 4), right = load<i32>(line, LINE_NODE + DOWN + 4)
  const lean = max(abs(load<i32>(line, LEAN)), abs(load<i32>(line, LINE_NODE + LEAN)))
  if (min(left, right) < LEAST_DOWN || max(left, right) > MOST_DOWN || lean > 32768) return true
  const reach = 7 * findSlope(line, bits) + lean * (((7 * max(left, right)) >> 16) + 4)
  return findSlope(line + 4, bits) > MOST_SLOPE || reach > MOST_REACH
}

/** By how much places change from column to column at most, in the first row of a block or in its last. */
@inline function findSlope(line: usize, bits: i32): i32 {
  const across = (load<i32>(line, LINE_NODE) - load<i32>(line)) >> bits
  const turn = (load<i32>(line, LINE_NODE + DOWN) - load<i32>(line, DOWN)) >> bits
  return min(max(abs(across), abs(across + (BLOCK - 1) * turn)), MOST_REACH) + 1
}

/** The rows of a block, cell after cell. */
function fillRows(top: usize, width: i32, line: usize, bits: i32, first: i32, end: i32): void {
  const cell = 1 << bits
  for (let left = 0; left < width; left += cell, line += LINE_NODE) {
    if (isFaded && isUnseen(line)) continue
    const n = min(cell, width - left)
    if (load<i32>(line, TORN)) {
      for (let row = first; row < end; row++) fillTorn(top + left + row * dstStride, n, line, bits, row)
    } else fillCell(top + left, n, line, bits, first, end)
  }
}

@inline function isUnseen(line: usize): bool {
  const opacity = load<i32>(line, 8) | load<i32>(line, LINE_NODE + 8)
  return (opacity | load<i32>(line, DOWN + 8) | load<i32>(line, LINE_NODE + DOWN + 8)) == 0
}

/** The rows of a cell that is not torn: sixteen columns after the other, or eight of both chroma planes. */
function fillCell(top: usize, n: i32, line: usize, bits: i32, first: i32, end: i32): void {
  const columns = dstTwin ? 8 : 16
  const uTurn = (load<i32>(line, LINE_NODE + DOWN) - load<i32>(line, DOWN)) >> bits
  const vTurn = (load<i32>(line, LINE_NODE + DOWN + 4) - load<i32>(line, DOWN + 4)) >> bits
  const leanTurn = (load<i32>(line, LINE_NODE + LEAN) - load<i32>(line, LEAN)) >> bits
  const du = (load<i32>(line, LINE_NODE) - load<i32>(line)) >> bits
  const dv = (load<i32>(line, LINE_NODE + 4) - load<i32>(line, 4)) >> bits
  // Places change evenly all over a group, as they do in its middle; so that they are right there, its corner gives way.
  const middle = columns - 1
  let u = load<i32>(line) - ((7 * middle * uTurn) >> 2), v = load<i32>(line, 4) - ((7 * middle * vTurn) >> 2)
  let down = load<i32>(line, DOWN + 4) + ((middle * vTurn) >> 1), lean = load<i32>(line, LEAN) + ((middle * leanTurn) >> 1)
  const across = du + ((7 * uTurn) >> 1), slope = dv + ((7 * vTurn) >> 1)
  const isLevel = max(abs(dv), abs(dv + 7 * vTurn)) <= LEVEL
  for (let x = 0; x < n; x += columns) {
    if (isFaded) takeOpacity(line, bits, x, first)
    if (isLevel && abs(lean) <= UPRIGHT) fillGroup(top + x, u, v >> 1, across, slope, lean, down >> 1, first, end, false)
    else fillGroup(top + x, u, v >> 1, across, slope, lean, down >> 1, first, end, true)
    u += du * columns
    v += dv * columns
    down += vTurn * columns
    lean += leanTurn * columns
  }
}

/**
 * Two times eight columns of a block of rows. Each source row is looked at from where the columns cross it, which lies
 * `lean` further aside from one source row to the next: between two of them, the place is right again. Where nothing is
 * bent, the middle stands for all rows and columns. `y` and `down` are in Q15, the other places in 16.16.
 */
@inline function fillGroup(
  d: usize, u: i32, y: i32, du: i32, dv: i32, lean: i32, down: i32, first: i32, end: i32, isBent: bool,
): void {
  const lanes = v128.load(TABLES)
  const way = (((7 * down) >> 15) + 4) * lean
  const across = du - (((dv >> 2) * (lean >> 2)) >> 12)
  const before = min(0, 7 * across) + min(0, way) - MARGIN
  const apart = i16x8.mul(lanes, i16x8.splat(<i16>((across + 128) >> 8)))
  const slope = isBent ? i16x8.mul(lanes, i16x8.splat(<i16>(dv >> 1))) : i16x8.splat(0)
  const low = isBent ? 7 * min(0, dv >> 1) : 0, middle = isBent ? 0 : (7 * dv) >> 2, aside = isBent ? 0 : way >> 1
  const top = (y + middle + low) >> 15, left = findStart(u, y - (top << 15), lean)
  const at = placeColumns(left, before, aside, apart)
  const from = src + top * stride + ((left + before) >> 16)
  y += middle - (top << 15)
  if (dstTwin) {
    drawRuns(d, from, from + srcTwin, y, y, at, at, slope, low, lean >> 8, down, first, end, isBent)
    return
  }
  const yRight = y + ((dv << 3) >> 1), topRight = (yRight + low) >> 15
  const leftRight = findStart(u + (du << 3), yRight - middle - (topRight << 15), lean)
  const atRight = placeColumns(leftRight, before, aside, apart)
  const fromRight = src + (top + topRight) * stride + ((leftRight + before) >> 16)
  drawRuns(d, from, fromRight, y, yRight - (topRight << 15), at, atRight, slope, low, lean >> 8, down, first, end, isBent)
}

/** Where the source row is crossed that lies `y` above. */
@inline function findStart(u: i32, y: i32, lean: i32): i32 {
  return u - (((y >> 3) * (lean >> 4)) >> 8)
}

/** How far eight columns lie from the sample that they are counted from, in 1/256. */
@inline function placeColumns(start: i32, before: i32, aside: i32, apart: v128): v128 {
  return i16x8.add(i16x8.splat(<i16>((start + aside - ((start + before) & ~0xffff)) >> 8)), apart)
}

/** Draws runs of rows of which each lies between source rows one below those of the row before. */
@inline function drawRuns(
  d: usize, from: usize, fromRight: usize, yLeft: i32, yRight: i32, at: v128, atRight: v128, slope: v128, low: i32,
  lean: i32, down: i32, first: i32, end: i32, isBent: bool,
): void {
  for (let row = first; row < end; ) {
    const y = yLeft + row * down, y2 = yRight + row * down
    const top = (y + low) >> 15, top2 = (y2 + low) >> 15
    let n = end - row
    if (!isRun(y + low, top, n - 1, down) || !isRun(y2 + low, top2, n - 1, down)) {
      n = 1
      while (row + n < end && isRun(y + low, top, n, down) && isRun(y2 + low, top2, n, down)) n++
    }
    const below = i16x8.add(i16x8.splat(<i16>(y - (top << 15))), slope), below2 = i16x8.add(i16x8.splat(<i16>(y2 - (top2 << 15))), slope)
    const a = isBent ? i16x8.add(at, i16x8.splat(<i16>(top * lean))) : at
    const b = isBent ? i16x8.add(atRight, i16x8.splat(<i16>(top2 * lean))) : atRight
    drawRun(from + top * stride, fromRight + top2 * stride, d + row * dstStride, a, b, lean, below, below2, down - 32768, n, isBent)
    row += n
  }
}

/** Whether n rows further down lie n source rows further down. */
@inline function isRun(y: i32, top: i32, n: i32, down: i32): bool {
  return (y + n * down) >> 15 == top + n
}

/** Rows whose source rows follow each other; each of those is picked once. */
@inline function drawRun(
  s: usize, s2: usize, d: usize, at: v128, at2: v128, atStep: i32, below: v128, below2: v128, belowStep: i32, n: i32,
  isBent: bool,
): void {
  const lean = i16x8.splat(<i16>atStep), step = i16x8.splat(<i16>belowStep)
  const rowBytes = stride, dstBytes = dstStride, twin = dstTwin
  let picks = picksAt(at), weights = weightsAt(at), picks2 = picksAt(at2), weights2 = weightsAt(at2)
  let a = pick(s, picks, weights), a2 = pick(s2, picks2, weights2)
  let b = a, b2 = a2
  if (isBent) {
    at = i16x8.add(at, lean)
    at2 = i16x8.add(at2, lean)
    b = pick(s + rowBytes, picksAt(at), weightsAt(at))
    b2 = pick(s2 + rowBytes, picksAt(at2), weightsAt(at2))
    s += rowBytes
    s2 += rowBytes
  }
  for (let end = d + n * dstBytes; d != end; d += dstBytes) {
    s += rowBytes
    s2 += rowBytes
    let r: v128, r2: v128
    if (isBent) {
      at = i16x8.add(at, lean)
      at2 = i16x8.add(at2, lean)
      const c = pick(s, picksAt(at), weightsAt(at)), c2 = pick(s2, picksAt(at2), weightsAt(at2))
      r = mixThree(a, b, c, below)
      r2 = mixThree(a2, b2, c2, below2)
      a = b
      a2 = b2
      b = c
      b2 = c2
    } else {
      b = pick(s, picks, weights)
      b2 = pick(s2, picks2, weights2)
      r = i16x8.add(a, q15(i16x8.sub(b, a), below))
      r2 = i16x8.add(a2, q15(i16x8.sub(b2, a2), below2))
      a = b
      a2 = b2
    }
    if (isFaded) {
      r = fade(d, r, opacity)
      r2 = fade(twin ? d + twin : d + 8, r2, twin ? opacity : opacity2)
      lowerOpacity()
    }
    const bytes = toBytes(r, r2)
    if (twin) {
      storeHalf(d, bytes)
      storeUpper(d + twin, bytes)
    } else v128.store(d, bytes)
    below = i16x8.add(below, step)
    below2 = i16x8.add(below2, step)
  }
}

/** Between three rows: `below` is how far down from the first, in Q15. */
@inline function mixThree(a: v128, b: v128, c: v128, below: v128): v128 {
  const upper = q15(i16x8.sub(b, a), i16x8.min_u(below, i16x8.splat(32767)))
  return i16x8.add(i16x8.add(a, upper), q15(i16x8.sub(c, b), i16x8.sub_sat_u(below, i16x8.splat(-32768))))
}

/** Which sample each column lies behind, then which it lies before; distances are in 1/256. */
@inline function picksAt(at: v128): v128 {
  return i8x16.add(i8x16.relaxed_swizzle(at, v128.load(TABLES, 16)), v128.load(TABLES, 32))
}

/** How much of both, in 1/128. */
@inline function weightsAt(at: v128): v128 {
  const parts = i8x16.shr_u(i8x16.relaxed_swizzle(at, v128.load(TABLES, 48)), 1)
  return i8x16.add(v128.xor(parts, v128.load(TABLES, 64)), v128.load(TABLES, 80))
}

/** One row of a torn cell. */
function fillTorn(d: usize, n: i32, line: usize, bits: i32, row: i32): void {
  const lanes = v128.load(TABLES)
  let u = load<i32>(line) + row * load<i32>(line, DOWN)
  let v = load<i32>(line, 4) + row * load<i32>(line, DOWN + 4)
  const du = clamp((load<i32>(line, LINE_NODE) + row * load<i32>(line, LINE_NODE + DOWN) - u) >> bits, MOST_X)
  const dv = clamp((load<i32>(line, LINE_NODE + 4) + row * load<i32>(line, LINE_NODE + DOWN + 4) - v) >> bits, MOST_Y)
  // Distance from each row in 1/4096, so that 4096 away a row counts for nothing.
  const across = i16x8.mul(lanes, i16x8.splat(<i16>(dv >> 4)))
  for (let x = 0; x < n; x += 8) {
    if (isFaded) takeOpacity(line, bits, x, row)
    const left = (min(u, u + 7 * du) - MARGIN) >> 16, top = min(v, v + 7 * dv) >> 16
    const at = i16x8.add(i16x8.splat(<i16>((u - (left << 16)) >> 8)), i16x8.mul(lanes, i16x8.splat(<i16>(du >> 8))))
    const y = i16x8.add(i16x8.splat(<i16>((v - (top << 16)) >> 4)), across)
    const s = src + top * stride + left, rows = (max(v, v + 7 * dv) >> 16) - top + 2
    mixMany(s, d + x, picksAt(at), weightsAt(at), y, rows)
    if (dstTwin) mixMany(s + srcTwin, d + x + dstTwin, picksAt(at), weightsAt(at), y, rows)
    u += du << 3
    v += dv << 3
  }
}

/** Columns that lie between several rows: each row counts for those that are near it. */
function mixMany(s: usize, d: usize, picks: v128, weights: v128, y: v128, rows: i32): void {
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
  const half = i16x8.splat(64)
  const low = i16x8.shl(i16x8.add(a, half), 1), high = i16x8.shl(i16x8.add(b, half), 1)
  return v128.shuffle<i8>(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
}

// Opacity of the eight or sixteen columns in work, in the row to come, and its change in the row after it.
let opacity: v128 = i16x8.splat(0)
let opacity2: v128 = i16x8.splat(0)
let opacityDown: v128 = i16x8.splat(0)

function takeOpacity(line: usize, bits: i32, x: i32, row: i32): void {
  const down = load<i32>(line, DOWN + 8), downRight = load<i32>(line, LINE_NODE + DOWN + 8)
  const left = load<i32>(line, 8) + row * down, right = load<i32>(line, LINE_NODE + 8) + row * downRight
  const step = (right - left) >> bits, across = i16x8.mul(v128.load(TABLES), i16x8.splat(<i16>step))
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

@inline function clamp(value: i32, most: i32): i32 {
  return max(-most, min(most, value))
}
