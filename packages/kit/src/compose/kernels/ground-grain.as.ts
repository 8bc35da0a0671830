// Grain in dark, soft grounds: what keeps a gradient from falling into bands when it is encoded again and again.

/** Columns and rows after which it begins again; a stored row goes on for sixteen more, to be read from any column. */
const SIDE: i32 = 128
const ROW_BYTES: i32 = 2 * (SIDE + 16)

/**
 * In levels above black, times 128: nothing from the first on, all of it so much below that (the second), and less again below the
 * third: black stays black. Kept in memory, because constants would be made anew for every use.
 */
const LEVELS = memory.data<i16>([
  12032, 12032, 12032, 12032, 12032, 12032, 12032, 12032,
  6400, 6400, 6400, 6400, 6400, 6400, 6400, 6400,
  800, 800, 800, 800, 800, 800, 800, 800,
])

/** A texture with at most so many samples a pixel is soft. Sharper pictures bring a grain of their own. */
export const GRAIN_SOFT: f64 = 0.5

/** Sixteen grains for a row from column x on. They belong to the frame: what stands still is coded once. */
@inline export function grainAt(grain: usize, x: i32, y: i32): usize {
  return grain + <usize>((y & (SIDE - 1)) * ROW_BYTES) + grainColumn(x)
}

/** How far column x lies from a row's first grain, in bytes. */
@inline export function grainColumn(x: i32): usize {
  return <usize>((x & (SIDE - 1)) << 1)
}

/** The levels that `weighGrain` goes by. */
@inline export function brightLevel(): v128 {
  return v128.load(LEVELS)
}

@inline export function grainRange(): v128 {
  return v128.load(LEVELS, 16)
}

@inline export function nearlyBlack(): v128 {
  return v128.load(LEVELS, 32)
}

/** How much grain samples of a texture take, in Q15: at most 25600. */
@inline export function weighGrain(samples: v128, bright: v128, range: v128, nearly: v128): v128 {
  const dark = i16x8.min_s(i16x8.sub(bright, samples), range)
  const seen = i16x8.shl(i16x8.min_s(samples, nearly), 3)
  return i16x8.shl(i16x8.max_s(i16x8.min_s(dark, seen), i16x8.splat(0)), 2)
}
