import {
  type Cover,
  contrast,
  drawFilling,
  drawText,
  type FaceName,
  type FontStyle,
  fitText,
  mixColours,
  type Painting,
  paint,
  type Song,
} from '@songreel/kit'
import { THICKNESS } from './layout.ts'

type Canvas = Parameters<typeof drawText>[0]

/** What a box is made of. */
export type BoxParts = {
  cover: Cover
  song: Song
  font: FontStyle
  side: number
  /** How much of its side the floor mirrors. */
  mirrored: number
  unit: number
}

/** The four faces, and what the floor shows of each. */
export function paintFaces(
  parts: BoxParts,
): Record<FaceName, Painting> & { under: Record<FaceName, Painting> } {
  const { side, mirrored, unit } = parts
  const draws: Record<FaceName, (ctx: Canvas) => void> = {
    FRONT: (ctx) => drawFront(ctx, parts),
    RIGHT: (ctx) => drawSpine(ctx, parts),
    BACK: (ctx) => drawBack(ctx, parts),
    LEFT: (ctx) => drawSpine(ctx, parts),
  }
  const widthOf = (name: FaceName) => (name === 'FRONT' || name === 'BACK' ? side : THICKNESS * side)
  const face = (name: FaceName) =>
    paint(
      { x: 0, y: 0, width: widthOf(name), height: side },
      (ctx, { width }) => {
        draws[name](ctx)
        edge(ctx, width, side)
      },
      { unit, isTexture: true },
    )
  const under = (name: FaceName) => {
    const box = { x: 0, y: 0, width: widthOf(name), height: mirrored * side }
    return paint(box, (ctx) => drawUnder(ctx, draws[name], box, side), { unit, isTexture: true })
  }
  return {
    FRONT: face('FRONT'),
    RIGHT: face('RIGHT'),
    BACK: face('BACK'),
    LEFT: face('LEFT'),
    under: { FRONT: under('FRONT'), RIGHT: under('RIGHT'), BACK: under('BACK'), LEFT: under('LEFT') },
  }
}

function drawFront(ctx: Canvas, { cover, side }: BoxParts): void {
  drawFilling(ctx, cover, { x: 0, y: 0, width: side, height: side })
}

/** Cardboard catches light along its edges; the floor doesn't show it: there it would be a line into nothing. */
function edge(ctx: Canvas, width: number, height: number): void {
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.22)'
  ctx.lineWidth = 3
  ctx.strokeRect(1.5, 1.5, width - 3, height - 3)
}

function chooseBoard({ palette }: Cover): { board: string; ink: string } {
  const board = mixColours(palette.accent, '#101014', 0.25)
  return { board, ink: contrast(board, '#ffffff') >= contrast(board, '#101014') ? '#ffffff' : '#101014' }
}

/** Title and artist along the spine, to be read from top to bottom. */
function drawSpine(ctx: Canvas, { cover, song, font, side }: BoxParts): void {
  const { board, ink } = chooseBoard(cover)
  const width = THICKNESS * side
  ctx.fillStyle = board
  ctx.fillRect(0, 0, width, side)
  ctx.save()
  ctx.translate(width, 0)
  ctx.rotate(Math.PI / 2)
  const write = (text: string, from: number, length: number, role: 'DISPLAY' | 'TEXT') => {
    const style = {
      font,
      role,
      anchor: 'MIDDLE',
      maxSizePx: 0.52 * width,
      minSizePx: 4,
      maxLines: 1,
    } as const
    const layout = fitText(text, { width: length * side, height: 0.8 * width }, style)
    drawText(ctx, layout, from * side, 0.1 * width, ink)
  }
  write(song.title, 0.05, 0.56, 'DISPLAY')
  write(song.artist, 0.66, 0.3, 'TEXT')
  ctx.restore()
}

/** The back: the cover again, smaller, on board, and below it who made it. The title stands beside the box already. */
function drawBack(ctx: Canvas, { cover, song, font, side }: BoxParts): void {
  const { board, ink } = chooseBoard(cover)
  ctx.fillStyle = board
  ctx.fillRect(0, 0, side, side)
  const { margin, picture, name } = BACK
  drawFilling(ctx, cover, {
    x: margin * side,
    y: margin * side,
    width: picture * side,
    height: picture * side,
  })
  const room = { width: picture * side, height: name * side }
  const style = { font, role: 'TEXT', maxSizePx: 0.7 * name * side, minSizePx: 8, maxLines: 1 } as const
  drawText(ctx, fitText(song.artist, room, style), margin * side, (2 * margin + picture) * side, ink)
}

/** Of the box's side. */
const BACK = { margin: 0.07, picture: 0.74, name: 0.09 }

/** The face upside down, fading away from the edge on which it stands, and the shadow there. */
function drawUnder(
  ctx: Canvas,
  drawFace: (ctx: Canvas) => void,
  { width, height }: { width: number; height: number },
  side: number,
): void {
  ctx.save()
  ctx.translate(0, side)
  ctx.scale(1, -1)
  drawFace(ctx)
  ctx.restore()
  const fade = ctx.createLinearGradient(0, 0, 0, height)
  fade.addColorStop(0, 'rgba(0, 0, 0, 0.66)')
  fade.addColorStop(0.94, 'rgba(0, 0, 0, 1)')
  ctx.globalCompositeOperation = 'destination-out'
  ctx.fillStyle = fade
  ctx.fillRect(0, 0, width, 2 * height)
  ctx.globalCompositeOperation = 'source-over'
  const shadow = ctx.createLinearGradient(0, 0, 0, 0.05 * side)
  shadow.addColorStop(0, 'rgba(0, 0, 0, 0.8)')
  shadow.addColorStop(0.4, 'rgba(0, 0, 0, 0.25)')
  shadow.addColorStop(1, 'rgba(0, 0, 0, 0)')
  ctx.fillStyle = shadow
  ctx.fillRect(0, 0, width, 0.05 * side)
}
