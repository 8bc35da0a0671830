import { type Box, type Cover, drawText, fitText, type PlacedText, traceRoundedRect } from '@songreel/kit'
import { PRINT } from './layout.ts'
import type { Shot } from './shots.ts'

type Canvas = Parameters<typeof drawText>[0]

const PAPER = '#f7f4ee'
/** Type on the paper. */
const INK = '#24211d'

/** A print that lies turned in its box; everything is drawn in the units of the print. */
export type Turned = { box: Box; degrees: number; unit: number }

/** An instant print: paper with a picture, and what is written on it. */
export function drawPrint(
  ctx: Canvas,
  { box, degrees, unit }: Turned,
  { cover, shot, words = [] }: { cover: Cover; shot: Shot; words?: readonly PlacedText[] },
): void {
  ctx.save()
  turn(ctx, box, degrees)
  const { width, height } = box
  ctx.save()
  // A shadow is not scaled with all else.
  ctx.shadowColor = 'rgba(0, 0, 0, 0.5)'
  ctx.shadowBlur = 34 * unit
  ctx.shadowOffsetX = 5 * unit
  ctx.shadowOffsetY = 16 * unit
  traceRoundedRect(ctx, { x: 0, y: 0, width, height }, 9)
  ctx.fillStyle = PAPER
  ctx.fill()
  ctx.restore()
  const sheen = ctx.createLinearGradient(0, 0, width, height)
  sheen.addColorStop(0, 'rgba(255, 255, 255, 0.5)')
  sheen.addColorStop(1, 'rgba(120, 110, 95, 0.07)')
  traceRoundedRect(ctx, { x: 0, y: 0, width, height }, 9)
  ctx.fillStyle = sheen
  ctx.fill()
  drawExposure(ctx, findWindow(box), cover, shot)
  for (const { layout, box: place } of words) drawText(ctx, layout, place.x - box.x, place.y - box.y, INK)
  ctx.restore()
}

/** A picture that is not there yet: the pale, milky layer that it comes out of. */
export function drawUndeveloped(ctx: Canvas, { box, degrees }: Turned): void {
  ctx.save()
  turn(ctx, box, degrees)
  const window = findWindow(box)
  const layer = ctx.createLinearGradient(0, window.y, window.width, window.y + window.height)
  layer.addColorStop(0, '#dfe0d2')
  layer.addColorStop(0.5, '#cfd4c8')
  layer.addColorStop(1, '#c3cbc4')
  ctx.fillStyle = layer
  ctx.fillRect(window.x, window.y, window.width, window.height)
  ctx.restore()
}

function turn(ctx: Canvas, { width, height }: Box, degrees: number): void {
  ctx.translate(width / 2, height / 2)
  ctx.rotate((degrees * Math.PI) / 180)
  ctx.translate(-width / 2, -height / 2)
}

/** As much lower than a square one's, or higher, as the print is. */
function findWindow({ width, height }: Box): Box {
  const side = PRINT.picture * width
  const box = { x: PRINT.rim * width, y: (PRINT.rim + 0.006) * width, width: side }
  return { ...box, height: side - (PRINT.height * width - height) }
}

/** The part of the cover as its film saw it: nothing is quite black in an old print. */
function drawExposure(ctx: Canvas, window: Box, cover: Cover, { crop, film }: Shot): void {
  const { x, y, width, height } = window
  ctx.save()
  ctx.beginPath()
  ctx.rect(x, y, width, height)
  ctx.clip()
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(cover.image, crop.x, crop.y, crop.width, crop.height, x, y, width, height)
  for (const [operation, colour] of FILMS[film]) {
    ctx.globalCompositeOperation = operation
    ctx.fillStyle = colour
    ctx.fillRect(x, y, width, height)
  }
  ctx.globalCompositeOperation = 'source-over'
  const vignette = ctx.createRadialGradient(
    x + width / 2,
    y + height / 2,
    0.45 * width,
    x + width / 2,
    y + height / 2,
    0.78 * width,
  )
  vignette.addColorStop(0, 'rgba(20, 10, 0, 0)')
  vignette.addColorStop(1, 'rgba(20, 10, 0, 0.26)')
  ctx.fillStyle = vignette
  ctx.fillRect(x, y, width, height)
  ctx.lineWidth = 2
  ctx.strokeStyle = 'rgba(60, 50, 30, 0.35)'
  ctx.strokeRect(x, y, width, height)
  ctx.restore()
}

