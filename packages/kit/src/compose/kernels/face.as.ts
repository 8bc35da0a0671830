// Upright faces of things that turn: each column of the frame shows one column of a sprite, higher where it is nearer.
import { across, fractions, gatherFour, pairWeights } from "./gather.as"
import { BLACK, GREY, Sprite, Target, ditherAt, q15, storeHalf, touch } from "./target.as"

/** So far from its rim a sprite is known to be opaque, in 16.16. */
const INSIDE: i32 = 4 << 16
/** Bytes that processors fetch at once. */
const CACHE_LINE: usize = 64
/** Rows of the frame that are drawn at a time. */
const BLOCK: i32 = 256
/** Bytes of a row in a strip, how many rows it takes at most, and its bytes. */
const STRIP: i32 = 16
const STRIP_ROWS: i32 = 512
const PART: usize = <usize>(STRIP * STRIP_ROWS)
/** Two vectors hold the columns that eight columns of the frame show, if they lie no further apart. */
const MOST_APART: i32 = 30

// What is being drawn: set once per plane. Each thread has its own instance.
let stride: i32 = 0
let cols: i32 = 0
let rows: i32 = 0
let capacity: usize = 0
let black: i32 = 0
let isSolid: bool = false
let uprightStart: i32 = 0
let uprightEnd: i32 = 0
/** All other rows of the eight columns in work lie outside of the sprite. */
let seenStart: i32 = 0
let seenEnd: i32 = 0
let stripStart: i32 = 0
let stripEnd: i32 = 0
let stripColumn: i32 = 0
let isStripWide: bool = false
let isStripOpaque: bool = false
let addresses0: v128 = i32x4.splat(0)
let addresses1: v128 = i32x4.splat(0)
let down: v128 = i32x4.splat(0)
let weights: v128 = i32x4.splat(0)

/**
 * Draws a sprite as an upright face. `columns` has a table for luma and, behind its `room` columns of 16 bytes, one of half as many for
 * chroma. A table holds for every column the place in the sprite that it shows in its first row, across and down (i32, 16.16), how far
 * down it goes from row to row, and then for every column its light: a factor (i16, Q15) and what is added to luma (i16, 1/64). Its
 * first column is `from`, its first row `top`; columns behind `count`, up to a multiple of eight, lie outside of the sprite.
 */
export function drawFace(
  target: Target, sprite: Sprite, columns: usize, room: i32, from: i32, count: i32, fromC: i32, countC: i32, top: i32, bottom: i32,
  opaque: i32,
): void {
  isSolid = opaque != 0
  black = BLACK
  stride = sprite.strideY
  cols = sprite.width
  rows = sprite.height
  capacity = <usize>room
  drawPlane(
    target, target.y, 0, target.strideY, sprite.planeY, 0, sprite.planeA, columns, from, count, top,
    max(top, target.clipTop), min(bottom, target.clipBottom), target.touchedY,
  )
  black = GREY
  stride = sprite.strideC
  cols = sprite.width >> 1
  rows = sprite.height >> 1
  const chroma = columns + capacity * 16
  capacity >>= 1
  drawPlane(
    target, target.u, <isize>target.v - <isize>target.u, target.strideC, sprite.planeU, <isize>sprite.planeV - <isize>sprite.planeU,
    sprite.planeAC, chroma, fromC, countC, top >> 1,
    max(top, target.clipTop) >> 1, min(bottom, target.clipBottom) >> 1, target.touchedC,
  )
}

