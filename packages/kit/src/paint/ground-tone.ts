import { contrast, fromOklch, hexToOklch } from './colour.ts'

const STEPS = 10

/**
 * The colour as a ground for type of another: its own lightness where that is readable, else the nearest at which the
 * type has this contrast. Hue and strength stay, so that a ground may move through many colours and never lose its type.
 */
export function toGroundTone(colour: string, text: string, ratio: number): string {
  if (contrast(text, colour) >= ratio) return colour
  const own = hexToOklch(colour)
  // Away from the type: to black under light type, to white under dark type.
  let [good, bad] = [hexToOklch(text).lightness > 0.5 ? 0 : 1, own.lightness]
  for (let step = 0; step < STEPS; step++) {
    const lightness = (good + bad) / 2
    if (contrast(text, fromOklch({ ...own, lightness })) >= ratio) good = lightness
    else bad = lightness
  }
  return fromOklch({ ...own, lightness: good })
}
