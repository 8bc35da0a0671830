import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'
import { hexToOklch, mixColours, type Rgb, toHex } from './colour.ts'
import type { Cover } from './create-cover.ts'
import { drawWhole } from './draw-whole.ts'
import { mix, smoothstep } from './easing.ts'
import { drawExtended } from './extend-picture.ts'
import { fadeOut } from './fade-out.ts'
import { findSubject } from './subject.ts'

/** A picture melts away over so much of its width, and over at least so much however near its subject or a face comes to the edge. */
const MELT = { most: 0.3, beside: 0.14, face: 0.05 }
/** Beyond its edge it goes on out of focus, by so much of its width; the blur is so much of its height. */
const BOKEH = { reach: 0.42, sigma: 0.045 }
const BLUR_PX = 5
/** Beyond that there is light in the colours of so much of the picture at that edge, in so many patches down and so many on the way to the side. */
const EDGE = 0.14
const DOWN = 7
const WAY = 4
/** On the way to the side patches turn into the distance, by so much, and deepen to such a part of their lightness: what is far is quiet. */
const DISTANCE = 0.72
const DEPTH = 0.82
/** What is missing above a picture that is less than this part of the area is only a rim. */
const RIM = 0.02
const SAMPLES = 8

type Context = SKRSContext2D
/** Where the whole picture lies, and what is to be filled. */
type Places = Record<'place' | 'area', Box>
/** The colour of what is far away, at any lightness, 0 to 1. */
type Distance = (lightness: number) => string
type Side = 'left' | 'right'

/**
 * Draws a cover where it stands in an area that is wider than it: at its sides it goes out of focus, and over into soft light of its
 * own edges that turns into the colour of the distance. What is out of focus is so soft that no face is seen twice.
 */
export function drawAcross(
  ctx: Context,
  cover: Cover,
  { place, area, distance }: Places & { distance: Distance },
): void {
  const column = findColumn({ place, area })
  const picture = drawColumn(cover, { place, area: column })
  const missing = {
    left: column.x - area.x,
    right: area.x + area.width - column.x - column.width,
  }
  const on = picture.getContext('2d')
  const lights = { left: readLight(picture, 'left'), right: readLight(picture, 'right') }
  // What is out of focus reaches further than a narrow rim, but not above or below: an edge between two pixels isn't cut twice.
  ctx.save()
  ctx.beginPath()
  ctx.rect(area.x, area.y - 1, area.width, area.height + 2)
  ctx.clip()
  for (const side of ['left', 'right'] as const) {
    if (missing[side] <= 0) continue
    const melt = measureMelt(cover, side) * place.width
    // A little further than its box: canvases fade out where they are enlarged.
    const width = missing[side] + melt
    const x = side === 'left' ? area.x : area.x + area.width - width
    drawLight(ctx, lights[side], { box: { ...area, x, width }, side, distance })
    ctx.drawImage(
      soften(picture, { width: BOKEH.reach * place.width + melt, inside: melt, side }),
      side === 'left' ? column.x - BOKEH.reach * place.width : column.x + column.width - melt,
      area.y,
      BOKEH.reach * place.width + melt,
      area.height,
    )
    const edge = side === 'left' ? 0 : picture.width
    fadeOut(on, { axis: 'x', full: side === 'left' ? melt : edge - melt, gone: edge })
  }
  ctx.drawImage(picture, column.x, column.y)
  ctx.restore()
}

/** How much of a picture's width melts at a side. */
function measureMelt({ salience }: Cover, side: Side): number {
  const { box, faces } = findSubject(salience)
  const free = (each: Box) => (side === 'left' ? each.x : 1 - each.x - each.width)
  const beside = Math.max(MELT.beside, Math.min(MELT.most, box ? free(box) : 1))
  return Math.max(MELT.face, Math.min(beside, ...faces.map(free)))
}

