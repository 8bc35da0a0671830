import type { Box, Cover, Size } from '@songreel/kit'

/** Words that take so much of the width have a band from side to side. */
const BAND = 0.62

/** Whether words stand above or below the picture, not at its side. */
export function isBand(words: Box, size: Size): boolean {
  return words.width > BAND * size.width
}

/** A photograph goes over into words at least and at most over so much of its length, and as long as so much of all there is to see has not come. */
const DISSOLVE = { least: 0.08, most: 0.3, seen: 0.045 }

/** An edge of a photograph, in pixels on its axis; the first one is the left or the upper one. */
export type DissolvingEdge = { place: Box; axis: 'x' | 'y'; edge: number; isFirst: boolean }

/** How far inwards from an edge a photograph may go over into words: a sky far, hair hardly. In pixels. */
export function findDissolve(
  { columns, rows, weights }: Cover['salience'],
  { place, axis, edge, isFirst }: DissolvingEdge,
): number {
  const [count, length] = axis === 'x' ? [columns, place.width] : [rows, place.height]
  const sums = new Float64Array(count)
  for (const [i, weight] of weights.entries()) {
    const cell = axis === 'x' ? i % columns : Math.floor(i / columns)
    sums[isFirst ? cell : count - 1 - cell]! += weight
  }
  const all = sums.reduce((sum, weight) => sum + weight, 0)
  const from = Math.max(0, (isFirst ? edge - place[axis] : place[axis] + length - edge) / length)
  let [seen, share] = [0, 0]
  for (let cell = Math.floor(from * count); cell < count; cell++) {
    seen += sums[cell]! / Math.max(1e-9, all)
    if (seen > DISSOLVE.seen) break
    share = (cell + 1) / count - from
  }
  return length * Math.min(DISSOLVE.most, Math.max(DISSOLVE.least, share))
}
