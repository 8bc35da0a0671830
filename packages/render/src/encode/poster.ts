import { writeFile } from 'node:fs/promises'
import type { FrameSource } from './frame-source.ts'

const JPEG_QUALITY = 88

/** Writes a picture (red, green, blue, rows without padding) as a JPEG. */
export async function writePoster(
  file: string,
  { width, height }: FrameSource['size'],
  rgb: Uint8Array,
): Promise<void> {
  const { default: sharp } = await import('sharp')
  const raw = { width, height, channels: 3 as const }
  const jpeg = await sharp(rgb, { raw }).jpeg({ quality: JPEG_QUALITY, progressive: true }).toBuffer()
  await writeFile(file, jpeg)
}
