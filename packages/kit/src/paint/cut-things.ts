import type { Box } from '../geometry.ts'
import { toOklab } from './colour.ts'
import type { Cover } from './create-cover.ts'
import type { Picture } from './picture.ts'
import type { Salience } from './salience.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { findSubject } from './subject.ts'

/** The picture is looked at with so many points along its longer side: a beak is two of them thick. */
const LONG_SIDE = 160
/** A thing differs from what lies above it and below: thin ones, middle ones, large ones, in parts of the height, beside so much of that. */
const THICK = [0.0125, 0.018, 0.04, 0.08, 0.16, 0.26]
const BESIDE = 0.6
const LEAST_POINTS = 2
/** What above and below differ themselves counts so much against it: a hill before the sky is no thing. */
const APART = 0.5
/** Colour says more than lightness, as in `findSalience`. */
const CHROMA_WEIGHT = 2
/** It differs by so much at least, in OKLab, and fully from the second on. */
const DIFFERS = { least: 0.08, fully: 0.18 }
/** It goes on for so much of the width on both sides of where it is cut. */
const GOES_ON = 0.012

/** A line from top to bottom cuts a thing if so much of it lies in one. */
const CUT = 0.016
/** Where nothing is for so much of the width is a gap. */
const GAP = 0.045
/** Things stand beside each other in a picture that has so much of its width in gaps; else all of it is one place. */
const LEAST_GAPS = 0.15

type Pictured = Pick<Cover, 'width' | 'picture'>

/** Where a picture has gaps from top to bottom, for each of its columns; all are gaps where nothing stands, none where things are everywhere. */
export function findGaps(picture: Picture): readonly boolean[] {
  const known = gaps.get(picture)
  if (known) return known
  const cuts = findCuts(picture)
  const isFree = Array.from(cuts, (cut) => cut <= CUT)
  const least = Math.max(1, Math.round(GAP * cuts.length))
  const runs = isFree.map((_, at) => isInRun(isFree, at, least))
  const on = goOn(cuts.length)
  // A line is told to cut a thing only so far inside of it.
  const found = runs.map((_, at) => runs.slice(Math.max(0, at - on), at + on + 1).every(Boolean))
  const isPlace = found.filter(Boolean).length < LEAST_GAPS * cuts.length
  const told = isPlace ? found.fill(true) : found
  gaps.set(picture, told)
  return told
}

/** Many ask for those of one cover. */
const gaps = new WeakMap<Picture, readonly boolean[]>()

/** Whether free columns around one are so many. */
function isInRun(isFree: readonly boolean[], at: number, least: number): boolean {
  if (!isFree[at]) return false
  let [from, to] = [at, at]
  while (isFree[from - 1]) from--
  while (isFree[to + 1]) to++
  return to - from + 1 >= least
}

/** Which sides of a crop go through a thing: an animal, a person from behind, a beak. What the picture itself ends with is not cut. */
export function findCutSides({ picture, width }: Pictured, crop: Box): { left: boolean; right: boolean } {
  const found = findGaps(picture)
  const isCut = (x: number) => x > 0.5 && x < width - 0.5 && !found[toColumn(x / width, found)]
  return { left: isCut(crop.x), right: isCut(crop.x + crop.width) }
}

/** Whether a crop shows half of something where no face is known: of an animal, or of whoever is seen from behind. */
export function halvesThing(cover: Pictured & { readonly salience: Salience }, crop: Box): boolean {
  if (findSubject(cover.salience).faces.length > 0) return false
  const { left, right } = findCutSides(cover, crop)
  return left || right
}

/** Whether a thing that a crop cuts at one side stands free, with a gap behind it; else the picture's own edge cuts it, too. */
export function isFreeBeyond({ picture, width }: Pictured, crop: Box, side: 'left' | 'right'): boolean {
  const found = findGaps(picture)
  const at = toColumn((side === 'left' ? crop.x : crop.x + crop.width) / width, found)
  return (side === 'left' ? found.slice(0, at) : found.slice(at + 1)).includes(true)
}

function toColumn(share: number, { length }: readonly boolean[]): number {
  return Math.max(0, Math.min(length - 1, Math.floor(share * length)))
}

/** How much of each column lies in things that go on to both sides of it. */
function findCuts(picture: Picture): Float32Array {
  const { columns, rows, values } = findDifferences(picture)
  const cuts = new Float32Array(columns)
  const on = goOn(columns)
  for (let column = 0; column < columns; column++) {
    const beside = [Math.max(0, column - on), column, Math.min(columns - 1, column + on)]
    for (let row = 0; row < rows; row++) {
      // A thing that rises or falls is a row higher or lower there.
      const near = [Math.max(0, row - 1), row, Math.min(rows - 1, row + 1)]
      const differs = Math.min(...beside.map((x) => Math.max(...near.map((y) => values[y * columns + x]!))))
      const share = (differs - DIFFERS.least) / (DIFFERS.fully - DIFFERS.least)
      cuts[column]! += Math.max(0, Math.min(1, share)) / rows
    }
  }
  return cuts
}

function goOn(columns: number): number {
  return Math.max(1, Math.round(GOES_ON * columns))
}

type Differences = { columns: number; rows: number; values: Float32Array }

/** How much each point differs, as part of something thin or thick, from what lies above that and below. */
function findDifferences(picture: Picture): Differences {
  const { columns, rows, planes } = shrinkPicture(picture, LONG_SIDE)
  const values = new Float32Array(columns * rows)
  for (let column = 0; column < columns; column++) {
    const sums = sumDown(planes, column, { columns, rows })
    const lengths = new Set(THICK.map((thick) => Math.max(LEAST_POINTS, Math.round(thick * rows))))
    for (const length of lengths) {
      const side = Math.max(LEAST_POINTS, Math.round(BESIDE * length))
      for (let from = side; from + length + side <= rows; from++) {
        const differs = compare(sums, [from - side, from, from + length, from + length + side])
        for (let row = from; row < from + length; row++)
          values[row * columns + column] = Math.max(values[row * columns + column]!, differs)
      }
    }
  }
  return { columns, rows, values }
}

/** The sums of a column's colours from its top down to each row, so that any mean is one difference. */
function sumDown(
  planes: readonly Float32Array[],
  column: number,
  { columns, rows }: { columns: number; rows: number },
): Float64Array[] {
  const sums = [0, 1, 2].map(() => new Float64Array(rows + 1))
  for (let row = 0; row < rows; row++) {
    const at = row * columns + column
    const [lightness, a, b] = toOklab([255 * planes[0]![at]!, 255 * planes[1]![at]!, 255 * planes[2]![at]!])
    const colour = [lightness, CHROMA_WEIGHT * a, CHROMA_WEIGHT * b]
    for (const [axis, sum] of sums.entries()) sum[row + 1] = sum[row]! + colour[axis]!
  }
  return sums
}

/** How far the middle of three stretches of a column is from both others, less what those are apart. */
function compare(
  sums: readonly Float64Array[],
  [top, from, to, bottom]: [number, number, number, number],
): number {
  let [above, below, apart] = [0, 0, 0]
  for (const sum of sums) {
    const upper = (sum[from]! - sum[top]!) / (from - top)
    const middle = (sum[to]! - sum[from]!) / (to - from)
    const lower = (sum[bottom]! - sum[to]!) / (bottom - to)
    above += (middle - upper) ** 2
    below += (middle - lower) ** 2
    apart += (upper - lower) ** 2
  }
  return Math.sqrt(Math.min(above, below)) - APART * Math.sqrt(apart)
}
