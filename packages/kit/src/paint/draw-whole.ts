import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'
import { fromOklch, hexToOklch, toHex, withAlpha } from './colour.ts'
import type { Cover } from './create-cover.ts'
import { drawExtended } from './extend-picture.ts'
import { fadeOut } from './fade-out.ts'
import { findPeople } from './keep-people.ts'
import { isPlainEnough, measurePlainness } from './plainness.ts'

/**
 * Beyond its edge a picture goes on mirrored before it is lost in its ground: over so much of the area's height, and so soft, in
 * parts of its width. The nearer to the edge, the less soft, so that there is no seam.
 */
const MIRRORED = [
  { reach: 0.09, sigma: 0.05 },
  { reach: 0.028, sigma: 0.009 },
] as const
/** Its ground has the colours of so much of the picture at that edge, in so many patches across. */
const EDGE = 0.14
const PATCHES = 7
/** Towards the frame's edge it deepens, by so much of a tone that is so much darker, at once or only at the end (`power`): a sky stays a sky, and a foot lies in the shade. */
const DEPTH = {
  above: { share: 0.8, lightness: 0.72, power: 1 },
  below: { share: 0.94, lightness: 0.48, power: 0.5 },
}
const STEPS = 8
/** People sink into the shade below them, over so much of the picture's height, and of what is free below the lowest chin: a mirrored shirt is fog, and mirrored hair a hat. No more than a hem: hands that fade away over a quarter of the picture are ghosts. */
const SINKS = { least: 0.05, most: 0.1, free: 0.5 }
/** That shade has so much chroma at most: below a face it would be skin without anybody in it. */
const SHADE_CHROMA = 0.045
const RIM = 0.012
/** Scans end in lines of another colour above and below: so much of the height is left out where they would be seen twice. */
const SCAN_EDGE = 0.01

