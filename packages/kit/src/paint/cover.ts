import { type ColourChange, wearColours } from './brand-colours.ts'
import { createPalette, type Palette, type PaletteOptions } from './palette.ts'
import type { Picture } from './picture.ts'
import type { Salience } from './salience.ts'
import { studySample } from './study-sample.ts'
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
  /** What of the brand's colours could not be read as it was. */
  colourChanges?: ColourChange[]
}

/**
 * The longer side at which colours and what matters are looked for. It is the same for every video, so that a preview has
 * the colours and the crops of the export.
 */
export const SAMPLE_PX = 320

/** Finds out in a sample of a picture what it is made of, what matters in it, and which colours suit it. */
export function describeCover(
  picture: Picture,
  sample: Picture,
  options: PaletteOptions,
  isDrawn: boolean,
): CoverData {
  const salience = studySample(sample)
  const palette = createPalette(findColours(sample, salience.faces), options)
  const worn = options.brand && wearColours(palette, options.brand, options)
  return {
    picture,
    palette: worn?.palette ?? palette,
    salience,
    isDrawn,
    ...(worn && worn.changes.length > 0 && { colourChanges: worn.changes }),
  }
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
