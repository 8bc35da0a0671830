// A picture that is bent by a net of nodes, as a photograph that is printed on cloth.
import { Sprite, Target, touch } from "./target.as"
import {
  LANES, aim, drawRuns, dst, dstStride, dstTwin, isFaded, mixMany, picksAt, src, srcTwin, stride, takeOpacity, weightsAt,
} from "./warp-rows.as"

/** Bytes that processors fetch at once. */
const CACHE_LINE: usize = 64
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
/** Rows of a block: a cell has at least so many, in chroma too. Where little bends, blocks are drawn as one up to the tallest. */
const BLOCK: i32 = 8
const TALLEST: i32 = 32
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
/** Up to this many samples (16.16) aside in all, the rows of a block look from the same column: they err by an eighth at most. */
const UPRIGHT: i32 = 16384
/** Up to this many rows (16.16) from column to column, eight columns lie between the same rows: they err by a sixteenth at most. */
const LEVEL: i32 = 1024
/** Up to this change of a slope (16.16) in all, the corners of a group err by a sixteenth of a sample at most. */
const MOST_TURN: i32 = 1152

/**
 * Fills the rows of the clip box with an opaque sprite. Node (i, j) lies on pixel (i, j) << cellBits, and says which of
 * the sprite's pixels is seen there; between nodes places are interpolated. `cellBits` is 4 or more.
 */
export function drawWarped(
  target: Target, sprite: Sprite, nodes: usize, columns: i32, cellBits: i32, fades: i32,
): void {
  aim(target, sprite, fades != 0, 0)
  fillPlane(target, nodes, columns, cellBits, 0)
  aim(target, sprite, fades != 0, 1)
  fillPlane(target, nodes, columns, cellBits, 1)
}

function fillPlane(target: Target, nodes: usize, columns: i32, cellBits: i32, shift: i32): void {
  const line = target.scratch
  const width = target.width >> shift
  const table = shift ? target.touchedC : target.touchedY
  const top = target.clipTop >> shift, bottom = target.clipBottom >> shift
  const bits = cellBits - shift, rows = min(TALLEST, 1 << bits)
  const lineBytes = <usize>columns * LINE_NODE
  let fetched = 0
  // Blocks lie where they lie whatever is clipped, so that a row always looks the same.
  for (let block = top & ~(rows - 1); block < bottom; block += rows) {
    for (let i = 0, at = line; i < rows; i += BLOCK, at += lineBytes) layNodes(nodes, columns, cellBits, shift, block + i, at)
    const first = max(top, block) - block, end = min(bottom, block + rows) - block
    for (let i = first; i < end; i++) touch(table, block + i, 0, width)
    fetched = fetchRows(line, columns, rows, fetched)
    fillRows(dst + block * dstStride, width, line, lineBytes, bits, first, end, rows)
  }
}

/**
 * Asks for the source rows that a block shows and that none above it did, row after row: a processor sees that and fetches
 * ahead, which it does not where many rows are read side by side. Returns up to which row all is there.
 */
function fetchRows(line: usize, columns: i32, rows: i32, fetched: i32): i32 {
  let top = i32.MAX_VALUE, bottom = 0, left = i32.MAX_VALUE, right = 0
  for (let end = line + <usize>columns * LINE_NODE; line < end; line += LINE_NODE) {
    const u = load<i32>(line), v = load<i32>(line, 4)
    left = min(left, u)
    right = max(right, u)
    top = min(top, v)
    bottom = max(bottom, v + rows * load<i32>(line, DOWN + 4))
  }
  bottom = (bottom >> 16) + 2
  for (let row = max(fetched, top >> 16); row < bottom; row++) {
    const start = src + row * stride + (left >> 16), n = (right - left) >> 16
    fetch(start, n)
    if (srcTwin) fetch(start + srcTwin, n)
  }
  return max(fetched, bottom)
}

/** What was fetched; nobody asks for it, but without it compilers would leave the fetching out. */
let lastFetched: i32 = 0

@inline function fetch(start: usize, n: i32): void {
  let any = 0
  for (let at = start, end = start + n; at < end; at += CACHE_LINE) any |= load<u8>(at)
  lastFetched = any
}

