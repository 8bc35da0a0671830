import { createCanvas } from '@napi-rs/canvas'
import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Size } from '../geometry.ts'
import { paint } from './paint.ts'
import { sprite } from './sprite.ts'

/** A whole frame as red, green and blue, rows without padding. */
export type Still = Size & { rgb: Uint8Array }

/** Another picture above everything in the first frame, which goes within so many seconds: one scene comes out of another. */
export function dissolve({ width, height, rgb }: Still, secs: number): Layer {
  const painting = paint(
    { x: 0, y: 0, width, height },
    (ctx) => {
      const canvas = createCanvas(width, height)
      const own = canvas.getContext('2d')
      const picture = own.createImageData(width, height)
      for (let at = 0, from = 0; from < rgb.length; at += 4, from += 3) {
        picture.data[at] = rgb[from]!
        picture.data[at + 1] = rgb[from + 1]!
        picture.data[at + 2] = rgb[from + 2]!
        picture.data[at + 3] = 255
      }
      own.putImageData(picture, 0, 0)
      ctx.drawImage(canvas, 0, 0)
    },
    { isTexture: true },
  )
  return sprite(painting, { opacity: (frame) => remains(frame, secs) })
}

/** How much of it is left: the first frame has gone a step already, or the picture would stand still for one. */
function remains({ index, fps }: Frame, secs: number): number {
  const gone = Math.min(1, (index + 1) / Math.max(1, Math.round(secs * fps)))
  return 0.5 + 0.5 * Math.cos(Math.PI * gone)
}
