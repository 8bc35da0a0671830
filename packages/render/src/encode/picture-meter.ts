import type { FrameSource, Planes } from './frame-source.ts'

/** The picture is looked at in this many cells along each side: a third of a side is then a whole number of cells. */
export const GRID_SIDE = 12
export const CELL_COUNT = GRID_SIDE * GRID_SIDE

/**
 * Points looked at along each side of a cell. A picture made of type or dots needs so many: the mean over 36 points of moving letters
 * changes by a tenth by chance, which counts as flashes where there are none.
 */
const POINTS = 12
const POINTS_PER_CELL = POINTS * POINTS

/** With less of the red difference red is less than a fortieth of the light ahead of green and blue: as good as none. */
const LEAST_RED = 136

/** Relative luminance (0..1, linear light) of a limited-range luma value, in single precision: so sums don't depend on their order. */
const LINEAR = Float64Array.from({ length: 256 }, (_, luma) =>
  Math.fround(Math.min(1, Math.max(0, (luma - 16) / 219)) ** 2.2),
)

/** How bright, how red and how lively the frames of a segment are; plain data that crosses threads. */
export type PictureReadings = {
  frameCount: number
  /** Mean relative luminance of each cell, frame after frame. */
  luminance: Float32Array<ArrayBuffer>
  /** WCAG's measure of red for each cell; below 0 where the red is not saturated. */
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
      for (let first = 0; first < CELL_COUNT; first += GRID_SIDE) {
        const firstRow = (first / GRID_SIDE) * POINTS
        const sums = sumCells(planes, points, firstRow)
        for (let i = 0; i < GRID_SIDE; i++) {
          const u = sums.u[i]! / POINTS
          const v = sums.v[i]! / POINTS
          luminance[start + first + i] = sums.light[i]! / POINTS_PER_CELL
          redness[start + first + i] =
            v < LEAST_RED ? 0 : measureRedness(sumLuma(planes, points, firstRow, i) / POINTS_PER_CELL, u, v)
          colour += Math.abs(u - 128) + Math.abs(v - 128)
        }
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

/** Where the points lie: columns in bytes from a row's start, and the rows' starts, in both kinds of planes; and sums of a row of cells. */
type Points = {
  x: Int32Array
  row: Int32Array
  chromaX: Int32Array
  chromaRow: Int32Array
  sums: Record<'light' | 'u' | 'v', Float64Array>
}

function placePoints({ width, height }: FrameSource['size'], { strideY, strideC }: Planes): Points {
  const x = spreadPoints(width)
  const y = spreadPoints(height)
  const sum = () => new Float64Array(GRID_SIDE)
  return {
    x,
    row: y.map((at) => at * strideY),
    chromaX: x.map((at) => at >> 1),
    chromaRow: y.map((at) => (at >> 1) * strideC),
    sums: { light: sum(), u: sum(), v: sum() },
  }
}

/**
 * Sums up a row of cells, one row of points after the other, because memory is read fastest along a row. Colour varies slowly, so
 * there one point per row and cell will do, along the cell's diagonal.
 */
function sumCells({ y, u, v }: Planes, points: Points, firstRow: number): Points['sums'] {
  const { x, row, chromaX, chromaRow, sums } = points
  const { light } = sums
  for (const each of [light, sums.u, sums.v]) each.fill(0)
  for (let i = 0; i < POINTS; i++) {
    const at = row[firstRow + i]!
    const chromaAt = chromaRow[firstRow + i]!
    for (let cell = 0, point = 0; cell < GRID_SIDE; cell++) {
      // Two sums, so that an addition need not wait for the one before.
      let even = 0
      let odd = 0
      for (const end = point + POINTS; point < end; point += 2) {
        even += LINEAR[y[at + x[point]!]!]!
        odd += LINEAR[y[at + x[point + 1]!]!]!
      }
      light[cell]! += even + odd
      const chroma = chromaAt + chromaX[cell * POINTS + i]!
      sums.u[cell]! += u[chroma]!
      sums.v[cell]! += v[chroma]!
    }
  }
  return sums
}

/** What only a cell that may be red is asked for. */
function sumLuma({ y }: Planes, { x, row }: Points, firstRow: number, cell: number): number {
  let luma = 0
  for (let i = 0; i < POINTS; i++) {
    const at = row[firstRow + i]!
    for (let point = cell * POINTS, end = point + POINTS; point < end; point++) luma += y[at + x[point]!]!
  }
  return luma
}

function spreadPoints(length: number): Int32Array {
  const count = GRID_SIDE * POINTS
  return Int32Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * length) / count))
}

/**
 * (R - G - B) x 320 in linear light, below 0 where red makes less than 80 %: WCAG, red flash. A red that is hardly less saturated must not
 * read as none at all: cells that hover around the 80 % would flash.
 */
function measureRedness(y: number, u: number, v: number): number {
  const light = (y - 16) / 219
  const red = toLinear(light + 1.5748 * ((v - 128) / 224))
  const green = toLinear(light - 0.1873 * ((u - 128) / 224) - 0.4681 * ((v - 128) / 224))
  const blue = toLinear(light + 1.8556 * ((u - 128) / 224))
  const redness = Math.max(0, red - green - blue) * 320
  return red >= 0.8 * (red + green + blue) ? redness : -redness
}

/** Linear light of a channel from 0 to 1, in steps that no threshold notices: a power for every red cell would cost more than all else. */
function toLinear(value: number): number {
  return CHANNEL[Math.round(Math.min(1, Math.max(0, value)) * CHANNEL_STEPS)]!
}

const CHANNEL_STEPS = 4096
const CHANNEL = Float64Array.from({ length: CHANNEL_STEPS + 1 }, (_, i) => (i / CHANNEL_STEPS) ** 2.2)

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
