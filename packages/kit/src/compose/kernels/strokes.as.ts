// Round-ended strokes: drawn into a mask that is empty, blended from it, and taken out of it again.
import { tintRow, tintRowBy } from "./rows.as"
import { halveRows } from "./shape.as"
import { Target, ditherAt, touch } from "./target.as"

/** Of each mask row, in which blocks of columns strokes lie: one bit a block. */
let marks: usize = 0
/** A block has two to the power of this columns, so that 64 of them hold a row. */
let blockShift: i32 = 0

/**
 * Draws strokes, each of five f32: x0, y0, x1, y1, radius, in mask pixels. The mask's top left corner lies at the even point (x, y), and
 * `marksOfRows` holds eight bytes for each of its rows. Both are empty before and afterwards, and most of a mask always is: only where strokes
 * lie is anything read or written. Colours are as for `drawMask`.
 */
export function drawStrokes(
  target: Target, mask: usize, stride: i32, x: i32, y: i32, width: i32, height: i32, marksOfRows: usize, strokes: usize, count: i32,
  gain: i32, colourY: i32, colourU: i32, colourV: i32, rowY: usize, rowU: usize, rowV: usize,
): void {
  marks = marksOfRows
  blockShift = 5
  while ((stride >> blockShift) > 63) blockShift++
  for (let i = 0; i < count; i++) {
    const s = strokes + <usize>(i * 20)
    maskStroke(mask, stride, width, height, load<f32>(s), load<f32>(s, 4), load<f32>(s, 8), load<f32>(s, 12), load<f32>(s, 16))
  }
  for (let row = 0; row < height; row += 2) {
    const at = marks + (<usize>row << 3), upper = load<u64>(at), lower = load<u64>(at, 8)
    if ((upper | lower) == 0) continue
    const r = y + row, m = mask + row * stride
    if (r >= target.clipTop && r < target.clipBottom) {
      tintLuma(target, m, upper, x, r, width, gain, colourY, rowY)
      tintLuma(target, m + stride, lower, x, r + 1, width, gain, colourY, rowY)
      tintChroma(target, m, stride, upper | lower, x, r >> 1, width, gain, colourU, colourV, rowU, rowV)
    }
    empty(m, upper, stride)
    empty(m + stride, lower, stride)
    store<u64>(at, 0)
    store<u64>(at, 0, 8)
  }
}

function tintLuma(target: Target, m: usize, bits: u64, x: i32, r: i32, width: i32, gain: i32, colour: i32, row: usize): void {
  const d = target.y + r * target.strideY
  while (bits) {
    const first = firstBlock(bits), end = endOfRun(bits)
    bits = after(bits, end)
    const from = max(target.clipLeft, x + (first << blockShift)), to = min(min(target.clipRight, x + width), x + (end << blockShift))
    if (to <= from) continue
    touch(target.touchedY, r, from, to)
    const dither = ditherAt(target, from, r)
    if (row) tintRowBy(d + from, row + (from - x), m + (from - x), to - from, gain, dither)
    else tintRow(d + from, colour, m + (from - x), to - from, gain, dither)
  }
}

function tintChroma(
  target: Target, m: usize, stride: i32, bits: u64, x: i32, r: i32, width: i32, gain: i32,
  colourU: i32, colourV: i32, rowU: usize, rowV: usize,
): void {
  // The mean over neighbours reaches one column into the next block.
  bits |= bits << 1
  const half = target.scratch
  while (bits) {
    const first = firstBlock(bits), end = endOfRun(bits)
    bits = after(bits, end)
    const from = max(target.clipLeft, x + (first << blockShift)), to = min(min(target.clipRight, x + width), x + (end << blockShift))
    const n = (to - from) >> 1, a = m + (from - x)
    if (to <= from || !halveRows(a, a + stride, half, n)) continue
    const fromC = from >> 1, o = <usize>(r * target.strideC + fromC), dither = ditherAt(target, fromC, r)
    touch(target.touchedC, r, fromC, fromC + n)
    if (rowU) {
      tintRowBy(target.u + o, rowU + ((from - x) >> 1), half, n, gain, dither)
      tintRowBy(target.v + o, rowV + ((from - x) >> 1), half, n, gain, dither)
    } else {
      tintRow(target.u + o, colourU, half, n, gain, dither)
      tintRow(target.v + o, colourV, half, n, gain, dither)
    }
  }
}

