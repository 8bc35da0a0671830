import type { Box } from '../geometry.ts'

/** A picture whose two halves mirror each other: a face from the front, a crest, a building seen from its axis. */
export type Symmetry = {
  /** How sure it is, 0 to 1: 0 where the halves are alike by chance only. */
  trust: number
  /** Twice the axis, in cells: a cell at x has its twin at `fold - 1 - x`. */
  fold: number
  /** How much of each cell is drawn and drawn again on the other side, more towards the axis. */
  twinned: Float32Array
}

type Grid = { columns: number; rows: number }

/** Planes of a grid: lightness and the two of colour, each without what is even over large parts of the picture. */
export type Relief = Grid & { planes: readonly Float32Array[] }

/** The axis of a picture that was made around one stands near its middle: within so many parts of its width. */
const AXIS_NEAR = 0.1
/** Photographs of anything reach 0.4, a thing in the middle 0.6, a face from the front 0.75 and a drawn mask 0.98. */
const ALIKE = { least: 0.52, surely: 0.7 }
/** A twin so far from the axis, in parts of the width, is at half of what it counts upon it. */
const AXIS_REACH = 0.3
/** A front ends where this part of all that is twinned lies outside of it, to each side; what is drawn strongly says more than fur and leaves. */
const FRONT_RIM = 0.02
const FRONT_POWER = 2.5

/** Finds the upright axis around which the most of a picture is drawn twice. */
export function findSymmetry(relief: Relief): Symmetry {
  const { columns, rows } = relief
  const from = Math.round(columns * (1 - 2 * AXIS_NEAR))
  let [fold, most] = [columns, 0]
  for (let each = from; each <= columns * (1 + 2 * AXIS_NEAR); each++) {
    const alike = measureAlike(relief, each)
    if (alike > most) [fold, most] = [each, alike]
  }
  const trust = Math.min(1, Math.max(0, (most - ALIKE.least) / (ALIKE.surely - ALIKE.least)))
  const twinned = new Float32Array(columns * rows)
  if (trust === 0) return { trust, fold, twinned }
  for (let cell = 0; cell < twinned.length; cell++) {
    const twin = findTwin(cell, fold, columns)
    if (twin === undefined) continue
    const away = ((cell % columns) + 0.5 - fold / 2) / columns
    const both = relief.planes.reduce((sum, plane) => sum + plane[cell]! * plane[twin]!, 0)
    twinned[cell] = Math.sqrt(Math.max(0, both)) * 0.5 ** ((away / AXIS_REACH) ** 2)
  }
  return { trust, fold, twinned }
}

/**
 * The front of what a mirrored picture shows, in fractions of it: the face of an animal, a mask, a crest. It is looked at as a face
 * is, and half of it is as bad to see. None where the picture is not surely made around its axis.
 */
export function findFront({ trust, twinned }: Symmetry, { columns, rows }: Grid): Box | undefined {
  if (trust < 1) return undefined
  const [across, down] = [new Float64Array(columns), new Float64Array(rows)]
  for (let cell = 0; cell < twinned.length; cell++) {
    const strength = twinned[cell]! ** FRONT_POWER
    across[cell % columns]! += strength
    down[Math.floor(cell / columns)]! += strength
  }
  const [x, right] = findBulk(across)
  const [y, bottom] = findBulk(down)
  return { x, y, width: right - x, height: bottom - y }
}

/** Where the bulk of a profile begins and ends, in fractions of it. */
function findBulk(profile: Float64Array): [number, number] {
  const total = profile.reduce((sum, value) => sum + value, 0)
  const reach = (values: Float64Array) => {
    let [first, before] = [0, values[0]!]
    while (before < FRONT_RIM * total) before += values[++first]!
    return first / values.length
  }
  return [reach(profile), 1 - reach(profile.toReversed())]
}

/** What stands on one side only counts little in a picture that was made around its axis. */
export function balance(weights: Float32Array, columns: number, { trust, fold }: Symmetry): Float32Array {
  return weights.map((weight, cell) => {
    const twin = findTwin(cell, fold, columns)
    const both = twin === undefined ? weight : Math.sqrt(weight * weights[twin]!)
    return weight + trust * (both - weight)
  })
}

/** The cell on the other side of the axis, if the picture reaches so far. */
function findTwin(cell: number, fold: number, columns: number): number | undefined {
  const column = cell % columns
  const other = fold - 1 - column
  return other >= 0 && other < columns ? cell - column + other : undefined
}

/** How alike the two sides of an axis are, -1 to 1. */
function measureAlike({ columns, planes }: Relief, fold: number): number {
  let [both, all] = [0, 0]
  for (const plane of planes) {
    for (let cell = 0; cell < plane.length; cell++) {
      const twin = findTwin(cell, fold, columns)
      if (twin === undefined) continue
      both += plane[cell]! * plane[twin]!
      all += plane[cell]! ** 2
    }
  }
  return all > 1e-6 ? both / all : 0
}
