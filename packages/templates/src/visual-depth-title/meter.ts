import type { Box } from '@songreel/kit'

/** A grid over all of a picture. */
export type Grid = { readonly columns: number; readonly rows: number }

/** The sum of a grid's values behind a box; both in the units of the frame, in which the picture lies at `place`. */
export type Meter = (box: Box, place: Box) => number

/** Sums values over boxes, in cells; what lies beyond the picture counts nothing. */
export function createMeter({ columns, rows }: Grid, values: ArrayLike<number>): Meter {
  const table = new Float64Array((columns + 1) * (rows + 1))
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = (row + 1) * (columns + 1) + column + 1
      table[at] =
        values[row * columns + column]! + table[at - 1]! + table[at - columns - 1]! - table[at - columns - 2]!
    }
  }
  const before = (x: number, y: number) => {
    const [column, row] = [Math.min(columns - 1, Math.floor(x)), Math.min(rows - 1, Math.floor(y))]
    const at = row * (columns + 1) + column
    const upper = table[at]! * (1 - x + column) + table[at + 1]! * (x - column)
    const lower = table[at + columns + 1]! * (1 - x + column) + table[at + columns + 2]! * (x - column)
    return upper * (1 - y + row) + lower * (y - row)
  }
  const toCell = (at: number, start: number, length: number, count: number) =>
    Math.max(0, Math.min(count, ((at - start) / length) * count))
  return (box, place) => {
    const left = toCell(box.x, place.x, place.width, columns)
    const right = toCell(box.x + box.width, place.x, place.width, columns)
    const top = toCell(box.y, place.y, place.height, rows)
    const bottom = toCell(box.y + box.height, place.y, place.height, rows)
    return before(right, bottom) - before(left, bottom) - before(right, top) + before(left, top)
  }
}

/** The mean of the values behind a box, 0 to 1 where they are; what lies beyond the picture counts as 0. */
export function createShare(grid: Grid, values: ArrayLike<number>): Meter {
  const meter = createMeter(grid, values)
  return (box, place) => {
    const cells = ((box.width * box.height) / (place.width * place.height)) * grid.columns * grid.rows
    return cells > 0 ? meter(box, place) / cells : 0
  }
}