/** One plane, or two of the same form, of which the others lie `dstTwin` and `twin` further on. Eight columns at a time. */
function drawPlane(
  target: Target, dst: usize, dstTwin: isize, dstStride: i32, paint: usize, twin: isize, alpha: usize, table: usize, from: i32, count: i32,
  top: i32, start: i32, end: i32, touched: usize,
): void {
  for (let y = start; y < end; y++) touch(touched, y, from, from + count)
  // A few rows at a time: what eight columns read and write is still in the cache when the next eight come.
  for (let y = start; y < end; y += BLOCK) {
    const yEnd = min(end, y + BLOCK)
    fetchSource(paint, twin, table, count, y - top, yEnd - top)
    fetchRows(dst + y * dstStride + from, dstTwin, count, yEnd - y, dstStride)
    for (let i = 0; i < count; i += 8) {
      const at = table + (<usize>i << 2), light = table + capacity * 12 + (<usize>i << 1), d = dst + from + i
      findUpright(at, top, y, yEnd)
      const first = uprightStart, last = uprightEnd
      pickRows(target, d, dstTwin, dstStride, paint, twin, alpha, at, light, from, top, seenStart, first)
      if (last > first) {
        stretchStrip(target.scratch, paint, at)
        if (twin) stretchStrip(target.scratch + PART, paint + twin, at)
        if (!isStripOpaque) stretchStrip(target.scratch + 2 * PART, alpha, at)
        mixRows(target, d, dstTwin, dstStride, twin, at, light, from, top, first, last)
      }
      pickRows(target, d, dstTwin, dstStride, paint, twin, alpha, at, light, from, top, last, seenEnd)
    }
  }
}

/** Asks for the part of a sprite that rows of the frame show, from the face's first column to its last. */
function fetchSource(paint: usize, twin: isize, table: usize, count: i32, below: i32, belowEnd: i32): void {
  const end = table + (<usize>(count - 1) << 2)
  const left = max(0, min(load<i32>(table), load<i32>(end)) >> 16), right = min(cols, (max(load<i32>(table), load<i32>(end)) >> 16) + 2)
  const first = max(0, min(rowOf(table, 0, below), rowOf(end, 0, below)))
  const last = min(rows, max(rowOf(table, 0, belowEnd), rowOf(end, 0, belowEnd)) + 2)
  if (last > first && right > left) fetchRows(paint + first * stride + left, twin, right - left, last - first, stride)
}

/** What was fetched; nobody asks for it, but without it compilers would leave the fetching out. */
let lastFetched: i32 = 0

/** Asks for rows one after the other: a processor sees that and fetches ahead, which it does not where eight columns are read at a time. */
function fetchRows(start: usize, twin: isize, n: i32, count: i32, rowBytes: i32): void {
  let any = 0
  for (; count > 0; count--, start += rowBytes) {
    for (let at = start, end = start + n; at < end; at += CACHE_LINE) any |= load<u8>(at)
    if (twin) for (let at = start + twin, end = at + n; at < end; at += CACHE_LINE) any |= load<u8>(at)
  }
  lastFetched = any
}

/**
 * Eight columns show few columns of the sprite, and the same ones in every row. So they are mixed once for each row of the sprite, into a
 * strip that stays in the cache, and rows of the frame are mixed out of that. Finds the rows for which that can be done.
 */
function findUpright(at: usize, top: i32, start: i32, end: i32): void {
  uprightStart = end
  uprightEnd = end
  seenStart = start
  seenEnd = end
  let most = 0, isInner = isSolid
  stripColumn = cols
  for (let k: usize = 0; k < 32; k += 4) {
    const u = load<i32>(at + k), x = max(0, min(u >> 16, cols))
    stripColumn = min(stripColumn, x)
    most = max(most, x)
    isInner = isInner && u >= INSIDE && u <= (cols << 16) - INSIDE
  }
  if (most - stripColumn > MOST_APART) return
  isStripOpaque = isInner
  isStripWide = most - stripColumn > 14
  const low = isInner ? INSIDE : 0, highV = isInner ? (rows << 16) - INSIDE : ((rows - 1) << 16) - 1
  let first = start, last = end, seenFrom = end, seenTo = start
  for (let k: usize = 0; k < 32; k += 4) {
    const v = load<i32>(at + capacity * 4 + k), step = load<i32>(at + capacity * 8 + k)
    if (step <= 0) return
    const rowsPerSample = 1 / <f64>step
    first = max(first, top + 1 + <i32>Math.ceil(<f64>(low - v) * rowsPerSample))
    last = min(last, top + <i32>Math.floor(<f64>(highV - v) * rowsPerSample))
    seenFrom = min(seenFrom, top - 1 + <i32>Math.floor(<f64>(-65536 - v) * rowsPerSample))
    seenTo = max(seenTo, top + 2 + <i32>Math.ceil(<f64>((rows << 16) - v) * rowsPerSample))
  }
  seenStart = max(start, seenFrom)
  seenEnd = min(end, seenTo)
  uprightStart = seenEnd
  uprightEnd = seenEnd
  if (last <= first) return
  // One row more at both ends, in case that rows don't go one way.
  stripStart = min(rowOf(at, 0, first - top), rowOf(at, 28, first - top)) - 1
  stripEnd = max(rowOf(at, 0, last - 1 - top), rowOf(at, 28, last - 1 - top)) + 3
  if (stripEnd - stripStart > STRIP_ROWS) return
  uprightStart = first
  uprightEnd = last
}

