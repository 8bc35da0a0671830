import type { Box, Size } from '@songreel/kit/core'

/** Pixels of so many kinds: 0 is none, and these are counted. */
const KINDS = 3

/** Sums over all pixels above and to the left, for each kind: a box is counted by its four corners, however large it is. */
type Tally = { sums: readonly Int32Array[] }

const tallies = new WeakMap<Uint8Array, Tally>()

/** How many pixels of each kind lie in a box of a picture, whose kinds must not change any more. */
export function countIn(kinds: Uint8Array, size: Size, box: Box): number[] {
  const { sums } = getTally(kinds, size)
  const { left, right, top, bottom } = cutToPixels(box, size)
  const area = Math.max(0, right - left) * Math.max(0, bottom - top)
  const counts = [area, 0, 0, 0]
  if (area === 0) return counts
  const stride = size.width + 1
  for (let kind = 1; kind <= KINDS; kind++) {
    const sum = sums[kind - 1]!
    const count =
      sum[bottom * stride + right]! -
      sum[top * stride + right]! -
      sum[bottom * stride + left]! +
      sum[top * stride + left]!
    counts[kind] = count
    counts[0]! -= count
  }
  return counts
}

/** The pixels that a box touches. */
export function cutToPixels({ x, y, width, height }: Box, size: Size) {
  return {
    left: Math.max(0, Math.floor(x)),
    right: Math.min(size.width, Math.ceil(x + width)),
    top: Math.max(0, Math.floor(y)),
    bottom: Math.min(size.height, Math.ceil(y + height)),
  }
}

function getTally(kinds: Uint8Array, size: Size): Tally {
  const known = tallies.get(kinds)
  if (known) return known
  const counts = [0, 0, 0, 0]
  for (const kind of kinds) counts[kind]!++
  const none = new Int32Array((size.width + 1) * (size.height + 1))
  const sums = Array.from({ length: KINDS }, (_, i) =>
    counts[i + 1]! > 0 ? sumUp(kinds, size, i + 1) : none,
  )
  const tally = { sums }
  tallies.set(kinds, tally)
  return tally
}

function sumUp(kinds: Uint8Array, { width, height }: Size, kind: number): Int32Array {
  const stride = width + 1
  const sum = new Int32Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      if (kinds[y * width + x] === kind) row++
      const at = (y + 1) * stride + x + 1
      sum[at] = sum[at - stride]! + row
    }
  }
  return sum
}
