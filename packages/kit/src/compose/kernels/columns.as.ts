// Horizontal resampling by table: one 64-byte entry per eight output columns
// (byte offset of the first source sample, swizzle mask of the taps, fractions or weights).
import { q15 } from "./target.as"

/** Bytes of an entry. */
export const ENTRY: usize = 64

/** Bytes that a table for n columns takes. */
@inline export function columnTableBytes(n: i32): usize {
  return <usize>((n + 15) >> 3) * ENTRY
}

/** Table for byte samples; works for steps of at most 2 (16.16 fixed point). Fractions are kept to 1/64 of a sample. */
export function prepareByteColumns(table: usize, n: i32, start: i32, step: i32): void {
  let p = start
  for (let x = 0; x < n; x += 8) {
    const base = p >> 16
    store<i32>(table, base)
    for (let i: usize = 0; i < 8; i++) {
      const o = (p >> 16) - base, f = (p & 0xffff) >> 10
      store<u16>(table + 16 + (i << 1), <u16>(o | ((o + 1) << 8)))
      store<u16>(table + 32 + (i << 1), <u16>((64 - f) | (f << 8)))
      p += step
    }
    table += ENTRY
  }
}

/** Table for 16-bit samples; works for steps of at most 1. */
export function prepareWordColumns(table: usize, n: i32, start: i32, step: i32): void {
  let p = start
  for (let x = 0; x < n; x += 8) {
    const base = p >> 16
    store<i32>(table, base << 1)
    for (let i: usize = 0; i < 8; i++) {
      const o = ((p >> 16) - base) << 1
      store<u16>(table + 16 + (i << 1), <u16>(o | ((o + 1) << 8)))
      store<i16>(table + 32 + (i << 1), <i16>((p & 0xffff) >> 1))
      p += step
    }
    table += ENTRY
  }
}

/**
 * Writes the groups [from, to) of eight columns as (byte - 128) * 64. Both neighbours of a column are weighted and added
 * by one dot product; its relaxed form is exact here, because weights stay below 128 and sums below 2^15.
 */
export function expandBytes(src: usize, dst: usize, from: i32, to: i32, table: usize): void {
  const flip = i8x16.splat(<i8>0x80)
  table += <usize>from * ENTRY
  dst += <usize>from << 4
  for (let g = from; g < to; g++) {
    const pairs = i8x16.relaxed_swizzle(v128.xor(v128.load(src + load<i32>(table)), flip), v128.load(table, 16))
    v128.store(dst, i16x8.relaxed_dot_i8x16_i7x16_s(pairs, v128.load(table, 32)))
    dst += 16
    table += ENTRY
  }
}

/** As `expandBytes` for columns that lie on samples: nothing is weighted, and `src` is the sample of column 0. */
export function widenBytes(src: usize, dst: usize, from: i32, to: i32): void {
  const flip = i8x16.splat(<i8>0x80)
  src += <usize>from << 3
  dst += <usize>from << 4
  for (let g = from; g < to; g += 2) {
    const bytes = v128.xor(v128.load(src), flip)
    v128.store(dst, i16x8.shl(i16x8.extend_low_i8x16_s(bytes), 6))
    if (g + 1 < to) v128.store(dst, i16x8.shl(i16x8.extend_high_i8x16_s(bytes), 6), 16)
    src += 16
    dst += 32
  }
}

/** Writes the groups [0, to) of eight columns from 16-bit samples. */
export function expandWords(src: usize, dst: usize, to: i32, table: usize): void {
  for (let g = 0; g < to; g++) {
    v128.store(dst, expandEightWords(src, table))
    dst += 16
    table += ENTRY
  }
}

/** Eight columns from 16-bit samples, by one entry of a table. */
@inline export function expandEightWords(src: usize, entry: usize): v128 {
  const s = src + load<i32>(entry), mask = v128.load(entry, 16)
  const a = i8x16.relaxed_swizzle(v128.load(s), mask), b = i8x16.relaxed_swizzle(v128.load(s, 2), mask)
  return i16x8.add(a, q15(i16x8.sub(b, a), v128.load(entry, 32)))
}

/** As `expandWords`, for steps above 1: one column after the other. */
export function expandWordsSlowly(src: usize, dst: usize, n: i32, start: i32, step: i32): void {
  let p = start
  for (let x = 0; x < n; x++) {
    const s = src + ((p >> 16) << 1)
    const a = <i32>load<i16>(s)
    store<i16>(dst + (<usize>x << 1), <i16>(a + (((<i32>load<i16>(s, 2) - a) * ((p & 0xffff) >> 1)) >> 15)))
    p += step
  }
}
