// Whole-frame work: the kept picture below, what is hidden, and grain.
import { Sprite, Target } from "./target.as"

/**
 * Brings back the kept picture wherever something was drawn and nothing will cover it, and forgets what was drawn.
 * Only in the rows from `top` to before `bottom`, both even.
 */
export function restore(target: Target, keptY: usize, keptU: usize, keptV: usize, top: i32, bottom: i32): void {
  for (let y = top; y < bottom; y++) {
    const row = target.touchedY + <usize>(y << 2)
    if (<i32>load<i16>(row, 2) > <i32>load<i16>(row)) restoreRow(row, target.hiddenY, y, target.y, keptY, target.strideY)
  }
  for (let y = top >> 1; y < bottom >> 1; y++) {
    const row = target.touchedC + <usize>(y << 2)
    if (<i32>load<i16>(row, 2) <= <i32>load<i16>(row)) continue
    const drawn = load<u32>(row)
    restoreRow(row, target.hiddenC, y, target.u, keptU, target.strideC)
    store<u32>(row, drawn)
    restoreRow(row, target.hiddenC, y, target.v, keptV, target.strideC)
  }
}

@inline function restoreRow(row: usize, hidden: usize, y: i32, plane: usize, kept: usize, stride: i32): void {
  const from = <i32>load<i16>(row), to = <i32>load<i16>(row, 2)
  const a = hidden ? <i32>load<i16>(hidden + <usize>(y << 2)) : 0, b = hidden ? <i32>load<i16>(hidden + <usize>(y << 2), 2) : 0
  const o = <usize>(y * stride)
  if (b > a && a < to && b > from) {
    if (a > from) memory.copy(plane + o + from, kept + o + from, a - from)
    if (to > b) memory.copy(plane + o + b, kept + o + b, to - b)
  } else memory.copy(plane + o + from, kept + o + from, to - from)
  store<u32>(row, 0x00007fff)
}

/** Adds the opaque part of a sprite at (x, y), scaled, to the tables of hidden columns. */
export function hideBehind(target: Target, sprite: Sprite, x: f64, y: f64, scale: f64, tableY: usize, tableC: usize): void {
  spans = sprite.spansY
  evens = sprite.evenY
  hidePlane(tableY, sprite.width, sprite.height, target.clipRight, target.clipBottom, x, y, scale)
  spans = sprite.spansC
  evens = sprite.evenC
  hidePlane(tableC, sprite.width >> 1, sprite.height >> 1, target.clipRight >> 1, target.clipBottom >> 1, x * 0.5, y * 0.5, scale)
}

let spans: usize = 0
let evens: usize = 0

/** Beyond whole pixels conservative by two samples on every side: whatever the resampling reads there is opaque. */
function hidePlane(table: usize, cols: i32, rows: i32, right: i32, bottom: i32, x: f64, y: f64, scale: f64): void {
  const isWhole = scale == 1 && x == Math.floor(x) && y == Math.floor(y)
  const reach = isWhole ? 0 : 2
  const from = max(0, <i32>Math.ceil(y)), to = min(bottom, <i32>Math.floor(y + <f64>rows * scale))
  const perRow = 1 / scale
  for (let r = from; r < to; r++) {
    const at = <i32>Math.floor((<f64>r + 0.5 - y) * perRow)
    if (at < reach || at >= rows - reach) continue
    let start = 0, end = cols
    for (let k = at - reach; k <= at + reach; k++) {
      const span = spans + <usize>(k << 3)
      if (load<u8>(evens + k) != 255) { end = 0; break }
      start = max(start, <i32>load<i16>(span, 2))
      end = min(end, <i32>load<i16>(span, 4))
    }
    if (end - start <= 2 * reach) continue
    const a = max(0, (<i32>Math.ceil(x + <f64>(start + reach) * scale) + 15) & ~15)
    const last = <i32>Math.floor(x + <f64>(end - reach) * scale)
    // Drawing goes in steps of 16 columns; where it ends with the frame, so may this.
    const b = last >= right ? right : last & ~15
    if (b > a) hideColumns(table + <usize>(r << 2), a, b)
  }
}

/** One stretch per row is kept: joined when they touch, else the longer one. */
@inline function hideColumns(row: usize, a: i32, b: i32): void {
  const a0 = <i32>load<i16>(row), b0 = <i32>load<i16>(row, 2)
  if (b0 > a0 && a <= b0 && b >= a0) { a = min(a, a0); b = max(b, b0) }
  else if (b0 - a0 >= b - a) return
  store<i16>(row, <i16>a)
  store<i16>(row, <i16>b, 2)
}

/** Adds signed noise from a square tile (side a power of two, rows repeated by 16 bytes) to the luma plane. */
export function addGrain(target: Target, tile: usize, side: i32, offsetX: i32, offsetY: i32, strength: i32): void {
  const S = i16x8.splat(<i16>strength), R = i16x8.splat(64)
  const low = i8x16.splat(16), high = i8x16.splat(<i8>235)
  const n = target.clipRight - target.clipLeft
  for (let y = target.clipTop; y < target.clipBottom; y++) {
    const noise = tile + <usize>(((y + offsetY) & (side - 1)) * (side + 16))
    const d = target.y + y * target.strideY + target.clipLeft
    for (let i = 0; i < n; i += 16) {
      const N = v128.load(noise + <usize>((i + offsetX) & (side - 1)))
      const D = v128.load(d + i)
      const n0 = i16x8.shr_s(i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_s(N), S), R), 7)
      const n1 = i16x8.shr_s(i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_s(N), S), R), 7)
      const r = i8x16.narrow_i16x8_u(i16x8.add(i16x8.extend_low_i8x16_u(D), n0), i16x8.add(i16x8.extend_high_i8x16_u(D), n1))
      v128.store(d + i, i8x16.min_u(high, i8x16.max_u(low, r)))
    }
  }
  for (let y = target.clipTop; y < target.clipBottom; y++) {
    const row = target.touchedY + <usize>(y << 2)
    store<i16>(row, 0)
    store<i16>(row, <i16>target.width, 2)
  }
}
