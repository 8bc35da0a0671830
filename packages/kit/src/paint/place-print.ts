import type { Box } from '../geometry.ts'
import { type Croppable, cropToFill } from './crop-to-fill.ts'
import { halvesThing } from './cut-things.ts'
import { placeInside } from './frame-layout.ts'
import { measureLost } from './keep-subject.ts'
import type { Picture } from './picture.ts'

/** Where in its room a print lies: 0 is left or top, 1 is right or bottom. */
type Corner = { x: number; y: number }

/** With its picture, an animal or whoever is seen from behind is not halved. */
type Printable = Croppable & { readonly picture?: Picture }

/** The cover's place in the frame, and the part of the cover that is seen there. */
export type Print = { box: Box; crop: Box }

/** A cover that is about square is a sleeve: a crop may take so much of it at most. */
const SLEEVE = { least: 0.9, most: 1.12, loses: 0.2 }
/** Any other loses so much at most. */
const MOST_LOST = 0.4
/** Between filling the room and showing all of the cover lie so many steps. */
const STEPS = 5

/** As large as keeps what matters: fills the room, else less of it, at last with all of the cover, flush in a corner. */
export function placePrint(cover: Printable, room: Box, corner: Corner): Print {
  const ratio = cover.width / cover.height
  const whole = placeInside(room, ratio, corner.x, corner.y)
  const most = ratio > SLEEVE.least && ratio < SLEEVE.most ? SLEEVE.loses : MOST_LOST
  for (let step = 0; step < STEPS; step++) {
    const box = mixBoxes(room, whole, step / STEPS)
    const crop = cropToFill(cover, box)
    const isEnough = crop.width * crop.height >= (1 - most) * cover.width * cover.height
    if (isEnough && mayCrop(cover, crop)) return { box: toPixels(box), crop }
  }
  return { box: toPixels(whole), crop: { x: 0, y: 0, width: cover.width, height: cover.height } }
}

/** A crop may lose so much of the subject, and of all that there is to see; where less of the subject is lost, more of what lies around it may be. */
const MAY_LOSE = [
  { subject: 0.09, spread: 0.25 },
  { subject: 0.05, spread: 0.42 },
]

function mayCrop(cover: Printable, crop: Box): boolean {
  const { width, picture, salience } = cover
  if (picture && salience && halvesThing({ width, picture, salience }, crop)) return false
  const lost = measureLost(cover, crop)
  return MAY_LOSE.some(({ subject, spread }) => lost.subject <= subject && lost.spread <= spread)
}

function mixBoxes(a: Box, b: Box, by: number): Box {
  const mix = (key: keyof Box) => a[key] + (b[key] - a[key]) * by
  return { x: mix('x'), y: mix('y'), width: mix('width'), height: mix('height') }
}

/** On whole pixels a picture that rests is copied as it is. */
function toPixels({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.round(x), Math.round(y)]
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top }
}