/** Draws a cover where `planFilling` has put it: plain edges are drawn on, others go on mirrored and lose themselves in soft light, until the area is filled. */
export function drawWhole(ctx: SKRSContext2D, cover: Cover, places: Places): void {
  const { place, area } = places
  const { top, bottom } = measurePlainness(cover.picture)
  const { above, below } = findMissing(places)
  const isDrawnOn = (above === 0 || isPlainEnough(top)) && (below === 0 || isPlainEnough(bottom))
  if (isDrawnOn) drawExtended(ctx, cover.image, place, area, { isSky: isPlainEnough(top) })
  else drawMirrored(ctx, cover, places)
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
 * The whole picture, as it is, before a ground above and below: the colours of its own edge as soft light, a little deeper towards the
 * ends. A colour from anywhere else would be a band, and what faded away above would be somebody's hair.
 */
function drawMirrored(ctx: SKRSContext2D, cover: Cover, { place: whole, area }: Places): void {
  const { image } = cover
  // What is only a rim, or lies beside the picture, is nothing but this.
  drawExtended(ctx, image, whole, area)
  const scale = whole.width / image.width
  const missing = findMissing({ place: whole, area })
  // Only where the picture goes on: an edge that lies at the frame's own would leave a gap there.
  const cut = SCAN_EDGE * image.height
  const top = missing.above > 0 ? cut : 0
  const inner = {
    x: 0,
    y: top,
    width: image.width,
    height: image.height - top - (missing.below > 0 ? cut : 0),
  }
  const place = { ...whole, y: whole.y + scale * top, height: scale * inner.height }
  const draw = (on: SKRSContext2D) => {
    const { x, y, width, height } = place
    on.imageSmoothingQuality = 'high'
    on.drawImage(image, inner.x, inner.y, inner.width, inner.height, x, y, width, height)
  }
  const { above, below } = findMissing({ place, area })
  const bottom = place.y + place.height
  const sinks = below > 0 ? place.height * measureSinking(cover) : 0
  const from = bottom - sinks
  const foot = { ...area, y: from, height: below + sinks }
  const isSky = isPlainEnough(measurePlainness(cover.picture).top)
  // A plain sky or wall goes on as itself, whatever lies below.
  if (above > 0 && isSky) drawExtended(ctx, image, whole, { ...area, height: above }, { isSky })
  else if (above > 0) drawGround(ctx, image, { place, area: { ...area, height: above } }, 'ABOVE')
  if (below > 0) drawGround(ctx, image, { place, area: foot }, sinks > 0 ? 'SHADE' : 'BELOW')
  for (const mirrored of MIRRORED) {
    if (above > 0 && !isSky) drawReflection(ctx, draw, area, { edge: place.y, way: -1, ...mirrored })
    if (below > 0 && sinks === 0) drawReflection(ctx, draw, area, { edge: bottom, way: 1, ...mirrored })
  }
  if (sinks === 0) draw(ctx)
  else drawSinking(ctx, draw, area, { full: from - area.y, gone: bottom - area.y })
}

/** Over how much of a picture's height people sink into the shade; nothing where there are none. */
function measureSinking(cover: Cover): number {
  const people = findPeople(cover)
  if (people.length === 0) return 0
  const chin = Math.max(...people.map(({ y, height }) => y + height))
  return Math.max(SINKS.least, Math.min(SINKS.most, SINKS.free * (1 - chin)))
}

/** The picture, and less and less of it towards its foot. */
function drawSinking(
  ctx: SKRSContext2D,
  draw: (on: SKRSContext2D) => void,
  area: Box,
  { full, gone }: { full: number; gone: number },
): void {
  const picture = createCanvas(Math.ceil(area.width), Math.ceil(area.height))
  const on = picture.getContext('2d')
  on.translate(-area.x, -area.y)
  draw(on)
  on.resetTransform()
  fadeOut(on, { axis: 'y', full, gone })
  ctx.drawImage(picture, area.x, area.y)
}

type Ground = 'ABOVE' | 'BELOW' | 'SHADE'

/** The colours of the picture's edge that the area shows, as soft patches, and deeper towards the end. */
function drawGround(ctx: SKRSContext2D, image: Canvas, { place, area }: Places, ground: Ground): void {
  const isTop = ground === 'ABOVE'
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
  clearFog(on, ground === 'SHADE')
  ctx.imageSmoothingQuality = 'high'
  // The middles of the outermost patches lie at the edges: beyond them canvases fade out.
  ctx.drawImage(patches, 0.5, 0.25, PATCHES - 1, 0.5, area.x, area.y, area.width, area.height)
  const [near, far] = isTop ? [area.y + area.height, area.y] : [area.y, area.y + area.height]
  const depth = isTop ? DEPTH.above : DEPTH.below
  const deep = deepen(on, depth.lightness)
  ctx.fillStyle = ramp(ctx, near, far, (share) => withAlpha(deep, depth.share * share ** depth.power))
  ctx.fillRect(area.x, area.y, area.width, area.height)
}

/**
 * Holds light patches down to the dark ones between which they lie: soft light between the dark halves of a coat is fog. A sky beside
 * dark trees, which is light up to the end of the edge, stays one, but not where people sink into the shade.
 */
function clearFog(patches: SKRSContext2D, isShade: boolean): void {
  const picture = patches.getImageData(0, 0, PATCHES, 1)
  const { data } = picture
  const found = Array.from({ length: PATCHES }, (_, i) =>
    hexToOklch(toHex([data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!])),
  )
  const levels = found.map(({ lightness }) => lightness)
  for (const [i, { chroma, hue, lightness }] of found.entries()) {
    const between = Math.max(Math.min(...levels.slice(0, i + 1)), Math.min(...levels.slice(i)))
    const most = isShade ? Math.min(...levels) : between
    if (lightness <= most && !isShade) continue
    // Less chroma, too: a dark tone as strong as a light one is a colour of its own.
    const strength = (chroma * most) / Math.max(lightness, 1e-3)
    patches.fillStyle = fromOklch({
      hue,
      chroma: isShade ? Math.min(SHADE_CHROMA, strength) : strength,
      lightness: most,
    })
    patches.fillRect(i, 0, 1, 1)
  }
}

/** The mean of the patches, darker by this factor. */
function deepen(patches: SKRSContext2D, darker: number): string {
  const { data } = patches.getImageData(0, 0, PATCHES, 1)
  const mean = (channel: number) => {
    let sum = 0
    for (let i = 0; i < PATCHES; i++) sum += data[4 * i + channel]!
    return sum / PATCHES
  }
  const { lightness, ...rest } = hexToOklch(toHex([mean(0), mean(1), mean(2)]))
  return fromOklch({ ...rest, lightness: darker * lightness })
}

/** Which edge goes on, up or down, how far, and how softly. */
type Reflection = { edge: number; way: -1 | 1; reach: number; sigma: number }

/** The picture mirrored at its edge, soft, and less and less of it. */
function drawReflection(
  ctx: SKRSContext2D,
  draw: (on: SKRSContext2D) => void,
  area: Box,
  { edge, way, reach, sigma }: Reflection,
): void {
  const reachPx = reach * area.height
  const sigmaPx = sigma * area.width
  // Around the edge the picture itself is drawn, too, or else the blur would mix in nothing.
  const top = edge - reachPx - 3 * sigmaPx
  const width = Math.ceil(area.width)
  const height = Math.ceil(2 * (edge - top))
  const sharp = createCanvas(width, height)
  const on = sharp.getContext('2d')
  on.translate(-area.x, -top)
  draw(on)
  on.translate(0, 2 * edge)
  on.scale(1, -1)
  draw(on)
  const soft = createCanvas(width, height)
  const into = soft.getContext('2d')
  into.filter = `blur(${sigmaPx}px)`
  into.drawImage(sharp, 0, 0)
  into.filter = 'none'
  into.globalCompositeOperation = 'destination-in'
  const from = edge - top
  into.fillStyle = ramp(into, from + way * reachPx, from, (share) => withAlpha('#000000', share))
  into.fillRect(0, 0, width, height)
  ctx.drawImage(soft, area.x, top)
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
