import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { hashFile } from '@songreel/audio'
import { RenderError } from '@songreel/kit/core'
import { type BrandFont, FontFault, readFontFacts } from '@songreel/kit/input'

/** Fonts with all letters of East Asia have about 16 MB. */
const MAX_FONT_BYTES = 32 * 1024 ** 2

/** Reads a font of a brand, and draws a letter with it before anybody relies on it; damaged and foreign files are `FONT_INVALID`. */
export async function readFont(path: string): Promise<BrandFont> {
  const { size } = await stat(path)
  if (size > MAX_FONT_BYTES) refuse(path, `has ${Math.round(size / 1024 ** 2)} MB; at most 32 MB are read`)
  if (size < 12) refuse(path, 'is no font')
  const font = { ...readFacts(path), path, sha256: await hashFile(path) }
  const { findHairline, tryFont } = await import('@songreel/kit/drawing')
  if (!tryFont(font)) refuse(path, 'is damaged: its letters cannot be drawn')
  return { ...font, hairline: findHairline(font) }
}

function readFacts(path: string) {
  try {
    return readFontFacts(path)
  } catch (error) {
    if (error instanceof FontFault) return refuse(path, error.message, error)
    throw error
  }
}

function refuse(path: string, seen: string, cause?: Error): never {
  const file = basename(path)
  const advice = 'Use a TTF, OTF or WOFF2 file with a single font.'
  throw new RenderError('FONT_INVALID', `${file} ${seen}.`, { file, seen, advice }, { cause })
}
