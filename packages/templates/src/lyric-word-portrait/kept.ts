import { type Box, type Cover, findPeople, findSubject } from '@songreel/kit'

/** What of a cover no words and no dissolve may touch. */
export type Kept = {
  /** With their hair, and of those who probably stand beside them; in fractions of the cover. */
  heads: readonly Box[]
  /** Those of them whose faces were found. */
  found: readonly Box[]
  /** Cells in which a thing is, hair and petals as well; none where the cover is a landscape or a pattern, or a thing from side to side, which nothing can keep clear of. */
  things: Uint8Array
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
  const things = Uint8Array.from(weights, (weight) => (hasThings && weight >= THING * mean ? 1 : 0))
  const heads = findPeople(cover)
  const kept = { heads, found: heads.slice(0, faces.length), things, columns, rows, isLand }
  const isEverywhere =
    findFirst({ ...kept, heads: [] }, 'x', true) + findFirst({ ...kept, heads: [] }, 'x', false) === 0
  return isEverywhere ? { ...kept, things: new Uint8Array(things.length) } : kept
}

function liesOnFoot({ x, y, width, height }: Box): boolean {
  const isAside = x <= LAND.edge || x + width >= 1 - LAND.edge
  return isAside && y >= LAND.from && y + height >= 1 - LAND.edge
}

/** How far from an edge the first head or thing is, in parts of the cover's width or height. */
export function findFirst(kept: Kept, axis: 'x' | 'y', isFirst: boolean): number {
  const { things, heads, columns, rows } = kept
  const count = axis === 'x' ? columns : rows
  const found = new Uint16Array(count)
  for (const [i, thing] of things.entries()) {
    const cell = axis === 'x' ? i % columns : Math.floor(i / columns)
    found[isFirst ? cell : count - 1 - cell]! += thing
  }
  const cell = found.findIndex((each) => each >= LEAST_CELLS)
  const side = axis === 'x' ? 'width' : 'height'
  const ways = heads.map((head) => (isFirst ? head[axis] : 1 - head[axis] - head[side]))
  return Math.max(0, Math.min(1, cell < 0 ? 1 : cell / count, ...ways))
}

/** How many of all cells with things lie behind a box, 0 to 1. */
export function measureThings({ things, columns, rows }: Kept, place: Box, box: Box): number {
  let [all, behind] = [0, 0]
  for (const [i, thing] of things.entries()) {
    if (thing === 0) continue
    const x = place.x + (((i % columns) + 0.5) / columns) * place.width
    const y = place.y + ((Math.floor(i / columns) + 0.5) / rows) * place.height
    all++
    if (x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) behind++
  }
  return behind / Math.max(1, all)
}
