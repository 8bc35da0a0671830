import { cleanHue } from './clean-hue.ts'
import { fromOklch, hexToOklch, type Oklch, toDegrees, toRadians } from './colour.ts'
import { hold, mix, smoothstep } from './easing.ts'
import { measureWarmth, WARM } from './warmth.ts'

/** From the first lightness up the warm hues are themselves: ochre, sand and cream. From the second down nobody finds them again. */
const WEAK = { clear: 0.78, shaded: 0.66 }
/** Strong orange stays itself for longer. Below the last lightness none can be as strong. */
const STRONG = { clear: 0.66, shaded: 0.54, from: 0.1, to: 0.15, lastHue: 62, noHue: 85, lightness: 0.5 }
/** Below this lightness a surface is black with a tint. */
const BLACK = 0.2
/** So much colour has a warm grey or a charcoal; from a little more on it is mud, up to where it is a colour by itself. */
const TINT = 0.02
const MUD_CHROMA = { from: 0.03, to: 0.12 }
/** In the dark, strong orange is an ember: it turns so much of the way to this hue, in degrees. */
const EMBER = { hue: 25, turn: 0.85 }
/** Hues from here on are nearer to green than to amber. */
const GREENISH = 98

/** Whether a surface of this colour is mud: brown, khaki or olive. */
export function isMud(colour: string): boolean {
  const { lightness, chroma, hue } = hexToOklch(colour)
  const degrees = toDegrees(hue)
  const isWarm = degrees > WARM.from && degrees < WARM.to
  const isWeak = chroma > MUD_CHROMA.from && chroma < MUD_CHROMA.to
  return isWarm && isWeak && lightness > BLACK && lightness < WEAK.shaded
}

/**
 * The colour as a surface at its lightness. What would be mud becomes what a designer takes in its place: a warm grey or charcoal where
 * it is weak or yellow, an ember where it is strong orange, a deep green where it is nearly green.
 */
export function cleanSurface(colour: Oklch): Oklch {
  const degrees = toDegrees(colour.hue)
  if (degrees < WARM.from - WARM.edge || degrees > WARM.to + WARM.edge) return colour
  const dim = hold(colour.lightness / STRONG.lightness, 0.4, 1)
  const strength =
    smoothstep(dim * STRONG.from, dim * STRONG.to, colour.chroma) *
    smoothstep(STRONG.noHue, STRONG.lastHue, degrees)
  const clear = mix(WEAK.clear, STRONG.clear, strength)
  const shade = smoothstep(clear, mix(WEAK.shaded, STRONG.shaded, strength), colour.lightness)
  const hue =
    degrees > GREENISH ? colour.hue : toRadians(mix(degrees, EMBER.hue, EMBER.turn * strength * shade))
  const clean = degrees > GREENISH ? cleanHue(colour) : { ...colour, hue }
  const tint = Math.min(TINT, clean.chroma)
  const surface = { ...clean, chroma: mix(clean.chroma, tint, measureWarmth(clean) * shade) }
  return isMud(fromOklch(surface)) ? { ...surface, chroma: tint } : surface
}

/** A colour of a surface that fills the frame, `#rrggbb`: never brown, khaki or olive. */
export function cleanGround(colour: string): string {
  return isMud(colour) ? fromOklch(cleanSurface(hexToOklch(colour))) : colour
}
