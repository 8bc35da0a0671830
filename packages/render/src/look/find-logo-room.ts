import type { Box, Size } from '@songreel/kit/core'
import { insetBox, planFrame } from '@songreel/kit/drawing'
import {
  LOGO_HEIGHTS,
  type LogoCorner,
  type LogoPlace,
  type LogoWish,
  PLATE_MARGIN,
  placeLogo,
} from '@songreel/kit/input'
import type { GroundTone } from './choose-logo-form.ts'
import { SEEN_PIXELS, type SeenLetters } from './measure-covered.ts'
import { countIn, cutToPixels } from './tally.ts'

/** What some frames of a scene show: where letters stand, how bright each pixel is, and what of the cover is seen where. */
export type Sight = SeenLetters & { size: Size; covers: Uint8Array[] }

/** What is to find room, and which corners the template offers, best first. */
export type LogoSearch = {
  picture: Size
  wish: LogoWish
  offered: readonly LogoCorner[]
  /** Whether it needs a plate on a ground like this. */
  needsPlate(tone: GroundTone): boolean
}

/** A place that is free, and how light it is there. */
export type LogoRoom = { corner: LogoCorner; heightPx: number; slide: number; tone: GroundTone }

/** Air between a logo and type, at a short side of 1080; beside a line more than above it, or they are read as one. */
const AIR_PX = { across: 72, down: 34 }
/** And between a logo and a picture. */
const PICTURE_AIR_PX = 20
/** A speck of a letter's soft edge, or of a film's noise, is no type. */
const MOST_LETTERS = 0.005
/** So much of the subject may be hidden, and of a face what its blurred edge takes. */
const MOST_HIDDEN = 0.05
const MOST_OF_FACE = 0.01
/** A cover is a ground where so much of a place shows its pattern, whose edges blur. */
const GROUND_SHARE = 0.5
/** Bars, dials and other small parts of a picture: on more of them a logo would be one more. */
const MOST_EDGES = 0.12
const MOST_ON_PICTURE = 0.02
/** To find room a logo may become smaller than was wished for, and move along its side. */
const SHRINKS = [1, 0.78, 0.6]
const LEAST_HEIGHT_PX = 68
const SLIDES = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4]
/** What it costs to be in a worse place of the template's order, smaller, away from the corner, and on a ground that is not calm. */
const COSTS = { order: 0.06, shrink: 0.8, slide: 1.4, spread: 0.8, edges: 3, plate: 0.3, notWished: 1 }

/** The wished corner if it is free, else the best of the others; undefined where none has room. */
export function findLogoRoom(
  sight: Sight,
  { picture, wish, offered, needsPlate }: LogoSearch,
  { onCover = true } = {},
): LogoRoom | undefined {
  let best: (LogoRoom & { cost: number }) | undefined
  for (const [order, corner] of offered.entries())
    for (const shrink of SHRINKS)
      for (const slide of SLIDES) {
        const heightPx = Math.max(LEAST_HEIGHT_PX, Math.round(LOGO_HEIGHTS[wish.size] * shrink))
        const known =
          order * COSTS.order +
          (1 - shrink) * COSTS.shrink +
          slide * COSTS.slide +
          (wish.place === corner ? 0 : COSTS.notWished)
        if (best && known >= best.cost) continue
        const place = { picture, corner, heightPx, slide }
        const box = placeLogo(sight.size, place)
        if (!isFree(sight, box, { onCover })) continue
        const { tone, edges } = measureGround(sight, box)
        if (edges > MOST_EDGES) continue
        const isPlated = needsPlate(tone)
        if (isPlated && !isFree(sight, findPlate(sight.size, place), { onCover, air: 0.5 })) continue
        const unrest = COSTS.spread * (Math.sqrt(tone.light) - Math.sqrt(tone.dark)) + COSTS.edges * edges
        const cost = known + unrest + (isPlated ? COSTS.plate : 0)
        if (!best || cost < best.cost) best = { corner, heightPx, slide, tone, cost }
      }
  if (!best) return undefined
  const { cost: _, ...room } = best
  return room
}

