import type { Guide } from './guided-filter.ts'
import type { Picture } from './picture.ts'

/**
 * A small copy of a picture as three planes, 0 to 1; every cell is the mean of all that it covers, to a part of a pixel, so that
 * copies of a picture in any size give the same. It is never larger than the picture.
 */
export function shrinkPicture(picture: Picture, longSide: number): Guide {
  const { width, height } = picture
  const scale = Math.min(1, longSide / Math.max(width, height))
  const columns = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.round(height * scale))
  const planes = [0, 1, 2].map(() => new Float32Array(columns * rows))
  const line = new Float32Array(3 * columns)
  const across = shareOut(width, columns)
  const down = shareOut(height, rows)
  for (let y = 0; y < height; y++) {
    shrinkLine(picture, y, across, line)
    const { cell, share, rest } = down[y]!
    for (let column = 0; column < columns; column++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = line[3 * column + axis]! / 255
        planes[axis]![cell * columns + column]! += share * value
        if (rest > 0) planes[axis]![(cell + 1) * columns + column]! += rest * value
      }
    }
  }
  return { columns, rows, planes }
}

/** Which cell a pixel lies in, how much of that cell it is, and how much of the next one. */
type Share = { cell: number; share: number; rest: number }

function shareOut(length: number, cells: number): Share[] {
  const part = cells / length
  return Array.from({ length }, (_, at) => {
    const cell = Math.min(cells - 1, Math.floor(at * part))
    const beyond = Math.max(0, (at + 1) * part - cell - 1)
    return { cell, share: part - beyond, rest: cell + 1 < cells ? beyond : 0 }
  })
}

function shrinkLine(
  { pixels, width }: Picture,
  y: number,
  across: readonly Share[],
  into: Float32Array,
): void {
  into.fill(0)
  for (let x = 0; x < width; x++) {
    const { cell, share, rest } = across[x]!
    const at = 4 * (y * width + x)
    for (let axis = 0; axis < 3; axis++) {
      into[3 * cell + axis]! += share * pixels[at + axis]!
      if (rest > 0) into[3 * (cell + 1) + axis]! += rest * pixels[at + axis]!
    }
  }
}
