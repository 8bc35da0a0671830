// Round things that need no painting: plain discs, and light on a disc that turns.
import { Target, ditherAt, q15, storeHalf, touch } from "./target.as"

/** Fills a disc with one colour; its edge is smooth. What lies well inside of `hole` is left out: a smaller disc covers it. */
export function fillDisc(
  target: Target, x: f64, y: f64, radius: f64, hole: f64, colourY: i32, colourU: i32, colourV: i32,
): void {
  fillPlanes(
    target.y, 0, target.strideY, target.touchedY, target.hiddenY,
    x - 0.5, y - 0.5, radius, hole - 2, colourY, 0,
    target.clipLeft, target.clipTop, target.clipRight, target.clipBottom,
  )
  // Chroma lies over even columns and between two rows.
  fillPlanes(
    target.u, target.v, target.strideC, target.touchedC, target.hiddenC,
    (x - 0.5) * 0.5, (y - 1) * 0.5, radius * 0.5, hole * 0.5 - 2, colourU, colourV,
    target.clipLeft >> 1, target.clipTop >> 1, target.clipRight >> 1, target.clipBottom >> 1,
  )
}

/** One plane, or two of the same form. */
function fillPlanes(
  plane: usize, other: usize, stride: i32, touched: usize, hidden: usize,
  x: f64, y: f64, radius: f64, hole: f64, value: i32, otherValue: i32,
  left: i32, top: i32, right: i32, bottom: i32,
): void {
  const V = i8x16.splat(<i8>value), W = i8x16.splat(<i8>otherValue)
  const reach = radius + 0.5, core = max(0, radius - 0.5), free = max(0, hole)
  const reach2 = reach * reach, core2 = core * core, free2 = free * free
  const first = max(top, <i32>Math.ceil(y - reach)), last = min(bottom - 1, <i32>Math.floor(y + reach))
  const squares = f64x2(reach2, core2), X = f32x4.splat(<f32>x)
  let half = halveChords(squares, free2, <f64>first - y)
  for (let row = first; row <= last; row++) {
    const dy = <f64>row - y, dy2 = dy * dy
    const starts = i32x4.trunc_sat_f32x4_s(f32x4.ceil(f32x4.sub(X, half))), ends = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(X, half)))
    // A row ahead: roots take longer than all else here, and nothing waits for the next row's.
    half = halveChords(squares, free2, dy + 1)
    // From the outside to the middle and out again: edge, colour, hole, colour, edge.
    const from = max(left, i32x4.extract_lane(starts, 0)), to = min(right, i32x4.extract_lane(ends, 0) + 1)
    if (to <= from) continue
    touch(touched, row, from, to)
    const a = max(from, min(to, i32x4.extract_lane(starts, 1))), b = max(a, min(to, i32x4.extract_lane(ends, 1) + 1))
    const c = max(a, min(b, i32x4.extract_lane(starts, 2))), e = max(c, min(b, i32x4.extract_lane(ends, 2)))
    const h = hidden ? hidden + <usize>(row << 2) : 0
    const h0 = h ? <i32>load<i16>(h) : 0, h1 = h ? <i32>load<i16>(h, 2) : 0
    fillRow(plane + row * stride, from, a, c, e, b, to, right, h0, h1, x, dy2, radius, V, value)
    if (other) fillRow(other + row * stride, from, a, c, e, b, to, right, h0, h1, x, dy2, radius, W, otherValue)
  }
}

/** Half the chords of reach, core and hole at once. */
@inline function halveChords(squares: v128, hole2: f64, dy: f64): v128 {
  const dy2 = dy * dy
  const outer = f32x4.demote_f64x2_zero(f64x2.sub(squares, f64x2.splat(dy2)))
  return f32x4.sqrt(f32x4.max(f32x4.replace_lane(outer, 2, <f32>(hole2 - dy2)), f32x4.splat(0)))
}

@inline function fillRow(
  d: usize, from: i32, a: i32, c: i32, e: i32, b: i32, to: i32, right: i32, h0: i32, h1: i32,
  x: f64, dy2: f64, radius: f64, V: v128, value: i32,
): void {
  blendEdge(d, from, a, b, x, dy2, radius, value)
  fillSpan(d, a, c, h0, h1, V)
  fillSpan(d, e, b, h0, h1, V)
  blendEdge(d, b, to, right, x, dy2, radius, value)
}

/** Fills columns [from, to), but not what a later layer covers. Spans are short, and a call of memory.fill is not. */
function fillSpan(d: usize, from: i32, to: i32, h0: i32, h1: i32, V: v128): void {
  if (h1 > h0 && h0 < to && h1 > from) {
    fillColumns(d, from, h0, V)
    fillColumns(d, h1, to, V)
  } else fillColumns(d, from, to, V)
}

@inline function fillColumns(d: usize, from: i32, to: i32, V: v128): void {
  let i = from
  for (; i + 16 <= to; i += 16) v128.store(d + i, V)
  if (to - from >= 16) { v128.store(d + to - 16, V); return }
  for (; i < to; i++) store<u8>(d + i, <u8>i8x16.extract_lane_u(V, 0))
}

/**
 * Where the edge passes, a pixel is covered by how far it lies inside; so near to the edge no root is needed to tell. Four
 * at once: those behind the edge become what they are or will be, all of the disc's colour or none of it.
 */
