// Soft pictures put together at a fraction of the frame's resolution, before they are enlarged once.
import { columnTableBytes, expandWords, expandWordsSlowly, prepareWordColumns } from "./columns.as"
import { FULL, Texture, firstBytes, q15 } from "./target.as"

let table: usize = 0
let startU: i32 = 0
let stepU: i32 = 0
let rowA: usize = 0
let rowB: usize = 0
let inA: i32 = i32.MIN_VALUE
let inB: i32 = i32.MIN_VALUE

/**
 * Fills a texture with another: sample (x, y) takes the source's sample (u0 + x du, v0 + y dv). `rowGains` holds a Q15
 * brightness per row, or is 0. All planes of the filled texture have one size.
 */
export function softFill(
  into: Texture, source: Texture, u0: f64, v0: f64, du: f64, dv: f64, rowGains: usize, scratch: usize,
): void {
  fillPlane(into, into.planeY, source.planeY, source.stride, u0, v0, du, dv, rowGains, scratch)
  let uc = u0, vc = v0, part: f64 = 1
  if (source.widthC != source.width) {
    uc = u0 * 0.5
    vc = (v0 - 0.5) * 0.5
    part = 0.5
  }
  fillPlane(into, into.planeU, source.planeU, source.strideC, uc, vc, du * part, dv * part, rowGains, scratch)
  fillPlane(into, into.planeV, source.planeV, source.strideC, uc, vc, du * part, dv * part, rowGains, scratch)
}

function fillPlane(
  into: Texture, dst: usize, src: usize, stride: i32, u0: f64, v0: f64, du: f64, dv: f64, rowGains: usize, scratch: usize,
): void {
  const n = into.width
  begin(n, u0, du, scratch)
  const startV = <i32>Math.round(v0 * 65536), stepV = <i32>Math.round(dv * 65536)
  for (let y = 0; y < into.height; y++) {
    const v = startV + y * stepV
    reach(src, stride, v >> 16, n)
    const F = i16x8.splat(<i16>((v & 0xffff) >> 1))
    const G = i16x8.splat(rowGains ? load<i16>(rowGains + (<usize>y << 1)) : <i16>FULL)
    const out = dst + ((y * into.strideC) << 1)
    for (let o: usize = 0, end = <usize>n << 1; o < end; o += 16) v128.store(out + o, q15(mix(o, F), G))
  }
}

/** Moves a texture towards one colour (relative to black, times 128) through an alpha that another texture holds. */
export function softLight(
  into: Texture, mask: Texture, u0: f64, v0: f64, du: f64, dv: f64, opacity: i32, y: i32, u: i32, v: i32, scratch: usize,
): void {
  // Outside of the mask there is no light.
  const from = max(0, <i32>Math.ceil(-u0 / du)), to = min(into.width, <i32>Math.floor((<f64>(mask.width - 1) - u0) / du) + 1)
  const n = to - from
  if (n <= 0) return
  begin(n, u0 + du * <f64>from, du, scratch)
  const A = i16x8.splat(<i16>opacity), Y = i16x8.splat(<i16>y), U = i16x8.splat(<i16>u), V = i16x8.splat(<i16>v)
  const startV = <i32>Math.round(v0 * 65536), stepV = <i32>Math.round(dv * 65536)
  for (let row = 0; row < into.height; row++) {
    const at = startV + row * stepV
    if (at < 0 || (at >> 16) >= mask.height) continue
    reach(mask.planeY, mask.stride, at >> 16, n)
    const F = i16x8.splat(<i16>((at & 0xffff) >> 1))
    const line = <usize>(row * into.stride + from) << 1
    for (let i = 0; i < n; i += 8) {
      const o = <usize>i << 1
      let a = q15(mix(o, F), A)
      if (n - i < 8) a = v128.and(a, firstBytes((n - i) << 1))
      if (!v128.any_true(a)) continue
      towards(into.planeY + line + o, Y, a)
      towards(into.planeU + line + o, U, a)
      towards(into.planeV + line + o, V, a)
    }
  }
}

@inline function towards(p: usize, colour: v128, a: v128): void {
  const t = v128.load(p)
  v128.store(p, i16x8.add(t, q15(i16x8.sub(colour, t), a)))
}

@inline function mix(o: usize, F: v128): v128 {
  const a = v128.load(rowA + o)
  return i16x8.add(a, q15(i16x8.sub(v128.load(rowB + o), a), F))
}

/** Prepares the columns of n samples. */
function begin(n: i32, u0: f64, du: f64, scratch: usize): void {
  table = scratch
  rowA = scratch + columnTableBytes(n + 8)
  rowB = rowA + (<usize>(n + 32) << 1)
  inA = i32.MIN_VALUE
  inB = i32.MIN_VALUE
  startU = <i32>Math.round(u0 * 65536)
  stepU = <i32>Math.round(du * 65536)
  prepareWordColumns(table, n + 8, startU, stepU)
}

/** Brings source row `row` and the one below it into the two row buffers. */
function reach(src: usize, stride: i32, row: i32, n: i32): void {
  if (row == inB) {
    const t = rowA; rowA = rowB; rowB = t
    inA = inB; inB = i32.MIN_VALUE
  }
  if (row != inA) { stretch(src + ((row * stride) << 1), rowA, n); inA = row }
  if (row + 1 != inB) { stretch(src + (((row + 1) * stride) << 1), rowB, n); inB = row + 1 }
}

function stretch(src: usize, row: usize, n: i32): void {
  if (stepU <= 65536) expandWords(src, row, (n + 15) >> 3, table)
  else expandWordsSlowly(src, row, n, startU, stepU)
}
