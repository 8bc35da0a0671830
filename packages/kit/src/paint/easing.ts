/** Maps progress 0..1 to progress 0..1; values outside are clamped. */
export type Easing = (progress: number) => number

/** Fast start, long soft landing: the default for things that arrive. */
export const expoOut: Easing = (progress) => {
  const t = clamp01(progress)
  return t === 1 ? 1 : (1 - 2 ** (-10 * t)) / EXPO_SPAN
}

/** Slow start, sudden leave: the default for things that go. */
export const expoIn: Easing = (progress) => 1 - expoOut(1 - clamp01(progress))

/** Leaves and lands hard, passes the middle fast. */
export const expoInOut: Easing = (progress) => mirror(expoIn, progress)

/** Gentle landing. */
export const cubicOut: Easing = (progress) => 1 - (1 - clamp01(progress)) ** 3

/** Gentle start. */
export const cubicIn: Easing = (progress) => clamp01(progress) ** 3

/** Gentle on both ends. */
export const cubicInOut: Easing = (progress) => mirror(cubicIn, progress)

/** Quintic landing, between cubic and expo. */
export const quintOut: Easing = (progress) => 1 - (1 - clamp01(progress)) ** 5

/** Half a cosine: for breathing and drifting, where no end may be felt. */
export const sineInOut: Easing = (progress) => (1 - Math.cos(Math.PI * clamp01(progress))) / 2

/** Passes the goal by about 6 % and comes back. */
export const backOut: Easing = (progress) => {
  const t = clamp01(progress) - 1
  return 1 + t * t * ((BACK_OVERSHOOT + 1) * t + BACK_OVERSHOOT)
}

/** Straight. */
export const linear: Easing = (progress) => clamp01(progress)

/** Progress of a move that starts at `startSecs` and takes `durationSecs`, eased. */
export function ease(
  secs: number,
  startSecs: number,
  durationSecs: number,
  easing: Easing = expoOut,
): number {
  if (durationSecs <= 0) return secs >= startSecs ? 1 : 0
  return easing((secs - startSecs) / durationSecs)
}

/** Value between two numbers. */
export function mix(from: number, to: number, amount: number): number {
  return from + (to - from) * amount
}

/** Hermite step between two edges. */
export function smoothstep(edge0: number, edge1: number, value: number): number {
  const t = clamp01((value - edge0) / (edge1 - edge0))
  return t * t * (3 - 2 * t)
}

/** Holds a number between 0 and 1. */
export function clamp01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value
}

/** Holds a number between two others. */
export function hold(value: number, least: number, most: number): number {
  return value < least ? least : value > most ? most : value
}

const BACK_OVERSHOOT = 1.3
// 2^-10 is what the curve still lacks at its end; dividing by this makes it land exactly on 1 without a jump.
const EXPO_SPAN = 1 - 2 ** -10

function mirror(easing: Easing, progress: number): number {
  const t = clamp01(progress)
  return t < 0.5 ? easing(2 * t) / 2 : 1 - easing(2 - 2 * t) / 2
}
