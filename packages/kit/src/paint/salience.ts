import type { Box } from '../geometry.ts'
import { mapInPlace } from '../map-in-place.ts'
import { type Rgb, readRgb, toOklab } from './colour.ts'
import { findEdges } from './edges.ts'
import type { Picture } from './picture.ts'
import { slideMean } from './slide-mean.ts'
import { balance, findFront, findSymmetry, type Symmetry } from './symmetry.ts'

/** Where a picture has something to see: weights of a small grid over all of it, 1 in sum. */
export type Salience = {
  columns: number
  rows: number
  weights: Float32Array<SharedArrayBuffer>
  /** The strongest edge in each cell, 0 to 255: what has none is out of focus, or a gradient. None where nobody has looked. */
  edges?: Float32Array
  /**
   * People's faces, in fractions of the picture, the largest first; in a picture without, the front of what is drawn around its axis,
   * such as an animal's face.
   */
  faces?: readonly Box[]
}

/** Cells along the longer side: enough to tell a face from its hair, few enough to cost a millisecond. */
const LONG_SIDE = 40
const LEAST_SIDE = 8
/** Points looked at along each side of a cell. */
const POINTS = 4
/** A thing stands out from what lies so many cells around it: small things, middle ones, large ones. */
const SURROUNDS = [2, 5, 10]
/** Colour says more than lightness: a red coat in the snow and not the shadow beside it. */
const CHROMA_WEIGHT = 2
/** What the signs count beside each other; each is brought to a mean of 1 first. The twins of a mirrored picture count where it is one. */
const SIGNS = { contrast: 1, rarity: 0.8, detail: 0.5, skin: 1.6, twins: 1.6 }
/** What is even over more than so many cells is ground, whichever side of an axis it lies on. */
const GROUND_CELLS = 8
/** Sand, wood and dawn are skin-coloured too, but over much more of the picture than a face. */
const MOST_SKIN = 0.45
/** Without better knowledge photographers put things into the middle: so much counts what lies at the rim. */
const RIM = 0.45
/** Lifts what stands out over a busy rest. */
const EMPHASIS = 1.6
/**
 * Cells with edges like these within so many cells are out of focus, or in it; what is out of it counts so much. Where nothing is
 * in focus, all counts alike.
 */
const FOCUS = { soft: 6, sharp: 16, reach: 3, least: 0.15 }

/** Faces take so much of all weight: nothing else in a picture is looked at first. */
export const FACES_SHARE = 0.45

/**
 * Looks for what matters: what differs from its surroundings and from the whole, what is finely drawn, skin, what both sides of a
 * picture's axis show, and faces that were found.
 */
export function findSalience(picture: Picture, people: readonly Box[] = []): Salience {
  const scale = LONG_SIDE / Math.max(picture.width, picture.height)
  const columns = Math.max(LEAST_SIDE, Math.round(picture.width * scale))
  const rows = Math.max(LEAST_SIDE, Math.round(picture.height * scale))
  const cells = readCells(picture, columns, rows)
  const symmetry = findTwins(cells)
  const signs = {
    contrast: findContrast(cells),
    rarity: findRarity(cells),
    detail: cells.detail,
    skin: findSkin(cells),
    twins: symmetry.twinned,
  }
  const sum = new Float32Array(columns * rows)
  for (const name of Object.keys(SIGNS) as (keyof typeof SIGNS)[]) {
    const sign = levelOut(signs[name])
    const worth = SIGNS[name] * (name === 'twins' ? symmetry.trust : 1)
    mapInPlace(sum, (value, i) => value + worth * (sign[i] ?? 0))
  }
  const edges = findEdges(picture, cells)
  const focus = findFocus(edges, cells)
  const clear = blur(sum, cells, 1).map((value, i) => value * focus[i]!)
  const weights = weigh(balance(clear, columns, symmetry), cells)
  const front = people.length === 0 ? findFront(symmetry, cells) : undefined
  const faces = front ? [front] : people
  favourFaces(weights, faces, cells)
  return { columns, rows, weights, edges, faces }
}

/** Mean colour of each cell, how much its lightness varies inside, and how much of it is skin. */
type Cells = Grid & {
  lightness: Float64Array
  a: Float64Array
  b: Float64Array
  detail: Float32Array
  skin: Float32Array
}
type Grid = { columns: number; rows: number }

