import type { FrameSource, Planes } from './frame-source.ts'

/** The picture is looked at in this many cells along each side: a third of a side is then a whole number of cells. */
export const GRID_SIDE = 12
export const CELL_COUNT = GRID_SIDE * GRID_SIDE

/** Points looked at along each side of a cell: a mean over 36 points is close enough, and costs next to nothing. */
const POINTS = 6

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
  /** One value per frame: contrast, colour and movement together. */
  liveliness: Float32Array<ArrayBuffer>
}

/** Reads the frames of one segment on their way to the encoder. */
export type PictureMeter = { read(planes: Planes): void; take(): PictureReadings }

/** A meter for up to `capacity` frames of this size. */
export function createPictureMeter({ width, height }: FrameSource['size'], capacity: number): PictureMeter {
  const xs = spreadPoints(width)
  const rows = spreadPoints(height)
  const luminance = new Float32Array(capacity * CELL_COUNT)
  const redness = new Float32Array(capacity * CELL_COUNT)
  const liveliness = new Float32Array(capacity)
  let frameCount = 0

  return {
    read(planes) {
      const start = frameCount * CELL_COUNT
      let colour = 0
      for (let cell = 0; cell < CELL_COUNT; cell++) {
        const mean = readCell(planes, xs, rows, cell)
        luminance[start + cell] = mean.luminance
        redness[start + cell] = measureRedness(mean)
        colour += Math.abs(mean.u - 128) + Math.abs(mean.v - 128)
      }
      const now = luminance.subarray(start, start + CELL_COUNT)
      const before = frameCount > 0 ? luminance.subarray(start - CELL_COUNT, start) : now
      liveliness[frameCount] =
        measureContrast(now) + colour / CELL_COUNT / 128 + 2 * measureChange(now, before)
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

function spreadPoints(length: number): Int32Array {
  const count = GRID_SIDE * POINTS
  return Int32Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * length) / count))
}

type CellMean = { luminance: number; y: number; u: number; v: number }

/** One object, filled again for every cell. */
const mean: CellMean = { luminance: 0, y: 0, u: 0, v: 0 }

function readCell(
  { y, u, v, strideY, strideC }: Planes,
  xs: Int32Array,
  rows: Int32Array,
  cell: number,
): CellMean {
  const firstX = (cell % GRID_SIDE) * POINTS
  const firstRow = Math.floor(cell / GRID_SIDE) * POINTS
  let luminance = 0
  let luma = 0
  let blueDifference = 0
  let redDifference = 0
  for (let i = 0; i < POINTS; i++) {
    const row = rows[firstRow + i]!
    const lumaRow = row * strideY
    for (let j = 0; j < POINTS; j++) {
      const value = y[lumaRow + xs[firstX + j]!]!
      luma += value
      luminance += LINEAR[value]!
    }
    // Colour varies slowly: one point per row, along the diagonal.
    const chroma = (row >> 1) * strideC + (xs[firstX + i]! >> 1)
    blueDifference += u[chroma]!
    redDifference += v[chroma]!
  }
  mean.luminance = luminance / (POINTS * POINTS)
  mean.y = luma / (POINTS * POINTS)
  mean.u = blueDifference / POINTS
  mean.v = redDifference / POINTS
  return mean
}

/** (R - G - B) x 320 in linear light, for cells in which red makes at least 80 %: WCAG 2.2, red flash. */
function measureRedness({ y, u, v }: CellMean): number {
  if (v < 150) return 0
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

function measureChange(cells: Float32Array, before: Float32Array): number {
  let sum = 0
  for (let i = 0; i < cells.length; i++) sum += Math.abs(cells[i]! - before[i]!)
  return sum / cells.length
}
