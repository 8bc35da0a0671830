import { fromOklch, hexToOklch, type Oklch } from './colour.ts'
import type { Swatch } from './swatches.ts'

/** Hues, in degrees, that are brown or olive as a dark surface: nobody finds orange and yellow in them again. */
const BROWN = { from: 40, to: 118 }
/** From here on, up to red, hues stay themselves in the dark: green, teal, blue, violet. */
const CLEAN = { from: 118, to: 345 }
/** A cover holds a colour if so much of it has one, in so much chroma. */
const LEAST_SHARE = 0.2
const LEAST_CHROMA = 0.035
/** How far a colour turns that stands in for another, in radians. */
const ASIDE = 0.32

/**
 * Two colours for dark surfaces that fill the frame below type: the accents, unless one would be brown there and the cover
 * holds green, teal, blue or violet, largest first: the sea below a yellow sky. `liven` makes an accent of a swatch.
 */
export function findCoverGrounds(
  accents: readonly [string, string],
  swatches: readonly Swatch[],
  liven: (colour: Oklch) => string,
): [string, string] {
  const clean = swatches
    .map(({ colour, share }) => ({ ...hexToOklch(colour), share }))
    .filter((each) => each.chroma >= LEAST_CHROMA && isWithin(each, CLEAN))
  if (clean.reduce((sum, { share }) => sum + share, 0) < LEAST_SHARE) return [...accents]
  const weight = ({ chroma, share }: Oklch & { share: number }) => chroma * Math.sqrt(share)
  const isBrown = (accent: string) => isWithin(hexToOklch(accent), BROWN)
  const found = clean.toSorted((a, b) => weight(b) - weight(a)).map(liven)
  const deep = [...new Set(found)].filter((each) => !accents.includes(each))
  // By the accents' hues: where a variation swaps the accents, the grounds swap, too.
  const brown = accents.filter(isBrown).toSorted((a, b) => hexToOklch(a).hue - hexToOklch(b).hue)
  const standIn = (accent: string) => deep[brown.indexOf(accent)] ?? turnAside(deep[0] ?? found[0]!)
  const [one, other] = accents.map((accent) => (isBrown(accent) ? standIn(accent) : accent))
  return [one!, other!]
}

/** A neighbour of a colour, for a cover that holds no other: two grounds are two. */
function turnAside(colour: string): string {
  const own = hexToOklch(colour)
  return fromOklch({ ...own, hue: own.hue + ASIDE })
}

function isWithin({ hue }: Oklch, { from, to }: { from: number; to: number }): boolean {
  const degrees = ((((hue * 180) / Math.PI) % 360) + 360) % 360
  return degrees >= from && degrees < to
}
