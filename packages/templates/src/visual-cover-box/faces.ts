import {
  type Cover,
  contrast,
  drawFilling,
  drawText,
  type FaceName,
  type FontStyle,
  mixColours,
  type Painting,
  paint,
  placeInside,
  printWhole,
  type Song,
  shapeForPeople,
  toGroundTone,
} from '@songreel/kit'
import { planBack } from './back.ts'
import { THICKNESS } from './layout.ts'

type Canvas = Parameters<typeof drawText>[0]

/** What a box is made of. */
export type BoxParts = {
  cover: Cover
  song: Song
  /** What else it says, or nothing. */
  kicker: string
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

/** A group is printed whole across the board. */
function drawFront(ctx: Canvas, { cover, side }: BoxParts): void {
  const face = { x: 0, y: 0, width: side, height: side }
  drawFilling(ctx, printWhole(cover, face, chooseBoard(cover).board), face)
}

/** Cardboard catches light along its edges; the floor doesn't show it: there it would be a line into nothing. */
function edge(ctx: Canvas, width: number, height: number): void {
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.22)'
  ctx.lineWidth = 3
  ctx.strokeRect(1.5, 1.5, width - 3, height - 3)
}

/** The board is of what fills the cover, as deep or as light as its ink needs; a brand's is of its accent. */
function chooseBoard({ palette }: Cover): { board: string; ink: string } {
  const { accent, grounds, hasBrandGround } = palette
  const own = hasBrandGround ? mixColours(accent, BLACK, 0.25) : grounds[0]
  const ink = contrast(own, '#ffffff') >= LEAST_WHITE ? '#ffffff' : BLACK
  return { board: toGroundTone(own, ink, INK_CONTRAST), ink }
}

const BLACK = '#101014'
const INK_CONTRAST = 7
/** A board that is nearer to black than to white takes white ink. */
const LEAST_WHITE = 4

/** The spine is bare board: on one this thin, letters would be dots. */
function drawSpine(ctx: Canvas, { cover, side }: BoxParts): void {
  ctx.fillStyle = chooseBoard(cover).board
  ctx.fillRect(0, 0, THICKNESS * side, side)
}

/** What the box is called, on bare board, and the cover once more: on a whole face the front would be seen twice. */
function drawBack(ctx: Canvas, { cover, song, kicker, font, side }: BoxParts): void {
  const { board, ink } = chooseBoard(cover)
  ctx.fillStyle = board
  ctx.fillRect(0, 0, side, side)
  const { texts, rule, art } = planBack(side, song, { font, kicker })
  for (const { layout, box } of texts) drawText(ctx, layout, box.x, box.y, ink)
  ctx.fillStyle = ink
  ctx.fillRect(rule.x, rule.y, rule.width, rule.height)
  if (!art) return
  const shape = shapeForPeople(cover, art)
  drawFilling(ctx, cover, shape === art ? art : placeInside(art, shape.width / shape.height, 1, 1))
}

const RIM = 8

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
  // Wider than the face: a last pixel that is half covered would stay behind as a line.
  ctx.fillRect(-RIM, 0, width + 2 * RIM, 2 * height)
  ctx.globalCompositeOperation = 'source-over'
  const shadow = ctx.createLinearGradient(0, 0, 0, 0.05 * side)
  shadow.addColorStop(0, 'rgba(0, 0, 0, 0.8)')
  shadow.addColorStop(0.4, 'rgba(0, 0, 0, 0.25)')
  shadow.addColorStop(1, 'rgba(0, 0, 0, 0)')
  ctx.fillStyle = shadow
  ctx.fillRect(0, 0, width, 0.05 * side)
}
