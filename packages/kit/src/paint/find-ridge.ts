import type { Guide } from './guided-filter.ts'
import type { Matte } from './matte.ts'

/** The ridge runs between these heights of the picture. */
const HIGHEST = 0.06
const LOWEST = 0.8
/** Going up or down pays where it follows a border that is stronger than this, and costs where it does not. */
const STEEP_COST = 0.3
/** Whatever is drawn above the ridge speaks against it: what is behind should be a sky, a wall or the dark. */
const BUSY_COST = 0.11
/** A border of this strength is as good as any. */
const STRONG = 0.5

/**
 * The line from the left edge to the right one that parts a picture best into what is above and what is below: a horizon, a hill, heads
 * before a sky, the edge of a table. What is below is nearer.
 */
export function findRidge(guide: Guide): Matte {
  const { columns, rows } = guide
  const values = new Float32Array(columns * rows)
  for (const [x, y] of tracePath(guide).entries())
    for (let below = y; below < rows; below++) values[below * columns + x] = 1
  return { columns, rows, values }
}

/** The height of the ridge in each column, by dynamic programming. */
function tracePath(guide: Guide): Int32Array {
  const { columns, rows } = guide
  const [top, bottom] = [Math.round(HIGHEST * rows), Math.round(LOWEST * rows)]
  const from = new Int16Array(columns * rows)
  const busyness = sumBusyness(guide)
  const measure = (x: number, y: number) =>
    measureStep(guide, x, y) - BUSY_COST * busyness[Math.max(0, y - 3) * columns + x]!
  let sums = new Float32Array(rows)
  for (let y = top; y < bottom; y++) sums[y] = measure(0, y)
  for (let x = 1; x < columns; x++) {
    const climbs = sumClimbs(guide, x)
    const next = new Float32Array(rows)
    for (let y = top; y < bottom; y++) {
      let best = Number.NEGATIVE_INFINITY
      for (let before = top; before < bottom; before++) {
        const sum = sums[before]! + Math.abs(climbs[y]! - climbs[before]!) - STEEP_COST * Math.abs(y - before)
        if (sum <= best) continue
        best = sum
        from[y * columns + x] = before
      }
      next[y] = best + measure(x, y)
    }
    sums = next
  }
  const path = new Int32Array(columns)
  let y = top
  for (let each = top; each < bottom; each++) if (sums[each]! > sums[y]!) y = each
  for (let x = columns - 1; x >= 0; x--) {
    path[x] = y
    y = from[y * columns + x]!
  }
  return path
}

/** How much two cells above a place differ from the two below. */
function measureStep({ columns, planes }: Guide, x: number, y: number): number {
  const i = y * columns + x
  let step = 0
  for (const plane of planes)
    step += Math.abs(plane[i]! + plane[i + columns]! - plane[i - columns]! - plane[i - 2 * columns]!) / 2
  return Math.min(STRONG, step)
}

/** Borders between a column and the one before it, summed up from the top. */
function sumClimbs({ columns, rows, planes }: Guide, x: number): Float32Array {
  const sums = new Float32Array(rows + 1)
  for (let y = 0; y < rows; y++) {
    const i = y * columns + x
    let step = 0
    for (const plane of planes) step += Math.abs(plane[i]! - plane[i - 1]!)
    sums[y + 1] = sums[y]! + Math.min(STRONG, step)
  }
  return sums
}

/** How much is drawn in each column from the top down to each cell. */
function sumBusyness({ columns, rows, planes }: Guide): Float32Array {
  const sums = new Float32Array(columns * rows)
  for (let i = columns; i < sums.length; i++) {
    let step = 0
    for (const plane of planes)
      step += Math.abs(plane[i]! - plane[i - columns]!) + Math.abs(plane[i]! - plane[Math.max(0, i - 1)]!)
    sums[i] = sums[i - columns]! + Math.min(STRONG, step > FAINT ? step : 0)
  }
  return sums
}

/** Grain and gradients are no drawing. */
const FAINT = 0.12