/** The part of the area above and below which the picture lies, on whole pixels. */
function findColumn({ place, area }: Places): Box {
  const start = Math.round(Math.max(area.x, place.x))
  const end = Math.round(Math.min(area.x + area.width, place.x + place.width))
  return { ...area, x: start, width: Math.max(1, end - start) }
}

/** The picture over the whole height of its column: its sky goes on above, and its foot is drawn out. */
function drawColumn(cover: Cover, { place, area }: Places): Canvas {
  const canvas = createCanvas(area.width, Math.ceil(area.height))
  const ctx = canvas.getContext('2d')
  ctx.translate(-area.x, -area.y)
  drawExtended(ctx, cover.image, place, area)
  if (place.y - area.y > RIM * area.height)
    drawWhole(ctx, cover, { place, area: { ...area, height: place.y + place.height - area.y } })
  ctx.resetTransform()
  return canvas
}

/** The colours at a side, from top to bottom. */
function readLight(picture: Canvas, side: Side): string[] {
  const width = EDGE * picture.width
  // In two steps: one alone would pick pixels out of a large picture.
  const ctx = createCanvas(SAMPLES, DOWN * SAMPLES).getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  const x = side === 'left' ? 0 : picture.width - width
  ctx.drawImage(picture, x, 0, width, picture.height, 0, 0, SAMPLES, DOWN * SAMPLES)
  return Array.from({ length: DOWN }, (_, i) =>
    meanColour(ctx.getImageData(0, i * SAMPLES, SAMPLES, SAMPLES).data),
  )
}

function meanColour(data: Uint8ClampedArray): string {
  const mean = (channel: number) => {
    let sum = 0
    for (let i = channel; i < data.length; i += 4) sum += data[i]!
    return (4 * sum) / data.length
  }
  const rgb: Rgb = [mean(0), mean(1), mean(2)]
  return toHex(rgb)
}

/** Patches from the picture's edge to the area's, enlarged to soft light. */
function drawLight(
  ctx: Context,
  colours: readonly string[],
  { box, side, distance }: { box: Box; side: Side; distance: Distance },
): void {
  const patches = createCanvas(WAY, DOWN)
  const on = patches.getContext('2d')
  for (const [row, colour] of colours.entries()) {
    const { lightness } = hexToOklch(colour)
    for (let step = 0; step < WAY; step++) {
      const share = smoothstep(0, 1, step / (WAY - 1))
      on.fillStyle = mixColours(colour, distance(mix(1, DEPTH, share) * lightness), DISTANCE * share)
      on.fillRect(side === 'left' ? WAY - 1 - step : step, row, 1, 1)
    }
  }
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(patches, 0.5, 0.5, WAY - 1, DOWN - 1, box.x, box.y, box.width, box.height)
}

/** What lies at a picture's edge and, mirrored, beyond it, out of focus, and less and less of it. */
function soften(
  picture: Canvas,
  { width, inside, side }: { width: number; inside: number; side: Side },
): Canvas {
  const part = Math.min(1, BLUR_PX / (BOKEH.sigma * picture.height))
  const canvas = createCanvas(Math.ceil(width * part), Math.ceil(picture.height * part))
  const ctx = canvas.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  ctx.filter = `blur(${BLUR_PX}px)`
  // One picture and its mirror, drawn at once, so that no edge is blurred.
  const both = createCanvas(2 * Math.ceil(picture.width * part), canvas.height)
  const half = both.width / 2
  const on = both.getContext('2d')
  on.imageSmoothingQuality = 'high'
  on.drawImage(picture, side === 'left' ? half : 0, 0, half, both.height)
  on.translate(both.width, 0)
  on.scale(-1, 1)
  on.drawImage(picture, side === 'left' ? half : 0, 0, half, both.height)
  const edge = (side === 'left' ? width - inside : inside) * part
  ctx.drawImage(both, edge - half, 0)
  ctx.filter = 'none'
  fadeOut(ctx, { axis: 'x', full: edge, gone: side === 'left' ? 0 : canvas.width })
  return canvas
}