function readCells(picture: Picture, columns: number, rows: number): Cells {
  const count = columns * rows
  const cells: Cells = {
    columns,
    rows,
    lightness: new Float64Array(count),
    a: new Float64Array(count),
    b: new Float64Array(count),
    detail: new Float32Array(count),
    skin: new Float32Array(count),
  }
  const points = { x: spreadPoints(columns, picture.width), y: spreadPoints(rows, picture.height) }
  for (let cell = 0; cell < count; cell++) readCell(cells, cell, picture, points)
  return cells
}

/** Where the points of all cells lie along one side. */
function spreadPoints(cells: number, length: number): Int32Array {
  const count = cells * POINTS
  return Int32Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) / count) * length))
}

function readCell(
  cells: Cells,
  cell: number,
  { pixels, width }: Picture,
  points: Record<'x' | 'y', Int32Array>,
): void {
  const across = (cell % cells.columns) * POINTS
  const down = Math.floor(cell / cells.columns) * POINTS
  let lightness = 0
  let a = 0
  let b = 0
  let squares = 0
  let skinness = 0
  for (let y = down; y < down + POINTS; y++) {
    for (let x = across; x < across + POINTS; x++) {
      const rgb = readRgb(pixels, (points.y[y]! * width + points.x[x]!) * 4)
      const lab = toOklab(rgb)
      lightness += lab[0]
      a += lab[1]
      b += lab[2]
      squares += lab[0] * lab[0]
      skinness += likenessToSkin(rgb)
    }
  }
  const count = POINTS * POINTS
  const mean = lightness / count
  cells.lightness[cell] = mean
  cells.a[cell] = a / count
  cells.b[cell] = b / count
  cells.detail[cell] = Math.sqrt(Math.max(0, squares / count - mean * mean))
  cells.skin[cell] = skinness / count
}

/** Chroma of skin lies close together, from pale to dark (Chai and Ngan 1999, in 8-bit YCbCr); soft at its rim. */
function likenessToSkin(rgb: Rgb): number {
  const luma = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
  if (luma < 40 || luma > 245) return 0
  const toBlue = 128 + 0.564 * (rgb[2] - luma)
  const toRed = 128 + 0.713 * (rgb[0] - luma)
  return rampTo(toBlue, 77, 127) * rampTo(toRed, 136, 173)
}

function rampTo(value: number, low: number, high: number): number {
  const inside = Math.min(value - low, high - value)
  return Math.min(1, Math.max(0, (inside + 4) / 8))
}

/** How far each cell is from the mean of what lies around it, near and far. */
function findContrast(cells: Cells): Float32Array {
  const found = new Float32Array(cells.lightness.length)
  const [lightness, a, b] = [cells.lightness, cells.a, cells.b].map((axis) => Float32Array.from(axis))
  for (const radius of SURROUNDS) {
    const around = {
      lightness: blur(lightness!, cells, radius),
      a: blur(a!, cells, radius),
      b: blur(b!, cells, radius),
    }
    mapInPlace(found, (sum, i) => sum + distance(cells, i, around.lightness[i]!, around.a[i]!, around.b[i]!))
  }
  return found
}

/** How far each cell is from the mean of the whole picture (Achanta 2009). */
function findRarity(cells: Cells): Float32Array {
  const average = (axis: Float64Array) => axis.reduce((sum, value) => sum + value, 0) / axis.length
  const mean = { lightness: average(cells.lightness), a: average(cells.a), b: average(cells.b) }
  return Float32Array.from(cells.lightness, (_, i) => distance(cells, i, mean.lightness, mean.a, mean.b))
}

/** Skin that has something drawn on it, as faces have eyes and a mouth; none where the whole picture has its colour. */
function findSkin({ skin, detail, ...grid }: Cells): Float32Array {
  const share = skin.reduce((sum, value) => sum + value, 0) / skin.length
  const trust = Math.max(0, 1 - share / MOST_SKIN)
  const drawn = blur(detail, grid, 2)
  const blobs = blur(skin, grid, 1)
  const most = Math.max(1e-6, ...drawn)
  return blobs.map((value, i) => trust * value * value * (0.3 + (0.7 * (drawn[i] ?? 0)) / most))
}

/** How much each cell counts for being in focus: photographers blur what they don't mean. */
function findFocus(edges: Float32Array, { columns, rows }: Grid): Float32Array {
  const { soft, sharp, reach, least } = FOCUS
  return edges.map((_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    let strongest = 0
    for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++)
      for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++)
        strongest = Math.max(strongest, edges[y * columns + x]!)
    const share = Math.min(1, Math.max(0, (strongest - soft) / (sharp - soft)))
    return least + (1 - least) * share
  })
}

