import { type Box, clamp01 } from '@songreel/kit'
import type { Stillness } from './keep-still.ts'
import { measureDepth } from './sides.ts'

/** What is smaller than so much of the cover is a shadow, and where all of it together is more than the other, the cover is dark on the whole. */
const SHARE = { least: 0.005, most: 0.08 }
/** With more of it than this at the cover's edge it is no thing, but what lies behind. */
const MOST_AT_RIM = 0.34
/** So near to it nothing is taken, in pieces, and what lies beside it is freer by such a part of the way from it. */
const AIR = 1.5
const TAPER = 0.6

/** What is known of a cover that is cut into pieces. */
type Sea = { cover: Box; grid: number; isSeen(x: number, y: number): boolean }

/**
 * A thing in the colour of the ground is seen by what is around it: a black dog on a meadow is gone when the grass is. So what looks
 * like the ground and has the picture around it is kept as a head is, and nothing is taken away beside it.
 */
export function keepIslands(still: Stillness, sea: Sea): Stillness {
  const { cover, grid } = sea
  const cells = findIslands(sea)
  if (cells.length === 0) return still
  const places = cells.map((cell) => ({
    x: cover.x + (((cell % grid) + 0.5) * cover.width) / grid,
    y: cover.y + ((Math.floor(cell / grid) + 0.5) * cover.height) / grid,
  }))
  const isNear = (x: number, y: number) =>
    places.some(
      (place) =>
        Math.max(Math.abs(x - place.x) / cover.width, Math.abs(y - place.y) / cover.height) < AIR / grid,
    )
  return {
    ...still,
    at: (x, y) => (isNear(x, y) ? 1 : still.at(x, y)),
    isFace: (x, y) => isNear(x, y) || still.isFace(x, y),
    freeFrom: (way, x, y) => {
      const beside = places.map((place) => {
        const aside = way.y === 0 ? (y - place.y) / cover.height : (x - place.x) / cover.width
        return measureDepth(cover, way, place.x, place.y) - AIR / grid + TAPER * Math.abs(aside)
      })
      return clamp01(Math.min(still.freeFrom(way, x, y), ...beside))
    },
  }
}

/** The pieces, row by row, of all things that look like the ground, with the picture around them. */
function findIslands({ cover, grid, isSeen }: Sea): number[] {
  const isPlain = Array.from({ length: grid * grid }, (_, cell) => {
    const [column, row] = [cell % grid, Math.floor(cell / grid)]
    return !isSeen(
      cover.x + ((column + 0.5) * cover.width) / grid,
      cover.y + ((row + 0.5) * cover.height) / grid,
    )
  })
  const isAtRim = (cell: number) =>
    [0, grid - 1].includes(cell % grid) || [0, grid - 1].includes(Math.floor(cell / grid))
  const islands = isPlain.flatMap((_, cell) => {
    const island = isPlain[cell] ? collect(isPlain, grid, cell) : []
    const isThing = island.filter(isAtRim).length <= MOST_AT_RIM * island.length
    return isThing && island.length >= SHARE.least * grid ** 2 ? island : []
  })
  return islands.length <= SHARE.most * grid ** 2 ? islands : []
}

/** All that hangs together with a piece; it is left out from then on. */
function collect(isPlain: boolean[], grid: number, start: number): number[] {
  const found = [start]
  isPlain[start] = false
  for (const cell of found) {
    const column = cell % grid
    const beside = [...(column > 0 ? [cell - 1] : []), ...(column < grid - 1 ? [cell + 1] : [])]
    for (const next of [...beside, cell - grid, cell + grid]) {
      if (!isPlain[next]) continue
      isPlain[next] = false
      found.push(next)
    }
  }
  return found
}
