import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { smoothstep } from './easing.ts'

const STOPS = 24

/** Where paint goes over into nothing: on `axis`, from `full`, where all of it is there, to `gone`. */
export type PaintFade = { axis: 'x' | 'y'; full: number; gone: number }

/** Takes away what is painted, along an S-shaped curve: a straight one would show where it begins. */
export function fadeOut(ctx: SKRSContext2D, { axis, full, gone }: PaintFade): void {
  const gradient =
    axis === 'x' ? ctx.createLinearGradient(full, 0, gone, 0) : ctx.createLinearGradient(0, full, 0, gone)
  for (let stop = 0; stop <= STOPS; stop++) {
    const way = stop / STOPS
    gradient.addColorStop(way, `rgba(0, 0, 0, ${1 - smoothstep(0, 1, way)})`)
  }
  ctx.globalCompositeOperation = 'destination-in'
  ctx.fillStyle = gradient
  const { width, height } = ctx.canvas
  ctx.fillRect(-width, -height, 3 * width, 3 * height)
}

/** A picture whose sides and head go over into nothing, each along such a part of its length; its foot stays. */
export function fadeRim(picture: Canvas, share: number): Canvas {
  const { width, height } = picture
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  ctx.drawImage(picture, 0, 0)
  fadeOut(ctx, { axis: 'x', full: share * width, gone: 0 })
  fadeOut(ctx, { axis: 'x', full: (1 - share) * width, gone: width })
  fadeOut(ctx, { axis: 'y', full: share * height, gone: 0 })
  return canvas
}
