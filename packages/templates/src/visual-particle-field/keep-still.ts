import { type Box, type Cover, clamp01, cropToFill, findLettering, findSubject } from '@songreel/kit'

/** How still the places of the frame have to be. */
export type Stillness = {
  /** 0 to 1. */
  at(x: number, y: number): number
  /** Whether somebody's head is there, or a letter. */
  isFace(x: number, y: number): boolean
}

/** A head is so much larger than the face that was found in it. */
const HEAD = 1.25
/** Around the subject the stillness ends softly, within so many cells. */
const SOFT_CELLS = 1

/** The cover's subject stays whole, its faces with their heads, and the type that is drawn on it: a piece that is off there is a hole in an eye, and a letter in pieces reads as a fault. */
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
  const isLetter = lookForLetters(cover)
  const crop = cropToFill(cover, box)
  const findPart = (x: number, y: number) =>
    [
      clamp01((crop.x + ((x - box.x) / box.width) * crop.width) / cover.width),
      clamp01((crop.y + ((y - box.y) / box.height) * crop.height) / cover.height),
    ] as const
  return {
    at: (x, y) => {
      const [across, down] = findPart(x, y)
      if (isLetter(across, down)) return 1
      const column = Math.min(columns - 1, Math.floor(across * columns))
      return still[Math.min(rows - 1, Math.floor(down * rows)) * columns + column] ?? 0
    },
    isFace: (x, y) => isHead(...findPart(x, y)) || isLetter(...findPart(x, y)),
  }
}

/** Whether letters are in a cell or beside it: a piece of the cover is larger than a stroke. */
function lookForLetters({ picture }: Cover): (across: number, down: number) => boolean {
  const { columns, rows, values } = findLettering(picture)
  const near = values.map((_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
        if (values[y * columns + x]) return 1
    return 0
  })
  return (across, down) => {
    const column = Math.min(columns - 1, Math.floor(across * columns))
    return near[Math.min(rows - 1, Math.floor(down * rows)) * columns + column] === 1
  }
}
