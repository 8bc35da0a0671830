// Opaque parts of sprites that are enlarged or made smaller: photographs, and what lies inside of a card's rim. Two rows are drawn at
// once, and what they are stretched from goes no further than into the row that both need.
import { cols, dst, dstStride, evens, isHidden, paint, spans, stride, touched } from "./aim.as"
import { ENTRY, columnTableBytes } from "./columns.as"
import { storeSixteen, toBytes } from "./rows.as"
import { Target, ditherAt, q15, touch } from "./target.as"

/** Rows of a block, which share their opaque columns: few enough for round corners, so many that looking for them costs nothing. */
const BLOCK: i32 = 32
/** Where more columns than these are left on a side, all of them are drawn as ever: two ways to draw a row cost more than one. */
const WIDEST_RIM: i32 = 40

// The opaque columns of the block that was asked for last, counted from where its table begins.
export let opaqueFrom: i32 = 0
export let opaqueTo: i32 = 0

/** The last row, not included, of the block that begins with row `y`. */
@inline export function endBlock(y: i32, bottom: i32): i32 {
  return min(bottom, y + BLOCK)
}

/** Finds the columns that are opaque in all rows [y, end), out of n; false where there are too few. */
export function findOpaque(y: i32, end: i32, n: i32, u: i32, v: i32, dv: i32, columnsPerSample: f64): bool {
  const last = ((v + (end - 1) * dv) >> 16) + 1
  let start = 0, stop = cols
  for (let row = (v + y * dv) >> 16; row <= last; row++) {
    if (load<u8>(evens + row) != 255) return false
    const span = spans + <usize>(row << 3)
    start = max(start, <i32>load<i16>(span, 2))
    stop = min(stop, <i32>load<i16>(span, 4))
  }
  opaqueFrom = max(0, (columnOf((start << 16) - u, columnsPerSample) + 7) & ~7)
  const until = columnOf(((stop - 1) << 16) - u, columnsPerSample)
  opaqueTo = until < n ? until & ~7 : n
  return opaqueTo > opaqueFrom && opaqueFrom <= WIDEST_RIM && n - opaqueTo <= WIDEST_RIM
}

@inline function columnOf(distance: i32, columnsPerSample: f64): i32 {
  return <i32>Math.ceil(<f64>distance * columnsPerSample)
}

/**
 * Draws the opaque columns of the rows [y, end), which begin with column `x` of the frame. `columns` is what `partColumns` made;
 * `kept` is memory for a stretched row.
 */
export function fillOpaque(target: Target, y: i32, end: i32, x: i32, v: i32, dv: i32, columns: usize, kept: usize): void {
  const from = x + opaqueFrom, n = opaqueTo - opaqueFrom, to = from + n, d = dst + from
  columns += <usize>(opaqueFrom >> 3) * ENTRY
  let inKept = -1
  while (y < end) {
    if (isHidden(y, from, to)) { y++; continue }
    const at = v + y * dv, row = at >> 16, next = (at + dv) >> 16
    const src = paint + row * stride
    if (row != inKept) keepRow(src, columns, n, kept)
    touch(touched, y, from, to)
    const F = i16x8.splat(<i16>((at & 0xffff) >> 1)), D = ditherAt(target, x, y)
    if (y + 1 < end && next - row <= 1 && !isHidden(y + 1, from, to)) {
      touch(touched, y + 1, from, to)
      const F2 = i16x8.splat(<i16>(((at + dv) & 0xffff) >> 1)), D2 = ditherAt(target, x, y + 1)
      if (next == row) fillAlike(d + y * dstStride, src, columns, n, kept, F, D, F2, D2)
      else fillTwo(d + y * dstStride, src, columns, n, kept, F, D, F2, D2)
      inKept = next + 1
      y += 2
    } else {
      fillOne(d + y * dstStride, src, columns, n, kept, F, D)
      inKept = row + 1
      y++
    }
  }
}

/** Stretches a source row. */
function keepRow(src: usize, columns: usize, n: i32, kept: usize): void {
  for (let end = columns + <usize>((n + 7) >> 3) * ENTRY; columns < end; columns += ENTRY) {
    v128.store(kept, pickAt(src, columns))
    kept += 16
  }
}

/** A row of the frame, between the row that is kept and the one below it, which is kept then. */
function fillOne(d: usize, src: usize, columns: usize, n: i32, kept: usize, F: v128, D: v128): void {
  src += stride
  for (; n >= 16; n -= 16, d += 16, columns += 2 * ENTRY, kept += 32) oneRow(d, src, columns, 16, kept, F, D)
  if (n > 0) oneRow(d, src, columns, n, kept, F, D)
}

