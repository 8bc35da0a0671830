import type { Box, Size } from '@songreel/kit/core'
import { insetBox, planFrame } from '@songreel/kit/drawing'
import {
  LOGO_HEIGHTS,
  type LogoCorner,
  type LogoMeasure,
  type LogoPlace,
  type LogoWish,
  PLATE_MARGIN,
  placeLogo,
} from '@songreel/kit/input'
import type { GroundTone } from './choose-logo-form.ts'
import { DRAWN } from './find-drawings.ts'
import { measureChange, measureGround } from './measure-ground.ts'
import { SEEN_PIXELS, type SeenLetters } from './see-frames.ts'
import { countIn } from './tally.ts'

/** What some frames of a scene show: where letters stand, how bright each pixel is, what of the cover is seen where, and what is drawn. */
export type Sight = SeenLetters & { size: Size; covers: Uint8Array[]; drawings: Uint8Array[] }

/** What is to find room, and which corners the template offers, best first. */
export type LogoSearch = {
  picture: LogoMeasure
  wish: LogoWish
  offered: readonly LogoCorner[]
  /** Clips are shown: where they change, no moment says what the next one has behind the logo. */
  isOverClips?: boolean
  /** Whether it needs a plate on a ground like this. */
  needsPlate(tone: GroundTone): boolean
}

/** A place that is free, how light it is there, and what is to be said against it: the less, the better. */
export type LogoRoom = {
  corner: LogoCorner
  heightPx: number
  slide: number
  tone: GroundTone
  cost: number
  /** The ground has so many small parts that the logo lies on a plate. */
  isBusy?: boolean
  /** It is free of a logo alone: a plate would come too near to something. */
  isTight?: boolean
} & Pick<RoomRules, 'onLines' | 'onPattern'>

/** Air between a logo and type, at a short side of 1080; beside a line more than above it, or they are read as one. */
const AIR_PX = { across: 72, down: 34 }
/** And between a logo and anything else that is drawn, or a picture: a part of the logo's shorter side, and never less than so much. */
const CLEAR_SHARE = 0.45
const LEAST_CLEAR_PX = 26
/** What the soft edge of something drawn takes. */
const MOST_DRAWN = 0.003
/** Single lines are less than this of a place, bars and dots far more. */
const MOST_LINES = 0.09
/** A speck of a letter's soft edge, or of a film's noise, is no type. */
const MOST_LETTERS = 0.005
/** So much of a logo may stand on the subject: what the soft edge of the pattern takes by which it is found. */
const MOST_ON_SUBJECT = 0.02
/** A cover is a ground where so much of a place shows its pattern, whose edges blur. */
const GROUND_SHARE = 0.5
/** And a picture has to fill so much of the frame for that: on a smaller one a logo would be all there is to see. */
const LEAST_GROUND = 0.22
/** Clips and pictures with more small parts than this are a ground only below a plate: on them a logo would be one more of those. */
const BUSY_EDGES = 0.02
/** Clips are what changes by more than this from its mean, in steps of brightness. */
const CLIP_CHANGE = 4
const MOST_ON_PICTURE = 0.02
/** To find room a logo may become smaller than was wished for, and move along its side. */
const SHRINKS = [1, 0.78, 0.6, 0.52]
const LEAST_HEIGHT_PX = 68
const SLIDES = Array.from({ length: 17 }, (_, i) => i / 40)
/** What it costs to be in a worse place of the template's order, smaller, away from the corner, on a ground that is not calm, and on a picture. */
const COSTS = {
  order: 0.06,
  shrink: 0.8,
  slide: 1.4,
  spread: 1.2,
  edges: 3,
  plate: 0.3,
  onPicture: 0.35,
  notWished: 1,
}

/** Whether a logo may stand on a picture at all, which it may by default, but never on its subject; and how much of the air that it should have is enough. */
export type RoomRules = {
  onCover?: boolean
  air?: number
  /** Whether single lines may run under it, such as ridges and the borders of bands; not so by default. */
  onLines?: boolean
  /** Whether it may lie on a plate over a faint pattern that fills the ground, such as a wall of bills; bold things are no pattern. Not so by default. */
  onPattern?: boolean
  /** In so many frames something drawn may pass through it, such as sparks. Default 0. */
  passing?: number
  /** How much of the frame a picture fills on which it may stand. */
  leastGround?: number
}

/** All places that are free, the best first. */
export function listLogoRooms(sight: Sight, search: LogoSearch, rules: RoomRules = {}): LogoRoom[] {
  const { picture, wish, offered, needsPlate, isOverClips = false } = search
  const rooms: LogoRoom[] = []
  for (const [order, corner] of offered.entries())
    for (const shrink of SHRINKS)
      for (const slide of SLIDES) {
        const heightPx = Math.max(LEAST_HEIGHT_PX, Math.round(LOGO_HEIGHTS[wish.size] * shrink))
        const place = { picture, corner, heightPx, slide }
        const box = placeLogo(sight.size, place)
        if (!isFree(sight, box, rules)) continue
        const { tone, edges } = measureGround(sight, box)
        const isBusy = edges > BUSY_EDGES || (isOverClips && measureChange(sight, box) > CLIP_CHANGE)
        const isPlated = rules.onPattern || isBusy || needsPlate(tone)
        // On a pattern or a film nothing else parts it from the labels that type stands on.
        const plateAir = (rules.onPattern || isBusy ? 1 : 0.5) * (rules.air ?? 1)
        const isTight = !isFree(sight, findPlate(sight.size, place), { ...rules, air: plateAir })
        if (isPlated && isTight) continue
        const cost =
          order * COSTS.order +
          (1 - shrink) * COSTS.shrink +
          slide * COSTS.slide +
          (wish.place === corner ? 0 : COSTS.notWished) +
          COSTS.spread * (Math.sqrt(tone.light) - Math.sqrt(tone.dark)) +
          COSTS.edges * edges +
          COSTS.onPicture * measureShown(sight, box) +
          (isPlated ? COSTS.plate : 0)
        const { onLines, onPattern } = rules
        rooms.push({
          corner,
          heightPx,
          slide,
          tone,
          cost,
          ...(isBusy && { isBusy }),
          ...(isTight && { isTight }),
          ...(onLines && { onLines }),
          ...(onPattern && { onPattern }),
        })
      }
  return rooms.sort((a, b) => a.cost - b.cost)
}

