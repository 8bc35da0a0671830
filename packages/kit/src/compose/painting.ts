import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'

/** Draws into a box; (0, 0) is the box's top left corner. */
export type DrawBox = (ctx: SKRSContext2D, box: Box) => void

/** Something to be painted once with Canvas 2D; layers place and move it. */
export type Painting = {
  readonly box: Box
  /** Pixels around the box that the drawing may use too, for shadows and strokes. */
  readonly bleed: number
  readonly draw: DrawBox
  /** True: letters in it are a pattern, like woven cloth, and nobody has to be able to read them. */
  readonly isTexture?: boolean
  /** Its outline, for layers that want the form and not the picture. */
  readonly shape: Shape
}

/** The form of a painting. */
export type Shape = { readonly painting: Painting }