function empty(m: usize, bits: u64, stride: i32): void {
  while (bits) {
    const from = firstBlock(bits) << blockShift, end = endOfRun(bits)
    bits = after(bits, end)
    memory.fill(m + from, 0, min(end << blockShift, stride) - from)
  }
}

@inline function firstBlock(bits: u64): i32 {
  return <i32>ctz(bits)
}

/** Where the first run of blocks ends: before this one. */
@inline function endOfRun(bits: u64): i32 {
  const first = ctz(bits)
  return <i32>(first + ctz(~(bits >> first)))
}

/** Without the blocks before this one. */
@inline function after(bits: u64, end: i32): u64 {
  return end > 63 ? 0 : bits & (<u64>-1 << <u64>end)
}

@inline function mark(row: i32, from: i32, to: i32): void {
  const at = marks + (<usize>row << 3), first = from >> blockShift, last = to >> blockShift
  store<u64>(at, load<u64>(at) | ((<u64>-1 >> <u64>(63 - (last - first))) << <u64>first))
}

function maskStroke(mask: usize, stride: i32, width: i32, height: i32, x0: f32, y0: f32, x1: f32, y1: f32, radius: f32): void {
  const dx = x1 - x0, dy = y1 - y0
  const length2 = dx * dx + dy * dy
  const inverse: f32 = length2 > 1e-6 ? 1 / length2 : 0
  const reach = radius + 0.5
  const from = max(0, <i32>Mathf.floor(min(y0, y1) - reach)), to = min(height, <i32>Mathf.ceil(max(y0, y1) + reach) + 1)
  // Half the width of the stroke's cut with a row: the stroke is thin, so each row has few pixels.
  const length = Mathf.sqrt(length2)
  const slant: f32 = Mathf.abs(dy) > 1e-3 ? reach * length / Mathf.abs(dy) : 1e9
  const low = max<f32>(0, min(x0, x1) - reach), high = min<f32>(<f32>width, max(x0, x1) + reach + 1)
  for (let y = from; y < to; y++) {
    const py = <f32>y + 0.5 - y0
    let a = low, b = high
    if (slant < 1e8) {
      const cross = x0 + dx * (py / dy)
      a = max(a, cross - slant)
      b = min(b, cross + slant + 1)
    }
    if (<i32>b <= <i32>a) continue
    // Four pixels are drawn at once.
    mark(y, <i32>a, <i32>b + 3)
    const row = mask + y * stride
    for (let x = <i32>a; x < <i32>b; x += 4) strokePixels(row, x, width, <f32>x + 0.5 - x0, py, dx, dy, inverse, reach)
  }
}

const STEPS = memory.data<f32>([0, 1, 2, 3])

/** Four pixels of a stroke's row: coverage from the distance to its middle line. */
@inline function strokePixels(row: usize, x: i32, width: i32, px: f32, py: f32, dx: f32, dy: f32, inverse: f32, reach: f32): void {
  const PX = f32x4.add(f32x4.splat(px), v128.load(STEPS))
  let t = f32x4.mul(f32x4.add(f32x4.mul(PX, f32x4.splat(dx)), f32x4.splat(py * dy)), f32x4.splat(inverse))
  t = f32x4.pmin(f32x4.pmax(t, f32x4.splat(0)), f32x4.splat(1))
  const ex = f32x4.sub(PX, f32x4.mul(t, f32x4.splat(dx))), ey = f32x4.sub(f32x4.splat(py), f32x4.mul(t, f32x4.splat(dy)))
  const distance = f32x4.sqrt(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)))
  let c = f32x4.pmax(f32x4.splat(0), f32x4.pmin(f32x4.splat(1), f32x4.sub(f32x4.splat(reach), distance)))
  c = f32x4.add(f32x4.mul(c, f32x4.splat(255)), f32x4.splat(0.5))
  const w = i32x4.trunc_sat_f32x4_u(c)
  const h = i16x8.narrow_i32x4_u(w, w)
  const p = row + x
  const old = v128.load32_zero(p)
  v128.store32_lane(p, i8x16.max_u(old, i8x16.narrow_i16x8_u(h, h)), 0)
}
