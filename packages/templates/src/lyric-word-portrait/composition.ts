import { type Box, type Cover, type FrameLayout, mix } from '@songreel/kit'
import { findCrop, isLittle, type Seen, seeLost } from './keeping-crop.ts'
import { measureAside, measureBehind, measureOpen } from './weigh-place.ts'

/** Where the whole cover lies in the frame, and where the words stand in its sky. */
export type RidgePlace = { place: Box; words: Box }

/** Words take so much of the height, or of a wide frame's width, and less where that hides nothing. */
const WORDS = { TALL: [0.295, 0.25], SQUARE: [0.3, 0.275], WIDE: [0.4, 0.35] }
/** The cover is enlarged beyond filling the frame by so much at most. */
const LARGEST = 1.06
const SIZES = 4
const PLACES = 4
/** So far it may go up or down in a square frame, in parts of its height. */
const SHIFTS = [-0.24, -0.16, -0.08, 0.08, 0.16, 0.24]
/** Words have so much air to a ridge, in parts of the frame's shorter side. */
const AIR = { TALL: 0.035, SQUARE: 0.035, WIDE: 0.06 }
/** Words hide so much of what stands out at most, and of things: the cells in which they are known are coarse. */
const MOST_HIDDEN = { subject: 0.03, things: 0.002 }
/** A picture is worse by what it loses, what it leaves open, and what lies behind its words. */
const COSTS = { cut: 4, spread: 2.4, open: 0.7, hidden: 4, sky: 7, aside: 0.4, smaller: 0.45 }
/** Words below a picture leave its upper part to what a player shows; on the other side of a wide one they are as good. */
const LATER = { TALL: 0.3, SQUARE: 0.12, WIDE: 0.06 }

type Weighed = RidgePlace & { cost: number }

/** A ridge from side to side with the words in its sky; nothing where they would stand on what is to be seen. */
export function composeRidge(seen: Seen, frame: FrameLayout, isRtl: boolean): RidgePlace | undefined {
  const rooms = listRooms(frame, isRtl)
  let best: Weighed | undefined
  for (let step = 0; step <= SIZES; step++)
    for (const place of listPlaces(seen.cover, frame, step / SIZES))
      for (const each of weighRooms(seen, frame, { place, rooms }))
        if (!best || each.cost < best.cost) best = each
  return best
}

/** Where words may stand: above or below in frames that are high, at a side of one that is wide; the larger rooms first. */
function listRooms(frame: FrameLayout, isRtl: boolean): Box[] {
  return WORDS[frame.shape].flatMap((share) => listRoomsOf(share, frame, isRtl))
}

function listRoomsOf(share: number, { safe, size, shape }: FrameLayout, isRtl: boolean): Box[] {
  if (shape === 'WIDE') {
    const width = share * size.width
    const left = { ...safe, width }
    const right = { ...left, x: safe.x + safe.width - width }
    return isRtl ? [right, left] : [left, right]
  }
  const height = share * size.height
  return [
    { ...safe, height },
    { ...safe, y: safe.y + safe.height - height, height },
  ]
}

function weighRooms(
  seen: Seen,
  frame: FrameLayout,
  { place, rooms }: { place: Box; rooms: readonly Box[] },
): Weighed[] {
  const crop = findCrop(seen.cover, place, { x: 0, y: 0, ...frame.size })
  if (!isLittle(seen, crop)) return []
  const lost = seeLost(seen, crop)
  return rooms.flatMap((words, index) => {
    const hidden = measureBehind(seen, place, addAir(words, frame))
    const isFree = hidden.subject <= MOST_HIDDEN.subject && hidden.things <= MOST_HIDDEN.things
    if (!isFree || hidden.head > 0) return []
    const cost =
      COSTS.cut * lost.subject +
      COSTS.spread * lost.spread +
      COSTS.open * measureOpen(place, frame, words) +
      COSTS.aside * measureAside(seen.cover, place, frame, words) +
      COSTS.hidden * hidden.subject +
      COSTS.sky * hidden.weight +
      LATER[frame.shape] * (index % 2) +
      COSTS.smaller * Math.floor(index / 2)
    return [{ place, words, cost }]
  })
}

/** Words with the air around them. */
export function addAir({ x, y, width, height }: Box, { shape, size }: FrameLayout): Box {
  const by = AIR[shape] * Math.min(size.width, size.height)
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

/** The cover in one size, from side to side: a ridge that ends in the frame would be torn off. */
function listPlaces({ width, height }: Cover, { size, shape }: FrameLayout, share: number): Box[] {
  const fits = [size.width / width, size.height / height]
  const scale = mix(LARGEST * Math.max(...fits), size.width / width, share)
  const place = { width: scale * width, height: scale * height }
  const listStarts = (room: number) => {
    if (room > 0) return [room]
    return Array.from({ length: PLACES + 1 }, (_, i) => (room * i) / PLACES)
  }
  // A square picture in a square frame goes down to make room; one that is lower than its frame stands on its foot.
  const down = shape === 'SQUARE' ? SHIFTS.map((shift) => shift * size.height) : []
  const rows = [...listStarts(size.height - place.height), ...down]
  const stands = rows.filter((y) => y + place.height >= size.height - 0.5)
  return listStarts(size.width - place.width).flatMap((x) => stands.map((y) => ({ ...place, x, y })))
}
