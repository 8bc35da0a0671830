import {
  type Box,
  type Cover,
  type FrameLayout,
  findSubject,
  insetBox,
  measurePlainness,
  mix,
  type Size,
} from '@songreel/kit'
import { findCrop, keepsHeads, type Seen, seeLost } from './keeping-crop.ts'
import { loseCore, loseThings, measureBehind } from './weigh-place.ts'

/** Where the whole cover lies in the frame, and where words stand in it. */
export type Composition = { place: Box; words: Box }

/** A cover fills the frame, up to so much larger than it must be, or stands in it whole and goes on softly beyond its edges. */
const LARGEST = 1.3
const SIZES = 6
/** A cover as wide as the frame has nothing beside it: it may be so much smaller, or else there might be no calm place for words. */
const SMALLER = 0.84
const PLACES = 6
/** So far, in parts of the frame's height, its upper edge may come down. */
const LOWERED = [0.12, 0.24]
/** Parts of the safe width and height that words may take, the best first. */
const ROOMS = {
  TALL: [
    [1, 0.44],
    [1, 0.36],
    [0.62, 0.5],
  ],
  SQUARE: [
    [1, 0.37],
    [1, 0.3],
    [0.52, 0.56],
    [0.44, 0.6],
  ],
  WIDE: [
    [0.4, 1],
    [1, 0.44],
    [1, 0.36],
    [0.62, 0.5],
  ],
} as const
/** What a picture loses and leaves open, and what words hide of it. */
const COSTS = {
  subject: 4,
  body: 1.2,
  spread: 0.5,
  cut: 2.5,
  open: 2.4,
  plain: 0.9,
  aside: 0.25,
  head: 8,
  hidden: 8,
  things: 5,
  core: 4,
  before: 4,
  weight: 1.2,
}
/** Around words letters are thin: so much in parts of the frame's shorter side. */
const AIR = 0.05
/** A subject may lose so much of itself: the kit's own rule for a crop that keeps it, up to a whole seventh: things are known in cells. */
const MOST_LOST = 0.145
/** So much of what a cover is looked at for may lie outside of the frame, however calm a place for words is elsewhere. */
export const MOST_CORE_LOST = 0.08
/** A head that is cut, a thing of which more is lost, and a cover of which more than that is. */
const CUT = { head: 3, thing: 1.2, core: 3 }
/** Below somebody's head words hide so much of what else they would: a coat is dark and wide. */
const COAT = 0.5

type Weighed = Composition & { cost: number }
type Edges = ReturnType<typeof measurePlainness>

/** The place of a cover in which it is largest and words stand beside what it shows. */
export function compose(seen: Seen, frame: FrameLayout, isRtl: boolean): Composition {
  const rooms = listRooms(frame, isRtl)
  const edges = measurePlainness(seen.cover.picture)
  let best: Weighed | undefined
  for (const scale of listScales(seen.cover, frame))
    for (const place of listPlaces(seen.cover, frame, scale)) {
      // The costs that are quickly known come first: most places are out of the question by them.
      const open = measureOpen(edges, place, frame.size)
      if (best && open >= best.cost) continue
      const own = open + weighPlace(seen, frame, place)
      for (const { words, extra } of rooms) {
        if (best && own + extra >= best.cost) continue
        const cost = own + extra + weighWords(seen, frame, place, words)
        if (!best || cost < best.cost) best = { place, words, cost }
      }
    }
  return best!
}

function weighPlace(seen: Seen, { size }: FrameLayout, place: Box): number {
  const crop = findCrop(seen.cover, place, { x: 0, y: 0, ...size })
  const lost = seeLost(seen, crop)
  const hasFaces = seen.kept.found.length > 0
  const core = loseCore(seen.kept, place, size)
  const isWhole = hasFaces ? keepsHeads(seen, crop) : lost.subject <= MOST_LOST
  return (
    // Who is seen may be cut below the head.
    (hasFaces ? COSTS.body : COSTS.subject) * lost.subject +
    COSTS.spread * lost.spread +
    (hasFaces ? 0 : COSTS.cut * loseThings(seen.kept, place, size)) +
    (isWhole ? 0 : hasFaces ? CUT.head : CUT.thing) +
    COSTS.core * core +
    (core > MOST_CORE_LOST ? CUT.core : 0)
  )
}