type Wash = readonly [Canvas['globalCompositeOperation'], string]

/** None of them is warm: white cloth in the colour of skin would be no cloth. */
const FILMS: Record<Shot['film'], readonly Wash[]> = {
  TRUE: [['lighten', '#16131c']],
  COOL: [
    ['multiply', '#dff0f2'],
    ['lighten', '#14222c'],
  ],
  DUSK: [
    ['multiply', '#e6e1f6'],
    ['lighten', '#221a30'],
  ],
  GREY: [
    ['saturation', '#808080'],
    ['multiply', '#eceff1'],
    ['lighten', '#1a1b1d'],
  ],
  PUSHED: [
    ['saturation', '#808080'],
    ['overlay', '#b0b0b0'],
    ['multiply', '#eceff1'],
    ['lighten', '#1a1b1d'],
  ],
}

/** Of the film's width: a square picture with its gap, the picture, and how many holes it has at each side. */
const FILM = { pitch: 0.79, picture: 0.7, holes: 5 }

/** How far the film goes on from one picture to the next, and until all of them have passed, in pixels of the design. */
export function measureFilm(width: number, shots: readonly Shot[]): { pitch: number; period: number } {
  const pitch = (FILM.pitch - FILM.picture * (1 - measureHeight(shots))) * width
  return { pitch, period: shots.length * pitch }
}

/** How high the pictures are for their width; all of them have one shape. */
function measureHeight([first]: readonly Shot[]): number {
  return first ? first.crop.height / first.crop.width : 1
}

/** A strip of film, from above its first picture on. */
export function drawFilm(
  ctx: Canvas,
  box: Box,
  { cover, shots, hole }: { cover: Cover; shots: readonly Shot[]; hole: string },
): void {
  const { width, height } = box
  ctx.fillStyle = '#17110e'
  ctx.fillRect(0, 0, width, height)
  const { pitch } = measureFilm(width, shots)
  const side = FILM.picture * width
  const high = side * measureHeight(shots)
  const holes = Math.max(1, Math.round((FILM.holes * pitch) / (FILM.pitch * width)))
  for (let i = 0; i * pitch < height; i++) {
    const y = i * pitch
    const shot = shots[i % shots.length]
    const window = { x: (width - side) / 2, y: y + (pitch - high) / 2, width: side, height: high }
    if (shot) drawExposure(ctx, window, cover, shot)
    for (let each = 0; each < holes; each++) {
      const at = y + ((each + 0.5) * pitch) / holes
      for (const x of [0.03 * width, 0.905 * width]) {
        traceRoundedRect(
          ctx,
          { x, y: at - 0.045 * width, width: 0.065 * width, height: 0.09 * width },
          0.016 * width,
        )
        ctx.fillStyle = hole
        ctx.fill()
      }
    }
    drawNumber(ctx, width, y + pitch, `${1 + (i % shots.length)}A`)
  }
}

/** Between the holes, in the amber of a film's rim. */
function drawNumber(ctx: Canvas, width: number, y: number, text: string): void {
  const style = {
    font: 'MONO',
    role: 'DISPLAY',
    align: 'CENTER',
    anchor: 'MIDDLE',
    maxSizePx: 0.04 * width,
  } as const
  const room = { width: 0.12 * width, height: 0.06 * width }
  drawText(ctx, fitText(text, room, style), 0.006 * width, y - 0.03 * width, '#e8a23a')
}
