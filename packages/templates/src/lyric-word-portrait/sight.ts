import type { Box, PaintPicture, Size } from '@songreel/kit'
import type { Cut } from './cut.ts'

type Context = Parameters<PaintPicture>[0]

/** How clear of letters each place of a frame is, 0 to 1. */
export type Sight = (x: number, y: number) => number

/** Where the cover lies in a frame, and which part of the frame shows its photograph, or what is cut out of it. */
export type SightPlan = { place: Box; pane: Box; size: Size; cut?: Cut | undefined }

/**
 * What is clear of letters: a ridge along its own outline, with words for its sky; or, where there is none, all of a
 * photograph, which ends at straight edges: a soft one would be fog beside a head.
 */
export function createSight(ctx: Context, { place, pane, size, cut }: SightPlan): Sight {
  if (!cut) {
    const { x: left, y: top, width, height } = pane
    return (x, y) => (x >= left && x < left + width && y >= top && y < top + height ? 1 : 0)
  }
  const opacity = readFront(ctx, cut, place, size)
  return (x, y) => opacity[y * size.width + x]! / 255
}

function readFront(ctx: Context, cut: Cut, { x, y, width, height }: Box, size: Size): Uint8Array {
  ctx.clearRect(0, 0, size.width, size.height)
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(cut.paintFront(), x, y, width, height)
  const { data } = ctx.getImageData(0, 0, size.width, size.height)
  ctx.clearRect(0, 0, size.width, size.height)
  return Uint8Array.from({ length: size.width * size.height }, (_, i) => data[4 * i + 3]!)
}
