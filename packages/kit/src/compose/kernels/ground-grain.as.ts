// Grain in dark, soft grounds: what keeps a gradient from falling into bands when it is encoded again and again.

/** Columns and rows after which it begins again; a stored row goes on for sixteen more, to be read from any column. */
const SIDE: i32 = 128
const ROW_BYTES: i32 = 2 * (SIDE + 16)

// In levels above black, times 128: nothing from BRIGHT on, all of it RANGE below that. Black stays black.
const BRIGHT: i16 = 12032
const RANGE: i16 = 6400
const NEARLY_BLACK: i16 = 800

/** A texture with at most so many samples a pixel is soft. Sharper pictures bring a grain of their own. */
export const GRAIN_SOFT: f64 = 0.5

/** Sixteen grains for a row from column x on. They belong to the frame: what stands still is coded once. */
@inline export function grainAt(grain: usize, x: i32, y: i32): usize {
  return grain + <usize>((y & (SIDE - 1)) * ROW_BYTES) + <usize>((x & (SIDE - 1)) << 1)
}

/** How much grain samples of a texture take, in Q15: at most 25600. */
@inline export function weighGrain(samples: v128): v128 {
  const dark = i16x8.min_s(i16x8.sub(i16x8.splat(BRIGHT), samples), i16x8.splat(RANGE))
  const seen = i16x8.shl(i16x8.min_s(samples, i16x8.splat(NEARLY_BLACK)), 3)
  return i16x8.shl(i16x8.max_s(i16x8.min_s(dark, seen), i16x8.splat(0)), 2)
}
