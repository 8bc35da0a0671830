import type { Box, Size } from '../geometry.ts'
import { findCompanions } from './companions.ts'
import type { Cover } from './create-cover.ts'
import { cropToFill, HEAD_ABOVE } from './crop-to-fill.ts'
import { halvesThing } from './cut-things.ts'
import { growFace } from './grow-face.ts'
import { findSubject } from './subject.ts'

/** A found face ends at its cheeks: what it has beside it and above must be seen, too, in parts of its size. */
const HEAD = { above: 0.3, beside: 0.1, below: 0 }
/** So much of a head may lie outside of a crop, in parts of its width or height: hair. */
const LEAST_SEEN = 0.95

type Peopled = Pick<Cover, 'width' | 'height' | 'picture' | 'salience'>

/** The heads of all whose faces were found, and of those who probably stand beside them, in fractions of the cover. */
export function findPeople(cover: Pick<Cover, 'picture' | 'salience'>): readonly Box[] {
  const { faces } = findSubject(cover.salience)
  return [...faces.map((face) => growFace(face, HEAD)), ...findCompanions(cover)]
}

/** Whether a crop leaves out nobody, and cuts nobody: where it does, the whole picture is the better one. */
export function keepsPeople(cover: Peopled, crop: Box): boolean {
  const isWhole = crop.width >= cover.width - 0.5 && crop.height >= cover.height - 0.5
  return isWhole || findPeople(cover).every((head) => isSeen(scale(head, cover), crop))
}

/** A face that begins higher than this in a cover is cut by it. */
const CUT = 0.04

/** Whether hair or a hat may touch a cover's upper edge above a face that the cover does not cut: there it has nothing to lose. */
export function touchesTop({ salience }: Pick<Cover, 'salience'>): boolean {
  const { faces } = findSubject(salience)
  return faces.every(({ y }) => y > CUT) && faces.some(({ y, height }) => y <= HEAD_ABOVE * height)
}

/** A cover that is wider than a crop by less than this is cropped nevertheless: whole, it would leave strips that look like a mistake. */
const LEAST_WIDER = 1.2

/** The shape that a cover is shown in where another is wished for: that, or its own where a crop would leave out somebody, or cut them; where no face is known, also where it would halve an animal or whoever is seen from behind. */
export function shapeForPeople(cover: Peopled, wished: Size): Size {
  const crop = cropToFill(cover, wished)
  const isHalved = cover.width >= LEAST_WIDER * crop.width && halvesThing(cover, crop)
  return keepsPeople(cover, crop) && !isHalved ? wished : { width: cover.width, height: cover.height }
}

function isSeen(head: Box, crop: Box): boolean {
  const across = overlap(head.x, head.width, crop.x, crop.width)
  const down = overlap(head.y, head.height, crop.y, crop.height)
  return across >= LEAST_SEEN * head.width && down >= LEAST_SEEN * head.height
}

function overlap(from: number, length: number, start: number, span: number): number {
  return Math.min(from + length, start + span) - Math.max(from, start)
}

function scale({ x, y, width, height }: Box, by: Size): Box {
  return { x: x * by.width, y: y * by.height, width: width * by.width, height: height * by.height }
}
