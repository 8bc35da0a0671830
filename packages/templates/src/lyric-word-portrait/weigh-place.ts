import { type Box, findSubject, type Size, type Subject } from '@songreel/kit'
import type { Seen } from './keeping-crop.ts'
import type { Kept } from './kept.ts'

/** What lies behind a box: of the subject, of things, of what a cover is looked at for and of all there is to see, 0 to 1, and of the head that lies deepest in it. */
export function measureBehind({ cover: { salience }, kept }: Seen, place: Box, box: Box) {
  const part = findPart(place, box)
  const depths = kept.heads.map(({ x, y, width, height }) => {
    const across = Math.min(part.right, x + width) - Math.max(part.left, x)
    const down = Math.min(part.bottom, y + height) - Math.max(part.top, y)
    return across > 0 && down > 0 ? (across * down) / (width * height) : 0
  })
  const { columns, rows, drawn, core } = kept
  return {
    subject: sumPart(findSubject(salience), part),
    head: Math.max(0, ...depths),
    things: sumPart({ columns, rows, weights: drawn }, part),
    core: sumPart({ columns, rows, weights: core }, part),
    weight: sumPart(salience, part),
  }
}

/** How much of all things a frame leaves out, 0 to 1. */
export function loseThings({ columns, rows, things }: Kept, place: Box, frame: Size): number {
  return sumOutside({ columns, rows, weights: things }, place, frame)
}

/** How much a frame leaves out of what a cover is looked at for, 0 to 1. */
export function loseCore({ columns, rows, core }: Kept, place: Box, frame: Size): number {
  return sumOutside({ columns, rows, weights: core }, place, frame)
}

function sumOutside(cells: Cells, place: Box, frame: Size): number {
  return (
    sumPart(cells, { left: 0, top: 0, right: 1, bottom: 1 }) -
    sumPart(cells, findPart(place, { x: 0, y: 0, ...frame }))
  )
}

type Cells = Pick<Subject, 'columns' | 'rows' | 'weights'>

/** A part of the cover, in fractions of it. */
type Part = { left: number; top: number; right: number; bottom: number }

function findPart(place: Box, box: Box): Part {
  const [left, top] = [(box.x - place.x) / place.width, (box.y - place.y) / place.height]
  return { left, top, right: left + box.width / place.width, bottom: top + box.height / place.height }
}

/** The weights of the cells whose middles lie in a part. Hundreds of places are weighed, so no others are looked at. */
function sumPart({ columns, rows, weights }: Cells, { left, top, right, bottom }: Part): number {
  const [from, to] = [Math.max(0, Math.ceil(left * columns - 0.5)), Math.min(columns, right * columns - 0.5)]
  const [first, last] = [Math.max(0, Math.ceil(top * rows - 0.5)), Math.min(rows, bottom * rows - 0.5)]
  let sum = 0
  for (let row = first; row < last; row++)
    for (let column = from; column < to; column++) sum += weights[row * columns + column]!
  return sum
}
