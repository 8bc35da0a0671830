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
  // Held weakly: layers keep the cover for the whole render, and hardly one paints with it after setting up.
  let held: WeakRef<Canvas> | undefined
  return {
    ...data,
    width: data.picture.width,
    height: data.picture.height,
    get image() {
      const image = held?.deref() ?? drawPicture(data.picture)
      held = new WeakRef(image)
      return image
    },
  }
}
