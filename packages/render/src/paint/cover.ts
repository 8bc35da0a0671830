import type { Canvas } from '@napi-rs/canvas'
import type { Palette } from './palette.ts'
import type { Picture } from './picture.ts'

/** Plain data of a cover: clone it to a worker thread, the pixels are shared. */
export type CoverData = {
  picture: Picture
  palette: Palette
  /** True when there was no picture and one was drawn from title and artist. */
  isDrawn: boolean
}

/** The artwork as templates see it. */
export type Cover = CoverData & {
  width: number
  height: number
  /** Drawable with `ctx.drawImage`; made on first use, so a thread that never paints never pays. */
  readonly image: Canvas
}
