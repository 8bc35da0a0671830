import type { Range } from './draft.ts'

/** Shorter makes no video that anybody would want. */
const LEAST_SECS = 1

/** How long the song is, and where its bars begin; without bars nothing snaps. */
export type Ground = { durationSecs: number; grid: number[] }

/** The part moved as a whole, as long as it was. */
export function moveRange({ start, end }: Range, bySecs: number, { durationSecs, grid }: Ground): Range {
  const lengthSecs = end - start
  const wanted = snap(start + bySecs, grid)
  const moved = round(Math.min(Math.max(0, wanted), durationSecs - lengthSecs))
  return { start: moved, end: round(moved + lengthSecs) }
}

/** One end of the part moved; it stops before the other. */
export function moveEdge(
  range: Range,
  edge: 'start' | 'end',
  toSecs: number,
  { durationSecs, grid }: Ground,
): Range {
  const wanted = snap(toSecs, grid)
  if (edge === 'start')
    return { ...range, start: round(Math.min(Math.max(0, wanted), range.end - LEAST_SECS)) }
  return { ...range, end: round(Math.max(Math.min(durationSecs, wanted), range.start + LEAST_SECS)) }
}

/** The nearest start of a bar. */
function snap(secs: number, grid: number[]): number {
  const [first = secs] = grid
  return grid.reduce((best, bar) => (Math.abs(bar - secs) < Math.abs(best - secs) ? bar : best), first)
}

function round(secs: number): number {
  return Math.round(secs * 1000) / 1000
}
