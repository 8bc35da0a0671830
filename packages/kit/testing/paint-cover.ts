import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Size } from '../src/geometry.ts'
import { describeCover } from '../src/paint/cover.ts'
import { type Cover, createCover } from '../src/paint/create-cover.ts'
import type { Picture } from '../src/paint/picture.ts'

/** A cover, square if only its side is given, with a dark ground and whatever is painted on it. */
export function paintCover(size: number | Size, draw: (ctx: SKRSContext2D) => void): Cover {
  const { width, height } = typeof size === 'number' ? { width: size, height: size } : size
  const ctx = createCanvas(width, height).getContext('2d')
  ctx.fillStyle = '#203040'
  ctx.fillRect(0, 0, width, height)
  draw(ctx)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  pixels.set(ctx.getImageData(0, 0, width, height).data)
  const picture: Picture = {
    pixels,
    width,
    height,
    originalWidth: width,
    originalHeight: height,
    hasAlpha: false,
  }
  return createCover(describeCover(picture, picture, {}, false))
}
