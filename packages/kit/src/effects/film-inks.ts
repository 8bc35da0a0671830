import { fromOklch, hexToOklch } from '../paint/colour.ts'
import { toGroundTone } from '../paint/ground-tone.ts'
import type { Palette } from '../paint/palette.ts'

/** What type on a film is made of, and the shadow or the light that a picture gets behind it where it needs any. */
export type FilmInk = { type: string; veil: string }
/** For most pictures, and for those that are so light that only dark type can be read on them as they are. */
export type FilmInks = { light: FilmInk; dark: FilmInk }

/** A shadow has a deep tone of the picture's own colour: black over something pale would be grey. */
const SHADOW = { lightness: 0.1, chroma: 0.045 }

/** White and black with a breath of the cover's colour, for a picture of this mean colour. A brand has its own type and ground, whatever the picture. */
export function chooseFilmInks(palette: Palette, pictureColour = '#000000'): FilmInks {
  const { text, background, hasBrandGround, isMonochrome, grounds } = palette
  if (hasBrandGround) {
    const own = { type: text, veil: background }
    return { light: own, dark: own }
  }
  const { hue, chroma } = hexToOklch(grounds[0])
  const own = isMonochrome ? 0 : chroma
  const tint = (lightness: number, most: number) =>
    fromOklch({ lightness, chroma: Math.min(most, 0.4 * own), hue })
  const white = tint(0.985, 0.012)
  const picture = hexToOklch(pictureColour)
  const shadow = {
    lightness: SHADOW.lightness,
    chroma: Math.min(SHADOW.chroma, picture.chroma),
    hue: picture.hue,
  }
  return {
    light: { type: white, veil: fromOklch(shadow) },
    dark: { type: tint(0.17, 0.04), veil: white },
  }
}

/** A little over 7:1, since video rounds colours. */
const RATIO = 7.3

/** One tone of the cover for what stands on no film any more, and the type on it. */
export function chooseFilmGround({ text, background, hasBrandGround, grounds }: Palette): FilmInk {
  return { type: text, veil: hasBrandGround ? background : toGroundTone(grounds[0], text, RATIO) }
}

/** The cover's accent as a ground for what lies beside a film, and the type on it; a brand has its own. */
export function chooseFilmAccent(palette: Palette): FilmInk {
  const { text, background, hasBrandGround, accent } = palette
  if (hasBrandGround) return { type: text, veil: background }
  const { dark, light } = chooseFilmInks(palette)
  const type = hexToOklch(accent).lightness > LIGHT_ACCENT ? dark.type : light.type
  return { type, veil: toGroundTone(accent, type, RATIO) }
}

/** From here on an accent stays itself below dark type. */
const LIGHT_ACCENT = 0.58
