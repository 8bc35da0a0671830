import { type Box, chance, type drawText, hexToOklch, mixColours } from '@songreel/kit'

type Canvas = Parameters<typeof drawText>[0]

/** A scale has so many marks, on three quarters of a turn. */
const MARKS = 11
const SWEEP = 1.5 * Math.PI
const FROM = 0.75 * Math.PI
/** Of half the box: the marks around the knob, its skirt and its cap. */
const REACH = { marks: 0.98, inner: 0.86, skirt: 0.76, cap: 0.6 }

/** A knob for the level of each channel, turned up: marks on the metal, a ribbed skirt, and a line on the cap. */
export function drawKnob(
  ctx: Canvas,
  { x, y, width, height }: Box,
  { metal, glowing, seed }: { metal: string; glowing: string; seed: number },
): void {
  const radius = Math.min(width, height) / 2
  const turned = 0.55 + 0.3 * chance(seed, 'knob', Math.round(y))
  ctx.save()
  ctx.translate(x + width / 2, y + height / 2)
  drawMarks(ctx, radius, metal)
  const shadow = ctx.createRadialGradient(0, 0.08 * radius, 0.6 * radius, 0, 0.1 * radius, 0.9 * radius)
  shadow.addColorStop(0, 'rgba(0, 0, 0, 0.6)')
  shadow.addColorStop(1, 'rgba(0, 0, 0, 0)')
  fillCircle(ctx, 0.9 * radius, shadow)
  const skirt = ctx.createLinearGradient(-radius, -radius, radius, radius)
  skirt.addColorStop(0, '#5a5651')
  skirt.addColorStop(0.45, '#24221f')
  skirt.addColorStop(1, '#0e0d0c')
  fillCircle(ctx, REACH.skirt * radius, skirt)
  const cap = ctx.createConicGradient(0.3, 0, 0)
  for (const [at, colour] of CAP) cap.addColorStop(at, colour)
  fillCircle(ctx, REACH.cap * radius, cap)
  ctx.rotate(FROM + SWEEP * turned)
  ctx.fillStyle = glowing
  ctx.fillRect(0.28 * radius, -0.035 * radius, 0.44 * radius, 0.07 * radius)
  ctx.restore()
}

/** Light on turned metal: two bright fans, opposite each other. */
const CAP = [
  [0, '#8d8881'],
  [0.13, '#3a3734'],
  [0.37, '#4a4643'],
  [0.5, '#a29c94'],
  [0.63, '#3a3734'],
  [0.87, '#4a4643'],
  [1, '#8d8881'],
] as const

function drawMarks(ctx: Canvas, radius: number, metal: string): void {
  ctx.strokeStyle = mixColours(metal, isLight(metal) ? '#000000' : '#ffffff', 0.62)
  ctx.lineWidth = 0.035 * radius
  for (let mark = 0; mark < MARKS; mark++) {
    const angle = FROM + (SWEEP * mark) / (MARKS - 1)
    ctx.beginPath()
    ctx.moveTo(REACH.inner * radius * Math.cos(angle), REACH.inner * radius * Math.sin(angle))
    ctx.lineTo(REACH.marks * radius * Math.cos(angle), REACH.marks * radius * Math.sin(angle))
    ctx.stroke()
  }
}

function isLight(colour: string): boolean {
  return hexToOklch(colour).lightness > 0.6
}

function fillCircle(ctx: Canvas, radius: number, fill: Canvas['fillStyle']): void {
  ctx.beginPath()
  ctx.arc(0, 0, radius, 0, 2 * Math.PI)
  ctx.fillStyle = fill
  ctx.fill()
}
