import { chance } from '@songreel/kit'
import type { Way } from './keep-still.ts'

/** At the end of what is missing, so many quarters of pieces stay: holes in the picture are half as large as what flies there. */
const STAYING_QUARTERS = 0.55

/** A part of the cover, in pixels from its corner. */
export type Part = { fromX: number; fromY: number; width: number; height: number }

/** What has to be cut out of the cover where these of its pieces, row by row, are missing: at the end of them, only quarters. */
export function cutOpen(parts: readonly Part[], missing: readonly boolean[], seed: number): Part[] {
  const grid = Math.sqrt(parts.length)
  const isThere = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < grid && row < grid && !missing[row * grid + column]
  return parts.flatMap((part, index): Part[] => {
    if (!missing[index]) return []
    const [column, row] = [index % grid, Math.floor(index / grid)]
    return quarter(part).filter((_, at) => {
      const [x, y] = [at % 2 === 0 ? -1 : 1, at < 2 ? -1 : 1]
      const isEnd = isThere(column + x, row) || isThere(column, row + y)
      return !isEnd || chance(seed, 'quarter', index, at) > STAYING_QUARTERS
    })
  })
}

/** Row by row; whole pixels, so that no gap is between them. */
function quarter({ fromX, fromY, width, height }: Part): Part[] {
  const [left, upper] = [Math.round(width / 2), Math.round(height / 2)]
  return [
    { fromX, fromY, width: left, height: upper },
    { fromX: fromX + left, fromY, width: width - left, height: upper },
    { fromX, fromY: fromY + upper, width: left, height: height - upper },
    { fromX: fromX + left, fromY: fromY + upper, width: width - left, height: height - upper },
  ]
}

/**
 * Of the missing pieces of a cover, row by row, those from which nothing is left straight on to one of these sides: one that is missing
 * by itself, with the picture around it, is a dark square on somebody's back.
 */
export function keepOpen(missing: readonly boolean[], sides: readonly Way[]): boolean[] {
  const grid = Math.sqrt(missing.length)
  const open = missing.map(() => false)
  for (const { x, y } of sides)
    for (let line = 0; line < grid; line++)
      for (let step = 0; step < grid; step++) {
        const at = x > 0 || y > 0 ? grid - 1 - step : step
        const index = y === 0 ? line * grid + at : at * grid + line
        if (!missing[index]) break
        open[index] = true
      }
  return open
}