/** How much of the frame lies beyond the cover: a plain edge goes on as itself, any other as fog. */
function measureOpen(edges: Edges, { x, y, width, height }: Box, frame: Size): number {
  const [right, bottom] = [frame.width - x - width, frame.height - y - height]
  const costOf = (px: number, whole: number, plain: number) =>
    (Math.max(0, px) / whole) * mix(COSTS.open, COSTS.plain, plain)
  return (
    costOf(x, frame.width, edges.left) +
    costOf(right, frame.width, edges.right) +
    costOf(y, frame.height, edges.top) +
    costOf(bottom, frame.height, edges.bottom)
  )
}

function weighWords(seen: Seen, frame: FrameLayout, place: Box, words: Box): number {
  const behind = measureBehind(
    seen,
    place,
    insetBox(words, -AIR * Math.min(frame.size.width, frame.size.height)),
  )
  const coat = seen.kept.found.length > 0 && behind.head === 0 ? COAT : 1
  return (
    COSTS.head * behind.head +
    coat * (COSTS.hidden * behind.subject + COSTS.things * behind.things) +
    COSTS.before * behind.core +
    COSTS.weight * behind.weight +
    COSTS.aside * measureAside(seen.cover, place, frame, words)
  )
}

/** How far the subject's middle is from the middle of what the words leave free, in frames. */
function measureAside({ salience }: Cover, place: Box, { size }: FrameLayout, words: Box): number {
  const { box } = findSubject(salience)
  if (!box) return 0
  const isColumn = words.width < 0.5 * size.width
  const free = (from: number, length: number, whole: number) =>
    from + length / 2 < whole / 2 ? (from + length + whole) / 2 : from / 2
  const wishedX = isColumn ? free(words.x, words.width, size.width) : size.width / 2
  const wishedY = isColumn ? size.height / 2 : free(words.y, words.height, size.height)
  const x = place.x + (box.x + box.width / 2) * place.width
  const y = place.y + (box.y + box.height / 2) * place.height
  return Math.abs(x - wishedX) / size.width + Math.abs(y - wishedY) / size.height
}

type Room = { words: Box; extra: number }

/** In each corner, at the foot first and where reading begins. */
function listRooms({ safe, shape }: FrameLayout, isRtl: boolean): Room[] {
  return ROOMS[shape].flatMap(([across, down], index) => {
    const [width, height] = [across * safe.width, down * safe.height]
    const starts = [0, safe.width - width]
    const xs = [...new Set(isRtl ? starts.toReversed() : starts)]
    const ys = [...new Set([safe.height - height, 0])]
    return xs.flatMap((x, i) =>
      ys.map((y, j) => ({
        words: { x: safe.x + x, y: safe.y + y, width, height },
        extra: 0.08 * index + 0.1 * i + 0.12 * j,
      })),
    )
  })
}

/** The largest first: a smaller one has to be better. */
function listScales({ width, height }: Cover, { size }: FrameLayout): number[] {
  const fits = [size.width / width, size.height / height]
  const [least, most] = [Math.min(...fits), Math.max(...fits)]
  const scales = Array.from({ length: SIZES + 1 }, (_, step) => mix(LARGEST * most, least, step / SIZES))
  return least > SMALLER * most ? [...scales, SMALLER * most] : scales
}

function listPlaces({ width, height }: Cover, { size }: FrameLayout, scale: number): Box[] {
  const place = { width: scale * width, height: scale * height }
  const listStarts = (room: number) =>
    Math.abs(room) < 1
      ? [0]
      : room > 0
        ? [0, 0.3 * room, room]
        : Array.from({ length: PLACES + 1 }, (_, i) => (room * i) / PLACES)
  // A picture may go down from a sky that goes on, and make room for words there.
  const lowered = LOWERED.map((part) => part * size.height).filter((y) => y + place.height >= size.height)
  return listStarts(size.width - place.width).flatMap((x) =>
    [...listStarts(size.height - place.height), ...lowered].map((y) => ({ ...place, x, y })),
  )
}
