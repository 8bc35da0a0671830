import {
  type Box,
  type Cover,
  cropToFill,
  findSubject,
  type PictureView,
  type Size,
  type Subject,
} from '@songreel/kit'

/** Cells of the grid that is laid over a picture. */
const CELLS = 40
/** Points looked at along each side of a cell, and how far apart two lightnesses of 255 are that make an edge between them. */
const POINTS = 6
const EDGE = 12
/** Where edges are as strong as this all over, nobody can tell what a picture shows: anything may be its subject. */
const BUSY = 34
/** How many cells beyond it a thing may reach. */
const REACH = 2
/** What weighs so many times as much as cells do on the whole counts as a subject. */
const STANDS_OUT = 2.2
/** A thing has an outline: so much of it are edges at least. */
const LEAST_DRAWN = 0.12
/** What is at least so wide, of the picture, and so many times as wide as high, and goes on beyond its edge, is a horizon. */
const HORIZON = { width: 0.55, ratio: 2 }

/** What a cover has drawn in it, cell by cell. */
export type QuietPlaces = {
  /** The cover's measures with what must not be hidden: the brightest part of a gradient is no subject, because nothing is drawn there. */
  seen: Measured
  /** The same with what a crop must not cut: a horizon goes on beyond any frame. */
  uncut: Measured
  /** How much of a box lies over busy parts of the picture, 0 to 1, where the picture fills a frame. */
  measureBusy(frame: Size, view: PictureView): (box: Box) => number
}

type Measured = Pick<Cover, 'width' | 'height' | 'salience'>

/** Looks for edges all over a cover. */
export function findQuietPlaces(cover: Cover): QuietPlaces {
  const steps = readSteps(cover)
  const isBusy = steps.map((step) => (step > BUSY ? 1 : 0))
  const { width, height, salience } = cover
  const pieces = listPieces(findSubject(salience))
  const keep = (kept: readonly Piece[]): Measured => ({ width, height, salience: keepOnly(salience, kept) })
  const drawn = pieces.filter((piece) => piece.hasFace || measureDrawn(piece, steps, salience) >= LEAST_DRAWN)
  return {
    seen: keep(drawn.map((piece) => ({ ...piece, cells: reachOut(piece, steps, salience) }))),
    uncut: keep(drawn.filter(({ hasFace, isHorizon }) => hasFace || !isHorizon)),
    measureBusy: (frame, view) => {
      const shown = findShown(cover, frame, view)
      return (box) => meanOver(isBusy, { box, frame, shown, whole: cover })
    },
  }
}

/** The strongest edge of each cell. */
function readSteps({ picture: { pixels, width, height } }: Cover): number[] {
  const points = CELLS * POINTS
  const lightness = new Float32Array(points * points)
  for (let i = 0; i < lightness.length; i++) {
    const x = Math.floor((((i % points) + 0.5) / points) * width)
    const at = 4 * (Math.floor(((Math.floor(i / points) + 0.5) / points) * height) * width + x)
    lightness[i] = 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!
  }
  const steps = Array.from({ length: CELLS * CELLS }, () => 0)
  for (let i = 0; i < lightness.length - points; i++) {
    if (i % points === points - 1) continue
    const step = Math.max(
      Math.abs(lightness[i + 1]! - lightness[i]!),
      Math.abs(lightness[i + points]! - lightness[i]!),
    )
    const cell = Math.floor(i / points / POINTS) * CELLS + Math.floor((i % points) / POINTS)
    steps[cell] = Math.max(steps[cell]!, step)
  }
  return steps
}

/** Cells of the subject that hang together. */
type Piece = { cells: readonly number[]; hasFace: boolean; isHorizon: boolean }