@inline function oneRow(d: usize, src: usize, columns: usize, n: i32, kept: usize, F: v128, D: v128): void {
  const a = v128.load(kept), a2 = v128.load(kept, 16), b = pickAt(src, columns), b2 = pickAt(src, columns + ENTRY)
  v128.store(kept, b)
  v128.store(kept, b2, 16)
  storeSixteen(d, toBytes(mix(a, b, F, D), mix(a2, b2, F, D)), n)
}

/** As `fillOne` for two rows between the same two. */
function fillAlike(d: usize, src: usize, columns: usize, n: i32, kept: usize, F: v128, D: v128, F2: v128, D2: v128): void {
  src += stride
  for (; n >= 16; n -= 16, d += 16, columns += 2 * ENTRY, kept += 32) rowsAlike(d, src, columns, 16, kept, F, D, F2, D2)
  if (n > 0) rowsAlike(d, src, columns, n, kept, F, D, F2, D2)
}

@inline function rowsAlike(d: usize, src: usize, columns: usize, n: i32, kept: usize, F: v128, D: v128, F2: v128, D2: v128): void {
  const a = v128.load(kept), a2 = v128.load(kept, 16), b = pickAt(src, columns), b2 = pickAt(src, columns + ENTRY)
  v128.store(kept, b)
  v128.store(kept, b2, 16)
  storeSixteen(d, toBytes(mix(a, b, F, D), mix(a2, b2, F, D)), n)
  storeSixteen(d + dstStride, toBytes(mix(a, b, F2, D2), mix(a2, b2, F2, D2)), n)
}

/** As `fillOne` for two rows, of which the second lies one source row further down. */
function fillTwo(d: usize, src: usize, columns: usize, n: i32, kept: usize, F: v128, D: v128, F2: v128, D2: v128): void {
  const rowBytes = stride, dstBytes = dstStride
  src += rowBytes
  for (; n >= 16; n -= 16, d += 16, columns += 2 * ENTRY, kept += 32) {
    twoRows(d, dstBytes, src, rowBytes, columns, 16, kept, F, D, F2, D2)
  }
  if (n > 0) twoRows(d, dstBytes, src, rowBytes, columns, n, kept, F, D, F2, D2)
}

@inline function twoRows(
  d: usize, dstBytes: i32, src: usize, rowBytes: i32, columns: usize, n: i32, kept: usize, F: v128, D: v128, F2: v128, D2: v128,
): void {
  const left = src + load<i32>(columns), right = src + load<i32>(columns, ENTRY)
  const p = v128.load(columns, 16), w = v128.load(columns, 32), p2 = v128.load(columns, ENTRY + 16), w2 = v128.load(columns, ENTRY + 32)
  const b = pick(left, p, w), b2 = pick(right, p2, w2)
  storeSixteen(d, toBytes(mix(v128.load(kept), b, F, D), mix(v128.load(kept, 16), b2, F, D)), n)
  const c = pick(left + rowBytes, p, w), c2 = pick(right + rowBytes, p2, w2)
  v128.store(kept, c)
  v128.store(kept, c2, 16)
  storeSixteen(d + dstBytes, toBytes(mix(b, c, F2, D2), mix(b2, c2, F2, D2)), n)
}

@inline function mix(a: v128, b: v128, F: v128, D: v128): v128 {
  return i16x8.add(i16x8.add(a, q15(i16x8.sub(b, a), F)), D)
}

/** A table of byte samples, made anew for `pickAt`. */
export function partColumns(table: usize, n: i32, into: usize): void {
  for (let end = table + columnTableBytes(n); table < end; table += ENTRY) {
    store<i32>(into, load<i32>(table))
    v128.store(into, part(v128.load(table, 16)), 16)
    v128.store(into, part(v128.load(table, 32)), 32)
    into += ENTRY
  }
}

/** Both samples of a column lie beside each other in a table: here those on the left come first, then those on the right. */
@inline function part(pairs: v128): v128 {
  return v128.shuffle<i8>(pairs, pairs, 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15)
}

/** Eight columns of a source row, times 64, by one entry of a table. */
@inline function pickAt(src: usize, entry: usize): v128 {
  return pick(src + load<i32>(entry), v128.load(entry, 16), v128.load(entry, 32))
}

@inline function pick(src: usize, picks: v128, weights: v128): v128 {
  const bytes = i8x16.relaxed_swizzle(v128.load(src), picks)
  return i16x8.add(i16x8.extmul_low_i8x16_u(bytes, weights), i16x8.extmul_high_i8x16_u(bytes, weights))
}
