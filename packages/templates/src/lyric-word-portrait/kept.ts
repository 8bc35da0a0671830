import { type Box, type Cover, findPeople, findSubject } from '@songreel/kit'

/** What of a cover no words may stand on. */
export type Kept = {
  /** With their hair, and of those who probably stand beside them; in fractions of the cover. */
  heads: readonly Box[]
  /** Those of them whose faces were found. */
  found: readonly Box[]
  /** Cells in which a thing is, hair and petals as well, 1 in sum; none where the cover is a landscape or a pattern, or a thing from side to side, which nothing can keep clear of. */
  things: Float32Array
  /** The same wherever they go: words may still cover less of a thing from side to side at one place than at another. */
  drawn: Float32Array
  /** Cells that weigh more than others do, the heavier the more, 1 in sum: what a cover is looked at for, even where nothing stands out by far. None in a landscape. */
  core: Float32Array
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
  const drawn = share(Float32Array.from(isThing))
  const things = goesAcross(isThing, columns) ? new Float32Array(isThing.length) : drawn
  const heavier = Float32Array.from(weights, (weight) => (isLand ? 0 : Math.max(0, weight / mean - 1) ** 2))
  const heads = findPeople(cover).map((head, i) =>
    i < faces.length ? coverHat(head, faces[i]!, { columns, rows, isThing }) : head,
  )
  return {
    heads,
    found: heads.slice(0, faces.length),
    things,
    drawn,
    core: share(goUp(heavier, columns, rows)),
    columns,
    rows,
    isLand,
  }
}

/** A head goes on so far above what weighs most in it, in parts of the cover, as ears and a crown, which count so much beside that. */
const GOES_ON = { above: 0.12, worth: 0.5 }

function goUp(weights: Float32Array, columns: number, rows: number): Float32Array {
  const reach = Math.round(GOES_ON.above * rows)
  return weights.map((weight, cell) => {
    let highest = weight
    for (let i = 1; i <= reach; i++)
      highest = Math.max(highest, GOES_ON.worth * (weights[cell + i * columns] ?? 0))
    return highest
  })
}

/** Brings weights to 1 in sum, unless there are none. */
function share(weights: Float32Array): Float32Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (total > 0 ? weight / total : 0))
}

/** A hat ends so far above a face at the most, in parts of it, and takes so much of each row of cells. */
const HAT = { above: 0.55, across: 0.3 }

/** A head with what goes on above it: a hat is higher than hair. */
function coverHat(
  head: Box,
  face: Box,
  { columns, rows, isThing }: { columns: number; rows: number; isThing: Uint8Array },
): Box {
  const [from, to] = [Math.floor(head.x * columns), Math.ceil((head.x + head.width) * columns)]
  const highest = Math.max(0, face.y - HAT.above * face.height)
  let { y } = head
  for (let row = Math.floor(y * rows); row >= 0 && y > highest; row--) {
    const cells = isThing.subarray(row * columns + from, row * columns + to)
    if (cells.reduce((sum, thing) => sum + thing, 0) < HAT.across * cells.length) break
    y = Math.min(y, Math.max(highest, row / rows))
  }
  return { ...head, y, height: head.y + head.height - y }
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