/** The row of the sprite that one of eight columns shows. */
@inline function rowOf(at: usize, column: usize, below: i32): i32 {
  return (load<i32>(at + capacity * 4 + column) + load<i32>(at + capacity * 8 + column) * below) >> 16
}

/** Mixes eight columns of the sprite's rows from `stripStart` to `stripEnd`, as byte * 64. */
function stretchStrip(strip: usize, plane: usize, at: usize): void {
  const U0 = i32x4.max_s(i32x4.splat(0), v128.load(at)), U1 = i32x4.max_s(i32x4.splat(0), v128.load(at, 16))
  const first = i16x8.splat(<i16>stripColumn), last = i16x8.splat(<i16>cols)
  // Beyond the rim, which is empty, places are held there.
  const x = i16x8.min_s(last, i16x8.narrow_i32x4_s(i32x4.shr_s(U0, 16), i32x4.shr_s(U1, 16)))
  const o = i16x8.sub(x, first), f = i16x8.shr_u(fractions(U0, U1), 9)
  // All neighbours to the left, then all to the right: their products are added as they are made.
  const taps = i8x16.narrow_i16x8_u(o, i16x8.add(o, i16x8.splat(1))), W = i8x16.narrow_i16x8_u(i16x8.sub(i16x8.splat(64), f), f)
  const otherTaps = i8x16.sub(taps, i8x16.splat(16)), isWide = isStripWide
  let s = plane + stripColumn + stripStart * stride
  for (let row = stripStart; row < stripEnd; row++) {
    let bytes = i8x16.swizzle(v128.load(s), taps)
    if (isWide) bytes = v128.or(bytes, i8x16.swizzle(v128.load(s, 16), otherTaps))
    v128.store(strip, i16x8.add(i16x8.extmul_low_i8x16_u(bytes, W), i16x8.extmul_high_i8x16_u(bytes, W)))
    strip += STRIP
    s += stride
  }
}

/** Eight columns of the rows [start, end), out of the strips; a plane at a time, so that all of it stays in registers. */
function mixRows(
  target: Target, d: usize, dstTwin: isize, dstStride: i32, twin: isize, at: usize, light: usize, from: i32, top: i32, start: i32, end: i32,
): void {
  const v = at + capacity * 4, step = at + capacity * 8, below = start - top, ends = end - 1 - start
  // How far the rows of the first and the last of the eight columns lie apart, at both ends.
  const apart = load<i32>(v) + load<i32>(step) * below - load<i32>(v, 28) - load<i32>(step, 28) * below
  const apartAtEnd = apart + (load<i32>(step) - load<i32>(step, 28)) * ends
  const isOrdered = areBetween(at, below) && areBetween(at, below + ends) && apart > 0 == apartAtEnd > 0
  // Rows go one way along the columns, but for the last bit of a step: then those before and behind them are looked at, too.
  const slack = isOrdered ? 0 : 1
  // One number for all rows: one that changes from row to row would be guessed wrongly all the time.
  const reach = (max(abs(apart), abs(apartAtEnd)) >> 16) + 1 + 2 * slack
  const strip = target.scratch - <usize>((stripStart + slack) * STRIP), dithers = target.dither + <usize>((from & 7) << 1)
  const p = d + start * dstStride
  if (isStripOpaque) {
    mixSolid(p, dstStride, strip, at, light, dithers, start, below, ends + 1, slack, reach)
    if (twin) mixSolid(p + dstTwin, dstStride, strip + PART, at, light, dithers, start, below, ends + 1, slack, reach)
  } else {
    mixOver(p, dstStride, strip, 2 * PART, at, light, dithers, start, below, ends + 1, slack, reach)
    if (twin) mixOver(p + dstTwin, dstStride, strip + PART, PART, at, light, dithers, start, below, ends + 1, slack, reach)
  }
}

