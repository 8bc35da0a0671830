import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'
import { drawPicture } from '../paint/draw-picture.ts'
import type { LogoForm } from './brand-scene.ts'
import { PLATE_MARGIN } from './logo-box.ts'

/** Draws a logo into a box: as it is, in one colour, or on a plate around it. */
export function drawLogo(ctx: SKRSContext2D, { picture, tint, plate }: LogoForm, box: Box): void {
  if (plate) drawPlate(ctx, plate, box)
  const image = drawPicture(picture)
  const stamp = tint ? tintImage(image, tint) : image
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(stamp, box.x, box.y, box.width, box.height)
}

/** The plate around the box of a logo. */
export function drawPlate(ctx: SKRSContext2D, plate: string, box: Box): void {
  const margin = PLATE_MARGIN * Math.min(box.width, box.height)
  ctx.fillStyle = plate
  ctx.beginPath()
  ctx.roundRect(box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin, margin)
  ctx.fill()
}

function tintImage(image: ReturnType<typeof drawPicture>, tint: string) {
  const canvas = createCanvas(image.width, image.height)
  const ctx = canvas.getContext('2d')
  ctx.drawImage(image, 0, 0)
  ctx.globalCompositeOperation = 'source-in'
  ctx.fillStyle = tint
  ctx.fillRect(0, 0, image.width, image.height)
  return canvas
}
