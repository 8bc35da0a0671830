import { NEIGHBOUR_TURN } from './cast-roles.ts'
import { contrast, fromOklch, hexToOklch, mixColours, turnTo } from './colour.ts'
import { mix } from './easing.ts'
import { toGroundTone } from './ground-tone.ts'
import type { Palette } from './palette.ts'

/** What a template's ground asks of the type on it. */
export type InkWish = {
  /** The contrast that the brightest ground leaves to `text`; without one, type stands on the plain background. */
  groundContrast?: number
  /** What accent and quiet type need on that ground. Default 4.7 for both. */
  accentContrast?: number
  quietContrast?: number
  /** The accent moves at least this far towards the text's lightness, from 0 to 1. Default 0. */
  leastLift?: number
}

/** Colours for type beside the palette's `text`, which takes the place of one that cannot be had. */
export type Ink = {
  /** The accent, moved towards the text's lightness no further than it must be; of a brand's colours the first that stays itself. */
  accent: string
  /** Between background and text, as near to the background as it can be read. */
  quiet: string
  /** False where the accent is too grey to be told from text. */
  isColourful: boolean
}

/** A little over 4.5:1, since video rounds colours. */
const READABLE = 4.7
const STEPS = 50
const LEAST_CHROMA = 0.07
/** A brand's colour that gets so much lighter or darker is still the brand's. */
const MOST_BRAND_LIFT = 0.06

/** Chooses what is readable on a ground that is brighter than the palette's own. */
export function chooseInk(palette: Palette, wish: InkWish = {}): Ink {
  const { text, background } = palette
  const { groundContrast, accentContrast = READABLE, quietContrast = READABLE, leastLift = 0 } = wish
  const ground = groundContrast
    ? toGroundTone(mixColours(background, text, 0.5), text, groundContrast)
    : background
  const shares = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS)
  const find = (colourAt: (share: number) => string, ratio: number, least = 0) =>
    shares
      .filter((share) => share >= least)
      .map(colourAt)
      .find((colour) => contrast(colour, ground) >= ratio) ?? text
  const goal = hexToOklch(text).lightness
  const lift = (colour: string) => {
    const own = hexToOklch(colour)
    const at = (share: number) => fromOklch({ ...own, lightness: mix(own.lightness, goal, share) })
    return find(at, accentContrast, leastLift)
  }
  const accent = listAccents(palette).find((each) => !palette.hasBrandGround || isStill(each, lift(each)))
  const lifted = accent ? lift(accent) : text
  return {
    accent: lifted,
    quiet: find((share) => mixColours(background, text, share), quietContrast),
    isColourful: accent !== undefined && hexToOklch(lifted).chroma > LEAST_CHROMA,
  }
}

/** The second one counts where it is another colour, and not a tint that was made for a brand with a single accent. */
function listAccents({ accent, accent2 }: Palette): string[] {
  const turn = turnTo(hexToOklch(accent).hue, hexToOklch(accent2).hue)
  return Math.abs(turn) > NEIGHBOUR_TURN ? [accent, accent2] : [accent]
}

function isStill(brandColour: string, used: string): boolean {
  return Math.abs(hexToOklch(used).lightness - hexToOklch(brandColour).lightness) <= MOST_BRAND_LIFT
}
