import { type Box, type Cover, findPeople, findSubject } from '@songreel/kit'

/** What of a cover no words may stand on. */
export type Kept = {
  /** With their hair, and of those who probably stand beside them; in fractions of the cover. */
  heads: readonly Box[]
  /** Those of them whose faces were found. */
  found: readonly Box[]
  /** Cells in which a thing is, hair and petals as well, 1 in sum; none where the cover is a landscape or a pattern, or a thing from side to side, which nothing can keep clear of. */
  things: Float32Array
  columns: number
  rows: number
  /** What stands out is the ground of a landscape: it may go on outside of the frame. */
  isLand: boolean
}

/** There is a thing in a cell that weighs so many times as much as cells do on the whole: hair weighs less than a face. */
const THING = 0.6
/** A single cell at an edge is noise. */
const LEAST_CELLS = 2
/** The ground of a landscape begins so far down a cover, and reaches its foot and a side to so much. */
const LAND = { from: 0.5, edge: 0.01 }

/** Knows the heads and things in a cover. */
export function findKept(cover: Pick<Cover, 'picture' | 'salience'>): Kept {
  const { columns, rows, weights } = cover.salience
  const { box, faces } = findSubject(cover.salience)
  const isLand = faces.length === 0 && box !== undefined && liesOnFoot(box)
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
  const hasThings = box !== undefined && !isLand
  const isThing = Uint8Array.from(weights, (weight) => (hasThings && weight >= THING * mean ? 1 : 0))
  const count = goesAcross(isThing, columns) ? 0 : isThing.reduce((sum, thing) => sum + thing, 0)
  const things = Float32Array.from(isThing, (thing) => (count > 0 ? thing / count : 0))
  const heads = findPeople(cover)
  return { heads, found: heads.slice(0, faces.length), things, columns, rows, isLand }
}

/** Whether things reach from one side to the other. */
function goesAcross(isThing: Uint8Array, columns: number): boolean {
  const count = (column: number) =>
    isThing.reduce((sum, thing, i) => sum + (i % columns === column ? thing : 0), 0)
  return count(0) >= LEAST_CELLS && count(columns - 1) >= LEAST_CELLS
}

function liesOnFoot({ x, y, width, height }: Box): boolean {
  const isAside = x <= LAND.edge || x + width >= 1 - LAND.edge
  return isAside && y >= LAND.from && y + height >= 1 - LAND.edge
}
