import { RenderError } from '@songreel/kit/core'
import type { StoreMaster } from '@songreel/kit/input'
import { isSameRatio, readAspectRatio } from './aspect-ratio.ts'
import type { Quality } from './render-plan.ts'

/** The short side of the picture, and the frame rate where a quality has its own. */
export const QUALITIES: Record<Quality, { shortSidePx: number; fps?: number }> = {
  PREVIEW: { shortSidePx: 360, fps: 15 },
  HD: { shortSidePx: 720 },
  FULL: { shortSidePx: 1080 },
  ULTRA: { shortSidePx: 2160 },
}

const LARGEST_RATIO = 3

/** The picture's size for an aspect ratio such as `9x16` (or `9:16`); both sides are even. A master has sizes of its own. */
export function planVideoSize(
  aspectRatio: string,
  quality: Quality,
  master?: StoreMaster,
): { width: number; height: number } {
  const prescribed = quality === 'ULTRA' ? Object.entries(master?.sizes ?? {}) : []
  const [, size] = prescribed.find(([shape]) => isSameRatio(shape, aspectRatio)) ?? []
  return size ?? sizeShape(aspectRatio, QUALITIES[quality].shortSidePx)
}

/** The same for a short side of so many pixels. */
export function sizeShape(aspectRatio: string, shortSidePx: number): { width: number; height: number } {
  const ratio = readAspectRatio(aspectRatio)
  const longer = Math.max(ratio, 1 / ratio)
  if (!(longer <= LARGEST_RATIO)) {
    const message = `The aspect ratio ${aspectRatio} is not <w>x<h> with whole numbers up to 32, between 1x3 and 3x1.`
    throw new RenderError('TEMPLATE_DATA_INVALID', message, { field: 'aspectRatio', seen: aspectRatio })
  }
  const longSidePx = 2 * Math.round((shortSidePx * longer) / 2)
  return ratio > 1 ? { width: longSidePx, height: shortSidePx } : { width: shortSidePx, height: longSidePx }
}
