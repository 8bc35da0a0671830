import { contrast, fromOklch, hexToOklch, mixColours, parseHex } from './colour.ts'

/** From a tenth of the whole luminance on, a change over a large area is half a flash (WCAG 2.2, 2.3.1); this stays below. */
const MOST_SWING = 0.08
/** Red that makes four fifths of a colour's light is saturated, and its flicker the worst of all; this stays below. */
const MOST_RED = 0.7

/** The same colour with so little chroma that WCAG does not call it a saturated red; others stay as they are. */
export function tameRed(colour: string): string {
  const { chroma, ...rest } = hexToOklch(colour)
  for (let share = 1; share > 0; share -= 0.04) {
    const tried = share === 1 ? colour : fromOklch({ ...rest, chroma: chroma * share })
    if (findRedShare(tried) <= MOST_RED) return tried
  }
  return fromOklch({ ...rest, chroma: 0 })
}

/** A light of this colour that may come and go over a whole ground, however often, and is no flash. */
export function limitLight(ground: string, light: string): string {
  const tame = tameRed(light)
  for (let share = 1; share > 0; share -= 0.04) {
    const tried = mixColours(ground, tame, share)
    if (Math.abs(findLuminance(tried) - findLuminance(ground)) <= MOST_SWING) return tried
  }
  return ground
}

/** How much of an area, 0 to 1, may come and go in this colour, however often, and is no flash; for bars and dots. */
export function findSafeShare(ground: string, colour: string): number {
  const swing = Math.abs(findLuminance(colour) - findLuminance(ground))
  return swing <= MOST_SWING ? 1 : MOST_SWING / swing
}

function findLuminance(colour: string): number {
  return 0.05 * contrast(colour, '#000000') - 0.05
}

/** In linear light. */
function findRedShare(colour: string): number {
  const [red = 0, green = 0, blue = 0] = parseHex(colour).map((value) => (value / 255) ** 2.2)
  return red / Math.max(1e-6, red + green + blue)
}
