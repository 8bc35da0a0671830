import { type DrawBox, fromOklch, hexToOklch, parseHex } from '@songreel/kit'

type PaintContext = Parameters<DrawBox>[0]

/** From the shadows over the middle tones to the lights: how light each is, and how strong the colour is there. */
const STOPS = [
  { lightness: 0.2, strength: 0.8 },
  { lightness: 0.56, strength: 1.15 },
  { lightness: 0.92, strength: 0.42 },
]
const MOST_CHROMA = 0.15
/** What is darker or lighter than these parts of the picture is as dark and as light as can be. */
const TAILS = { dark: 0.02, light: 0.98 }
/** A picture of one tone is not torn into black and white. */
const LEAST_SPAN = 60
const LEVELS = 256

/** Turns what is painted into a print in one colour, with all tones between a deep and a pale one. */
export function printInOne(ctx: PaintContext, colour: string): void {
  const { width, height } = ctx.canvas
  const picture = ctx.getImageData(0, 0, width, height)
  const { data } = picture
  const counts = new Uint32Array(LEVELS)
  for (let at = 0; at < data.length; at += 4) counts[toGrey(data, at)]! += 1
  const inks = mixInks(colour, spanLevels(counts, data.length / 4))
  for (let at = 0; at < data.length; at += 4) {
    const level = 3 * toGrey(data, at)
    data[at] = inks[level]!
    data[at + 1] = inks[level + 1]!
    data[at + 2] = inks[level + 2]!
  }
  ctx.putImageData(picture, 0, 0)
}

function toGrey(data: Uint8ClampedArray, at: number): number {
  return Math.round(0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!)
}

/** Which levels become the deepest and the palest tone. */
function spanLevels(counts: Uint32Array, all: number): { dark: number; light: number } {
  let sum = 0
  const sums = Array.from(counts, (count) => {
    sum += count
    return sum / all
  })
  const dark = sums.findIndex((share) => share >= TAILS.dark)
  const light = sums.findIndex((share) => share >= TAILS.light)
  return { dark, light: Math.max(dark + LEAST_SPAN, light) }
}

/** A colour for every level, three bytes each. */
function mixInks(colour: string, { dark, light }: { dark: number; light: number }): Uint8Array {
  const { hue, chroma } = hexToOklch(colour)
  const strong = Math.min(MOST_CHROMA, chroma)
  const inks = new Uint8Array(3 * LEVELS)
  for (let level = 0; level < LEVELS; level++) {
    const tone = Math.max(0, Math.min(1, (level - dark) / (light - dark)))
    const step = Math.min(STOPS.length - 2, Math.floor(tone * (STOPS.length - 1)))
    const [from, to] = [STOPS[step]!, STOPS[step + 1]!]
    const share = tone * (STOPS.length - 1) - step
    const lightness = from.lightness + share * (to.lightness - from.lightness)
    const strength = from.strength + share * (to.strength - from.strength)
    inks.set(parseHex(fromOklch({ hue, chroma: strength * strong, lightness })), 3 * level)
  }
  return inks
}
