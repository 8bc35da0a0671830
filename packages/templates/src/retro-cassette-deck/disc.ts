import { type Cover, drawFilling, type drawText } from '@songreel/kit'

type Canvas = Parameters<typeof drawText>[0]

/** Of a disc's radius, as they are pressed: the print, the clear ring in the middle and the hole. */
export const PRINT_SHARE = 0.6
const CLEAR_SHARE = 0.29
const HOLE_SHARE = 0.125

/** The silver of a disc, with the colours that its pits part the light into. */
export function drawSilver(ctx: Canvas, radius: number): void {
  circle(ctx, radius, radius, '#c9ccd2')
  const colours = ctx.createConicGradient(0.6, radius, radius)
  const stops = ['255, 110, 110', '255, 214, 120', '140, 240, 160', '110, 200, 255', '180, 130, 255']
  for (const turn of [0, 0.5]) {
    colours.addColorStop(turn, 'rgba(255, 255, 255, 0)')
    for (const [i, stop] of stops.entries())
      colours.addColorStop(turn + 0.06 + 0.045 * i, `rgba(${stop}, 0.55)`)
    colours.addColorStop(turn + 0.32, 'rgba(60, 64, 76, 0.5)')
    colours.addColorStop(turn + 0.48, 'rgba(255, 255, 255, 0)')
  }
  circle(ctx, radius, radius, colours)
  ring(ctx, radius, 0.985, 0.02, 'rgba(255, 255, 255, 0.55)')
  ring(ctx, radius, 0.95, 0.006, 'rgba(0, 0, 0, 0.25)')
  ring(ctx, radius, PRINT_SHARE + 0.02, 0.012, 'rgba(0, 0, 0, 0.3)')
}

/** The print around the middle: the cover, which turns. The box is as wide as the print. */
export function drawPrint(ctx: Canvas, radius: number, cover: Cover): void {
  ctx.save()
  ctx.beginPath()
  ctx.arc(radius, radius, radius, 0, 2 * Math.PI)
  ctx.clip()
  drawFilling(ctx, cover, { x: 0, y: 0, width: 2 * radius, height: 2 * radius })
  ctx.restore()
  const whole = radius / PRINT_SHARE
  ctx.beginPath()
  ctx.arc(radius, radius, CLEAR_SHARE * whole, 0, 2 * Math.PI)
  ctx.fillStyle = '#d7d9dd'
  ctx.fill()
  ctx.lineWidth = 0.012 * whole
  ctx.strokeStyle = 'rgba(0, 0, 0, 0.22)'
  for (const share of [CLEAR_SHARE, 0.2]) {
    ctx.beginPath()
    ctx.arc(radius, radius, share * whole, 0, 2 * Math.PI)
    ctx.stroke()
  }
  ctx.beginPath()
  ctx.arc(radius, radius, HOLE_SHARE * whole, 0, 2 * Math.PI)
  ctx.fillStyle = '#111113'
  ctx.fill()
}

function circle(ctx: Canvas, middle: number, radius: number, fill: Canvas['fillStyle']): void {
  ctx.beginPath()
  ctx.arc(middle, middle, radius, 0, 2 * Math.PI)
  ctx.fillStyle = fill
  ctx.fill()
}

function ring(ctx: Canvas, radius: number, share: number, width: number, colour: string): void {
  ctx.beginPath()
  ctx.arc(radius, radius, share * radius, 0, 2 * Math.PI)
  ctx.lineWidth = width * radius
  ctx.strokeStyle = colour
  ctx.stroke()
}
