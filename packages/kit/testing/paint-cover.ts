import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { describeCover } from '../src/paint/cover.ts'
import { type Cover, createCover } from '../src/paint/create-cover.ts'
import type { Picture } from '../src/paint/picture.ts'

/** A square cover with a dark ground and whatever is painted on it. */
export function paintCover(side: number, draw: (ctx: SKRSContext2D) => void): Cover {
  const ctx = createCanvas(side, side).getContext('2d')
  ctx.fillStyle = '#203040'
  ctx.fillRect(0, 0, side, side)
  draw(ctx)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(side * side * 4))
  pixels.set(ctx.getImageData(0, 0, side, side).data)
  const size = { width: side, height: side, originalWidth: side, originalHeight: side }
  const picture: Picture = { pixels, ...size, hasAlpha: false }
  return createCover(describeCover(picture, picture, {}, false))
}
