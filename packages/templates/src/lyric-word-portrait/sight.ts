import { type Box, type Cover, findSubject, type PaintPicture, type Size, smoothstep } from '@songreel/kit'
import type { Cut } from './cut.ts'
import { findFade, RIM } from './dissolve.ts'

type Context = Parameters<PaintPicture>[0]

/** How clear of letters each place of a frame is, 0 to 1. */
export type Sight = (x: number, y: number) => number

/** Where the cover lies in a frame, where the words stand, and what can be cut out of it. */
export type SightPlan = { cover: Cover; place: Box; words: Box; size: Size; cut?: Cut | undefined }

/**
 * What is clear of letters: what stands in front, along its own outline, with words behind it; or, where no outline can be
 * trusted, all of the photograph, which goes over into words at a straight edge.
 */
export function createSight(ctx: Context, plan: SightPlan): Sight {
  return plan.cut ? createCutSight(ctx, plan, plan.cut) : createPhotoSight(plan)
}

function createCutSight(ctx: Context, { cover, place, size }: SightPlan, cut: Cut): Sight {
  const opacity = readFront(ctx, cut, place, size)
  const wholeAt = createWhole(place, size)
  const floorAt = cut.kind === 'SUBJECT' ? createFloor(cover, place) : () => 0
  return (x, y) => Math.max(opacity[y * size.width + x]! / 255, floorAt(y) * wholeAt(x, y))
}

function readFront(ctx: Context, cut: Cut, { x, y, width, height }: Box, size: Size): Uint8Array {
  ctx.clearRect(0, 0, size.width, size.height)
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(cut.paintFront(), x, y, width, height)
  const { data } = ctx.getImageData(0, 0, size.width, size.height)
  ctx.clearRect(0, 0, size.width, size.height)
  return Uint8Array.from({ length: size.width * size.height }, (_, i) => data[4 * i + 3]!)
}

/** From so far down a face on, in parts of its height, words give way to all of the photograph, over so much, or over so much of the cover. */
const FLOOR = { from: 0.52, reach: 0.32, least: 0.12 }

/** Words are the air around a head; below it a shirt in the tone of its ground, which no cut is sure about, stays whole. */
function createFloor({ salience }: Cover, place: Box): (y: number) => number {
  const { faces } = findSubject(salience)
  if (faces.length === 0) return () => 0
  const from = Math.max(...faces.map(({ y, height }) => y + FLOOR.from * height))
  const reach = Math.max(FLOOR.least, ...faces.map(({ height }) => FLOOR.reach * height))
  return (y) => smoothstep(from, from + reach, (y - place.y) / place.height)
}

/** 1 within a photograph, and softly 0 at those of its edges that lie in the frame. */
function createWhole({ x: left, y: top, width, height }: Box, size: Size): Sight {
  const side = Math.min(size.width, size.height)
  const [rimPx, bleedPx] = [RIM.share * side, RIM.bleeds * side]
  const between = (start: number, end: number, whole: number) => {
    const first = start > bleedPx ? start : Number.NEGATIVE_INFINITY
    const last = end < whole - bleedPx ? end : Number.POSITIVE_INFINITY
    return (at: number) => smoothstep(0, rimPx, at - first) * smoothstep(0, rimPx, last - at)
  }
  const across = between(left, left + width, size.width)
  const down = between(top, top + height, size.height)
  return (x, y) => across(x) * down(y)
}

const EDGES = [
  ['x', true],
  ['x', false],
  ['y', true],
  ['y', false],
] as const

function createPhotoSight(plan: SightPlan): Sight {
  const { size } = plan
  const parts = EDGES.flatMap(([axis, isFirst]) => {
    const fade = findFade(plan, axis, isFirst)
    if (!fade) return []
    const count = (at: number, whole: number) => (isFirst ? at : whole - at)
    return (x: number, y: number) =>
      smoothstep(fade.from, fade.to, axis === 'x' ? count(x, size.width) : count(y, size.height))
  })
  return (x, y) => parts.reduce((clear, part) => clear * part(x, y), 1)
}
