import type { Box, Size } from '../geometry.ts'
import type { Salience } from './salience.ts'
import { findMainThing, findSubject } from './subject.ts'

/** Figures stand in upright pictures: with bowed heads, or seen from behind, which are no faces to us; towers, too. */
const UPRIGHT = 1.15
/** So much of a figure is its head; hair as dark as its ground does not stand out. */
const HEAD_SHARE = 1 / 8

/** The figure, in fractions of an upright picture in which no face is known: what stands out most, with room for its hair. */
export function findFigure({ width, height, salience }: Size & { salience: Salience }): Box | undefined {
  const { faces = [] } = salience
  if (faces.length > 0 || height <= UPRIGHT * width) return undefined
  const thing = findMainThing(salience)
  const y = Math.max(0, thing.y - HEAD_SHARE * thing.height)
  return { ...thing, y, height: thing.y + thing.height - y }
}

/** Where the head of a figure is. */
export function findFigureHead({ x, y, width, height }: Box): Box {
  return { x, y, width, height: 2 * HEAD_SHARE * height }
}

/** From where to where something reaches, in fractions of a picture's height. */
export type Reach = { from: number; to: number }

/** A thing without a face goes on a little where it no longer stands out: ears and hair above, a muzzle or feet below. */
const GOES_ON = { above: 0.1, below: 0.04 }

/** How far down a picture its thing reaches where no face and no figure is known, and how far it may reach. */
export function findReach({
  width,
  height,
  salience,
}: Size & { salience: Salience }): { seen: Reach; likely: Reach } | undefined {
  const { faces, box } = findSubject(salience)
  if (!box || faces.length > 0 || findFigure({ width, height, salience })) return undefined
  const seen = { from: box.y, to: box.y + box.height }
  const likely = { from: Math.max(0, seen.from - GOES_ON.above), to: Math.min(1, seen.to + GOES_ON.below) }
  return { seen, likely }
}

/** A wider thing is a place. */
const MOST_THING = 0.6

/** What stands out where no face is known, down to where its muzzle or its feet may be, in fractions of the picture; none where that is a place. */
export function findSlimThing(picture: Size & { salience: Salience }): Box | undefined {
  const { box } = findSubject(picture.salience)
  const reach = findReach(picture)
  if (!box || !reach || box.width > MOST_THING) return undefined
  return { ...box, height: reach.likely.to - box.y }
}
