import type { Box, Cover, Size } from '@songreel/kit'
import { findFirst, findKept } from './kept.ts'

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

/** At a side that lies in the frame a photograph goes over into words in so much of the frame's shorter side; less than this inside it bleeds off. */
export const RIM = { share: 0.14, bleeds: 0.02 }
/** So much of the way in which a photograph goes over, from its edge on, is words alone. */
const WORDS_ALONE = 0.4
/** A photograph goes over in so much of the frame's shorter side at least, where words leave room: beyond its own edge, too. */
const LEAST_FADE = { words: 0.08, rim: RIM.share, edge: 0.03 }

/** Between which two positions a photograph comes, counted from the frame's edge on the same side. */
export type Fade = { from: number; to: number }

/** Where the cover lies in a frame, and where the words stand. */
export type FadePlan = { cover: Cover; place: Box; words: Box; size: Size }

/** How a photograph comes at one of its edges: all before the first head or thing, which is never half gone; undefined where it bleeds off. */
export function findFade(plan: FadePlan, axis: 'x' | 'y', isFirst: boolean): Fade | undefined {
  const { cover, place, words, size } = plan
  const length = axis === 'x' ? 'width' : 'height'
  const side = Math.min(size.width, size.height)
  const count = (box: Box, isNear: boolean) => {
    const at = box[axis] + (isNear ? 0 : box[length])
    return isFirst ? at : size[length] - at
  }
  const edge = count(place, isFirst)
  const isAtWords = isBand(words, size) === (axis === 'y') && isBefore(words, size, axis) === isFirst
  if (!isAtWords && edge <= RIM.bleeds * side) return undefined
  const least = isAtWords ? count(words, !isFirst) : 0
  const start = Math.max(edge, least)
  const wished = isAtWords
    ? findDissolve(cover.salience, {
        place,
        axis,
        edge: isFirst ? start : size[length] - start,
        isFirst,
      })
    : RIM.share * side
  const first = edge + findFirst(findKept(cover), axis, isFirst) * place[length]
  // Where words stand in a thing anyhow, the softer edge is the better one.
  const to =
    first <= least
      ? start + wished
      : Math.min(start + wished, Math.max(first, least + LEAST_FADE.edge * side))
  const reach = side * (isAtWords ? LEAST_FADE.words : LEAST_FADE.rim)
  return { from: Math.max(least, Math.min(start + WORDS_ALONE * wished, to - reach)), to }
}

function isBefore(words: Box, size: Size, axis: 'x' | 'y'): boolean {
  const length = axis === 'x' ? 'width' : 'height'
  return words[axis] + words[length] / 2 < size[length] / 2
}
