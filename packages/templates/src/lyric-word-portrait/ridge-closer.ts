import type { Box, FrameLayout } from '@songreel/kit'
import { addAir, type RidgePlace } from './composition.ts'
import { findCrop, isLittle, type Seen } from './keeping-crop.ts'
import { measureBehind } from './weigh-place.ts'

/** The second shot is so much closer, unless that would cut into what stands out, or bring it behind the words. */
const CLOSER = [1.11, 1.07]
const MOST_BEHIND = 0.04

/** A ridge nearer, behind the same words. */
export function moveCloserOut(seen: Seen, { place, words }: RidgePlace, frame: FrameLayout): Box | undefined {
  const room = addAir(words, frame)
  const before = measureBehind(seen, place, room)
  return CLOSER.flatMap((by) => listOrigins(words, frame).map((origin) => enlarge(place, origin, by))).find(
    (closer) => {
      const behind = measureBehind(seen, closer, room)
      const isFree = behind.head === 0 && behind.subject <= MOST_BEHIND && behind.things <= before.things
      return isFree && isLittle(seen, findCrop(seen.cover, closer, { x: 0, y: 0, ...frame.size }))
    },
  )
}

/** What stays where it is: the middle of the frame at the edge behind the words, that all goes away from them, or at their own edge, that nothing goes far; in a wide frame the other edge. */
function listOrigins({ x, y, width, height }: Box, { size, shape }: FrameLayout): { x: number; y: number }[] {
  const isWide = shape === 'WIDE'
  const [start, length, whole] = isWide ? [x, width, size.width] : [y, height, size.height]
  const isFirst = start + length / 2 < whole / 2
  // A wide picture goes on behind the words before it loses what is at its other side.
  const far = isWide ? [isFirst ? whole : 0] : []
  return [...far, isFirst ? 0 : whole, isFirst ? start + length : start].map((at) =>
    isWide ? { x: at, y: size.height / 2 } : { x: size.width / 2, y: at },
  )
}

function enlarge(box: Box, origin: { x: number; y: number }, by: number): Box {
  return {
    x: origin.x + by * (box.x - origin.x),
    y: origin.y + by * (box.y - origin.y),
    width: by * box.width,
    height: by * box.height,
  }
}