/** Opaque ones. */
function mixSolid(
  p: usize, dstStride: i32, strip: usize, at: usize, light: usize, dithers: usize, y: i32, below: i32, count: i32, slack: i32, reach: i32,
): void {
  const G = v128.load(light), L = black == BLACK ? v128.load(light + capacity * 2) : i16x8.splat(0)
  const dark = i16x8.splat(<i16>(black << 6)), base = i16x8.add(L, dark)
  const S0 = v128.load(at + capacity * 8), S1 = v128.load(at + capacity * 8, 16), B = i32x4.splat(below)
  const V0 = i32x4.add(v128.load(at + capacity * 4), i32x4.mul(S0, B)), V1 = i32x4.add(v128.load(at + capacity * 4, 16), i32x4.mul(S1, B))
  // Rows of the sprite and what is left of them, apart: eight of each fit into a vector.
  let R = i16x8.narrow_i32x4_s(i32x4.shr_s(V0, 16), i32x4.shr_s(V1, 16)), part = lowHalves(V0, V1)
  const stepR = i16x8.narrow_i32x4_s(i32x4.shr_s(S0, 16), i32x4.shr_s(S1, 16)), stepPart = lowHalves(S0, S1)
  // The first and the last of the eight once more, as numbers.
  let a = i32x4.extract_lane(V0, 0), b = i32x4.extract_lane(V1, 3)
  const stepA = i32x4.extract_lane(S0, 0), stepB = i32x4.extract_lane(S1, 3)
  for (const end = y + count; y < end; y++) {
    const row = min(a, b) >> 16
    const mixed = mixStrip(strip + <usize>(row * STRIP), R, i16x8.shr_u(part, 1), row - slack, reach)
    const lit = i16x8.add(q15(i16x8.sub(mixed, dark), G), base)
    const r = i16x8.shr_s(i16x8.add(lit, v128.load(dithers + <usize>((y & 7) << 5))), 6)
    storeHalf(p, i8x16.narrow_i16x8_u(r, r))
    const sum = i16x8.add(part, stepPart)
    // Where the sum is smaller, it went over: a mask is -1.
    R = i16x8.sub(i16x8.add(R, stepR), i16x8.lt_u(sum, part))
    part = sum
    a += stepA
    b += stepB
    p += dstStride
  }
}