@inline function blendEdge(d: usize, from: i32, to: i32, limit: i32, x: f64, dy2: f64, radius: f64, value: i32): void {
  if (to <= from) return
  const perSquare = <f32>(0.5 / radius), beyond = <f32>(dy2 - radius * radius)
  let i = from
  for (; i < to && i + 4 <= limit; i += 4) blendFour(d + i, <f32>(<f64>i - x), perSquare, beyond, value)
  for (; i < to; i++) {
    const dx = <f32>(<f64>i - x)
    const covered = min<f32>(1, max<f32>(0, 0.5 - (dx * dx + beyond) * perSquare))
    const ground = <f32>load<u8>(d + i)
    store<u8>(d + i, <u8>(ground + (<f32>value - ground) * covered + 0.5))
  }
}

@inline function blendFour(d: usize, first: f32, perSquare: f32, beyond: f32, value: i32): void {
  const half = f32x4.splat(0.5)
  const dx = f32x4.add(f32x4.splat(first), f32x4(0, 1, 2, 3))
  const inside = f32x4.sub(half, f32x4.mul(f32x4.add(f32x4.mul(dx, dx), f32x4.splat(beyond)), f32x4.splat(perSquare)))
  const covered = f32x4.min(f32x4.max(inside, f32x4.splat(0)), f32x4.splat(1))
  const bytes = i16x8.extend_low_i8x16_u(v128.load32_zero(d))
  const ground = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(bytes))
  const mixed = f32x4.add(ground, f32x4.mul(f32x4.sub(f32x4.splat(<f32>value), ground), covered))
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(mixed, half))
  const words = i16x8.narrow_i32x4_u(whole, whole)
  store<i32>(d, i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0))
}

/**
 * Adds light to the luma of a disc whose box has its corner at (x, y). Every fourth pixel of the box has a `key`, which
 * names its cell in `table` (light in 64ths of a level), and the three up to the next one have what lies between the two;
 * one more key follows the last row. Every pixel has a `gain` of 0..255. `spans` holds four i16 per
 * row: the disc starts, its hole starts and ends, the disc ends. Rows are `side` long, a multiple of 8.
 */
export function lightDisc(
  target: Target, keys: usize, gains: usize, spans: usize, side: i32, x: i32, y: i32, table: usize,
): void {
  const first = max(0, target.clipTop - y), last = min(side, target.clipBottom - y)
  for (let row = first; row < last; row++) {
    const span = spans + <usize>(row << 3)
    const a = <i32>load<i16>(span), b = <i32>load<i16>(span, 2), c = <i32>load<i16>(span, 4), d = <i32>load<i16>(span, 6)
    const hidden = target.hiddenY ? target.hiddenY + <usize>((y + row) << 2) : 0
    const h0 = hidden ? <i32>load<i16>(hidden) - x : 0, h1 = hidden ? <i32>load<i16>(hidden, 2) - x : 0
    const key = keys + <usize>((row * side) >> 1), gain = gains + <usize>(row * side)
    if (b < c) {
      lightAround(target, key, gain, a, b, h0, h1, x, y + row, table)
      lightAround(target, key, gain, c, d, h0, h1, x, y + row, table)
    } else lightAround(target, key, gain, a, d, h0, h1, x, y + row, table)
  }
}

/** Leaves out what a later layer covers. */
function lightAround(
  target: Target, key: usize, gain: usize, from: i32, to: i32, h0: i32, h1: i32, x: i32, y: i32, table: usize,
): void {
  if (h1 > h0 && h0 < to && h1 > from) {
    lightRow(target, key, gain, from, h0, x, y, table)
    lightRow(target, key, gain, h1, to, x, y, table)
  } else lightRow(target, key, gain, from, to, x, y, table)
}

function lightRow(target: Target, key: usize, gain: usize, from: i32, to: i32, x: i32, y: i32, table: usize): void {
  // In groups of eight; beyond the disc its gain is 0, and beyond the frame nothing is drawn.
  const start = max(from, target.clipLeft - x + 7) & ~7, end = min(to, target.clipRight - x)
  if (end <= start) return
  const d = target.y + y * target.strideY + x
  touch(target.touchedY, y, x + start, min(target.clipRight, x + ((end + 7) & ~7)))
  const high = i16x8.splat(235), between = i16x8(0, 8192, 16384, 24576, 0, 8192, 16384, 24576)
  for (let i = max(0, start); i < end; i += 8) {
    if (x + i + 8 > target.clipRight) break
    const k = key + <usize>(i >> 1)
    const a = v128.load16_splat(table + (<usize>load<u16>(k) << 1)), b = v128.load16_splat(table + (<usize>load<u16>(k, 2) << 1))
    const c = v128.load16_splat(table + (<usize>load<u16>(k, 4) << 1))
    const near = i64x2.shuffle(a, b, 0, 2), next = i64x2.shuffle(b, c, 0, 2)
    const light = i16x8.add(near, q15(i16x8.sub(next, near), between))
    const g = v128.load8x8_u(gain + <usize>i)
    const lit = q15(light, i16x8.add(i16x8.shl(g, 7), i16x8.shr_u(g, 1)))
    const levels = i16x8.shr_u(i16x8.add(lit, ditherAt(target, x + i, y)), 6)
    const sum = i16x8.min_s(high, i16x8.add(v128.load8x8_u(d + i), levels))
    storeHalf(d + i, i8x16.narrow_i16x8_u(sum, sum))
  }
}
