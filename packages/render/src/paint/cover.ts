import { luminance, parseHex, type Rgb, readRgb } from './colour.ts'
import type { DrawnCoverOptions } from './drawn-cover.ts'
import { createPalette, type Palette, type PaletteOptions } from './palette.ts'
import { type Picture, type PictureOptions, readPicture } from './picture.ts'
import { findSalience, type Salience } from './salience.ts'
import { findColours } from './swatches.ts'

/** Plain data of a cover: clone it to a worker thread, the pixels are shared. */
export type CoverData = {
  /** Opaque: a transparent cover has been laid on a ground that suits it. */
  picture: Picture
  palette: Palette
  /** What matters in it: crops keep that. */
  salience: Salience
  /** True when there was no picture and one was drawn from title and artist. */
  isDrawn: boolean
}

/** How a cover is read, or drawn when there is none. */
export type CoverOptions = PictureOptions & PaletteOptions & DrawnCoverOptions

/**
 * The longer side at which colours and what matters are looked for. It is the same for every video, so that a preview has
 * the colours and the crops of the export.
 */
export const SAMPLE_PX = 320

/** Reads the cover of a song, or draws one; its colours get their roles. */
export async function readCover(path: string | null, options: CoverOptions): Promise<CoverData> {
  const sampleOptions = { ...options, maxSidePx: SAMPLE_PX }
  if (path === null) {
    const { drawCover } = await import('./drawn-cover.ts')
    return describeCover(drawCover(options), drawCover(sampleOptions), options, true)
  }
  const picture = await readPicture(path, options)
  const sample = await readPicture(path, sampleOptions)
  if (!picture.hasAlpha && !sample.hasAlpha) return describeCover(picture, sample, options, false)
  const ground = chooseGround(sample)
  return describeCover(flatten(picture, ground), flatten(sample, ground), options, false)
}

/** Finds out in a sample of a picture what it is made of, what matters in it, and which colours suit it. */
export function describeCover(
  picture: Picture,
  sample: Picture,
  options: PaletteOptions,
  isDrawn: boolean,
): CoverData {
  const palette = createPalette(findColours(sample), options)
  return { picture, palette, salience: findSalience(sample), isDrawn }
}

/** The sentence to show when a cover is too small for the video, or `undefined` when it is large enough. */
export function describeSmallCover(
  fileName: string,
  picture: Picture,
  shortSidePx: number,
): string | undefined {
  const { originalWidth, originalHeight } = picture
  if (Math.min(originalWidth, originalHeight) >= shortSidePx * SHARP_ENOUGH) return undefined
  const size = `${originalWidth}×${originalHeight}`
  return `${fileName} is ${size} and will look soft at ${shortSidePx}. 1500×1500 or more is good.`
}

// A cover card takes about two thirds of the short side.
const SHARP_ENOUGH = 0.66

/** The ground that the ink of a transparent cover stands out from. */
function chooseGround({ pixels }: Picture): Rgb {
  let light = 0
  let weight = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255
    light += luminance(readRgb(pixels, at)) * alpha
    weight += alpha
  }
  return parseHex(weight > 0 && light / weight < MIDDLE_LUMINANCE ? '#f4f2ee' : '#121215')
}

// Equal contrast to black and to white.
const MIDDLE_LUMINANCE = 0.18

/** Lays a transparent cover on its ground. */
function flatten(picture: Picture, ground: Rgb): Picture {
  if (!picture.hasAlpha) return picture
  const { pixels } = picture
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]! / 255
    for (const axis of [0, 1, 2] as const)
      pixels[at + axis] = pixels[at + axis]! * alpha + ground[axis] * (1 - alpha)
    pixels[at + 3] = 255
  }
  return { ...picture, hasAlpha: false }
}
