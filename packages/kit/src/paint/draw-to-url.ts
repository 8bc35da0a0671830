import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Size } from '../geometry.ts'

/** Draws a picture of this size into a data: URL, for formats that hold pictures as text. */
export function drawToUrl({ width, height }: Size, draw: (ctx: SKRSContext2D) => void): string {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  draw(ctx)
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
}
