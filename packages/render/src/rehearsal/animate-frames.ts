import sharp from 'sharp'
import type { RehearsedFrame } from './contact-sheet.ts'

/**
 * From what nobody can tell from the frames down to what a busy picture needs to stay small. Below 90, blocks of slowly
 * moving gradients stay behind: the encoder takes what has changed a little for unchanged.
 */
const QUALITIES = [95, 90, 82, 70, 55, 40, 25, 12]

/** Encodes consecutive frames as an animated WebP for pages, in the best quality that stays below a size. */
export async function animateFrames(
  frames: readonly RehearsedFrame[],
  { fps, maxBytes }: { fps: number; maxBytes: number },
): Promise<Buffer> {
  const [{ width, height }] = frames as [RehearsedFrame]
  const pixels = Buffer.concat(frames.map(({ rgb }) => rgb))
  const raw = { width, height: height * frames.length, channels: 3, pageHeight: height } as const
  const delay = frames.map(() => Math.round(1000 / fps))
  let webp = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    webp = await sharp(pixels, { raw, limitInputPixels: false })
      .webp({ quality, delay, loop: 0, effort: 4 })
      .toBuffer()
    if (webp.length <= maxBytes) break
  }
  return webp
}
