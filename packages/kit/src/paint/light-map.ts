import { luminance, readRgb } from './colour.ts'
import type { Picture } from './picture.ts'

/** How light a picture is, place by place: what type on it must stand out from. */
export type LightMap = {
  readonly columns: number
  readonly rows: number
  /** The lightest and the darkest of each cell, as grey levels from 0 to 255, row by row. */
  readonly lightest: Uint8Array
  readonly darkest: Uint8Array
}

/** Cells along the longer side: a word covers several, and a lamp behind it is not averaged away. */
const LONG_SIDE = 32
/** The lightest fifth of a cell counts, not its one brightest pixel: noise is no light. */
const SHARE = 5
const DARKEST_LINEAR = 0.0031308

/** Looks at a small picture. */
export function mapLight(picture: Picture): LightMap {
  const scale = LONG_SIDE / Math.max(picture.width, picture.height)
  const columns = Math.max(1, Math.round(picture.width * scale))
  const rows = Math.max(1, Math.round(picture.height * scale))
  const lightest = new Uint8Array(columns * rows)
  const darkest = new Uint8Array(columns * rows)
  for (let cell = 0; cell < columns * rows; cell++) {
    const greys = readCell(picture, { columns, rows, cell }).sort((a, b) => a - b)
    const count = Math.max(1, Math.floor(greys.length / SHARE))
    lightest[cell] = Math.round(mean(greys.slice(-count)))
    darkest[cell] = Math.round(mean(greys.slice(0, count)))
  }
  return { columns, rows, lightest, darkest }
}

/** The grey of the same luminance, 0 to 255. */
export function toGrey(light: number): number {
  const value = Math.max(0, Math.min(1, light))
  return 255 * (value <= DARKEST_LINEAR ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
}

function readCell(
  { pixels, width, height }: Picture,
  { columns, rows, cell }: { columns: number; rows: number; cell: number },
): number[] {
  const [column, row] = [cell % columns, Math.floor(cell / columns)]
  const span = (at: number, count: number, length: number) => {
    const from = Math.min(length - 1, Math.floor((at * length) / count))
    return [from, Math.max(from + 1, Math.floor(((at + 1) * length) / count))] as const
  }
  const [left, right] = span(column, columns, width)
  const [top, bottom] = span(row, rows, height)
  const greys: number[] = []
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) greys.push(toGrey(luminance(readRgb(pixels, (y * width + x) * 4))))
  return greys
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