/** The nodes of the block of rows from `block` on, and which of their cells are torn. */
function layNodes(nodes: usize, columns: i32, cellBits: i32, shift: i32, block: i32, line: usize): void {
  const cellPx: f32 = <f32>(1 << cellBits)
  // Chroma lies over even columns and between two rows. Below the last row of nodes there is nothing to be seen.
  const down = (shift ? <f32>block * 2 + 0.5 : <f32>block) / cellPx
  const row = <i32>down
  mixNodes(nodes + <usize>(row * columns) * NODE, columns, down - <f32>row, (<f32>(1 << shift)) / cellPx, shift, line)
  for (let i = 0, at = line; i < columns - 1; i++, at += LINE_NODE) store<i32>(at, isTorn(at, cellBits - shift), TORN)
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
  return min(max(abs(across), abs(across + (BLOCK - 1) * findTurn(line, bits))), MOST_REACH) + 1
}

/** The rows of as many blocks as a cell has, cell after cell. */
function fillRows(
  top: usize, width: i32, line: usize, lineBytes: usize, bits: i32, first: i32, end: i32, rows: i32,
): void {
  const cell = 1 << bits
  for (let left = 0; left < width; left += cell, line += LINE_NODE) {
    fillBlocks(top + left, min(cell, width - left), line, lineBytes, bits, first, end, rows)
  }
}

/** Draws blocks as one where little bends, or else each half of them by itself. */
function fillBlocks(
  top: usize, n: i32, line: usize, lineBytes: usize, bits: i32, first: i32, end: i32, rows: i32,
): void {
  if (first >= end) return
  if (rows == BLOCK) return fillBlock(top, n, line, bits, first, end)
  if (isCalm(line, lineBytes, bits, rows)) return fillCell(top, n, line, bits, first, end, rows)
  const half = rows >> 1, below = line + <usize>(half / BLOCK) * lineBytes
  fillBlocks(top, n, line, lineBytes, bits, first, min(end, half), half)
  fillBlocks(top + half * dstStride, n, below, lineBytes, bits, max(first - half, 0), end - half, half)
}

/** Whether so little bends in a cell that so many of its rows can be drawn as one block. */
function isCalm(line: usize, lineBytes: usize, bits: i32, rows: i32): bool {
  const lean = max(abs(load<i32>(line, LEAN)), abs(load<i32>(line, LINE_NODE + LEAN)))
  const turn = max(abs(findTurn(line, bits)), abs(findTurn(line + 4, bits)))
  if (isFaded || lean * rows > UPRIGHT || turn * rows > MOST_TURN) return false
  const last = line + <usize>(rows / BLOCK - 1) * lineBytes
  return !load<i32>(line, TORN) && !load<i32>(last, TORN)
}

/** By how much the change from column to column grows from row to row. */
@inline function findTurn(line: usize, bits: i32): i32 {
  return (load<i32>(line, LINE_NODE + DOWN) - load<i32>(line, DOWN)) >> bits
}

function fillBlock(top: usize, n: i32, line: usize, bits: i32, first: i32, end: i32): void {
  if (isFaded && isUnseen(line)) return
  if (load<i32>(line, TORN)) {
    for (let row = first; row < end; row++) fillTorn(top + row * dstStride, n, line, bits, row)
  } else fillCell(top, n, line, bits, first, end, BLOCK)
}

@inline function isUnseen(line: usize): bool {
  const opacity = load<i32>(line, 8) | load<i32>(line, LINE_NODE + 8)
  return (opacity | load<i32>(line, DOWN + 8) | load<i32>(line, LINE_NODE + DOWN + 8)) == 0
}

/** The rows of a cell that is not torn: sixteen columns after the other, or eight of both chroma planes. */
function fillCell(top: usize, n: i32, line: usize, bits: i32, first: i32, end: i32, rows: i32): void {
  const columns = dstTwin ? 8 : 16
  const uTurn = findTurn(line, bits), vTurn = findTurn(line + 4, bits)
  const leanTurn = (load<i32>(line, LINE_NODE + LEAN) - load<i32>(line, LEAN)) >> bits
  const du = (load<i32>(line, LINE_NODE) - load<i32>(line)) >> bits
  const dv = (load<i32>(line, LINE_NODE + 4) - load<i32>(line, 4)) >> bits
  // Places change evenly all over a group, as they do in its middle; so that they are right there, its corner gives way.
  const middle = columns - 1, last = rows - 1
  let u = load<i32>(line) - ((last * middle * uTurn) >> 2), v = load<i32>(line, 4) - ((last * middle * vTurn) >> 2)
  let down = load<i32>(line, DOWN + 4) + ((middle * vTurn) >> 1), lean = load<i32>(line, LEAN) + ((middle * leanTurn) >> 1)
  const across = du + ((last * uTurn) >> 1), slope = dv + ((last * vTurn) >> 1)
  const isLevel = max(abs(dv), abs(dv + last * vTurn)) <= LEVEL
  for (let x = 0; x < n; x += columns) {
    if (isFaded) readOpacity(line, bits, x, first)
    const way = (((last * (down >> 1)) >> 15) + 4) * lean
    const leans = abs(lean) * rows > UPRIGHT
    fillGroup(top + x, u, v >> 1, across, slope, lean, way, down >> 1, first, end, leans, leans || !isLevel)
    u += du * columns
    v += dv * columns
    down += vTurn * columns
    lean += leanTurn * columns
  }
}

