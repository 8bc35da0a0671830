// The records that kernels and their typed interface share; compose/sprite-layout.ts names the offset of every field.

/** Where a frame is drawn: planes, tables and scratch memory of one thread. */
@unmanaged export class Target {
  y: usize
  u: usize
  v: usize
  strideY: i32
  strideC: i32
  width: i32
  height: i32
  /** 8 rows of 16 x i16: the Bayer matrix 0..63, twice side by side. */
  dither: usize
  /** Per row two i16: columns [a, b) that a later layer fully covers; 0 when there are none. */
  hiddenY: usize
  hiddenC: usize
  /** Per row two i16: columns [a, b) that were drawn since the last restore. */
  touchedY: usize
  touchedC: usize
  /** Memory for rows in work. */
  scratch: usize
  /** Drawing stays inside of this box, in pixels of the luma plane; even numbers. */
  clipLeft: i32
  clipTop: i32
  clipRight: i32
  clipBottom: i32
  /** 128 rows of 144 x i16: grain for dark grounds, in levels times 128, its first 16 columns again at the end. */
  grain: usize
  /** Per row two i16: columns [a, b) in which the sprite to come stands in the frame already; 0 when it does not. */
  settledY: usize
  settledC: usize
}

/**
 * A painted picture: YUV 4:2:0, multiplied by its alpha around black (16, 128, 128), so that
 * result = sample + (ground - black) * (1 - alpha), and a fully opaque pixel is its own result.
 * Two transparent pixels surround the paint; 16 transparent bytes separate rows.
 */
@unmanaged export class Sprite {
  x: i32
  y: i32
  width: i32
  height: i32
  strideY: i32
  strideC: i32
  planeY: usize
  planeA: usize
  planeU: usize
  planeV: usize
  /** Alpha at chroma resolution. */
  planeAC: usize
  /** Per row four i16: paint starts, an even stretch starts and ends, paint ends. Alpha is the same all along the stretch. */
  spansY: usize
  spansC: usize
  /** Per row one byte: the alpha of its even stretch. */
  evenY: usize
  evenC: usize
  /** Radius around the middle within which everything is opaque. */
  opaqueRadius: f32
}

/** A smooth picture of any resolution, signed 16 bit: (value - black) * 128. Edges are repeated one sample outward. */
@unmanaged export class Texture {
  width: i32
  height: i32
  /** In samples. */
  stride: i32
  planeY: usize
  widthC: i32
  heightC: i32
  strideC: i32
  planeU: usize
  planeV: usize
}

/** Black of the luma plane in limited range. */
export const BLACK: i32 = 16
/** Absence of colour in a chroma plane. */
export const GREY: i32 = 128
/** Full opacity in Q15. */
export const FULL: i32 = 32767

/** The dither values for eight pixels from column x of row y. */
@inline export function ditherAt(target: Target, x: i32, y: i32): v128 {
  return v128.load(target.dither + <usize>((y & 7) << 5) + <usize>((x & 7) << 1))
}

/** Rounded product of Q15 fractions. The relaxed form differs only for -1 * -1, which never occurs here. */
@inline export function q15(a: v128, b: v128): v128 {
  return i16x8.relaxed_q15mulr_s(a, b)
}

/** Alpha bytes, already widened, as Q15: 255 becomes 32767. */
@inline export function alphaQ15(alpha: v128): v128 {
  return i16x8.add(i16x8.shl(alpha, 7), i16x8.shr_u(alpha, 1))
}

/** Remembers that columns [from, to) of a row were drawn. */
@inline export function touch(table: usize, y: i32, from: i32, to: i32): void {
  const row = table + <usize>(y << 2)
  if (from < <i32>load<i16>(row)) store<i16>(row, <i16>from)
  if (to > <i32>load<i16>(row, 2)) store<i16>(row, <i16>to, 2)
}

/**
 * Stores the first eight bytes of a vector, or with `storeUpper` the others. Engines check the bounds of a lane's store
 * each time, which they need not do for a plain number.
 */
@inline export function storeHalf(p: usize, value: v128): void {
  store<f64>(p, f64x2.extract_lane(value, 0))
}

@inline export function storeUpper(p: usize, value: v128): void {
  store<f64>(p, f64x2.extract_lane(value, 1))
}

const TAIL = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
])

/** A mask whose first n bytes (0..16) are set. */
@inline export function firstBytes(n: i32): v128 {
  return v128.load(TAIL + 16 - <usize>n)
}