/** What is drawn on both sides of the picture's axis, if it has one. */
function findTwins({ columns, rows, ...cells }: Cells): Symmetry {
  const planes = [cells.lightness, cells.a, cells.b].map((axis, i) => {
    const plane = Float32Array.from(axis, (value) => (i === 0 ? value : CHROMA_WEIGHT * value))
    // A sky is the same from side to side: only what leaves the usual of its row says where an axis is.
    for (let row = 0; row < rows; row++) {
      const line = plane.subarray(row * columns, (row + 1) * columns)
      const usual = line.toSorted()[Math.floor(columns / 2)]!
      mapInPlace(line, (value) => value - usual)
    }
    const ground = blur(plane, { columns, rows }, GROUND_CELLS)
    return plane.map((value, cell) => value - ground[cell]!)
  })
  return findSymmetry({ columns, rows, planes })
}

/** How far one cell's colour is from another. */
function distance(cells: Cells, i: number, lightness: number, a: number, b: number): number {
  return Math.hypot(
    cells.lightness[i]! - lightness,
    CHROMA_WEIGHT * (cells.a[i]! - a),
    CHROMA_WEIGHT * (cells.b[i]! - b),
  )
}

/** Brings a sign to a mean of 1, unless there is next to nothing of it. */
function levelOut(sign: Float32Array): Float32Array {
  const mean = sign.reduce((sum, value) => sum + value, 0) / sign.length
  return mean < 0.002 ? sign.map(() => 0) : sign.map((value) => Math.min(6, value / mean))
}

/** Emphasised, nearer to the middle worth more, and 1 in sum; a picture of nothing weighs the same everywhere. */
function weigh(sum: Float32Array, { columns, rows }: Grid): Salience['weights'] {
  const weights = new Float32Array(new SharedArrayBuffer(sum.byteLength))
  weights.set(sum.map((value, i) => (0.02 + value) ** EMPHASIS * favourMiddle(i, { columns, rows })))
  const total = weights.reduce((all, weight) => all + weight, 0)
  mapInPlace(weights, (weight) => weight / total)
  return weights
}

/** How much a cell counts for where it lies: most in the middle. */
function favourMiddle(cell: number, { columns, rows }: Grid): number {
  const across = ((cell % columns) + 0.5) / columns - 0.5
  const down = (Math.floor(cell / columns) + 0.5) / rows - 0.5
  return RIM + (1 - RIM) * Math.exp(-(across * across + down * down) / 0.14)
}

/** The weights, 1 in sum, as if the middle of a picture were worth no more than its rim: for what stands at both edges. */
export function forgetMiddle({ columns, rows, weights }: Salience): Float32Array {
  const even = Float32Array.from(weights, (weight, cell) => weight / favourMiddle(cell, { columns, rows }))
  const total = even.reduce((sum, weight) => sum + weight, 0)
  return total > 0 ? even.map((weight) => weight / total) : even
}

/** Gives faces their share, more to the larger ones; what else matters keeps the rest. */
function favourFaces(weights: Float32Array, faces: readonly Box[], { columns, rows }: Grid): void {
  if (faces.length === 0) return
  const favour = new Float32Array(weights.length)
  for (const face of faces) {
    mapInPlace(favour, (value, i) => {
      const across = ((i % columns) + 0.5) / columns
      const down = (Math.floor(i / columns) + 0.5) / rows
      return Math.max(value, inFace(face, across, down) ? 1 : 0)
    })
  }
  const total = favour.reduce((all, value) => all + value, 0)
  if (total === 0) return
  mapInPlace(weights, (weight, i) => (1 - FACES_SHARE) * weight + (FACES_SHARE * favour[i]!) / total)
}

/** Whether a place, in fractions of the picture, lies in a face: the oval within its box. */
export function inFace({ x, y, width, height }: Box, across: number, down: number): boolean {
  return Math.hypot((across - x - width / 2) / width, (down - y - height / 2) / height) <= 0.5
}

/** The mean over a square around each cell; at the rim over what there is of it. */
function blur(values: Float32Array, { columns, rows }: Grid, radius: number): Float32Array {
  const across = slideMean(values, { count: rows, step: columns, length: columns, stride: 1 }, radius)
  return slideMean(across, { count: columns, step: 1, length: rows, stride: columns }, radius)
}
