import type { Box } from '../geometry.ts'

/** How much a head has above its face, beside it and below, in parts of the face's height and width. */
export type AroundFace = { above: number; beside: number; below: number }

/** The head around a face, in fractions of the picture: it cannot go on beyond that. */
export function growFace({ x, y, width, height }: Box, { above, beside, below }: AroundFace): Box {
  const left = Math.max(0, x - beside * width)
  const top = Math.max(0, y - above * height)
  const right = Math.min(1, x + (1 + beside) * width)
  const bottom = Math.min(1, y + (1 + below) * height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}
