import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import { type LogoSting, luminance, type Picture, readRgb } from '@songreel/kit/input'
import { checkDrawing, SvgFault } from './check-drawing.ts'
import { measureOutlines, type OutlineTone } from './logo-outlines.ts'

/** A logo: its pixels without empty margins, and what is known of them. */
export type Logo = {
  picture: Picture
  kind: 'PNG' | 'SVG' | 'LOTTIE'
  /** It plays before it rests as this picture. */
  sting?: LogoSting
  /** Mean relative luminance of what is seen of it, 0 to 1. */
  luminance: number
  /** It has one colour only, so that its shape says all. */
  isOneColour: boolean
  /** It is made of lines, which are harder to see than areas. */
  isThin: boolean
  /** How light it is where it ends. */
  outlines: readonly OutlineTone[]
}

/** As large as it is ever drawn: on an end card of the finest quality. */
const MAX_SIDE_PX = 1400
const MAX_SVG_BYTES = 1024 ** 2
const MAX_PNG_BYTES = 20 * 1024 ** 2
const MAX_PNG_PIXELS = 40_000_000
const MAX_RATIO = 12

/** Reads the logo of a brand, a PNG or an SVG that needs nothing from outside; anything else is `LOGO_INVALID`. */
export async function readLogo(path: string, { maxSidePx = MAX_SIDE_PX } = {}): Promise<Logo> {
  const { size } = await stat(path)
  if (size === 0) refuse(path, 'is empty (0 bytes)')
  if (size > MAX_PNG_BYTES) refuse(path, `has ${Math.round(size / 1024 ** 2)} MB; at most 20 MB are read`)
  const bytes = await readFile(path)
  const kind = bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' ? 'PNG' : 'SVG'
  if (kind === 'SVG') checkSvg(path, bytes)
  const logo = cutLogo(await draw(path, bytes, kind, maxSidePx))
  return typeof logo === 'string' ? refuse(path, logo) : { picture: logo.picture, kind, ...logo.facts }
}

/** What was drawn of a logo. */
export type LogoPixels = { data: Uint8Array | Uint8ClampedArray; width: number; height: number }

/** Cuts empty margins off a logo, and says what is known of it; or why it is none. */
export function cutLogo({ data, width, height }: LogoPixels) {
  const ink = findInk(data, width, height)
  if (!ink) return 'shows nothing'
  const picture = cut(data, width, ink)
  const ratio = picture.width / picture.height
  if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO)
    return `is ${picture.width}×${picture.height}; a logo is at most ${MAX_RATIO} times as long as it is high`
  return { picture, ink, facts: describe(picture) }
}

function checkSvg(path: string, bytes: Buffer): void {
  if (bytes.length > MAX_SVG_BYTES) refuse(path, 'is a drawing of more than 1 MB')
  try {
    checkDrawing(bytes)
  } catch (error) {
    if (error instanceof SvgFault) refuse(path, error.message, error)
    throw error
  }
}

async function draw(path: string, bytes: Buffer, kind: 'PNG' | 'SVG', maxSidePx: number) {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  try {
    const facts = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (facts.width * facts.height > MAX_PNG_PIXELS && kind === 'PNG')
      refuse(path, `is ${facts.width}×${facts.height}`)
    // A drawing has no pixels of its own: it is drawn as large as it is needed.
    const scale = maxSidePx / Math.max(1, facts.width, facts.height)
    const density = kind === 'SVG' ? Math.min(MAX_DENSITY, Math.max(1, DRAWING_DPI * scale)) : undefined
    const { data, info } = await sharp(bytes, {
      limitInputPixels: MAX_PNG_PIXELS,
      failOn: 'error',
      pages: 1,
      ...(density && { density }),
    })
      .autoOrient()
      .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof RenderError) throw error
    return refuse(path, 'is damaged', error as Error)
  }
}

const DRAWING_DPI = 72
const MAX_DENSITY = 100_000

type Ink = { left: number; top: number; right: number; bottom: number }
/** Fainter than this is a shadow's rim. */
const SEEN_ALPHA = 12

function findInk(data: LogoPixels['data'], width: number, height: number): Ink | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < SEEN_ALPHA) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  return right < left ? undefined : { left, top, right: right + 1, bottom: bottom + 1 }
}

function cut(data: LogoPixels['data'], fullWidth: number, { left, top, right, bottom }: Ink): Picture {
  const width = right - left
  const height = bottom - top
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * fullWidth + left) * 4
    pixels.set(data.subarray(from, from + width * 4), y * width * 4)
  }
  return { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: true }
}

/** So far, in each of red, green and blue, its pixels may lie from their mean. */
const ONE_COLOUR_SPREAD = 26
/** And so much of it must be transparent, or its shape is a rectangle. */
const LEAST_CLEAR = 0.06
/** One that has less ink than this is made of lines. */
const THIN_INK = 0.16

function describe(picture: Picture): Pick<Logo, 'luminance' | 'isOneColour' | 'isThin' | 'outlines'> {
  const { pixels } = picture
  const sum = [0, 0, 0]
  const squares = [0, 0, 0]
  let light = 0
  let weight = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]! / 255
    if (alpha < 0.5) continue
    weight += alpha
    light += luminance(readRgb(pixels, at)) * alpha
    for (const axis of [0, 1, 2]) {
      sum[axis]! += pixels[at + axis]! * alpha
      squares[axis]! += pixels[at + axis]! ** 2 * alpha
    }
  }
  const spread = Math.max(
    ...[0, 1, 2].map((axis) => Math.sqrt(Math.max(0, squares[axis]! / weight - (sum[axis]! / weight) ** 2))),
  )
  const clear = 1 - (4 * weight) / pixels.length
  return {
    luminance: weight > 0 ? light / weight : 0.5,
    isOneColour: weight > 0 && spread <= ONE_COLOUR_SPREAD && clear >= LEAST_CLEAR,
    isThin: clear > 1 - THIN_INK,
    outlines: measureOutlines(picture),
  }
}

function refuse(path: string, seen: string, cause?: Error): never {
  const file = basename(path)
  const advice =
    'Use a PNG with a transparent ground, or an SVG whose texts are paths and whose pictures are inside of it.'
  throw new RenderError('LOGO_INVALID', `${file} ${seen}.`, { file, seen, advice }, { cause })
}
