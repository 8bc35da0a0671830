import type { DrawnCoverOptions } from '@songreel/kit/drawing'
import {
  type CoverData,
  describeCover,
  describePhoto,
  luminance,
  type PaletteOptions,
  type PhotoData,
  type Picture,
  parseHex,
  type Rgb,
  readRgb,
  SAMPLE_PX,
} from '@songreel/kit/input'
import { type Memory, NO_MEMORY } from './memory.ts'
import { type PictureOptions, readPicture } from './read-picture.ts'

/** How a cover is read, or drawn when there is none. */
export type CoverOptions = PictureOptions & PaletteOptions & DrawnCoverOptions

/** Reads the cover of a song, or draws one; its colours get their roles. */
export async function readCover(
  path: string | null,
  options: CoverOptions,
  memory: Memory = NO_MEMORY,
): Promise<CoverData> {
  if (path === null) {
    const sampleOptions = { ...options, maxSidePx: SAMPLE_PX }
    const { drawCover } = await import('@songreel/kit/drawing')
    return describeCover(drawCover(options), drawCover(sampleOptions), options, true)
  }
  const { picture, sample } = await recallPicture(path, options, memory)
  return describeCover(picture, sample, options, false)
}

/** Reads a photograph, and finds out what matters in it and how light it is. */
export async function readPhoto(
  path: string,
  options: PictureOptions,
  memory: Memory = NO_MEMORY,
): Promise<PhotoData> {
  const { picture, sample } = await recallPicture(path, options, memory)
  return describePhoto(picture, sample)
}

/** Colours and brands change around it, but not the picture. */
function recallPicture(path: string, options: PictureOptions, memory: Memory) {
  return memory.recall(`picture ${path} ${options.maxSidePx}`, () => readOpaque(path, options))
}

/** A picture, and a small sample of it; a transparent one lies on a ground that suits it. */
async function readOpaque(
  path: string,
  options: PictureOptions,
): Promise<{ picture: Picture; sample: Picture }> {
  const picture = await readPicture(path, options)
  const sample = await readPicture(path, { ...options, maxSidePx: SAMPLE_PX })
  if (!picture.hasAlpha && !sample.hasAlpha) return { picture, sample }
  const ground = chooseGround(sample)
  return { picture: flatten(picture, ground), sample: flatten(sample, ground) }
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
