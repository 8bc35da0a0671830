import {
  type Box,
  drawText,
  type Frame,
  fitText,
  type Layer,
  paint,
  sprite,
  traceRoundedRect,
} from '@songreel/kit'
import type { Finish } from './face.ts'

type Canvas = Parameters<typeof drawText>[0]

/** The scale of a volume meter: what stands at each mark, and where, 0 to 1 along the arc. */
const MARKS = [
  ['20', 0],
  ['10', 0.2],
  ['7', 0.31],
  ['5', 0.41],
  ['3', 0.53],
  ['', 0.6],
  ['1', 0.67],
  ['0', 0.76],
  ['', 0.84],
  ['', 0.92],
  ['3', 1],
] as const
const HOT = 0.76

/** Where the needle hangs, how far it swings to either side, in radians, and where the name of the scale stands, in the units of the box. */
type Dial = { box: Box; x: number; y: number; radius: number; reach: number; name: Box }

/** In the lower left corner no needle ever stands before the name. */
const NAME = { x: 0.055, y: 0.75, width: 0.12, height: 0.14 }

/** Plans a meter's dial for its box. */
export function planDial(box: Box): Dial {
  const { width, height } = box
  const radius = 0.92 * height
  const reach = Math.asin(Math.min(0.72, (0.4 * width) / radius))
  const name = {
    x: NAME.x * width,
    y: NAME.y * height,
    width: NAME.width * width,
    height: NAME.height * height,
  }
  return { box, x: width / 2, y: 1.2 * height, radius, reach, name }
}

/** What a meter shows: a level for its needle, and how bright its lamp is. */
export type Reading = { level: (frame: Frame) => number; light: (frame: Frame) => number }

/** One meter: a dial that its lamp lights from behind, and the needle. */
export function drawMeter(
  box: Box,
  { unit, finish, reading }: { unit: number; finish: Finish; reading: Reading },
): Layer[] {
  const dial = planDial(box)
  const { dim, lit } = finish.dial
  const face = (ground: string) =>
    paint(box, (ctx) => drawDial(ctx, dial, { ...finish.dial, ground }), { unit, isTexture: true })
  const inner = (dial.y - box.height) / Math.cos(dial.reach) + 12
  const length = 0.97 * dial.radius - inner
  const needleBox = {
    x: box.x + dial.x - 5,
    y: box.y + dial.y - inner - length,
    width: 10,
    height: length,
  }
  const needle = paint(
    needleBox,
    (ctx) => {
      ctx.fillStyle = 'rgba(0, 0, 0, 0.22)'
      ctx.fillRect(6.5, 4, 3, length - 4)
      ctx.fillStyle = '#16100a'
      ctx.fillRect(2.5, 0, 5, length)
    },
    { unit },
  )
  const degrees = (dial.reach * 180) / Math.PI
  return [
    sprite(face(dim)),
    sprite(face(lit), { opacity: reading.light }),
    sprite(needle, {
      // Upright it would be drawn in another way than slanted; this never comes out even.
      rotation: (frame) => (2 * reading.level(frame) - 1) * degrees + 0.013,
      anchor: { x: 0.5, y: 1 + inner / length },
    }),
  ]
}

function drawDial(
  ctx: Canvas,
  { box, x, y, radius, reach, name }: Dial,
  colours: Finish['dial'] & { ground: string },
): void {
  const { ground, ink, hot } = colours
  const { width, height } = box
  ctx.save()
  traceRoundedRect(ctx, { x: 0, y: 0, width, height }, 14)
  ctx.clip()
  ctx.fillStyle = ground
  ctx.fillRect(0, 0, width, height)
  // The lamp stands behind the middle: the corners are darker.
  const lamp = ctx.createRadialGradient(x, 0.62 * height, 0.1 * height, x, 0.62 * height, 0.72 * width)
  lamp.addColorStop(0, 'rgba(255, 255, 255, 0.3)')
  lamp.addColorStop(0.45, 'rgba(255, 255, 255, 0)')
  lamp.addColorStop(1, 'rgba(40, 14, 0, 0.5)')
  ctx.fillStyle = lamp
  ctx.fillRect(0, 0, width, height)
  const angleAt = (share: number) => -Math.PI / 2 + (2 * share - 1) * reach
  const arc = (from: number, to: number, colour: string, lineWidth: number) => {
    ctx.beginPath()
    ctx.arc(x, y, 0.86 * radius, angleAt(from), angleAt(to))
    ctx.lineWidth = lineWidth
    ctx.strokeStyle = colour
    ctx.stroke()
  }
  arc(0, HOT, ink, 0.011 * height)
  arc(HOT, 1, hot, 0.034 * height)
  for (const [text, share] of MARKS)
    drawMark(ctx, { x, y, radius, angle: angleAt(share) }, text, share >= HOT ? hot : ink)
  const style = { font: 'MODERN', role: 'DISPLAY', anchor: 'MIDDLE', maxSizePx: 0.11 * height } as const
  drawText(ctx, fitText('VU', name, style), name.x, name.y, ink)
  ctx.beginPath()
  ctx.arc(x, y, y - 0.86 * height, 0, 2 * Math.PI)
  ctx.fillStyle = '#191412'
  ctx.fill()
  ctx.restore()
}

type Mark = { x: number; y: number; radius: number; angle: number }

function drawMark(ctx: Canvas, { x, y, radius, angle }: Mark, text: string, colour: string): void {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  ctx.beginPath()
  ctx.moveTo(x + 0.86 * radius * cosine, y + 0.86 * radius * sine)
  ctx.lineTo(x + 0.93 * radius * cosine, y + 0.93 * radius * sine)
  ctx.lineWidth = 0.014 * radius
  ctx.strokeStyle = colour
  ctx.stroke()
  if (!text) return
  const side = 0.16 * radius
  const style = {
    font: 'MODERN',
    role: 'DISPLAY',
    align: 'CENTER',
    anchor: 'MIDDLE',
    maxSizePx: 0.078 * radius,
  } as const
  const at = 0.995 * radius
  drawText(
    ctx,
    fitText(text, { width: side, height: side }, style),
    x + at * cosine - side / 2,
    y + at * sine - side / 2,
    colour,
  )
}
