import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'

/** The picture goes on beyond its edge as its outermost part, drawn out: so much of its shorter side. */
const RIM = 0.012
/** A sky that goes on is mirrored, from so much of the picture's height at most: drawn out, its clouds would be columns, and its edge a seam. Looked at in steps, it ends before what is so far from its edge anywhere, of 255. */
const SKY = { most: 0.08, step: 0.01, apart: 48 }
/** Softness grows with the distance: sigmas, and where each is reached, in parts of the picture's shorter side. */
const SOFTENING = [
  { sigma: 0.006, at: 0.008 },
  { sigma: 0.018, at: 0.04 },
  { sigma: 0.05, at: 0.09 },
  { sigma: 0.13, at: 0.2 },
] as const

/**
 * Draws a picture at its place and lets it go on beyond its edges until it fills the whole area, softer and softer. That is a sky, a
 * wall or the dark where the edge is plain (`measurePlainness`), and streaks where it is not. A plain sky goes on mirrored (`isSky`).
 */
export function drawExtended(
  ctx: SKRSContext2D,
  image: Canvas,
  place: Box,
  area: Box,
  { isSky = false }: { isSky?: boolean } = {},
): void {
  if (contains(place, area)) {
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(image, place.x, place.y, place.width, place.height)
    return
  }
  const inner = leaveHairlines(image)
  const [scaleX, scaleY] = [place.width / image.width, place.height / image.height]
  const innerPlace = {
    x: place.x + inner.x * scaleX,
    y: place.y + inner.y * scaleY,
    width: inner.width * scaleX,
    height: inner.height * scaleY,
  }
  const drawnOut = createCanvas(Math.ceil(area.width), Math.ceil(area.height))
  const around = drawnOut.getContext('2d')
  around.translate(-area.x, -area.y)
  drawOut(around, image, { inner, place: innerPlace, area, isSky })
  ctx.drawImage(drawnOut, area.x, area.y)
  for (const { sigma, at } of SOFTENING) soften(ctx, drawnOut, { place: innerPlace, area, sigma, at })
  ctx.imageSmoothingQuality = 'high'
  const { x, y, width, height } = innerPlace
  ctx.drawImage(image, inner.x, inner.y, inner.width, inner.height, x, y, width, height)
}

/** Scans and screenshots often end in a hairline of another colour, at most this part of the shorter side: drawn out it would be a stripe. */
const HAIRLINE = 0.008
/** So far from what lies behind it, of 255 on the whole, is another colour. */
const HAIRLINE_APART = 24
const SAMPLES = 48

/** The part of a picture without the hairlines along its edges. */
function leaveHairlines(image: Canvas): Box {
  const { width, height } = image
  const depth = Math.ceil(HAIRLINE * Math.min(width, height))
  if (4 * depth > Math.min(width, height)) return { x: 0, y: 0, width, height }
  // Behind a hairline the picture is even; leaves and hair differ from row to row.
  const measure = (strip: (inward: number) => Box) => {
    const [edge, behind, further] = [0, depth, 2 * depth].map((inward) => readStrip(image, strip(inward)))
    const isLine = compare(edge!, behind!) > HAIRLINE_APART && compare(behind!, further!) < HAIRLINE_APART / 2
    return isLine ? depth : 0
  }
  const top = measure((y) => ({ x: 0, y, width, height: 1 }))
  const bottom = measure((y) => ({ x: 0, y: height - 1 - y, width, height: 1 }))
  const left = measure((x) => ({ x, y: 0, width: 1, height }))
  const right = measure((x) => ({ x: width - 1 - x, y: 0, width: 1, height }))
  return { x: left, y: top, width: width - left - right, height: height - top - bottom }
}

/** How far two strips are apart on the whole; every fourth value is the opacity. */
function compare(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  const apart = one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0)
  return apart / (0.75 * one.length)
}

function readStrip(image: Canvas, { x, y, width, height }: Box): Uint8ClampedArray {
  const [across, down] = width > height ? [SAMPLES, 1] : [1, SAMPLES]
  const ctx = createCanvas(across, down).getContext('2d')
  ctx.drawImage(image, x, y, width, height, 0, 0, across, down)
  return ctx.getImageData(0, 0, across, down).data
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}

type Drawing = Record<'inner' | 'place' | 'area', Box> & { isSky: boolean }

/** Nine times: itself, and beyond each edge and corner its rim, as long as the area is. */
function drawOut(ctx: SKRSContext2D, image: Canvas, { inner, place, area, isSky }: Drawing): void {
  const rim = Math.max(1, RIM * Math.min(image.width, image.height))
  const parts = (axis: 'x' | 'y', side: 'width' | 'height') => {
    const [first, whole, from] = [inner[axis], inner[side], area[axis]]
    const [start, length, to] = [place[axis], place[side], from + area[side]]
    const isMirrored = isSky && axis === 'y'
    // No further than it goes on, so that it is not smaller than the picture.
    const sky = Math.min(isMirrored ? findSky(image, inner) : rim, ((start - from) * whole) / length)
    return [
      {
        source: first,
        taken: isMirrored ? Math.max(rim, sky) : rim,
        at: from,
        length: start - from,
        isMirrored,
      },
      { source: first, taken: whole, at: start, length, isMirrored: false },
      { source: first + whole - rim, taken: rim, at: start + length, length: to - start - length },
    ]
  }
  const across = parts('x', 'width')
  const down = parts('y', 'height')
  for (const column of across) {
    for (const row of down) {
      if (column.length <= 0 || row.length <= 0) continue
      const source = [column.source, row.source, column.taken, row.taken] as const
      ctx.save()
      ctx.translate(column.at, row.isMirrored ? row.at + row.length : row.at)
      if (row.isMirrored) ctx.scale(1, -1)
      ctx.drawImage(image, ...source, 0, 0, column.length, row.length)
      ctx.restore()
    }
  }
}

/** How high the sky is below a picture's upper edge: a roof or a disc in it would hang there once more. */
function findSky(image: Canvas, { x, y, width, height }: Box): number {
  const read = (share: number) => readStrip(image, { x, y: y + share * height, width, height: 1 })
  const edge = read(0)
  let sky = 0
  for (let share = SKY.step; share <= SKY.most; share += SKY.step) {
    if (read(share).some((value, i) => Math.abs(value - edge[i]!) > SKY.apart))
      return Math.max(0, sky - SKY.step) * height
    sky = share
  }
  return sky * height
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
