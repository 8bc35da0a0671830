import type { Canvas } from '@napi-rs/canvas'
import { drawPicture } from './draw-picture.ts'
import type { PhotoData } from './photo-data.ts'

/** A photograph as templates see it. */
export type Photo = Omit<PhotoData, 'picture'> & {
  readonly width: number
  readonly height: number
  /** Drawable with `ctx.drawImage`; made on first use, so a thread that never paints never pays. */
  readonly image: Canvas
}

/** Gives plain data its drawable image. */
export function createPhoto({ picture, salience, light }: PhotoData): Photo {
  // Held weakly, as a cover's is.
  let held: WeakRef<Canvas> | undefined
  return {
    salience,
    light,
    width: picture.width,
    height: picture.height,
    get image() {
      const image = held?.deref() ?? drawPicture(picture)
      held = new WeakRef(image)
      return image
    },
  }
}
