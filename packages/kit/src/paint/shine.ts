import { calmPastel, measureSweetness } from './calm-pastel.ts'
import { fromOklch, hexToOklch } from './colour.ts'
import { mix } from './easing.ts'

const GAIN = 1.4
const MOST_CHROMA = 0.17
/** Wine and raspberry are lit no further than this: from there on they are bubblegum. */
const SWEET_LIGHTNESS = 0.58

/** A surface of the cover as light: as bright as a lamp of its colour, and a little richer. */
export function shine(surface: string, lightness = 0.68): string {
  const own = hexToOklch(surface)
  const lit = mix(lightness, Math.min(lightness, SWEET_LIGHTNESS), measureSweetness(own))
  if (own.lightness >= lit) return surface
  const chroma = Math.max(own.chroma, Math.min(MOST_CHROMA, GAIN * own.chroma))
  return fromOklch(calmPastel({ hue: own.hue, chroma, lightness: lit }))
}
