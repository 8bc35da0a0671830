import { MONOCHROME_CHROMA } from './cast-roles.ts'
import { cleanHue } from './clean-hue.ts'
import { type Oklch, toDegrees, toRadians, turnTo } from './colour.ts'
import { mix, smoothstep } from './easing.ts'
import type { Theme } from './theme.ts'
import { measureWarmth } from './warmth.ts'

const MIN_CHROMA = 0.1
/** A weak colour is made so much stronger at most: a grey with a breath of brown is not made brown. */
const MOST_BOOST = 1.7
/** Where accents begin on a dark ground, and end on a light one. */
const LIGHTNESS = { DARK: 0.64, LIGHT: 0.58 }
/** Grey is white or black as an accent, and a tint is the cream or the sepia of its paper: from and to so much chroma it is one. */
const GREY = { DARK: 0.94, LIGHT: 0.26 }
const TINT = { DARK: 0.87, LIGHT: 0.3, from: 0.008, to: 0.017, gain: 1.6, most: { DARK: 0.045, LIGHT: 0.03 } }
/** Orange needs strength to be one at such a lightness, and yellow is one only where it is light. */
const STRONG = { from: 0.1, to: 0.15 }
const ORANGE = { lightness: 0.7, until: 58 }
const YELLOW = { lightness: 0.82, from: 78 }
/** On paper, yellow and weak warm colours are the ink of a stamp, and strong orange leans to vermilion. */
const SEPIA = { lightness: 0.3, chroma: 0.03 }
const VERMILION = { hue: toRadians(38), chroma: 0.17, turn: 0.8, until: 70, none: 85 }
/** From here on yellow is a green on paper. */
const GREENISH = 110
/** Red that gets lighter is pink, unless it gets richer as well: up to so much. */
const RED = { from: 352, to: 36, most: 0.19, gain: 2 }
/** Wine and crimson that get lighter are pink, too, unless they lean to the middle of red, in radians: by no more than so much. */
const CRIMSON = { from: 342, middle: 0.4, turn: 0.17, lift: 0.18 }

/** An accent has enough colour to be one, and starts at a lightness where its hue is at its best: none is brown, khaki or olive. */
export function liven(colour: Oklch, theme: Theme): Oklch {
  if (colour.chroma < MONOCHROME_CHROMA) return tint(colour, theme)
  return theme === 'DARK' ? lightUp(colour) : print(colour)
}

function tint(colour: Oklch, theme: Theme): Oklch {
  const share = smoothstep(TINT.from, TINT.to, colour.chroma)
  const chroma = share * Math.min(TINT.most[theme], TINT.gain * colour.chroma)
  return cleanHue({ ...colour, chroma, lightness: mix(GREY[theme], TINT[theme], share) })
}

/** Warm colours are lifted instead of strengthened: sand and cream, not mustard. */
function lightUp(colour: Oklch): Oklch {
  const warmth = measureWarmth(colour)
  const lightness = Math.max(colour.lightness, mix(LIGHTNESS.DARK, findClearLightness(colour), warmth))
  const chroma = mix(enrich(colour, lightness), colour.chroma, warmth)
  return cleanHue({ lightness, chroma, hue: redden(colour, lightness) })
}

function redden({ hue, lightness: own }: Oklch, lightness: number): number {
  const away = turnTo(hue, CRIMSON.middle)
  const degrees = toDegrees(hue)
  if (away <= 0 || (degrees > 180 && degrees < CRIMSON.from)) return hue
  const share =
    smoothstep(0, CRIMSON.lift, lightness - own) *
    (degrees > 180 ? smoothstep(CRIMSON.from, 360, degrees) : 1)
  return hue + share * Math.min(CRIMSON.turn, away)
}

function enrich({ chroma, hue, lightness: own }: Oklch, lightness: number): number {
  const enough = Math.max(chroma, Math.min(MIN_CHROMA, MOST_BOOST * chroma))
  const degrees = toDegrees(hue)
  if (degrees > RED.to && degrees < RED.from) return enough
  const gain = Math.min(RED.gain, lightness / Math.max(0.01, own))
  // Only what was red in the dark: a grey with a breath of it stays one.
  const share = smoothstep(0.15, 0.25, chroma / Math.max(0.01, own))
  return Math.max(enough, mix(chroma, Math.min(RED.most, gain * chroma), share))
}

function print(colour: Oklch): Oklch {
  const lightness = Math.min(colour.lightness, LIGHTNESS.LIGHT)
  const own = toDegrees(colour.hue) > GREENISH ? cleanHue({ ...colour, lightness }) : { ...colour, lightness }
  const warmth = measureWarmth(own)
  if (warmth === 0) {
    return cleanHue({ ...own, chroma: Math.max(own.chroma, Math.min(MIN_CHROMA, MOST_BOOST * own.chroma)) })
  }
  const strength =
    smoothstep(STRONG.from - 0.04, STRONG.to - 0.03, own.chroma) *
    smoothstep(VERMILION.none, VERMILION.until, toDegrees(own.hue))
  return {
    lightness: mix(lightness, mix(Math.min(lightness, SEPIA.lightness), lightness, strength), warmth),
    chroma: mix(own.chroma, mix(Math.min(own.chroma, SEPIA.chroma), VERMILION.chroma, strength), warmth),
    hue: mix(own.hue, VERMILION.hue, VERMILION.turn * warmth * strength),
  }
}

function findClearLightness({ hue, chroma }: Oklch): number {
  const yellowness = smoothstep(ORANGE.until, YELLOW.from, toDegrees(hue))
  const weakness = 1 - smoothstep(STRONG.from, STRONG.to, chroma)
  return mix(ORANGE.lightness, YELLOW.lightness, Math.max(yellowness, weakness))
}
