import { listPieces } from './list-pieces.ts'
import type { Matte } from './matte.ts'

/** So much of a subject hangs together: what comes in pieces has been torn. */
const LEAST_WHOLE = 0.93
/** Holes that have the ground in them are at most such a part of it. */
const MOST_HOLES = 0.03
/** It touches at most so many edges of the picture, each with more than this part of it: what touches more is no thing but a ground. */
const MOST_EDGES = 2
const TOUCHES = 0.03
/** A ridge has no notch that is narrower than this part of the width and deeper than that one of the height. */
const NOTCH = { width: 0.09, depth: 0.05 }

/** How long an outline may be, in parts of the side of a square of the same area: leaves and horns are long, tatters are longer. */
export const MOST_OUTLINE = { THING: 11, PERSON: 7 }

/** Whether a subject's cut is one that nobody would take for a tear: one thing without holes, and no tatters around it. */
export function isWholeThing(matte: Matte, mostOutline: number): boolean {
  return isOnePiece(matte) && countEdges(matte) <= MOST_EDGES && measureOutline(matte) <= mostOutline
}

function isOnePiece({ columns, values }: Matte): boolean {
  const pieces = listPieces(
    Uint8Array.from(values, (value) => (value > 0.5 ? 1 : 0)),
    columns,
  ).map((piece) => piece.length)
  const all = pieces.reduce((sum, count) => sum + count, 0)
  const holes = listPieces(
    Uint8Array.from(values, (value) => (value > 0.5 ? 0 : 1)),
    columns,
  ).filter((hole) => hole.every((cell) => !isAtRim(cell, columns, values.length)))
  const open = holes.reduce((sum, hole) => sum + hole.length, 0)
  return all > 0 && Math.max(...pieces) >= LEAST_WHOLE * all && open <= MOST_HOLES * all
}

function isAtRim(cell: number, columns: number, count: number): boolean {
  const column = cell % columns
  return column === 0 || column === columns - 1 || cell < columns || cell >= count - columns
}

function countEdges({ columns, rows, values }: Matte): number {
  const at = (column: number, row: number) => (values[row * columns + column]! > 0.5 ? 1 : 0)
  const touched = { left: 0, right: 0, top: 0, bottom: 0 }
  for (let row = 0; row < rows; row++) {
    touched.left += at(0, row) / rows
    touched.right += at(columns - 1, row) / rows
  }
  for (let column = 0; column < columns; column++) {
    touched.top += at(column, 0) / columns
    touched.bottom += at(column, rows - 1) / columns
  }
  return Object.values(touched).filter((share) => share > TOUCHES).length
}

/** Whether a ridge goes down and soon up again somewhere: no hill does, but a line that fell into the seam between two things. */
export function hasNotch({ columns, rows, values }: Matte): boolean {
  const heights = Array.from({ length: columns }, (_, column) => {
    let height = 0
    for (let row = 0; row < rows; row++) height += values[row * columns + column]!
    return height
  })
  const reach = Math.ceil(NOTCH.width * columns)
  return heights.some((height, i) => {
    const before = Math.max(...heights.slice(Math.max(0, i - reach), i + 1))
    const after = Math.max(...heights.slice(i, i + reach + 1))
    return Math.min(before, after) - height > NOTCH.depth * rows
  })
}

/** The length of a cut's outline inside of the picture, in parts of the side of a square of its area. */
function measureOutline({ columns, values }: Matte): number {
  let [length, area] = [0, 0]
  for (let i = 0; i < values.length; i++) {
    const own = values[i]! > 0.5
    if (own) area++
    if ((i + 1) % columns !== 0 && own !== values[i + 1]! > 0.5) length++
    if (i + columns < values.length && own !== values[i + columns]! > 0.5) length++
  }
  return area > 0 ? length / Math.sqrt(area) : 0
}
