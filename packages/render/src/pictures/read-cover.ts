import type { DrawnCoverOptions } from '@songreel/kit/drawing'
import {
  type CoverData,
  describeCover,
  luminance,
  type PaletteOptions,
  type Picture,
  parseHex,
  type Rgb,
  readRgb,
  SAMPLE_PX,
} from '@songreel/kit/input'
import { type PictureOptions, readPicture } from './read-picture.ts'

/** How a cover is read, or drawn when there is none. */
export type CoverOptions = PictureOptions & PaletteOptions & DrawnCoverOptions

/** Reads the cover of a song, or draws one; its colours get their roles. */
export async function readCover(path: string | null, options: CoverOptions): Promise<CoverData> {
  const sampleOptions = { ...options, maxSidePx: SAMPLE_PX }
  if (path === null) {
    const { drawCover } = await import('@songreel/kit/drawing')
    return describeCover(drawCover(options), drawCover(sampleOptions), options, true)
  }
  const picture = await readPicture(path, options)
  const sample = await readPicture(path, sampleOptions)
  if (!picture.hasAlpha && !sample.hasAlpha) return describeCover(picture, sample, options, false)
  const ground = chooseGround(sample)
  return describeCover(flatten(picture, ground), flatten(sample, ground), options, false)
}

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