function listPieces({ columns, rows, weights, faces }: Subject): Piece[] {
  const isDone = weights.map((weight) => (weight > 0 ? 0 : 1))
  const pieces: Piece[] = []
  for (let start = 0; start < weights.length; start++) {
    if (isDone[start]) continue
    const cells = [start]
    isDone[start] = 1
    for (let i = 0; i < cells.length; i++) {
      const at = cells[i]!
      const column = at % columns
      const beside = [
        column > 0 ? at - 1 : -1,
        column < columns - 1 ? at + 1 : -1,
        at - columns,
        at + columns,
      ]
      for (const next of beside) {
        if (next < 0 || next >= weights.length || isDone[next]) continue
        isDone[next] = 1
        cells.push(next)
      }
    }
    const hasFace = cells.some((cell) =>
      faces.some((face) =>
        inBox(face, ((cell % columns) + 0.5) / columns, (Math.floor(cell / columns) + 0.5) / rows),
      ),
    )
    pieces.push({ cells, hasFace, isHorizon: isHorizon(cells, columns) })
  }
  return pieces
}

function isHorizon(cells: readonly number[], columns: number): boolean {
  const across = cells.map((cell) => cell % columns)
  const down = cells.map((cell) => Math.floor(cell / columns))
  const [left, right] = [Math.min(...across), Math.max(...across)]
  const width = right - left + 1
  const height = Math.max(...down) - Math.min(...down) + 1
  const goesOn = left === 0 || right === columns - 1
  return goesOn && width >= HORIZON.width * columns && width >= HORIZON.ratio * height
}

function inBox({ x, y, width, height }: Box, across: number, down: number): boolean {
  return across >= x && across <= x + width && down >= y && down <= y + height
}

/** How much of a piece has edges in it. */
function measureDrawn({ cells }: Piece, steps: readonly number[], salience: Cover['salience']): number {
  return cells.filter((cell) => readStep(steps, salience, cell) > EDGE).length / cells.length
}

/** The strongest edge in a cell of the salience. */
function readStep(steps: readonly number[], { columns, rows }: Cover['salience'], cell: number): number {
  const column = Math.floor((((cell % columns) + 0.5) / columns) * CELLS)
  const row = Math.floor(((Math.floor(cell / columns) + 0.5) / rows) * CELLS)
  return steps[row * CELLS + column]!
}

/** With what is drawn right beside it: a beak, a tail, a hand that the eye does not see first. */
function reachOut({ cells }: Piece, steps: readonly number[], salience: Cover['salience']): number[] {
  const { columns, rows } = salience
  const all = new Set(cells)
  for (let ring = 0; ring < REACH; ring++) {
    for (const cell of [...all]) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)]
      for (const [x, y] of [
        [column - 1, row],
        [column + 1, row],
        [column, row - 1],
        [column, row + 1],
      ] as const) {
        if (x < 0 || y < 0 || x >= columns || y >= rows) continue
        if (readStep(steps, salience, y * columns + x) > BUSY) all.add(y * columns + x)
      }
    }
  }
  return [...all]
}

function keepOnly(salience: Cover['salience'], pieces: readonly Piece[]): Cover['salience'] {
  const { weights } = salience
  const kept = new Float32Array(new SharedArrayBuffer(weights.byteLength))
  const least = STANDS_OUT / weights.length
  for (const { cells } of pieces) for (const cell of cells) kept[cell] = Math.max(least, weights[cell]!)
  return { ...salience, weights: kept }
}

/** The part of the cover that fills a frame. */
function findShown(cover: Cover, frame: Size, { zoom = 1, panX = 0, panY = 0 }: PictureView): Box {
  const crop = cropToFill(cover, frame)
  const width = crop.width / zoom
  const height = crop.height / zoom
  return {
    x: ((cover.width - width) / 2) * (1 + panX),
    y: ((cover.height - height) / 2) * (1 + panY),
    width,
    height,
  }
}

type Place = { box: Box; frame: Size; shown: Box; whole: Size }

function meanOver(cells: readonly number[], { box, frame, shown, whole }: Place): number {
  const across = (x: number) => ((shown.x + (x / frame.width) * shown.width) / whole.width) * CELLS
  const down = (y: number) => ((shown.y + (y / frame.height) * shown.height) / whole.height) * CELLS
  const inside = (at: number) => Math.max(0, Math.min(CELLS - 1, Math.floor(at)))
  const [left, right] = [inside(across(box.x)), inside(across(box.x + box.width))]
  const [top, bottom] = [inside(down(box.y)), inside(down(box.y + box.height))]
  let sum = 0
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) sum += cells[y * CELLS + x]!
  return sum / ((bottom - top + 1) * (right - left + 1))
}
