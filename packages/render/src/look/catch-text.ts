import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '@songreel/kit/core'
import { insetBox, type Painting, paintedArea, tearJoinedEmoji } from '@songreel/kit/drawing'
import { luminance, parseHex, readRgb } from '@songreel/kit/input'
import { boundsOf, type TurnedBox } from './turned-box.ts'

/** Relative luminance of letters, 0 to 1, at a place of their line: parts of its width and height. */
export type LetterLight = (across: number, down: number) => number

/** A line on its canvas: pixels of the canvas, and its place relative to the sprite that is made of it. */
export type PaintedText = {
  text: string
  /** Where its pixels are; `ink` is the upright box around them. */
  line: TurnedBox
  ink: Box
  /** Size of its font. */
  sizePx: number
  /** True when its painting ends before the text does. */
  isClipped: boolean
  /** Undefined where the letters are translucent. */
  luminance: LetterLight | undefined
}

/** Anti-aliasing may touch one pixel more than the outline. */
const TOLERANCE_PX = 1
/** Places along either side of a line at which a gradient is looked at. */
const GRADIENT_PLACES = 8

/** From the canvas to the sprite, which has lost the canvas's empty margins. */
export function relateTo(
  sprite: { x: number; y: number },
  painting: Painting,
  texts: PaintedText[],
): PaintedText[] {
  const area = paintedArea(painting)
  const room = insetBox(painting.box, -painting.bleed)
  const move = <Moved extends Box>(box: Moved, x: number, y: number): Moved => ({
    ...box,
    x: box.x + x,
    y: box.y + y,
  })
  return texts.map((text) => {
    const [x, y] = [area.x - sprite.x, area.y - sprite.y]
    const isClipped = !isInside(move(text.ink, area.x, area.y), room)
    return { ...text, isClipped, ink: move(text.ink, x, y), line: move(text.line, x, y) }
  })
}

function isInside(ink: Box, room: Box): boolean {
  return (
    ink.x >= room.x - TOLERANCE_PX &&
    ink.y >= room.y - TOLERANCE_PX &&
    ink.x + ink.width <= room.x + room.width + TOLERANCE_PX &&
    ink.y + ink.height <= room.y + room.height + TOLERANCE_PX
  )
}

/** Runs something and notes the texts that it draws on any canvas. */
export function catchText<T>(texts: PaintedText[], run: () => T): T {
  const { fillText } = CONTEXT_TYPE
  CONTEXT_TYPE.fillText = function (this: SKRSContext2D, text, x, y, ...rest) {
    const painted = measure(this, text, x, y)
    if (painted) texts.push(painted)
    return fillText.call(this, text, x, y, ...rest)
  }
  try {
    return run()
  } finally {
    CONTEXT_TYPE.fillText = fillText
  }
}

/** What all contexts have in common. */
export const CONTEXT_TYPE: SKRSContext2D = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d'))

function measure(ctx: SKRSContext2D, text: string, x: number, y: number): PaintedText | undefined {
  const { a, b, c, d, e, f } = ctx.getTransform()
  // Mirrored letters are nothing to read.
  if (a * d - b * c <= 0) return undefined
  const metrics = ctx.measureText(text)
  const box = {
    x: x - metrics.actualBoundingBoxLeft,
    y: y - metrics.actualBoundingBoxAscent,
    width: metrics.actualBoundingBoxLeft + metrics.actualBoundingBoxRight,
    height: metrics.actualBoundingBoxAscent + metrics.actualBoundingBoxDescent,
  }
  const line = {
    x: e + a * box.x + c * box.y,
    y: f + b * box.x + d * box.y,
    width: Math.hypot(a, b) * box.width,
    height: Math.hypot(c, d) * box.height,
    turn: Math.atan2(b, a),
  }
  const ink = boundsOf(line)
  const canvas = { x: 0, y: 0, width: ctx.canvas.width, height: ctx.canvas.height }
  return {
    text: tearJoinedEmoji(text),
    line,
    ink,
    sizePx: Math.hypot(c, d) * Number(/([\d.]+)px/.exec(ctx.font)?.[1] ?? 0),
    isClipped: !isInside(ink, canvas),
    luminance: readLight(ctx, box),
  }
}

/** How light the letters within a box of the canvas are, if they hide what is behind them. */
function readLight(ctx: SKRSContext2D, box: Box): LetterLight | undefined {
  const fill = ctx.fillStyle
  if (ctx.globalAlpha < 1) return undefined
  if (typeof fill !== 'string') return readGradient(fill, box)
  if (!/^#[0-9a-f]{6}$/i.test(fill)) return undefined
  const light = luminance(parseHex(fill))
  return () => light
}

function readGradient(
  fill: SKRSContext2D['fillStyle'],
  { x, y, width, height }: Box,
): LetterLight | undefined {
  const sample: Canvas = createCanvas(GRADIENT_PLACES, GRADIENT_PLACES)
  const ctx = sample.getContext('2d')
  ctx.scale(GRADIENT_PLACES / width, GRADIENT_PLACES / height)
  ctx.translate(-x, -y)
  ctx.fillStyle = fill
  ctx.fillRect(x, y, width, height)
  const { data } = ctx.getImageData(0, 0, GRADIENT_PLACES, GRADIENT_PLACES)
  const isOpaque = data.every((value, i) => i % 4 !== 3 || value === 255)
  const place = (share: number) =>
    Math.max(0, Math.min(GRADIENT_PLACES - 1, Math.floor(share * GRADIENT_PLACES)))
  return isOpaque
    ? (across, down) => luminance(readRgb(data, 4 * (place(down) * GRADIENT_PLACES + place(across))))
    : undefined
}
