import type { Box, Size } from '../geometry.ts'
import { type Croppable, type CropWish, cropToFill, HEAD_ABOVE } from './crop-to-fill.ts'
import { findFigure, findFigureHead, findReach, type Reach } from './figure.ts'
import { growFace } from './grow-face.ts'
import { forgetMiddle, inFace } from './salience.ts'
import { findSubject } from './subject.ts'

/** What of a crop is really seen: a part of it, in fractions, or the circle in it. Default all. */
export type SeenPart = { seen?: Box; isRound?: boolean }

const ALL: Box = { x: 0, y: 0, width: 1, height: 1 }

/** A crop may lose so much of the subject, or of a head, before the whole cover is the better picture. */
const MOST_LOST = 0.14
/** Of all that there is to see, with as much at the edges as in the middle, it may lose so much: subjects that fill a cover or stand at both edges don't stand out. */
const MOST_SPREAD = 0.25
/** A head is so much larger than the face in it, above, beside and below: hair or a hat, and the chin. */
const HEAD = { above: HEAD_ABOVE, beside: 0.16, below: 0.08 }
/** What is lost of a head counts so many times: a cut hat is seen at once. */
const HEAD_WEIGHT = 2
const HEAD_CELLS = 12
/** What is lost at a thing's head or foot counts so many times: a dog without a muzzle is none. */
const END_WEIGHT = 2

/** The crop that fills a box; none where it would cut into the subject, so that the whole cover is the better picture. */
export function findKeepingCrop(
  picture: Croppable,
  box: Size,
  wish: CropWish & SeenPart = {},
): Box | undefined {
  const crop = cropToFill(picture, box, wish)
  return keepsSubject(picture, crop, wish) ? crop : undefined
}

/** Whether a crop shows nearly all of the subject, and every head. */
export function keepsSubject(picture: Croppable, crop: Box, part: SeenPart = {}): boolean {
  const { subject, spread } = measureLost(picture, crop, part)
  return subject <= MOST_LOST && spread <= MOST_SPREAD
}

/** What a crop does not show, 0 to 1. */
export type Lost = {
  /** Of the subject, or of the head that is cut most; nothing where nothing stands out. */
  subject: number
  /** Of all that there is to see, wherever it stands. */
  spread: number
}

/** Measures what a crop cuts away. */
export function measureLost({ salience, width, height }: Croppable, crop: Box, part: SeenPart = {}): Lost {
  if (!salience) return { subject: 0, spread: 0 }
  const { columns, rows, weights, faces } = findSubject(salience)
  const isSeen = createSight(crop, part)
  const sumLost = (sum: number, weight: number, i: number) => {
    const [across, down] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
    return isSeen(across * width, down * height) ? sum : sum + weight
  }
  const figure = findFigure({ width, height, salience })
  const heads = figure ? [findFigureHead(figure)] : faces.map((face) => growFace(face, HEAD))
  const cut = heads.map((head) => HEAD_WEIGHT * measureHead(head, (x, y) => isSeen(x * width, y * height)))
  const reach = part.isRound ? undefined : findReach({ width, height, salience })
  const ends = reach ? END_WEIGHT * measureEnds(reach.likely, findSeen(crop, part), height) : 0
  return {
    subject: Math.max(weights.reduce(sumLost, 0), ends, ...cut),
    spread: forgetMiddle(salience).reduce(sumLost, 0),
  }
}

/** The part of a crop that is really seen. */
function findSeen(crop: Box, { seen = ALL }: SeenPart): Box {
  return {
    x: crop.x + seen.x * crop.width,
    y: crop.y + seen.y * crop.height,
    width: seen.width * crop.width,
    height: seen.height * crop.height,
  }
}

/** How much of a thing's height is above or below what is seen. */
function measureEnds({ from, to }: Reach, { y, height }: Box, whole: number): number {
  const [top, bottom] = [y / whole, (y + height) / whole]
  const shown = Math.max(0, Math.min(to, bottom) - Math.max(from, top))
  return 1 - shown / (to - from)
}

/** Tells whether a place of the picture is seen. */
function createSight(crop: Box, { seen = ALL, isRound }: SeenPart): (x: number, y: number) => boolean {
  const { x: left, y: top, width, height } = seen
  return (x, y) => {
    const [across, down] = [(x - crop.x) / crop.width, (y - crop.y) / crop.height]
    if (isRound && Math.hypot(across - 0.5, down - 0.5) > 0.5) return false
    return across >= left && across < left + width && down >= top && down < top + height
  }
}

/** How much of a head is out of sight. */
function measureHead(head: Box, isSeen: (x: number, y: number) => boolean): number {
  let [all, lost] = [0, 0]
  for (let i = 0; i < HEAD_CELLS ** 2; i++) {
    const x = head.x + (((i % HEAD_CELLS) + 0.5) / HEAD_CELLS) * head.width
    const y = head.y + ((Math.floor(i / HEAD_CELLS) + 0.5) / HEAD_CELLS) * head.height
    if (!inFace(head, x, y)) continue
    all++
    if (!isSeen(x, y)) lost++
  }
  return all > 0 ? lost / all : 0
}
