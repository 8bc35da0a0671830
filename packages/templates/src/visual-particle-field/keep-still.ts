import { type Box, type Cover, clamp01, cropToFill, findSubject } from '@songreel/kit'

/** How still the places of the frame have to be. */
export type Stillness = {
  /** 0 to 1. */
  at(x: number, y: number): number
  /** Whether somebody's head is there. */
  isFace(x: number, y: number): boolean
}

/** A head is so much larger than the face that was found in it. */
const HEAD = 1.25
/** Around the subject the stillness ends softly, within so many cells. */
const SOFT_CELLS = 1

/** The cover's subject stays whole, and its faces with their heads: a piece that is off there is a hole in an eye. */
export function keepStill(cover: Cover, box: Box): Stillness {
  const { columns, rows, weights, faces } = findSubject(cover.salience)
  const isHead = (across: number, down: number) =>
    faces.some(
      ({ x, y, width, height }) =>
        Math.hypot((across - x - width / 2) / width, (down - y - height / 2) / height) < HEAD / 2,
    )
  const isKept = (column: number, row: number) =>
    weights[row * columns + column]! > 0 || isHead((column + 0.5) / columns, (row + 0.5) / rows)
  const still = Float32Array.from({ length: columns * rows }, (_, cell) => {
    let [sum, count] = [0, 0]
    for (let down = -SOFT_CELLS; down <= SOFT_CELLS; down++)
      for (let across = -SOFT_CELLS; across <= SOFT_CELLS; across++) {
        const [column, row] = [(cell % columns) + across, Math.floor(cell / columns) + down]
        if (column < 0 || row < 0 || column >= columns || row >= rows) continue
        count++
        if (isKept(column, row)) sum++
      }
    return clamp01((2 * sum) / count)
  })
  const crop = cropToFill(cover, box)
  const findPart = (x: number, y: number) =>
    [
      clamp01((crop.x + ((x - box.x) / box.width) * crop.width) / cover.width),
      clamp01((crop.y + ((y - box.y) / box.height) * crop.height) / cover.height),
    ] as const
  return {
    at: (x, y) => {
      const [across, down] = findPart(x, y)
      const column = Math.min(columns - 1, Math.floor(across * columns))
      return still[Math.min(rows - 1, Math.floor(down * rows)) * columns + column] ?? 0
    },
    isFace: (x, y) => isHead(...findPart(x, y)),
  }
}
