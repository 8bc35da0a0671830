import type { Box } from '../geometry.ts'
import { FACES_SHARE, inFace, type Salience } from './salience.ts'

/** The part of a picture that must be seen: weights of the cells of its grid, 1 in sum, or 0 all over where nothing stands out. */
export type Subject = {
  readonly columns: number
  readonly rows: number
  readonly weights: Float32Array
  readonly faces: readonly Box[]
  /** Around all of it, in fractions of the picture; none where nothing stands out. */
  readonly box?: Box
}

/** A cell belongs to the subject if it weighs so many times as much as cells do on the whole. */
const STANDS_OUT = 2.1
/** Where not even the heaviest cell weighs so many times as much, the picture is a pattern, a sky or a mood: it has no subject. */
const LEAST_PEAK = 3
/** Pieces of the subject that weigh less than this part of it are crumbs. */
const LEAST_PIECE = 0.1
/** A thing has an outline: so much of it are cells with edges, which are so far apart in brightness. */
const OUTLINE = { share: 0.12, edge: 12 }
/** A piece that the edge of the picture cuts off is more likely the ground's, or a thing that nobody meant. */
const LEAST_CUT_PIECE = 0.2

/** What of a picture must not be hidden: what clearly stands out from the rest, and every face. */
export function findSubject(salience: Salience): Subject {
  const known = subjects.get(salience)
  if (known) return known
  const found = lookForSubject(salience)
  subjects.set(salience, found)
  return found
}

/** Many ask for the subject of one cover. */
const subjects = new WeakMap<Salience, Subject>()

function lookForSubject({ columns, rows, weights, edges, faces = [] }: Salience): Subject {
  const share = faces.length > 0 ? 1 - FACES_SHARE : 1
  const mean = share / weights.length
  const hasPeak = weights.some((weight) => weight > LEAST_PEAK * mean)
  const standing = Float32Array.from(weights, (weight) =>
    hasPeak && weight > STANDS_OUT * mean ? weight : 0,
  )
  const kept = dropCrumbs(dropGlows(standing, columns, edges), columns, rows)
  for (let i = 0; i < kept.length; i++) {
    const across = ((i % columns) + 0.5) / columns
    const down = (Math.floor(i / columns) + 0.5) / rows
    if (faces.some((face) => inFace(face, across, down))) kept[i] = weights[i]!
  }
  const total = sum(kept)
  const subject = { columns, rows, faces, weights: kept.map((weight) => (total > 0 ? weight / total : 0)) }
  return total > 0 ? { ...subject, box: findBox(subject) } : subject
}

/** What belongs to a thing weighs at least so many times as much as cells do on the whole: dark hair, a spire in the haze. */
const BELONGS = 0.7

/** Around the thing that stands out most, and all of it that hangs together, in fractions of the picture. */
export function findMainThing({ columns, rows, weights }: Salience): Box {
  const mean = 1 / weights.length
  const belonging = Float32Array.from(weights, (weight) => (weight > BELONGS * mean ? weight : 0))
  const heaviest = weights.indexOf(Math.max(...weights))
  const thing = keepPieces(belonging, columns, (piece) => piece.includes(heaviest))
  return findBox({ columns, rows, weights: thing })
}

/** The smallest box around all cells that weigh something. */
function findBox({ columns, rows, weights }: Pick<Subject, 'columns' | 'rows' | 'weights'>): Box {
  let [left, right, top, bottom] = [columns, 0, rows, 0]
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue
    const [column, row] = [i % columns, Math.floor(i / columns)]
    left = Math.min(left, column)
    right = Math.max(right, column + 1)
    top = Math.min(top, row)
    bottom = Math.max(bottom, row + 1)
  }
  const [width, height] = [right - left, bottom - top]
  return { x: left / columns, y: top / rows, width: width / columns, height: height / rows }
}

/** Leaves out pieces in which nothing is drawn: the brightest part of a gradient, or of what is out of focus, is no thing. */
function dropGlows(weights: Float32Array, columns: number, edges: Float32Array | undefined): Float32Array {
  if (!edges) return weights
  const hasOutline = (piece: readonly number[]) =>
    piece.filter((cell) => edges[cell]! > OUTLINE.edge).length >= OUTLINE.share * piece.length
  return keepPieces(weights, columns, hasOutline)
}

/** Leaves out the pieces that weigh little beside all others. */
function dropCrumbs(weights: Float32Array, columns: number, rows: number): Float32Array {
  const all = sum(weights)
  const isLarge = (piece: readonly number[]) => {
    const weight = piece.reduce((total, cell) => total + weights[cell]!, 0)
    const isCut = piece.some((cell) => isAtRim(cell, columns, rows))
    return weight >= (isCut ? LEAST_CUT_PIECE : LEAST_PIECE) * all
  }
  return keepPieces(weights, columns, isLarge)
}

/** Keeps some of the pieces that hang together. */
function keepPieces(
  weights: Float32Array,
  columns: number,
  isKept: (piece: readonly number[]) => boolean,
): Float32Array {
  const kept = new Float32Array(weights.length)
  const isDone = new Uint8Array(weights.length)
  for (let start = 0; start < weights.length; start++) {
    if (isDone[start] || weights[start] === 0) continue
    const piece = collectPiece(weights, isDone, start, columns)
    if (isKept(piece)) for (const cell of piece) kept[cell] = weights[cell]!
  }
  return kept
}

function isAtRim(cell: number, columns: number, rows: number): boolean {
  const [column, row] = [cell % columns, Math.floor(cell / columns)]
  return column === 0 || column === columns - 1 || row === 0 || row === rows - 1
}

/** The cells that hang together with one of them. */
function collectPiece(weights: Float32Array, isDone: Uint8Array, start: number, columns: number): number[] {
  const piece = [start]
  isDone[start] = 1
  for (let i = 0; i < piece.length; i++) {
    const cell = piece[i]!
    const column = cell % columns
    const beside = [...(column > 0 ? [cell - 1] : []), ...(column < columns - 1 ? [cell + 1] : [])]
    for (const next of [...beside, cell - columns, cell + columns]) {
      if (!weights[next] || isDone[next]) continue
      isDone[next] = 1
      piece.push(next)
    }
  }
  return piece
}

function sum(values: Float32Array): number {
  return values.reduce((all, value) => all + value, 0)
}
