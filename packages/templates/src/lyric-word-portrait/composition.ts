import { type Box, type Cover, type FrameLayout, type Lost, measureLost, mix } from '@songreel/kit'
import { measureAside, measureBehind, measureOpen, measureRim, type Seen } from './weigh-place.ts'

/** Where the whole cover lies in the frame, and where the words stand in it. */
export type Composition = { place: Box; words: Box }

/** Words take so much of the height, or of a wide frame's width, and less where that hides nothing. */
const WORDS = { TALL: [0.295, 0.25], SQUARE: [0.3, 0.275], WIDE: [0.4, 0.35] }
/** The cover is enlarged beyond filling the frame by so much at most, and stands in it at the least in so much of its shorter side. */
const LARGEST = 1.06
const LEAST = { TALL: 1, SQUARE: 0.64, WIDE: 0.78 }
const SIZES = 10
/** So nearly filling the frame from side to side it does so wholly. */
const NEARLY = 0.05
const PLACES = 4
/** So far it may go up or down in a square frame, in parts of its height. */
const SHIFTS = [-0.24, -0.16, -0.08, 0.08, 0.16, 0.24]
/** Words have so much air to the subject, in parts of the frame's shorter side. */
const AIR = 0.02
/** Words hide so much of the subject at most, a little less than may be: the cells in which it is known are coarse. */
const MOST_HIDDEN = 0.03
/** A picture is worse by what it loses, what it leaves open, and what lies behind its words. */
const COSTS = {
  cut: 4,
  spread: 2.4,
  open: 0.7,
  hidden: 4,
  busy: 3,
  aside: 0.4,
  smaller: 0.45,
  rim: 0.8,
}

/**
 * The picture in which the words have a place that is neither on its subject nor on a face: it fills the frame as far as it can
 * without losing much, and where there is no such place in it it stands lower or further aside, and its edge goes on behind the
 * words.
 */
export function compose(seen: Seen, frame: FrameLayout, isRtl: boolean): Composition {
  const rooms = listRooms(frame, isRtl)
  const tries = Array.from({ length: SIZES + 1 }, (_, step) => step / SIZES)
  const find = (isStrict: boolean) =>
    tries
      .flatMap((share) => findBest(seen, frame, { share, rooms, isStrict }) ?? [])
      .toSorted((a, b) => a.cost - b.cost)[0]
  return find(true) ?? find(false)!
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

/** Words below a picture leave its upper part to what a player shows; on the other side of a wide one they are as good. */
const LATER = { TALL: 0.3, SQUARE: 0.12, WIDE: 0.06 }

type Weighed = Composition & { cost: number }

type Try = { share: number; rooms: readonly Box[]; isStrict: boolean }

function findBest(seen: Seen, frame: FrameLayout, { share, rooms, isStrict }: Try): Weighed | undefined {
  const { cover } = seen
  let best: Weighed | undefined
  for (const place of listPlaces(seen, frame, share)) {
    const free = rooms
      .map((words, index) => ({
        words,
        index,
        hidden: measureBehind(seen, place, grow(words, AIR * Math.min(frame.size.width, frame.size.height))),
      }))
      .filter(({ hidden }) => !isStrict || (hidden.subject <= MOST_HIDDEN && hidden.face === 0))
    if (free.length === 0) continue
    const crop = findCrop(cover, place, frame)
    const lost = measureLost(cover, crop)
    if (isStrict && !isLittle(lost)) continue
    for (const { words, index, hidden } of free) {
      const cost =
        COSTS.cut * lost.subject +
        COSTS.spread * lost.spread +
        COSTS.open * measureOpen(place, frame, words) +
        COSTS.rim * measureRim(cover, place, frame) +
        COSTS.aside * measureAside(cover, place, frame, words) +
        COSTS.hidden * (hidden.subject + hidden.face) +
        COSTS.busy * hidden.weight +
        LATER[frame.shape] * (index % 2) +
        COSTS.smaller * Math.floor(index / 2)
      if (!best || cost < best.cost) best = { place, words, cost }
    }
  }
  return best
}

/** Since words may stand elsewhere, hardly anything of a subject or a head need be lost, and not much of all there is to see. */
const MOST_LOST = { subject: 0.05, spread: 0.25 }

export function isLittle({ subject, spread }: Lost): boolean {
  return subject <= MOST_LOST.subject && spread <= MOST_LOST.spread
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

/** The cover in one size, at its edges and between them: nothing is left open at two sides that face each other. */
function listPlaces({ cover, isCut }: Seen, { size, shape }: FrameLayout, share: number): Box[] {
  // Land that is cut out stands on the frame's foot, from side to side.
  const least = isCut && shape === 'WIDE' ? 1 : LEAST[shape]
  const fits = [size.width / cover.width, size.height / cover.height]
  const wished = mix(LARGEST * Math.max(...fits), least * Math.min(...fits), share)
  // A hairline of ground beside a picture would look like a mistake.
  const scale = fits.find((fit) => wished < fit && wished > (1 - NEARLY) * fit) ?? wished
  const [width, height] = [scale * cover.width, scale * cover.height]
  const listStarts = (length: number, within: number) => {
    const room = within - length
    if (room > 0) return [0, room]
    return Array.from({ length: PLACES + 1 }, (_, i) => (room * i) / PLACES)
  }
  // A square picture in a square frame goes up or down to make room, and is flush with an edge where it is smaller.
  const down = shape === 'SQUARE' ? SHIFTS.map((shift) => shift * size.height) : []
  const columns = listStarts(width, size.width)
  // A picture that is lower than a wide frame stands on its foot.
  const starts = listStarts(height, size.height)
  const upper = shape === 'WIDE' && height < size.height ? starts.slice(-1) : starts
  return columns.flatMap((x) => [...upper, ...down].map((y) => ({ x, y, width, height })))
}

/** What of the cover the frame shows, in the cover's pixels. */
export function findCrop(cover: Cover, place: Box, { size }: Pick<FrameLayout, 'size'>): Box {
  const [left, top] = [Math.max(0, place.x), Math.max(0, place.y)]
  const right = Math.min(size.width, place.x + place.width)
  const bottom = Math.min(size.height, place.y + place.height)
  const perPx = cover.width / place.width
  return {
    x: perPx * (left - place.x),
    y: perPx * (top - place.y),
    width: perPx * (right - left),
    height: perPx * (bottom - top),
  }
}
