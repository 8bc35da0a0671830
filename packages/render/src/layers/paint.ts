import type { DrawBox, Painting, Shape } from '../compose/painting.ts'
import type { Box } from '../geometry.ts'

/** What may be said about a painting besides its box and its drawing. */
export type PaintOptions = {
  /** Pixels around the box that the drawing may use too, for shadows and strokes. Default 0. */
  bleed?: number
}

/**
 * Describes something to be painted once with Canvas 2D; (0, 0) is the box's top left corner. The drawing runs in one
 * thread only, so it must not set anything outside of itself.
 */
export function paint(box: Box, draw: DrawBox, { bleed = 0 }: PaintOptions = {}): Painting {
  const painting: Painting = {
    box,
    bleed: Math.ceil(bleed),
    draw,
    get shape(): Shape {
      return { painting }
    },
  }
  return painting
}