/** All of a plate and of the logo on it. */
function findPlate(size: Size, place: Omit<LogoPlace, 'plate'>): Box {
  const { x, y, width, height } = placeLogo(size, { ...place, plate: '#ffffff' })
  const margin = PLATE_MARGIN * Math.min(width, height)
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

/**
 * Whether a box keeps clear of type, faces and pictures at all moments, and hides hardly anything of the subject. What flies through
 * the frame may pass behind it: `isStill: false`.
 */
export function isFree(
  { size, letters, covers }: Omit<Sight, 'lumas'>,
  box: Box,
  { onCover = true, air = 1, isStill = true } = {},
): boolean {
  const { scale } = planFrame(size)
  const across = scale(air * AIR_PX.across)
  const down = scale(air * AIR_PX.down)
  const wide = {
    x: box.x - across,
    y: box.y - down,
    width: box.width + 2 * across,
    height: box.height + 2 * down,
  }
  if (countIn(letters, size, wide)[1]! > MOST_LETTERS * wide.width * wide.height) return false
  return covers.every(
    (seen) => hidesNothing(seen, size, box) && (!isStill || !isStuck(seen, size, box, onCover)),
  )
}

function hidesNothing(seen: Uint8Array, size: Size, box: Box): boolean {
  const inside = countIn(seen, size, box)
  const all = countIn(seen, size, { x: 0, y: 0, ...size })
  const { SUBJECT, FACE } = SEEN_PIXELS
  const subject = inside[SUBJECT]! + inside[FACE]!
  return inside[FACE]! <= MOST_OF_FACE * all[FACE]! && subject <= MOST_HIDDEN * (all[SUBJECT]! + all[FACE]!)
}

/** Whether it lies on a picture, or partly on one. */
function isStuck(seen: Uint8Array, size: Size, box: Box, onCover: boolean): boolean {
  const { COVER, SUBJECT, FACE } = SEEN_PIXELS
  const near = insetBox(box, -planFrame(size).scale(PICTURE_AIR_PX))
  const inside = countIn(seen, size, near)
  if (inside[COVER]! + inside[SUBJECT]! + inside[FACE]! <= MOST_ON_PICTURE * near.width * near.height)
    return false
  if (!onCover) return true
  // A picture that goes on to the frame's edge is a ground there; one that ends before is a picture, and nothing is stuck on it.
  const isLeft = box.x + box.width / 2 < size.width / 2
  const beside = isLeft
    ? { ...box, x: 0, width: box.x }
    : { ...box, x: box.x + box.width, width: size.width - box.x - box.width }
  return [box, beside].some((part) => {
    const counts = countIn(seen, size, part)
    const area = counts.reduce((sum, count) => sum + count, 0)
    return counts[COVER]! + counts[SUBJECT]! + counts[FACE]! < GROUND_SHARE * area
  })
}

/** How light it is under a box, over all moments, and how much of it is edges: bars, lines and the rims of things. */
function measureGround({ size, lumas }: Sight, box: Box): { tone: GroundTone; edges: number } {
  const { left, right, top, bottom } = cutToPixels(box, size)
  // There are 256 values and hundreds of thousands of pixels: how often each occurs says all.
  const counts = new Uint32Array(256)
  let edges = 0
  for (const luma of lumas)
    for (let y = top; y < bottom; y++)
      for (let i = y * size.width + left; i < y * size.width + right; i++) {
        const value = luma[i]!
        counts[value]!++
        if (Math.abs(value - (luma[i + 1] ?? 0)) > EDGE) edges++
      }
  const total = lumas.length * Math.max(0, right - left) * Math.max(0, bottom - top)
  const share = (part: number) => toLuminance(findNth(counts, Math.floor(part * (total - 1))) ?? 16)
  const sum = counts.reduce((all, count, value) => all + count * toLuminance(value), 0)
  const mean = sum / Math.max(1, total)
  return { tone: { mean, dark: share(0.1), light: share(0.9) }, edges: edges / Math.max(1, total) }
}

/** The value that comes nth, from 0, if all were sorted. */
function findNth(counts: Uint32Array, nth: number): number | undefined {
  let before = 0
  for (const [value, count] of counts.entries()) {
    before += count
    if (nth >= 0 && before > nth) return value
  }
  return undefined
}

/** From the encoder's brightness, 16 to 235, to relative luminance. */
function toLuminance(luma: number): number {
  return Math.min(1, Math.max(0, (luma - 16) / 219)) ** 2.2
}

/** From one pixel to the next. */
const EDGE = 26
