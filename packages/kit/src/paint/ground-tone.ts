import { calmPastel } from './calm-pastel.ts'
import { cleanSurface } from './clean-ground.ts'
import { contrast, fromOklch, hexToOklch, type Oklch } from './colour.ts'

const STEPS = 10
/**
 * The colour as a ground for type of another: its own lightness where that is readable, else the nearest at which the
 * type has this contrast. Hue and strength stay, so that a ground may move through many colours and never lose its type;
 * only what would be mud in the dark is cleaned, and what would be candy in the light is paler.
 */
export function toGroundTone(colour: string, text: string, ratio: number): string {
  if (contrast(text, colour) >= ratio) return colour
  const own = hexToOklch(colour)
  // Away from the type: to black under light type, to white under dark type.
  let [good, bad] = [hexToOklch(text).lightness > 0.5 ? 0 : 1, own.lightness]
  for (let step = 0; step < STEPS; step++) {
    const lightness = (good + bad) / 2
    if (contrast(text, move(own, lightness)) >= ratio) good = lightness
    else bad = lightness
  }
  return move(own, good)
}

function move(own: Oklch, lightness: number): string {
  const clean = cleanSurface({ ...own, lightness })
  return fromOklch(lightness > own.lightness ? calmPastel(clean) : clean)
}
