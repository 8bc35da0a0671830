import type { Box, Size } from '../geometry.ts'
import { type Croppable, cropToFill } from './crop-to-fill.ts'
import { inFace } from './salience.ts'
import { findSubject } from './subject.ts'

/** Says how much of something lies behind a box of the frame, 0 to 1. */
export type HiddenMeter = (box: Box) => number

/** Which part of a picture a frame shows, as `backdrop` takes it; without pans, what matters in it. */
export type PictureView = { zoom?: number; panX?: number; panY?: number }

/**
 * How much of a picture's subject lies behind a box, 0 to 1, where the picture fills a frame; so type can stand where it hides
 * nothing. Boxes are in the units of the frame's size. Without salience all of the picture matters alike; in one where nothing
 * stands out, nothing is hidden.
 */
export function measureHidden(picture: Croppable, frame: Size, view: PictureView | number = {}): HiddenMeter {
  const sum = weighSubject(picture, frame, view)
  const all = sum({ x: 0, y: 0, ...frame })
  return (box) => (all > 1e-9 ? sum(box) / all : 0)
}

/** How much of the subject a frame shows, 0 to 1; all of it where nothing stands out. */
export function measureShown(picture: Croppable, frame: Size, view: PictureView | number = {}): number {
  const hasSubject = !picture.salience || findSubject(picture.salience).weights.some((weight) => weight > 0)
  return hasSubject ? weighSubject(picture, frame, view)({ x: 0, y: 0, ...frame }) : 1
}

function weighSubject(picture: Croppable, frame: Size, view: PictureView | number): HiddenMeter {
  const weighed = picture.salience ? findSubject(picture.salience) : EVEN
  return sumOver(
    weighed,
    { x: 0, y: 0, width: picture.width, height: picture.height },
    frame,
    findShown(picture, frame, view),
  )
}

/** How much of the face that is hidden most lies behind a box: type must never stand there. */
export function measureHiddenFace(
  picture: Croppable,
  frame: Size,
  view: PictureView | number = {},
): HiddenMeter {
  const shown = findShown(picture, frame, view)
  const meters = (picture.salience?.faces ?? []).map(({ x, y, width, height }) => {
    const area = {
      x: x * picture.width,
      y: y * picture.height,
      width: width * picture.width,
      height: height * picture.height,
    }
    return sumOver(FACE, area, frame, shown)
  })
  return (box) => Math.max(0, ...meters.map((meter) => meter(box)))
}

type Weighed = { columns: number; rows: number; weights: ArrayLike<number> }

const EVEN: Weighed = { columns: 1, rows: 1, weights: [1] }
const FACE_CELLS = 12
const FACE: Weighed = { columns: FACE_CELLS, rows: FACE_CELLS, weights: weighOval(FACE_CELLS) }

function weighOval(cells: number): number[] {
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  const isInside = Array.from({ length: cells ** 2 }, (_, i) =>
    inFace(whole, ((i % cells) + 0.5) / cells, (Math.floor(i / cells) + 0.5) / cells),
  )
  const count = isInside.filter(Boolean).length
  return isInside.map((is) => (is ? 1 / count : 0))
}

/** The part of the picture that fills the frame. */
function findShown(picture: Croppable, frame: Size, view: PictureView | number): Box {
  const { zoom = 1, panX, panY } = typeof view === 'number' ? { zoom: view } : view
  const crop = cropToFill(picture, frame)
  const start = (axis: 'x' | 'y', length: 'width' | 'height', pan: number | undefined) => {
    const room = picture[length] - crop[length]
    const usual = room > 1e-6 ? (2 * crop[axis]) / room - 1 : 0
    return ((picture[length] - crop[length] / zoom) / 2) * (1 + (pan ?? usual))
  }
  return {
    x: start('x', 'width', panX),
    y: start('y', 'height', panY),
    width: crop.width / zoom,
    height: crop.height / zoom,
  }
}

/** Sums up weights on a grid over an area of the picture that lie behind a box of the frame. */
function sumOver({ columns, rows, weights }: Weighed, area: Box, frame: Size, shown: Box): HiddenMeter {
  const table = new Float64Array((columns + 1) * (rows + 1))
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = (row + 1) * (columns + 1) + column + 1
      const above = table[at - columns - 1]! + table[at - 1]! - table[at - columns - 2]!
      table[at] = (weights[row * columns + column] ?? 0) + above
    }
  }
  // All weight above and left of a place, which may lie within a cell.
  const before = (x: number, y: number) => {
    const [column, row] = [Math.min(columns - 1, Math.floor(x)), Math.min(rows - 1, Math.floor(y))]
    const [across, down] = [x - column, y - row]
    const at = row * (columns + 1) + column
    const upper = table[at]! * (1 - across) + table[at + 1]! * across
    const lower = table[at + columns + 1]! * (1 - across) + table[at + columns + 2]! * across
    return upper * (1 - down) + lower * down
  }
  const toCell = (
    at: number,
    from: number,
    scale: number,
    areaStart: number,
    areaLength: number,
    count: number,
  ) => Math.max(0, Math.min(count, ((from + at * scale - areaStart) / areaLength) * count))
  return ({ x, y, width, height }) => {
    const left = Math.max(0, x)
    const top = Math.max(0, y)
    const right = Math.max(left, Math.min(frame.width, x + width))
    const bottom = Math.max(top, Math.min(frame.height, y + height))
    const across = (at: number) => toCell(at, shown.x, shown.width / frame.width, area.x, area.width, columns)
    const down = (at: number) => toCell(at, shown.y, shown.height / frame.height, area.y, area.height, rows)
    const [x0, x1, y0, y1] = [across(left), across(right), down(top), down(bottom)]
    return Math.max(0, before(x1, y1) - before(x0, y1) - before(x1, y0) + before(x0, y0))
  }
}
