import type { Canvas } from '@napi-rs/canvas'
import { luminance, parseHex, readRgb } from './colour.ts'
import { type DrawnCoverOptions, drawCover } from './drawn-cover.ts'
import { createPalette, type Palette, type PaletteOptions } from './palette.ts'
import { drawPicture, type Picture, type PictureOptions, readPicture } from './picture.ts'
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

/** The artwork as templates see it. */
export type Cover = CoverData & {
  width: number
  height: number
  /** Drawable with `ctx.drawImage`; made on first use, so a thread that never paints never pays. */
  readonly image: Canvas
}

/** How a cover is read, or drawn when there is none. */
export type CoverOptions = PictureOptions & PaletteOptions & DrawnCoverOptions

/** Reads the cover of a song, or draws one; its colours get their roles. */
export async function readCover(path: string | null, options: CoverOptions): Promise<CoverData> {
  const picture = path ? flatten(await readPicture(path, options)) : drawCover(options)
  return describeCover(picture, options, path === null)
}

/** Finds out what a picture is made of, what matters in it, and which colours suit it. */
export function describeCover(picture: Picture, options: PaletteOptions, isDrawn: boolean): CoverData {
  const palette = createPalette(findColours(picture), options)
  return { picture, palette, salience: findSalience(picture), isDrawn }
}

/** Gives plain cover data its drawable image. */
export function createCover(data: CoverData): Cover {
  let image: Canvas | undefined
  return {
    ...data,
    width: data.picture.width,
    height: data.picture.height,
    get image() {
      image ??= drawPicture(data.picture)
      return image
    },
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

/** Lays a transparent cover on a ground that its own ink stands out from. */
function flatten(picture: Picture): Picture {
  if (!picture.hasAlpha) return picture
  const { pixels } = picture
  let light = 0
  let weight = 0
  for (let at = 0; at < pixels.length; at += 4 * 7) {
    const alpha = (pixels[at + 3] ?? 0) / 255
    light += luminance(readRgb(pixels, at)) * alpha
    weight += alpha
  }
  const ground = parseHex(weight > 0 && light / weight < MIDDLE_LUMINANCE ? '#f4f2ee' : '#121215')
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]! / 255
    for (const axis of [0, 1, 2] as const)
      pixels[at + axis] = pixels[at + axis]! * alpha + ground[axis] * (1 - alpha)
    pixels[at + 3] = 255
  }
  return { ...picture, hasAlpha: false }
}

// Equal contrast to black and to white.
const MIDDLE_LUMINANCE = 0.18
