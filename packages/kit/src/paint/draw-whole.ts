import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'
import { fromOklch, hexToOklch, toHex, withAlpha } from './colour.ts'
import type { Cover } from './create-cover.ts'
import { drawExtended } from './extend-picture.ts'
import { isPlainEnough, measurePlainness } from './plainness.ts'
import { findSubject } from './subject.ts'

/** A picture melts away over so much of its height, and over at least so much however near its subject comes to the edge. */
const MELT = { most: 0.2, least: 0.05 }
/** Its ground has the colours of so much of the picture at that edge, in so many patches across. */
const EDGE = 0.14
const PATCHES = 7
/** Towards the frame's edge it deepens, by so much of a tone that is so much darker: a sky stays a sky, and a wall a wall. */
const DEPTH = { share: 0.8, lightness: 0.72 }
const STEPS = 8
const RIM = 0.012

/** Draws a cover where `planFilling` has put it: plain edges are drawn on, others melt into soft light, until the area is filled. */
export function drawWhole(ctx: SKRSContext2D, cover: Cover, places: Places): void {
  const { place, area } = places
  const { top, bottom } = measurePlainness(cover.picture)
  const { above, below } = findMissing(places)
  const isDrawnOn = (above === 0 || isPlainEnough(top)) && (below === 0 || isPlainEnough(bottom))
  if (isDrawnOn) drawExtended(ctx, cover.image, place, area)
  else drawDissolved(ctx, cover, places)
}

/** Where the whole picture lies, and what is to be filled. */
type Places = Record<'place' | 'area', Box>

/** How much of the area the picture leaves empty, above and below; less than this part of it is only a rim, and drawn on. */
function findMissing({ place, area }: Places): { above: number; below: number } {
  const from = (px: number) => (px > RIM * area.height ? px : 0)
  return {
    above: from(place.y - area.y),
    below: from(area.y + area.height - place.y - place.height),
  }
}

/**
 * The picture melts into a ground above and below: the colours of its own edge as soft light, a little deeper towards the ends. A
 * colour from anywhere else would be a band. Its subject is not touched.
 */
function drawDissolved(ctx: SKRSContext2D, { image, salience }: Cover, { place, area }: Places): void {
  const keep = findSubject(salience).box
  const { above, below } = findMissing({ place, area })
  const melt = (missing: number, free: number) => {
    if (missing <= 0) return 0
    return place.height * Math.max(MELT.least, Math.min(MELT.most, free))
  }
  const melts = {
    above: melt(above, keep?.y ?? 1),
    below: melt(below, keep ? 1 - keep.y - keep.height : 1),
  }
  const whole = { ...area, height: above + melts.above }
  const low = { ...area, y: area.y + area.height - below - melts.below, height: below + melts.below }
  if (above > 0) drawGround(ctx, image, { place, area: whole }, true)
  if (below > 0) drawGround(ctx, image, { place, area: low }, false)
  drawMelting(ctx, image, { place, area }, melts)
}

/** The colours of the picture's edge that the area shows, as soft patches, and deeper towards the end. */
function drawGround(ctx: SKRSContext2D, image: Canvas, { place, area }: Places, isTop: boolean): void {
  const perPx = image.width / place.width
  const [from, width] = [(area.x - place.x) * perPx, area.width * perPx]
  const height = EDGE * image.height
  const patches = createCanvas(PATCHES, 1)
  const on = patches.getContext('2d')
  on.imageSmoothingQuality = 'high'
  // In two steps: one alone would pick pixels out of a large picture.
  const half = createCanvas(8 * PATCHES, 8)
  const halfway = half.getContext('2d')
  halfway.imageSmoothingQuality = 'high'
  halfway.drawImage(
    image,
    from,
    isTop ? 0 : image.height - height,
    width,
    height,
    0,
    0,
    half.width,
    half.height,
  )
  on.drawImage(half, 0, 0, PATCHES, 1)
  ctx.imageSmoothingQuality = 'high'
  // The middles of the outermost patches lie at the edges: beyond them canvases fade out.
  ctx.drawImage(patches, 0.5, 0.25, PATCHES - 1, 0.5, area.x, area.y, area.width, area.height)
  const [near, far] = isTop ? [area.y + area.height, area.y] : [area.y, area.y + area.height]
  const deep = deepen(on)
  ctx.fillStyle = ramp(ctx, near, far, (share) => withAlpha(deep, DEPTH.share * share))
  ctx.fillRect(area.x, area.y, area.width, area.height)
}

/** The mean of the patches, darker. */
function deepen(patches: SKRSContext2D): string {
  const { data } = patches.getImageData(0, 0, PATCHES, 1)
  const mean = (channel: number) => {
    let sum = 0
    for (let i = 0; i < PATCHES; i++) sum += data[4 * i + channel]!
    return sum / PATCHES
  }
  const { lightness, ...rest } = hexToOklch(toHex([mean(0), mean(1), mean(2)]))
  return fromOklch({ ...rest, lightness: DEPTH.lightness * lightness })
}

/** The picture itself, which comes out of its ground. */
function drawMelting(
  ctx: SKRSContext2D,
  image: Canvas,
  { place, area }: Places,
  melts: Record<'above' | 'below', number>,
): void {
  const canvas = createCanvas(Math.ceil(area.width), Math.ceil(area.height))
  const on = canvas.getContext('2d')
  on.translate(-area.x, -area.y)
  on.imageSmoothingQuality = 'high'
  on.drawImage(image, place.x, place.y, place.width, place.height)
  on.globalCompositeOperation = 'destination-out'
  const bottom = place.y + place.height
  const erase = (edge: number, inner: number) => {
    if (edge === inner) return
    on.fillStyle = ramp(on, inner, edge, (share) => withAlpha('#000000', share))
    // A little further than the picture, whose edge may lie between two pixels.
    on.fillRect(area.x, Math.min(edge - 1, inner), area.width, Math.abs(edge - inner) + 2)
  }
  erase(place.y, place.y + melts.above)
  erase(bottom, bottom - melts.below)
  ctx.drawImage(canvas, area.x, area.y)
}

/** From nothing to all, slow at both ends. */
function ramp(ctx: SKRSContext2D, from: number, to: number, colour: (share: number) => string) {
  const gradient = ctx.createLinearGradient(0, from, 0, to)
  for (let i = 0; i <= STEPS; i++) {
    const at = i / STEPS
    gradient.addColorStop(at, colour(at * at * (3 - 2 * at)))
  }
  return gradient
}
