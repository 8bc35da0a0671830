import type { Picture } from './picture.ts'

/** Where a picture has type that is part of it: cells with letters are 1. */
export type Lettering = { readonly columns: number; readonly rows: number; readonly values: Float32Array }

/** Points along the longer side at which a picture is looked at, and cells along it. */
const POINTS = 400
const CELLS = 40
/** A stroke is at most so wide, of the longer side, even in itself, and so far from what is on either side of it; of 255. */
const WIDEST = 0.06
const EVEN = 14
const APART = 60
/** An edge is so many points wide: letters have smooth rims. */
const RIM = 2
/** The inks that are told apart along each channel. */
const BINS = 6
/** Letters have one ink: so much of all strokes at least, and so much of the picture. */
const INK = { ofStrokes: 0.34, ofAll: 0.012, most: 0.25 }
/** A cell has letters in it if so much of it is strokes of that ink, or so much of those around it. */
const LEAST_FILLED = 0.1

const known = new WeakMap<Picture['pixels'], Lettering>()

/**
 * Finds lettering in a picture: strokes of one flat ink with hard edges on both sides, across as well as down. Branches and hair
 * have edges like these, but neither one ink nor an even one.
 */
export function findLettering(picture: Picture): Lettering {
  const { pixels, width, height } = picture
  const found = known.get(pixels)
  if (found) return found
  const scale = Math.min(1, POINTS / Math.max(width, height))
  const grid = {
    columns: Math.max(8, Math.floor(width * scale)),
    rows: Math.max(8, Math.floor(height * scale)),
  }
  const colours = readColours(picture, grid)
  const lettering = gather(grid, colours, markStrokes(grid, colours))
  known.set(pixels, lettering)
  return lettering
}

/** How much of a picture is lettering, 0 to 1. */
export function measureLettering(picture: Picture): number {
  const { values } = findLettering(picture)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

type Grid = { columns: number; rows: number }

/** Means of the pixels around each point. */
function readColours({ pixels, width, height }: Picture, { columns, rows }: Grid): Uint8Array {
  const colours = new Uint8Array(3 * columns * rows)
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [Math.floor((row * height) / rows), Math.floor(((row + 1) * height) / rows)]
    for (let column = 0; column < columns; column++) {
      const [left, right] = [
        Math.floor((column * width) / columns),
        Math.floor(((column + 1) * width) / columns),
      ]
      const sum: [number, number, number] = [0, 0, 0]
      for (let y = top; y < Math.max(top + 1, bottom); y++)
        for (let x = left; x < Math.max(left + 1, right); x++)
          for (const axis of [0, 1, 2] as const) sum[axis] += pixels[4 * (y * width + x) + axis]!
      const count = Math.max(1, bottom - top) * Math.max(1, right - left)
      for (const axis of [0, 1, 2] as const) colours[3 * (row * columns + column) + axis] = sum[axis] / count
    }
  }
  return colours
}

function compare(colours: Uint8Array, one: number, other: number): number {
  let most = 0
  for (let axis = 0; axis < 3; axis++)
    most = Math.max(most, Math.abs(colours[3 * one + axis]! - colours[3 * other + axis]!))
  return most
}

/** Marks the points of strokes, along rows and along columns. */
function markStrokes({ columns, rows }: Grid, colours: Uint8Array): Uint8Array {
  const strokes = new Uint8Array(columns * rows)
  const widest = WIDEST * Math.max(columns, rows)
  const scan = (first: number, step: number, count: number) => {
    let from = 0
    for (let at = 1; at <= count; at++) {
      const isEven = at < count && compare(colours, first + from * step, first + at * step) <= EVEN
      if (isEven) continue
      const before = from - RIM
      const after = at - 1 + RIM
      if (at - from <= widest && before >= 0 && after < count) {
        const own = first + (from + ((at - from) >> 1)) * step
        const isStroke =
          compare(colours, own, first + before * step) > APART &&
          compare(colours, own, first + after * step) > APART
        if (isStroke) for (let i = from; i < at; i++) strokes[first + i * step] = 1
      }
      from = at
    }
  }
  for (let row = 0; row < rows; row++) scan(row * columns, 1, columns)
  for (let column = 0; column < columns; column++) scan(column, columns, rows)
  return strokes
}

/** The cells that have strokes of the one ink. */
function gather({ columns, rows }: Grid, colours: Uint8Array, strokes: Uint8Array): Lettering {
  const inkOf = (i: number) => {
    const bin = (axis: number) => Math.min(BINS - 1, Math.floor((colours[3 * i + axis]! * BINS) / 256))
    return (bin(0) * BINS + bin(1)) * BINS + bin(2)
  }
  const counts = new Float64Array(BINS ** 3)
  let all = 0
  for (let i = 0; i < strokes.length; i++) {
    if (!strokes[i]) continue
    counts[inkOf(i)]!++
    all++
  }
  const ink = counts.indexOf(Math.max(...counts))
  const share = counts[ink]! / Math.max(1, all)
  const cell = Math.max(columns, rows) / CELLS
  const size = { columns: Math.ceil(columns / cell), rows: Math.ceil(rows / cell) }
  const values = new Float32Array(size.columns * size.rows)
  const area = counts[ink]! / strokes.length
  if (share < INK.ofStrokes || area < INK.ofAll || area > INK.most) return { ...size, values }
  for (let i = 0; i < strokes.length; i++) {
    if (!strokes[i] || inkOf(i) !== ink) continue
    const [column, row] = [Math.floor((i % columns) / cell), Math.floor(Math.floor(i / columns) / cell)]
    values[row * size.columns + column]! += 1 / cell ** 2
  }
  return { ...size, values: values.map((value) => (value >= LEAST_FILLED ? 1 : 0)) }
}