/** Those with an alpha, whose strip lies `toAlpha` further on: over what stands there. */
function mixOver(
  p: usize, dstStride: i32, strip: usize, toAlpha: usize, at: usize, light: usize, dithers: usize, y: i32, below: i32, count: i32, slack: i32,
  reach: i32,
): void {
  const G = v128.load(light), L = black == BLACK ? v128.load(light + capacity * 2) : i16x8.splat(0)
  const dark = i16x8.splat(<i16>(black << 6)), K = i16x8.splat(<i16>black)
  const S0 = v128.load(at + capacity * 8), S1 = v128.load(at + capacity * 8, 16), B = i32x4.splat(below)
  const V0 = i32x4.add(v128.load(at + capacity * 4), i32x4.mul(S0, B)), V1 = i32x4.add(v128.load(at + capacity * 4, 16), i32x4.mul(S1, B))
  let R = i16x8.narrow_i32x4_s(i32x4.shr_s(V0, 16), i32x4.shr_s(V1, 16)), part = lowHalves(V0, V1)
  const stepR = i16x8.narrow_i32x4_s(i32x4.shr_s(S0, 16), i32x4.shr_s(S1, 16)), stepPart = lowHalves(S0, S1)
  let a = i32x4.extract_lane(V0, 0), b = i32x4.extract_lane(V1, 3)
  const stepA = i32x4.extract_lane(S0, 0), stepB = i32x4.extract_lane(S1, 3)
  for (const end = y + count; y < end; y++) {
    const row = min(a, b) >> 16, from = strip + <usize>(row * STRIP), F = i16x8.shr_u(part, 1)
    const A = toOpacity(mixStrip(from + toAlpha, R, F, row - slack, reach))
    if (v128.any_true(A)) {
      const lit = i16x8.add(q15(i16x8.sub(mixStrip(from, R, F, row - slack, reach), dark), G), q15(L, A))
      const ground = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(v128.load64_zero(p)), K), 6)
      const value = i16x8.add(lit, i16x8.sub(ground, q15(ground, A)))
      const r = i16x8.shr_s(i16x8.add(i16x8.add(value, dark), v128.load(dithers + <usize>((y & 7) << 5))), 6)
      storeHalf(p, i8x16.narrow_i16x8_u(r, r))
    }
    const sum = i16x8.add(part, stepPart)
    R = i16x8.sub(i16x8.add(R, stepR), i16x8.lt_u(sum, part))
    part = sum
    a += stepA
    b += stepB
    p += dstStride
  }
}

/** Eight samples out of a strip: each column has its own row, from `row` up to `reach` further, and what is left of it. */
@inline function mixStrip(strip: usize, R: v128, F: v128, row: i32, reach: i32): v128 {
  let upper = v128.load(strip), at = v128.load(strip, STRIP), lower = at
  for (const last = row + reach; row < last; ) {
    strip += <usize>STRIP
    const next = v128.load(strip, STRIP), isLower = i16x8.ge_s(R, i16x8.splat(<i16>++row))
    upper = v128.bitselect(at, upper, isLower)
    lower = v128.bitselect(next, lower, isLower)
    at = next
  }
  return i16x8.add(upper, q15(i16x8.sub(lower, upper), F))
}

/** The lower 16 bits of eight numbers. */
@inline function lowHalves(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29)
}

/** Whether all of eight columns show places between those of the first and the last, in a row that lies so far below the first. */
function areBetween(at: usize, below: i32): bool {
  const v = at + capacity * 4, step = at + capacity * 8
  const a = load<i32>(v) + load<i32>(step) * below, b = load<i32>(v, 28) + load<i32>(step, 28) * below
  for (let k: usize = 4; k < 28; k += 4) {
    const c = load<i32>(v + k) + load<i32>(step + k) * below
    if (c < min(a, b) || c > max(a, b)) return false
  }
  return true
}

/** Eight columns of the rows [start, end), every sample picked from the sprite. */
function pickRows(
  target: Target, d: usize, dstTwin: isize, dstStride: i32, paint: usize, twin: isize, alpha: usize, at: usize, light: usize, from: i32,
  top: i32, start: i32, end: i32,
): void {
  const highU = (cols << 16) - INSIDE, highV = (rows << 16) - INSIDE, last = (rows - 1) << 16
  const U0 = v128.load(at), U1 = v128.load(at, 16), G = v128.load(light), L = v128.load(light + capacity * 2)
  for (let y = start; y < end; y++) {
    const p = d + y * dstStride, below = i32x4.splat(y - top), dither = ditherAt(target, from, y)
    const V0 = i32x4.add(v128.load(at + capacity * 4), i32x4.mul(v128.load(at + capacity * 8), below))
    const V1 = i32x4.add(v128.load(at + capacity * 4, 16), i32x4.mul(v128.load(at + capacity * 8, 16), below))
    if (isApart(V0, last) && isApart(V1, last)) continue
    aimEight(U0, U1, V0, V1)
    const isInner = isSolid && isWithin(U0, highU) && isWithin(U1, highU) && isWithin(V0, highV) && isWithin(V1, highV)
    if (isInner) {
      store8(p, light8(take(paint), G, L), dither)
      if (twin) store8(p + dstTwin, light8(take(paint + twin), G, L), dither)
    } else {
      const A = toOpacity(i16x8.add(take(alpha), i16x8.splat(<i16>(GREY << 6))))
      if (!v128.any_true(A)) continue
      store8(p, over(p, light8(take(paint), G, q15(L, A)), A), dither)
      if (twin) store8(p + dstTwin, over(p + dstTwin, light8(take(paint + twin), G, q15(L, A)), A), dither)
    }
  }
}