/**
 * Two times eight columns of a block of rows. Each source row is looked at from where the columns cross it, which lies
 * `lean` further aside from one source row to the next and `way` in all: between two of them, the place is right again.
 * Where nothing leans or slopes, the middle stands for all rows or columns. `y` and `down` are in Q15, the others in 16.16.
 */
@inline function fillGroup(
  d: usize, u: i32, y: i32, du: i32, dv: i32, lean: i32, way: i32, down: i32, first: i32, end: i32, leans: bool, slopes: bool,
): void {
  const lanes = v128.load(LANES)
  const across = du - (((dv >> 2) * (lean >> 2)) >> 12)
  const before = min(0, 7 * across) + min(0, way) - MARGIN
  const apart = i16x8.mul(lanes, i16x8.splat(<i16>((across + 128) >> 8)))
  const slope = slopes ? i16x8.mul(lanes, i16x8.splat(<i16>(dv >> 1))) : i16x8.splat(0)
  const low = slopes ? 7 * min(0, dv >> 1) : 0, middle = slopes ? 0 : (7 * dv) >> 2, aside = leans ? 0 : way >> 1
  const top = (y + middle + low) >> 15, left = findStart(u, y - (top << 15), lean)
  const at = placeColumns(left, before, aside, apart)
  const from = src + top * stride + ((left + before) >> 16)
  y += middle - (top << 15)
  let fromRight = from + srcTwin, yRight = y, atRight = at
  if (!dstTwin) {
    yRight = y + ((dv << 3) >> 1)
    const topRight = (yRight + low) >> 15
    const leftRight = findStart(u + (du << 3), yRight - middle - (topRight << 15), lean)
    atRight = placeColumns(leftRight, before, aside, apart)
    fromRight = src + (top + topRight) * stride + ((leftRight + before) >> 16)
    yRight -= topRight << 15
  }
  drawRuns(d, from, fromRight, y, yRight, at, atRight, slope, low, lean >> 8, down, first, end, leans, slopes)
}

/** Where the source row is crossed that lies `y` above. */
@inline function findStart(u: i32, y: i32, lean: i32): i32 {
  return u - (((y >> 3) * (lean >> 4)) >> 8)
}

/** How far eight columns lie from the sample that they are counted from, in 1/256. */
@inline function placeColumns(start: i32, before: i32, aside: i32, apart: v128): v128 {
  return i16x8.add(i16x8.splat(<i16>((start + aside - ((start + before) & ~0xffff)) >> 8)), apart)
}

/** One row of a torn cell. */
function fillTorn(d: usize, n: i32, line: usize, bits: i32, row: i32): void {
  const lanes = v128.load(LANES)
  let u = load<i32>(line) + row * load<i32>(line, DOWN)
  let v = load<i32>(line, 4) + row * load<i32>(line, DOWN + 4)
  const du = clamp((load<i32>(line, LINE_NODE) + row * load<i32>(line, LINE_NODE + DOWN) - u) >> bits, MOST_X)
  const dv = clamp((load<i32>(line, LINE_NODE + 4) + row * load<i32>(line, LINE_NODE + DOWN + 4) - v) >> bits, MOST_Y)
  // Distance from each row in 1/4096, so that 4096 away a row counts for nothing.
  const across = i16x8.mul(lanes, i16x8.splat(<i16>(dv >> 4)))
  for (let x = 0; x < n; x += 8) {
    if (isFaded) readOpacity(line, bits, x, row)
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

function readOpacity(line: usize, bits: i32, x: i32, row: i32): void {
  const down = load<i32>(line, DOWN + 8), downRight = load<i32>(line, LINE_NODE + DOWN + 8)
  const left = load<i32>(line, 8) + row * down, right = load<i32>(line, LINE_NODE + 8) + row * downRight
  takeOpacity(left, right, down, downRight, bits, x)
}

@inline function clamp(value: i32, most: i32): i32 {
  return max(-most, min(most, value))
}
