import type { Box } from '@songreel/kit'

/** A head with its hair, in parts of the face that was found in it: so much above it, beside it and below it. */
const GROWN = { above: 0.6, beside: 0.2, below: 0.1 }
/** Rounder than a box, and wider at the crown than an ellipse. */
const ROUND = 3
/** What is left of the cover above a head is kept, too, if it is no more than this: a bite there would look like one out of the hair. */
const LITTLE = 0.08

/** Whether a place of the cover belongs to somebody's head, in fractions of the cover. */
export function findHeads(faces: readonly Box[]): (across: number, down: number) => boolean {
  const heads = faces.map(({ x, y, width, height }) => {
    const top = y - GROWN.above * height
    const reachY = ((1 + GROWN.above + GROWN.below) * height) / 2
    const middle = { x: x + width / 2, y: top + reachY }
    return { middle, reachX: (0.5 + GROWN.beside) * width, reachY, isAtTop: top < LITTLE }
  })
  return (across, down) =>
    heads.some(({ middle, reachX, reachY, isAtTop }) => {
      const aside = Math.abs(across - middle.x) / reachX
      const off = (down - middle.y) / reachY
      return aside ** ROUND + (isAtTop && off < 0 ? 0 : Math.abs(off)) ** ROUND < 1
    })
}

/** Where no face was found, what stands out may be somebody whose hair goes up so far above it and to either side, in covers. */
export const HAIR = 0.14
const BESIDE = 0.1

/** Whether a cell lies between the cover's upper edge and what stands out so near below that it may be somebody's head. */
export function keepHair(
  { columns, rows }: { columns: number; rows: number },
  isSubject: (column: number, row: number) => boolean,
): (column: number, row: number) => boolean {
  const tops = Array.from({ length: columns }, (_, column) => {
    let row = 0
    while (row < rows && !isSubject(column, row)) row++
    return row
  })
  const beside = Math.round(BESIDE * columns)
  const kept = tops.map((_, column) =>
    Math.min(...tops.slice(Math.max(0, column - beside), column + beside + 1)),
  )
  return (column, row) => kept[column]! < HAIR * rows && row <= kept[column]!
}
