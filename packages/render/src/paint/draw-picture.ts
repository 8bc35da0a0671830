import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Picture } from './picture.ts'

/** A canvas with the picture on it, for `ctx.drawImage`. */
export function drawPicture({ pixels, width, height }: Picture): Canvas {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(width, height)
  image.data.set(pixels)
  ctx.putImageData(image, 0, 0)
  return canvas
}