/** How much of a box shows pictures: a wall is a better place than the picture that hangs on it. */
function measureShown({ covers, size }: Sight, box: Box): number {
  const shares = covers.map((seen) => {
    const [none = 0, ...shown] = countIn(seen, size, box)
    const area = shown.reduce((sum, count) => sum + count, 0)
    return area / Math.max(1, none + area)
  })
  return Math.max(0, ...shares)
}

/** All of a plate and of the logo on it. */
function findPlate(size: Size, place: Omit<LogoPlace, 'plate'>): Box {
  const { x, y, width, height } = placeLogo(size, { ...place, plate: '#ffffff' })
  const margin = PLATE_MARGIN * Math.min(width, height)
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

/** What a logo may not stand on or near. */
export type Obstacle = 'type' | 'something drawn' | 'the subject' | 'a picture'

type Standing = RoomRules & {
  /** False: a picture that flies through the frame may pass behind it. */
  isStill?: boolean
}

/** Whether a box keeps clear of type, drawn things, subject and pictures at all moments. */
export function isFree(sight: Omit<Sight, 'lumas'>, box: Box, standing: Standing = {}): boolean {
  return findObstacle(sight, box, standing) === undefined
}

/** What a box comes too near to at any moment; undefined where it is free. */
export function findObstacle(
  { size, letters, covers, drawings }: Omit<Sight, 'lumas'>,
  box: Box,
  standing: Standing = {},
): Obstacle | undefined {
  const {
    onCover = true,
    onLines = false,
    onPattern = false,
    passing = 0,
    air = 1,
    isStill = true,
  } = standing
  const { leastGround = LEAST_GROUND } = standing
  const { scale } = planFrame(size)
  const near = clearAround(box, size, air)
  const across = scale(air * AIR_PX.across)
  const down = Math.max(scale(air * AIR_PX.down), box.y - near.y)
  const wide = {
    x: box.x - across,
    y: box.y - down,
    width: box.width + 2 * across,
    height: box.height + 2 * down,
  }
  const isOver = (count: number, around: Box, most: number) => count > most * around.width * around.height
  if (isOver(countIn(letters, size, wide)[1]!, wide, MOST_LETTERS)) return 'type'
  const mostDrawn = onLines ? MOST_LINES : MOST_DRAWN
  const touched = drawings.filter((drawn) => {
    const counts = countIn(drawn, size, near)
    const count = counts[DRAWN.BOLD]! + (onPattern ? 0 : counts[DRAWN.FAINT]!)
    return isOver(count, near, mostDrawn)
  })
  if (touched.length > passing) return 'something drawn'
  if (covers.some((seen) => measureOnSubject(seen, size, box) > MOST_ON_SUBJECT)) return 'the subject'
  const isOnPicture =
    isStill && covers.some((seen) => isStuck(seen, size, { box, near, onCover, leastGround }))
  return isOnPicture ? 'a picture' : undefined
}

/** A logo with the margin that is its own. */
function clearAround(box: Box, size: Size, air: number): Box {
  const clear = Math.max(planFrame(size).scale(LEAST_CLEAR_PX), CLEAR_SHARE * Math.min(box.width, box.height))
  return insetBox(box, -air * clear)
}

/** Which part of a box is on the subject. */
function measureOnSubject(seen: Uint8Array, size: Size, box: Box): number {
  return countIn(seen, size, box)[SEEN_PIXELS.SUBJECT]! / Math.max(1, box.width * box.height)
}

/** Whether it lies on a picture, or partly on one. */
function isStuck(
  seen: Uint8Array,
  size: Size,
  { box, near, onCover, leastGround }: { box: Box; near: Box; onCover: boolean; leastGround: number },
): boolean {
  const { COVER, SUBJECT } = SEEN_PIXELS
  const inside = countIn(seen, size, near)
  if (inside[COVER]! + inside[SUBJECT]! <= MOST_ON_PICTURE * near.width * near.height) return false
  if (!onCover) return true
  const [none, ...shown] = countIn(seen, size, { x: 0, y: 0, ...size })
  const whole = shown.reduce((sum, count) => sum + count, 0)
  if (whole < leastGround * (whole + none!)) return true
  // A picture that goes on to the frame's edge is a ground there; one that ends before is a picture, and nothing is stuck on it.
  const isLeft = box.x + box.width / 2 < size.width / 2
  const beside = isLeft
    ? { ...box, x: 0, width: box.x }
    : { ...box, x: box.x + box.width, width: size.width - box.x - box.width }
  return [box, beside].some((part) => {
    const counts = countIn(seen, size, part)
    const area = counts.reduce((sum, count) => sum + count, 0)
    return counts[COVER]! + counts[SUBJECT]! < GROUND_SHARE * area
  })
}
