import type { FrameSource, Planes } from './frame-source.ts'

/** The picture is looked at in this many cells along each side: a third of a side is then a whole number of cells. */
export const GRID_SIDE = 12
export const CELL_COUNT = GRID_SIDE * GRID_SIDE

/** Points looked at along each side of a cell: a mean over 36 points is close enough, and costs next to nothing. */
const POINTS = 6
const POINTS_PER_CELL = POINTS * POINTS

/** A cell with less of the red difference is no saturated red. */
const LEAST_RED = 150

/** Relative luminance (0..1, linear light) of a limited-range luma value. */
const LINEAR = Float32Array.from(
  { length: 256 },
  (_, luma) => Math.min(1, Math.max(0, (luma - 16) / 219)) ** 2.2,
)

/** How bright, how red and how lively the frames of a segment are; plain data that crosses threads. */
export type PictureReadings = {
  frameCount: number
  /** Mean relative luminance of each cell, frame after frame. */
  luminance: Float32Array<ArrayBuffer>
  /** WCAG's measure of saturated red for each cell, 0 where the cell is not. */
  redness: Float32Array<ArrayBuffer>
  /** One value per frame: contrast and colour together. */
  liveliness: Float32Array<ArrayBuffer>
}

/** Reads the frames of one segment on their way to the encoder. */
export type PictureMeter = { read(planes: Planes): void; take(): PictureReadings }

/** A meter for up to `capacity` frames of this size. */
export function createPictureMeter(size: FrameSource['size'], capacity: number): PictureMeter {
  const luminance = new Float32Array(capacity * CELL_COUNT)
  const redness = new Float32Array(capacity * CELL_COUNT)
  const liveliness = new Float32Array(capacity)
  let points: Points | undefined
  let frameCount = 0

  return {
    read(planes) {
      points ??= placePoints(size, planes)
      const start = frameCount * CELL_COUNT
      let colour = 0
      for (let cell = 0; cell < CELL_COUNT; cell++) {
        const u = averagePoints(planes.u, points.chroma, cell * POINTS, POINTS)
        const v = averagePoints(planes.v, points.chroma, cell * POINTS, POINTS)
        luminance[start + cell] = readLuminance(planes.y, points.luma, cell)
        redness[start + cell] =
          v < LEAST_RED ? 0 : measureRedness(readLuma(planes.y, points.luma, cell), u, v)
        colour += Math.abs(u - 128) + Math.abs(v - 128)
      }
      const now = luminance.subarray(start, start + CELL_COUNT)
      liveliness[frameCount] = measureContrast(now) + colour / CELL_COUNT / 128
      frameCount++
    },
    take() {
      const readings = {
        frameCount,
        luminance: luminance.slice(0, frameCount * CELL_COUNT),
        redness: redness.slice(0, frameCount * CELL_COUNT),
        liveliness: liveliness.slice(0, frameCount),
      }
      frameCount = 0
      return readings
    },
  }
}

/** Where the points lie in the planes, cell after cell. */
type Points = { luma: Int32Array; chroma: Int32Array }

/** All points of a cell in luma; colour varies slowly, so there one per row, along the diagonal. */
function placePoints({ width, height }: FrameSource['size'], { strideY, strideC }: Planes): Points {
  const xs = spreadPoints(width)
  const rows = spreadPoints(height)
  const luma = new Int32Array(CELL_COUNT * POINTS_PER_CELL)
  const chroma = new Int32Array(CELL_COUNT * POINTS)
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    const firstX = (cell % GRID_SIDE) * POINTS
    const firstRow = Math.floor(cell / GRID_SIDE) * POINTS
    for (let i = 0; i < POINTS_PER_CELL; i++) {
      const row = rows[firstRow + Math.floor(i / POINTS)]!
      luma[cell * POINTS_PER_CELL + i] = row * strideY + xs[firstX + (i % POINTS)]!
    }
    for (let i = 0; i < POINTS; i++) {
      chroma[cell * POINTS + i] = (rows[firstRow + i]! >> 1) * strideC + (xs[firstX + i]! >> 1)
    }
  }
  return { luma, chroma }
}

function spreadPoints(length: number): Int32Array {
  const count = GRID_SIDE * POINTS
  return Int32Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * length) / count))
}

function readLuminance(y: Uint8Array, points: Int32Array, cell: number): number {
  let sum = 0
  const end = (cell + 1) * POINTS_PER_CELL
  for (let i = cell * POINTS_PER_CELL; i < end; i++) sum += LINEAR[y[points[i]!]!]!
  return sum / POINTS_PER_CELL
}

function readLuma(y: Uint8Array, points: Int32Array, cell: number): number {
  return averagePoints(y, points, cell * POINTS_PER_CELL, POINTS_PER_CELL)
}

function averagePoints(plane: Uint8Array, points: Int32Array, from: number, count: number): number {
  let sum = 0
  for (let i = from; i < from + count; i++) sum += plane[points[i]!]!
  return sum / count
}

/** (R - G - B) x 320 in linear light, for cells in which red makes at least 80 %: WCAG 2.2, red flash. */
function measureRedness(y: number, u: number, v: number): number {
  const light = (y - 16) / 219
  const red = toLinear(light + 1.5748 * ((v - 128) / 224))
  const green = toLinear(light - 0.1873 * ((u - 128) / 224) - 0.4681 * ((v - 128) / 224))
  const blue = toLinear(light + 1.8556 * ((u - 128) / 224))
  const isSaturated = red > 0 && red / (red + green + blue) >= 0.8
  return isSaturated ? Math.max(0, red - green - blue) * 320 : 0
}

function toLinear(value: number): number {
  return Math.min(1, Math.max(0, value)) ** 2.2
}

function measureContrast(cells: Float32Array): number {
  let sum = 0
  let squares = 0
  for (const value of cells) {
    const lightness = Math.sqrt(value)
    sum += lightness
    squares += lightness * lightness
  }
  const middle = sum / cells.length
  return Math.sqrt(Math.max(0, squares / cells.length - middle * middle))
}
