import { RenderError } from '@songreel/kit/core'
import type { Picture } from '@songreel/kit/input'
import type { Sharp } from 'sharp'
import {
  checkPictureKind,
  checkPictureSize,
  MAX_PICTURE_PIXELS,
  type PictureKind,
  refusePicture,
} from './picture-refusal.ts'

/** How a picture is read. */
export type PictureOptions = {
  /** The longer side is reduced to this; default 2160, enough for FULL. Pictures are never enlarged. */
  maxSidePx?: number
  signal?: AbortSignal
}

/** Reads a JPEG, PNG, WebP, AVIF, HEIC or GIF (its first frame), known by its content: upright, in sRGB, not too large. */
export async function readPicture(path: string, options: PictureOptions = {}): Promise<Picture> {
  const { maxSidePx = 2160, signal } = options
  signal?.throwIfAborted()
  const source = await openPicture(path, await checkPictureKind(path))
  const { default: sharp } = await import('sharp')
  // sharp caches files and decoded pixels for the next read, and there is none.
  sharp.cache(false)
  const metadata = await sharp(source, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch((error: Error) => refusePicture(path, error))
  checkPictureSize(path, metadata)
  signal?.throwIfAborted()

  const decoder = sharp(source, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', pages: 1 })
  const { data, info } = await toPixels(decoder, maxSidePx).catch((error: Error) =>
    refusePicture(path, error),
  )
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(data.byteLength))
  pixels.set(data)
  const { width, height } = metadata.autoOrient
  return {
    pixels,
    width: info.width,
    height: info.height,
    originalWidth: width,
    originalHeight: height,
    hasAlpha: metadata.hasAlpha && hasTransparency(pixels),
  }
}

/** What sharp is given: the file, or of a HEIC its pixels, for which sharp has no decoder. */
async function openPicture(path: string, kind: PictureKind): Promise<string | Buffer> {
  if (kind !== 'HEIC') return path
  const { decodeHeic } = await import('./heic/decode-heic.ts')
  return decodeHeic(path, (size) => checkPictureSize(path, size)).catch((error: Error) => {
    // One that names the file is complete: the picture is too large.
    if (error instanceof RenderError && error.details.file) throw error
    return refusePicture(path, error)
  })
}

function toPixels(
  decoder: Sharp,
  maxSidePx: number,
): Promise<{ data: Buffer; info: { width: number; height: number } }> {
  return decoder
    .autoOrient()
    .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
}

function hasTransparency(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true
  return false
}
