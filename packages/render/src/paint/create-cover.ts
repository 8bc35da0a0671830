import type { Canvas } from '@napi-rs/canvas'
import type { CoverData } from './cover.ts'
import { drawPicture } from './draw-picture.ts'

/** The artwork as templates see it. */
export type Cover = CoverData & {
  width: number
  height: number
  /** Drawable with `ctx.drawImage`; made on first use, so a thread that never paints never pays. */
  readonly image: Canvas
}

/** Gives plain cover data its drawable image. */
export function createCover(data: CoverData): Cover {
  let image: Canvas | undefined
  return {
    ...data,
    width: data.picture.width,
    height: data.picture.height,
    get image() {
      image ??= drawPicture(data.picture)
      return image
    },
  }
}
