import { type Oklch, toDegrees } from './colour.ts'
import { mix, smoothstep } from './easing.ts'

/** In degrees: magenta, pink and rose. Orange stays itself as it pales, and so do green and blue. */
const SWEET = { from: 305, full: 335, until: 372, to: 390 }
/** A sweet hue this light or lighter has no more chroma than this. */
const CALM = { from: 0.58, to: 0.86, most: 0.19, least: 0.066 }

/** A colour that has been lightened: pink and magenta get paler with it, as paper does, and no candy. The hue stays. */
export function calmPastel(colour: Oklch): Oklch {
  const { lightness, chroma } = colour
  const most = mix(CALM.most, CALM.least, smoothstep(CALM.from, CALM.to, lightness))
  return { ...colour, chroma: mix(chroma, Math.min(chroma, most), measureSweetness(colour)) }
}

/** How much a hue is one that turns to candy when it is lightened, 0..1. */
export function measureSweetness({ hue }: Oklch): number {
  const degrees = toDegrees(hue)
  const turned = degrees < SWEET.from ? degrees + 360 : degrees
  return smoothstep(SWEET.from, SWEET.full, turned) * smoothstep(SWEET.to, SWEET.until, turned)
}
