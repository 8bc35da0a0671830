import { type Oklab, toOklab } from './colour.ts'
import type { Picture } from './picture.ts'
import type { Salience } from './salience.ts'

/** How near the parts of a picture seem to be, on a small grid over all of it: 0 is far, 1 is near. */
export type Depth = { readonly columns: number; readonly rows: number; readonly values: Float32Array }

/** A picture and what matters in it, as a cover has both. */
export type DepthSource = { readonly picture: Picture; readonly salience: Salience }

/** Cells along the longer side: enough for the outline of a head. */
const LONG_SIDE = 44
/** Points looked at along each side of a cell. */
const POINTS = 3
/** What counts, and how much: a subject stands before its ground, ground is nearer below, what is sharp is in focus. */
const SIGNS = { salience: 0.5, below: 0.32, detail: 0.18 }
/** Depth keeps to the borders in the picture: cells so many apart belong together if their colours are this alike. */
const REACH = 5
const ALIKE = 0.07
const ROUNDS = 2
const SMOOTHING_ROUNDS = 2
/** The share of cells that is wholly far, and wholly near. */
const ENDS = 0.06

/** Guesses depth from one picture: no more than a feeling for it, but smooth, and true to the picture's own borders. */
export function guessDepth({ picture, salience }: DepthSource): Depth {
  const scale = LONG_SIDE / Math.max(picture.width, picture.height)
  const columns = Math.max(4, Math.round(picture.width * scale))
  const rows = Math.max(4, Math.round(picture.height * scale))
  const { labs, detail } = readCells(picture, columns, rows)
  const weights = { ...salience, values: salience.weights }
  const standing = spread(
    Float32Array.from(labs, (_, i) => Math.sqrt(readDepth(weights, ...locateCell(i, columns, rows)))),
  )
  const sharp = spread(detail)
  let values: Float32Array = standing.map((value, i) => {
    const [, down] = locateCell(i, columns, rows)
    return SIGNS.salience * value + SIGNS.below * down ** 1.5 + SIGNS.detail * (sharp[i] ?? 0)
  })
  for (let round = 0; round < ROUNDS; round++) values = joinAlike(values, labs, columns)
  values = spread(values)
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) values = smooth(values, columns)
  return { columns, rows, values }
}

/** How fast depth changes where it changes fastest, per cell; the steepest few cells are left out. */
export function findSteepness({ columns, values }: Depth): number {
  const slopes = values.map((value, i) => {
    const right = (i + 1) % columns === 0 ? value : (values[i + 1] ?? value)
    return Math.hypot(right - value, (values[i + columns] ?? value) - value)
  })
  return slopes.toSorted()[Math.floor(0.97 * slopes.length)] ?? 0
}

/** The depth at a place in fractions of the picture; beyond its edge as at the edge. */
export function readDepth({ columns, rows, values }: Depth, across: number, down: number): number {
  const x = Math.max(0, Math.min(columns - 1, across * columns - 0.5))
  const y = Math.max(0, Math.min(rows - 1, down * rows - 0.5))
  const left = Math.min(columns - 2, Math.floor(x))
  const top = Math.min(rows - 2, Math.floor(y))
  const at = (dx: number, dy: number) => values[(top + dy) * columns + left + dx] ?? 0
  const upper = at(0, 0) + (at(1, 0) - at(0, 0)) * (x - left)
  const lower = at(0, 1) + (at(1, 1) - at(0, 1)) * (x - left)
  return upper + (lower - upper) * (y - top)
}

function locateCell(cell: number, columns: number, rows: number): [across: number, down: number] {
  return [((cell % columns) + 0.5) / columns, (Math.floor(cell / columns) + 0.5) / rows]
}

/** Mean colour of every cell, and how much its lightness varies. */
function readCells({ pixels, width, height }: Picture, columns: number, rows: number) {
  const labs: Oklab[] = []
  const detail = new Float32Array(columns * rows)
  for (let cell = 0; cell < columns * rows; cell++) {
    const sum: [number, number, number] = [0, 0, 0]
    let squares = 0
    for (let point = 0; point < POINTS * POINTS; point++) {
      const across = ((cell % columns) + ((point % POINTS) + 0.5) / POINTS) / columns
      const down = (Math.floor(cell / columns) + (Math.floor(point / POINTS) + 0.5) / POINTS) / rows
      const at = (Math.floor(down * height) * width + Math.floor(across * width)) * 4
      const lab = toOklab([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0])
      for (const axis of [0, 1, 2] as const) sum[axis] += lab[axis] / POINTS ** 2
      squares += lab[0] ** 2 / POINTS ** 2
    }
    labs.push(sum)
    detail[cell] = Math.sqrt(Math.max(0, squares - sum[0] ** 2))
  }
  return { labs, detail }
}

/** A mean over the neighbourhood in which colours that are alike count most. */
function joinAlike(values: Float32Array, labs: readonly Oklab[], columns: number): Float32Array {
  const rows = labs.length / columns
  return values.map((_, cell) => {
    const own = labs[cell] ?? [0, 0, 0]
    const column = cell % columns
    const row = Math.floor(cell / columns)
    let sum = 0
    let total = 0
    for (let y = Math.max(0, row - REACH); y <= Math.min(rows - 1, row + REACH); y++) {
      for (let x = Math.max(0, column - REACH); x <= Math.min(columns - 1, column + REACH); x++) {
        const lab = labs[y * columns + x] ?? own
        const apart = ((x - column) ** 2 + (y - row) ** 2) / (REACH * REACH)
        const unlike = ((lab[0] - own[0]) ** 2 + (lab[1] - own[1]) ** 2 + (lab[2] - own[2]) ** 2) / ALIKE ** 2
        // The nearest count whatever their colour, so that nothing tears.
        const weight = (0.04 + 1 / (1 + unlike) ** 3) / (1 + apart) ** 3
        sum += weight * (values[y * columns + x] ?? 0)
        total += weight
      }
    }
    return sum / total
  })
}

/** Stretched so that all but its ends lie between 0 and 1; even values stay in the middle. */
function spread(values: Float32Array): Float32Array {
  const sorted = values.toSorted()
  const low = sorted[Math.floor(ENDS * sorted.length)] ?? 0
  const high = sorted[Math.floor((1 - ENDS) * (sorted.length - 1))] ?? 0
  const range = high - low
  return values.map((value) => (range > 1e-6 ? Math.max(0, Math.min(1, (value - low) / range)) : 0.5))
}

/** The mean of each cell and its four neighbours. */
function smooth(values: Float32Array, columns: number): Float32Array {
  return values.map((value, i) => {
    const column = i % columns
    const left = column > 0 ? (values[i - 1] ?? value) : value
    const right = column < columns - 1 ? (values[i + 1] ?? value) : value
    return (value + left + right + (values[i - columns] ?? value) + (values[i + columns] ?? value)) / 5
  })
}
