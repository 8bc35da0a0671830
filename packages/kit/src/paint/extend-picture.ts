import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'

/** The picture goes on beyond its edge as its outermost part, drawn out: so much of its shorter side. Nothing is mirrored. */
const RIM = 0.012
/** Softness grows with the distance: sigmas, and where each is reached, in parts of the picture's shorter side. */
const SOFTENING = [
  { sigma: 0.006, at: 0.008 },
  { sigma: 0.018, at: 0.05 },
  { sigma: 0.045, at: 0.14 },
] as const

/**
 * Draws a picture at its place and lets it go on beyond its edges until it fills the whole area, softer and softer. That is a sky, a
 * wall or the dark where the edge is plain (`measurePlainness`), and streaks where it is not.
 */
export function drawExtended(ctx: SKRSContext2D, image: Canvas, place: Box, area: Box): void {
  if (contains(place, area)) {
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(image, place.x, place.y, place.width, place.height)
    return
  }
  const drawnOut = createCanvas(Math.ceil(area.width), Math.ceil(area.height))
  const around = drawnOut.getContext('2d')
  around.translate(-area.x, -area.y)
  drawOut(around, image, place, area)
  ctx.drawImage(drawnOut, area.x, area.y)
  for (const { sigma, at } of SOFTENING) soften(ctx, drawnOut, { place, area, sigma, at })
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(image, place.x, place.y, place.width, place.height)
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}

/** Nine times: itself, and beyond each edge and corner its rim, as long as the area is. */
function drawOut(ctx: SKRSContext2D, image: Canvas, place: Box, area: Box): void {
  const rim = Math.max(1, RIM * Math.min(image.width, image.height))
  const parts = (start: number, length: number, from: number, to: number, whole: number) => [
    { source: 0, taken: rim, at: from, length: start - from },
    { source: 0, taken: whole, at: start, length },
    { source: whole - rim, taken: rim, at: start + length, length: to - start - length },
  ]
  const across = parts(place.x, place.width, area.x, area.x + area.width, image.width)
  const down = parts(place.y, place.height, area.y, area.y + area.height, image.height)
  for (const column of across) {
    for (const row of down) {
      if (column.length <= 0 || row.length <= 0) continue
      const source = [column.source, row.source, column.taken, row.taken] as const
      ctx.drawImage(image, ...source, column.at, row.at, column.length, row.length)
    }
  }
}

type Softening = { place: Box; area: Box; sigma: number; at: number }

/** A blur of so many pixels is as good on a smaller picture as a wider one on a large one, and costs far less. */
const BLUR_PX = 4

/** Lays a softer copy over everything that is further than `at` from the picture, coming in gradually. */
function soften(ctx: SKRSContext2D, source: Canvas, { place, area, sigma, at }: Softening): void {
  const side = Math.min(place.width, place.height)
  const part = Math.min(1, BLUR_PX / (sigma * side))
  const width = Math.max(1, Math.round(source.width * part))
  const height = Math.max(1, Math.round(source.height * part))
  const blurred = (draw: (on: SKRSContext2D) => void, blurPx: number) => {
    const canvas = createCanvas(width, height)
    const on = canvas.getContext('2d')
    on.imageSmoothingQuality = 'high'
    on.filter = `blur(${blurPx}px)`
    on.scale(part, part)
    draw(on)
    return canvas
  }
  const soft = blurred((on) => on.drawImage(source, 0, 0), sigma * side * part)
  const reach = at * side
  const mask = blurred(
    (on) => {
      on.fillStyle = '#000000'
      const [x, y] = [place.x - area.x - reach, place.y - area.y - reach]
      on.fillRect(x, y, place.width + 2 * reach, place.height + 2 * reach)
    },
    (reach * part) / 2.2,
  )
  const on = soft.getContext('2d')
  on.filter = 'none'
  on.resetTransform()
  on.globalCompositeOperation = 'destination-out'
  on.drawImage(mask, 0, 0)
  ctx.drawImage(soft, area.x, area.y, source.width, source.height)
}
