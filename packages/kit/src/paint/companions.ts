import type { Box } from '../geometry.ts'
import type { Cover } from './create-cover.ts'
import { growFace } from './grow-face.ts'
import { listPieces } from './list-pieces.ts'
import type { Picture } from './picture.ts'
import { inFace } from './salience.ts'

/** Cells along each side in which skin is looked for, and points along each side of a cell. */
const CELLS = 72
const FINE = 3
/** Heads stand beside a face from so far above its upper edge to so far below its lower one, in parts of its height. */
const BAND = { above: 0.4, below: 0.2 }
/** Skin is as red and as blue as the face is to so many steps of 255, and lighter or darker by no more than this factor. */
const NEAR = { colour: 15, lightness: 1.75 }
/** What has a face's colour is one if it has so much of the face's area, and is no wider and no narrower for its height. */
const AREA = { least: 0.22, most: 2 }
const SHAPE = { least: 0.4, most: 1.5 }
/** Skin ends where eyes and hair begin: a head is found from below its brow, and is so much larger. */
const GROWN = { above: 0.3, beside: 0.08, below: 0.04 }

/**
 * Where other people are likely to stand beside a face that was found, in fractions of the cover: pieces of skin as large as it, and
 * about as high in the picture. A guess, for what must not be cut; none where no face was found.
 */
export function findCompanions({ picture, salience }: Pick<Cover, 'picture' | 'salience'>): readonly Box[] {
  const known = companions.get(salience)
  if (known) return known
  const [face] = salience.faces ?? []
  const found = face ? lookBeside(readCells(picture), face, salience.faces ?? []) : []
  companions.set(salience, found)
  return found
}

/** Many ask for those of one cover. */
const companions = new WeakMap<Cover['salience'], readonly Box[]>()

type Cells = { luma: Float32Array; red: Float32Array; blue: Float32Array }

/** How light, how red and how blue each cell is, by the mean of some of its pixels. */
function readCells({ pixels, width, height }: Picture): Cells {
  const plane = () => new Float32Array(CELLS * CELLS)
  const cells = { luma: plane(), red: plane(), blue: plane() }
  const count = CELLS * FINE
  for (let fine = 0; fine < count * count; fine++) {
    const [column, row] = [fine % count, Math.floor(fine / count)]
    const x = Math.floor(((column + 0.5) / count) * width)
    const at = 4 * (Math.floor(((row + 0.5) / count) * height) * width + x)
    const [r, g, b] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const cell = Math.floor(row / FINE) * CELLS + Math.floor(column / FINE)
    cells.luma[cell]! += (0.299 * r + 0.587 * g + 0.114 * b) / FINE ** 2
    cells.red[cell]! += (0.5 * r - 0.419 * g - 0.081 * b) / FINE ** 2
    cells.blue[cell]! += (0.5 * b - 0.169 * r - 0.331 * g) / FINE ** 2
  }
  return cells
}

function lookBeside(cells: Cells, face: Box, faces: readonly Box[]): Box[] {
  const middle = (i: number) => [((i % CELLS) + 0.5) / CELLS, (Math.floor(i / CELLS) + 0.5) / CELLS] as const
  const inside = Array.from(cells.luma.keys()).filter((i) => inFace(face, ...middle(i)))
  const usual = (plane: Float32Array) =>
    inside.map((i) => plane[i]!).toSorted((a, b) => a - b)[inside.length >> 1] ?? 0
  const [luma, red, blue] = [cells.luma, cells.red, cells.blue].map(usual)
  const from = face.y - BAND.above * face.height
  const to = face.y + (1 + BAND.below) * face.height
  const isSkin = (i: number) => {
    const [x, y] = middle(i)
    if (y < from || y > to || faces.some((each) => inFace(growFace(each, GROWN), x, y))) return false
    const apart = Math.hypot(cells.red[i]! - red!, cells.blue[i]! - blue!)
    const ratio = (cells.luma[i]! + 1) / (luma! + 1)
    return apart < NEAR.colour && ratio < NEAR.lightness && ratio > 1 / NEAR.lightness
  }
  return collectPieces(isSkin)
    .filter(
      ({ box, count }) =>
        isLike(face, inside.length, box, count) && !faces.some((each) => isAround(box, each)),
    )
    .map(({ box }) => growFace(box, GROWN))
}

function isLike(face: Box, faceCells: number, { width, height }: Box, count: number): boolean {
  const shape = width / height / (face.width / face.height)
  const area = count / Math.max(1, faceCells)
  return area >= AREA.least && area <= AREA.most && shape >= SHAPE.least && shape <= SHAPE.most
}

/** A neck and ears hang together around a face. */
function isAround({ x, y, width, height }: Box, face: Box): boolean {
  return inFace(growFace(face, GROWN), x + width / 2, y + height / 2)
}

/** Cells that hang together: the box around each piece, in fractions, and how many there are. */
function collectPieces(isIn: (cell: number) => boolean): { box: Box; count: number }[] {
  const marks = Uint8Array.from({ length: CELLS * CELLS }, (_, i) => (isIn(i) ? 1 : 0))
  return listPieces(marks, CELLS).map((piece) => {
    const columns = piece.map((cell) => cell % CELLS)
    const rows = piece.map((cell) => Math.floor(cell / CELLS))
    const [x, y] = [Math.min(...columns) / CELLS, Math.min(...rows) / CELLS]
    const width = (Math.max(...columns) + 1) / CELLS - x
    const height = (Math.max(...rows) + 1) / CELLS - y
    return { box: { x, y, width, height }, count: piece.length }
  })
}
