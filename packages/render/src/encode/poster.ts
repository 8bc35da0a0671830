import { writeFile } from 'node:fs/promises'
import type { FrameSource } from './frame-source.ts'

const JPEG_QUALITY = 88

/** A poster must not show the entrance or the exit: only this middle part of the video is looked at. */
const FIRST_SHARE = 0.05
const LAST_SHARE = 0.95

/** The frame with the most contrast, colour and movement. */
export function chooseLiveliestFrame(liveliness: Float32Array): number {
  const first = Math.floor(liveliness.length * FIRST_SHARE)
  const last = Math.max(first + 1, Math.floor(liveliness.length * LAST_SHARE))
  let best = first
  for (let frame = first; frame < last; frame++) {
    if (liveliness[frame]! > liveliness[best]!) best = frame
  }
  return best
}

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
