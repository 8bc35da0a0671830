import { hexToOklch, type Oklch, toDegrees } from './colour.ts'
import type { Swatch } from './swatches.ts'

/** Green, teal, blue, violet and plum are themselves in the dark, too, in degrees, and so is red; what lies between is brown or olive there. */
const COOL = { from: 118, to: 338 }
const RED = { from: 338, to: 400 }
/** With less of it nobody calls it a colour, and with less of the cover it is not the cover's. */
const LEAST = { chroma: 0.045, share: 0.05 }

/** The colour of a cover that is one on a dark ground, too, the strongest and largest first; none where all would be mud. */
export function findDarkColour(swatches: readonly Swatch[]): (Oklch & { kind: 'COOL' | 'RED' }) | undefined {
  const found = swatches
    .map(({ colour, share }) => ({ ...hexToOklch(colour), share }))
    .filter(({ chroma, share }) => chroma >= LEAST.chroma && share >= LEAST.share)
    .toSorted((a, b) => b.chroma * Math.sqrt(b.share) - a.chroma * Math.sqrt(a.share))
  const cool = found.find((each) => isWithin(each, COOL))
  const red = found.find((each) => isWithin(each, RED))
  if (cool) return { ...cool, kind: 'COOL' }
  return red && { ...red, kind: 'RED' }
}

function isWithin({ hue }: Oklch, { from, to }: { from: number; to: number }): boolean {
  const degrees = toDegrees(hue)
  return (degrees >= from && degrees < to) || (degrees + 360 >= from && degrees + 360 < to)
}
