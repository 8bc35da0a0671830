import type { Picture } from './picture.ts'

/** How plain the edges of a picture are, and the whole of it: 0 is busy, 1 is even. */
export type Plainness = { top: number; bottom: number; left: number; right: number; whole: number }

/** Points along each side at which the picture is looked at. */
const POINTS = 96
const FINE = 3
/** How much of the picture belongs to an edge. */
const EDGE = 0.08
/** Points this far apart in lightness, of 255, are two things; an edge with more than so many such pairs has a thing in it. */
const APART = 9
const BUSY_SHARE = 0.16

/** Only an edge as plain as this is drawn on. */
const PLAIN_ENOUGH = 0.6

/** Whether an edge can be drawn on beyond the picture. */
export function isPlainEnough(edge: number): boolean {
  return edge >= PLAIN_ENOUGH
}

/** Looks for things at the edges: a sky, a wall or the dark can be drawn on beyond them, hair cannot. */
export function measurePlainness(picture: Picture): Plainness {
  const values = readLightness(picture)
  const lightness = (column: number, row: number) => values[row * POINTS + column]!
  const measure = ({ top = 0, bottom = POINTS, left = 0, right = POINTS }) => {
    let pairs = 0
    let apart = 0
    for (let row = top; row < bottom - 1; row++) {
      for (let column = left; column < right - 1; column++) {
        const own = lightness(column, row)
        const beside = Math.abs(lightness(column + 1, row) - own)
        const below = Math.abs(lightness(column, row + 1) - own)
        pairs++
        if (Math.max(beside, below) > APART) apart++
      }
    }
    return 1 - Math.min(1, apart / Math.max(1, pairs) / BUSY_SHARE)
  }
  const edge = Math.round(EDGE * POINTS)
  return {
    top: measure({ bottom: edge }),
    bottom: measure({ top: POINTS - edge }),
    left: measure({ right: edge }),
    right: measure({ left: POINTS - edge }),
    whole: measure({}),
  }
}

/** Means over a few pixels each, so that a large and a small copy of a picture are told alike. */
function readLightness({ pixels, width, height }: Picture): Float32Array {
  const values = new Float32Array(POINTS * POINTS)
  const count = POINTS * FINE
  for (let fine = 0; fine < count * count; fine++) {
    const [column, row] = [fine % count, Math.floor(fine / count)]
    const x = Math.floor(((column + 0.5) / count) * width)
    const at = 4 * (Math.floor(((row + 0.5) / count) * height) * width + x)
    const lightness = 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!
    values[Math.floor(row / FINE) * POINTS + Math.floor(column / FINE)]! += lightness / FINE ** 2
  }
  return values
}
