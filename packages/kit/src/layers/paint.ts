import type { DrawBox, Painting, Shape } from '../compose/painting.ts'
import type { Box } from '../geometry.ts'

/** What may be said about a painting besides its box and its drawing. */
export type PaintOptions = {
  /** Pixels around the box that the drawing may use too, for shadows and strokes. Default 0. */
  bleed?: number
  /** Pixels of the frame per unit of box, bleed and drawing: type laid out once in one size fits alike in all. Default 1. */
  unit?: number
  /** True: letters in it are a pattern, not something to be read; checks of type leave it alone. Default false. */
  isTexture?: boolean
}

/**
 * Describes something to be painted once with Canvas 2D; (0, 0) is the box's top left corner. The drawing runs in one
 * thread only, so it must not set anything outside of itself.
 */
export function paint(
  box: Box,
  draw: DrawBox,
  { bleed = 0, unit = 1, isTexture = false }: PaintOptions = {},
): Painting {
  const painting: Painting = {
    box: { x: box.x * unit, y: box.y * unit, width: box.width * unit, height: box.height * unit },
    bleed: Math.ceil(bleed * unit),
    isTexture,
    draw: (ctx) => {
      ctx.scale(unit, unit)
      draw(ctx, box)
    },
    get shape(): Shape {
      return { painting }
    },
  }
  return painting
}
