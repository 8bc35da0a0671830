import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Size } from '@songreel/kit/core'
import type { Picture, Subject } from '@songreel/kit/input'

/** Where the squares of a pattern are the other way round; in fractions of the picture. */
export type IsTurned = (x: number, y: number) => boolean

/** So many squares along the picture's longer side. A blurred picture shows none of them: it is a ground. */
const SQUARES = 40
const DARK = 56
const BRIGHT = 200
/** The same as four bytes, opaque. */
const DARK_PIXEL = 0xff000000 + DARK * 0x010101
const BRIGHT_PIXEL = 0xff000000 + BRIGHT * 0x010101
/** How far a full change of a square goes, in luma of limited range. */
const FULL_CHANGE = ((BRIGHT - DARK) * 219) / 255
/** A picture that shows less than this of the pattern is so dim or so soft that it is a ground for type. */
const LEAST_SEEN = 0.36

/** A change of a pixel from which on the pattern is seen there. */
export const SEEN_CHANGE = LEAST_SEEN * FULL_CHANGE

/** A chequered picture; in some places its squares are the other way round. */
export function paintPattern({ width, height }: Size, isTurned: IsTurned): Canvas {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(width, height)
  const pixels = new Uint32Array(image.data.buffer)
  const square = Math.max(width, height) / SQUARES
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / square)
    for (let x = 0; x < width; x++) {
      const isOdd = (row + Math.floor(x / square)) % 2 === 1
      const isBright = isOdd !== isTurned((x + 0.5) / width, (y + 0.5) / height)
      pixels[y * width + x] = isBright ? BRIGHT_PIXEL : DARK_PIXEL
    }
  }
  ctx.putImageData(image, 0, 0)
  return canvas
}

/** A picture of the same size that shows the pattern. */
export function patternPicture(picture: Picture, isTurned: IsTurned): Picture {
  const data = paintPattern(picture, isTurned).data()
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(data.length))
  pixels.set(data)
  return { ...picture, pixels }
}

/** Whether a place of a picture belongs to its subject. */
export function isInSubject({ columns, rows, weights }: Subject, x: number, y: number): boolean {
  return (weights[Math.floor(y * rows) * columns + Math.floor(x * columns)] ?? 0) > 0
}
