import { isRecord, type Json, readRecord, readRecords } from './lottie-file.ts'
import { findMost, findMostArea, findScale } from './property-bounds.ts'

/** What shapes paint, in square units of their layer: with one colour, and with gradients; and how many lines and forms there are. */
export type PaintedShapes = { filled: number; graded: number; paths: number }

const MOST_GROUPS = 2000
const MOST_COPIES = 1000

/** Measures the shapes of a layer by the boxes around them, with everything as large as it becomes. */
export function measureShapes(shapes: readonly Json[]): PaintedShapes {
  const sums = { filled: 0, graded: 0, paths: 0 }
  let left = MOST_GROUPS
  const addGroup = (items: readonly Json[], outer: number): { area: number; edge: number; count: number } => {
    const own = { area: 0, edge: 0, count: 0 }
    const copies = countCopies(items)
    const scale = outer * findScale(items.find(({ ty }) => ty === 'tr'))
    for (const item of items) {
      if (item.hd === true || left-- <= 0) continue
      const form = item.ty === 'gr' ? addGroup(readRecords(item.it), scale) : measureForm(item, scale)
      own.area += copies * form.area
      own.edge += copies * form.edge
      own.count += copies * form.count
    }
    for (const { ty, w } of items) {
      const line = own.edge * findMost(w) * scale
      if (ty === 'fl') sums.filled += own.area
      if (ty === 'gf') sums.graded += own.area
      if (ty === 'st') sums.filled += line
      if (ty === 'gs') sums.graded += line
      if (ty === 'fl' || ty === 'gf' || ty === 'st' || ty === 'gs') sums.paths += own.count
    }
    return own
  }
  addGroup(shapes, 1)
  return sums
}

function countCopies(items: readonly Json[]): number {
  const copies = items
    .filter(({ ty, hd }) => ty === 'rp' && hd !== true)
    .reduce((product, { c }) => product * Math.max(1, findMost(c)), 1)
  return Math.min(MOST_COPIES, copies)
}

/** The box around a form and the length of its sides. */
function measureForm({ ty, s, or, ks }: Json, scale: number): { area: number; edge: number; count: number } {
  if (ty === 'rc' || ty === 'el') return toForm(findMostArea(s), scale)
  if (ty === 'sr') return toForm((2 * findMost(or)) ** 2, scale)
  if (ty === 'sh') return toForm(measurePath(ks), scale)
  return { area: 0, edge: 0, count: 0 }
}

function toForm(area: number, scale: number) {
  const scaled = area * scale ** 2
  return { area: scaled, edge: 4 * Math.sqrt(scaled), count: 1 }
}

/** The largest box around the corners of a path, in any of its moments. */
function measurePath(property: unknown): number {
  const value = readRecord(property)?.k
  const moments = isRecord(value)
    ? [value]
    : readRecords(value).flatMap(({ s }) => (Array.isArray(s) ? readRecords(s) : []))
  return Math.max(0, ...moments.map(({ v }) => measureBox(v)))
}

function measureBox(corners: unknown): number {
  if (!Array.isArray(corners)) return 0
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const corner of corners) {
    if (!Array.isArray(corner)) continue
    const [x, y] = corner.map(Number)
    if (!(Number.isFinite(x) && Number.isFinite(y))) continue
    left = Math.min(left, x!)
    right = Math.max(right, x!)
    top = Math.min(top, y!)
    bottom = Math.max(bottom, y!)
  }
  return right > left ? (right - left) * Math.max(1, bottom - top) : 0
}
