import { type Oklch, toRadians } from './colour.ts'
import { mix, smoothstep } from './easing.ts'

/** Hues, in radians, between which a dark colour is neither brown nor green but olive, mustard or khaki. */
const MUD = { from: toRadians(50), middle: toRadians(98), to: toRadians(138) }
/** So far from either end a hue is all mud: brown and moss are not. */
const EDGE = toRadians(26)
/** From this lightness up yellow is yellow; from the other down it is mud. */
const CLEAR = 0.82
const DARK = 0.62
/** How much of its distance to the clean end a hue keeps, so that two of them stay two. */
const KEPT = 0.25
/** With less chroma nobody sees a hue. */
const LEAST_CHROMA = 0.015

/** The colour with a hue that is clean at its lightness: what would be mud leans to amber and brown, or to green, whichever is nearer. */
export function cleanHue(colour: Oklch): Oklch {
  const hue = normalise(colour.hue)
  const share = isBetween(colour) ? smoothstep(CLEAR, DARK, colour.lightness) : 0
  if (share === 0) return colour
  const end = hue < MUD.middle ? MUD.from : MUD.to
  return { ...colour, hue: mix(hue, mix(end, hue, KEPT), share) }
}

/** How much of olive, mustard or khaki a colour has, 0..1. */
export function measureOlive(colour: Oklch): number {
  if (!isBetween(colour)) return 0
  const hue = normalise(colour.hue)
  const depth = smoothstep(MUD.from, MUD.from + EDGE, hue) * smoothstep(MUD.to, MUD.to - EDGE, hue)
  return depth * smoothstep(CLEAR, DARK, colour.lightness)
}

function isBetween({ chroma, hue }: Oklch): boolean {
  const at = normalise(hue)
  return chroma >= LEAST_CHROMA && at > MUD.from && at < MUD.to
}

function normalise(hue: number): number {
  const turn = 2 * Math.PI
  return ((hue % turn) + turn) % turn
}
