import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Picture } from './picture.ts'

const BAND_ROWS = 64

/** A canvas with the picture on it, for `ctx.drawImage`. */
export function drawPicture({ pixels, width, height }: Picture): Canvas {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  // In bands, because a copy of the whole picture would stay until garbage is collected.
  const band = ctx.createImageData(width, Math.min(height, BAND_ROWS))
  const bandBytes = band.data.length
  for (let row = 0; row < height; row += BAND_ROWS) {
    band.data.set(pixels.subarray(row * width * 4, row * width * 4 + bandBytes))
    ctx.putImageData(band, 0, row)
  }
  return canvas
}
