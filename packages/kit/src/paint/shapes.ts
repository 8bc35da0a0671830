import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'
import { type Croppable, cropToFill } from './crop-to-fill.ts'

/** Traces a rectangle with rounded corners; fill, stroke or clip it. */
export function traceRoundedRect(ctx: SKRSContext2D, box: Box, radius: number): void {
  ctx.beginPath()
  // A card with sharp corners has an inner edge with none at all.
  const rounded = Math.max(0, Math.min(radius, box.width / 2, box.height / 2))
  ctx.roundRect(box.x, box.y, box.width, box.height, rounded)
}

/** What a box can be filled with: a cover, whose crop keeps what matters, or a bare image, which keeps its middle. */
export type FillingPicture = Canvas | Image | (Croppable & { readonly image: Canvas | Image })

/** Fills a box with a picture, cropped and never stretched. */
export function drawFilling(ctx: SKRSContext2D, picture: FillingPicture, box: Box, zoom = 1): void {
  const image = 'image' in picture ? picture.image : picture
  const part = cropToFill(picture, box, zoom)
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(image, part.x, part.y, part.width, part.height, box.x, box.y, box.width, box.height)
}

/** The corners of a picture in a circle, of its shorter side: as round as it takes to be large there, and no more. */
export const IN_CIRCLE_RADIUS = 0.28

/** The largest box of a ratio whose rounded corners touch a circle from within, around the circle's middle. */
export function fitInCircle(ratio: number, radius: number): Box {
  const [across, down] = ratio > 1 ? [1, 1 / ratio] : [ratio, 1]
  const corner = IN_CIRCLE_RADIUS * Math.min(across, down)
  const reach = Math.hypot(across / 2 - corner, down / 2 - corner) + corner
  const [width, height] = [(across * radius) / reach, (down * radius) / reach]
  return { x: -width / 2, y: -height / 2, width, height }
}

/** A shadow as light makes it: a tight dark one near the edge and a wide faint one below. */
export type CardShadow = {
  /** How far the card floats, in pixels; the wide blur is about twice that. */
  heightPx: number
  /** Darkness of the whole, 0 to 1. Default 0.5. */
  strength?: number
}

/** How far a card's shadow reaches beyond its box, so that a sprite can be made large enough. */
export function shadowReach({ heightPx }: CardShadow): number {
  return Math.ceil(heightPx * 4.2)
}

/** Draws the shadow of a rounded card, without the card. */
export function drawCardShadow(ctx: SKRSContext2D, box: Box, radius: number, shadow: CardShadow): void {
  const strength = shadow.strength ?? 0.5
  const cast = [
    { blur: shadow.heightPx * 3, drop: shadow.heightPx * 1.2, alpha: strength * 0.8 },
    { blur: shadow.heightPx * 0.7, drop: shadow.heightPx * 0.25, alpha: strength * 0.5 },
  ]
  // The caster stands outside of the picture, so that only its shadow is seen through a translucent card.
  const away = box.x + box.width + ctx.canvas.width
  for (const { blur, drop, alpha } of cast) {
    ctx.save()
    ctx.shadowColor = `rgba(0, 0, 0, ${alpha})`
    ctx.shadowBlur = blur
    ctx.shadowOffsetX = away
    ctx.shadowOffsetY = drop
    ctx.fillStyle = '#000'
    traceRoundedRect(ctx, { ...box, x: box.x - away }, radius)
    ctx.fill()
    ctx.restore()
  }
}

/** Draws a picture as a card: cropped to the box, rounded, with a hairline that separates it from any ground. */
export function drawCard(ctx: SKRSContext2D, picture: FillingPicture, box: Box, radius: number): void {
  ctx.save()
  traceRoundedRect(ctx, box, radius)
  ctx.clip()
  drawFilling(ctx, picture, box)
  ctx.restore()
  const hairline = Math.max(1, Math.min(box.width, box.height) / 500)
  const inner = {
    x: box.x + hairline / 2,
    y: box.y + hairline / 2,
    width: box.width - hairline,
    height: box.height - hairline,
  }
  ctx.save()
  ctx.lineWidth = hairline
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.1)'
  traceRoundedRect(ctx, inner, radius - hairline / 2)
  ctx.stroke()
  ctx.restore()
}