/** Whether four places all lie before the first sample, or all behind the last. */
@inline function isApart(at: v128, last: i32): bool {
  return !v128.any_true(i32x4.ge_s(at, i32x4.splat(-65536))) || !v128.any_true(i32x4.le_s(at, i32x4.splat(last)))
}

@inline function isWithin(at: v128, high: i32): bool {
  return i32x4.all_true(v128.and(i32x4.ge_s(at, i32x4.splat(INSIDE)), i32x4.le_s(at, i32x4.splat(high))))
}

/** Finds where eight places lie in a plane; beyond its rim, which is empty, they are held there. */
@inline function aimEight(U0: v128, U1: v128, V0: v128, V1: v128): void {
  // Chroma lies left of its pixels, so that its last column may have paint: 16 empty bytes lie behind it.
  const lastX = i32x4.splat(cols), zero = i32x4.splat(0), S = i32x4.splat(stride)
  const lastY = i32x4.splat(rows - 2), end = i32x4.splat(((rows - 1) << 16) - 1)
  // Before the first sample, too: what is left of a place there would be read as a way into the picture.
  V0 = i32x4.max_s(zero, i32x4.min_s(V0, end))
  V1 = i32x4.max_s(zero, i32x4.min_s(V1, end))
  U0 = i32x4.max_s(zero, U0)
  U1 = i32x4.max_s(zero, U1)
  const x0 = i32x4.min_s(i32x4.shr_s(U0, 16), lastX), x1 = i32x4.min_s(i32x4.shr_s(U1, 16), lastX)
  const y0 = i32x4.min_s(i32x4.shr_s(V0, 16), lastY), y1 = i32x4.min_s(i32x4.shr_s(V1, 16), lastY)
  addresses0 = i32x4.add(x0, i32x4.mul(y0, S))
  addresses1 = i32x4.add(x1, i32x4.mul(y1, S))
  weights = pairWeights(fractions(U0, U1))
  down = fractions(V0, V1)
}

/** Eight samples of a plane, (byte - 128) * 64. */
@inline function take(plane: usize): v128 {
  const below = plane + stride
  const a = across(i64x2(gatherFour(plane, addresses0), gatherFour(plane, addresses1)), weights)
  const b = across(i64x2(gatherFour(below, addresses0), gatherFour(below, addresses1)), weights)
  return i16x8.add(a, q15(i16x8.sub(b, a), down))
}

/** Samples in their light, (value - black) * 64. What is added belongs to luma alone. */
@inline function light8(samples: v128, G: v128, L: v128): v128 {
  const lit = q15(i16x8.add(samples, i16x8.splat(<i16>((GREY - black) << 6))), G)
  return black == BLACK ? i16x8.add(lit, L) : lit
}

/** Of samples that are a byte * 64. */
@inline function toOpacity(samples: v128): v128 {
  const alpha = i16x8.shl(samples, 1)
  return i16x8.add(alpha, i16x8.shr_u(alpha, 8))
}

/** Paint that is multiplied by its alpha already, over what stands there. */
@inline function over(d: usize, paint: v128, A: v128): v128 {
  const ground = i16x8.shl(i16x8.sub(i16x8.extend_low_i8x16_u(v128.load64_zero(d)), i16x8.splat(<i16>black)), 6)
  return i16x8.add(paint, i16x8.sub(ground, q15(ground, A)))
}

@inline function store8(d: usize, value: v128, dither: v128): void {
  const r = i16x8.shr_s(i16x8.add(i16x8.add(value, i16x8.splat(<i16>(black << 6))), dither), 6)
  storeHalf(d, i8x16.narrow_i16x8_u(r, r))
}
