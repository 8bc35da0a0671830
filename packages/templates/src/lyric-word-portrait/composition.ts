import { type Box, type Cover, type FrameLayout, type Lost, measureLost, mix } from '@songreel/kit'
import type { Kept } from './kept.ts'
import { measureAside, measureBehind, measureOpen, measureRim, type Seen } from './weigh-place.ts'

/** Where the whole cover lies in the frame, and where the words stand in it. */
export type Composition = { place: Box; words: Box }

/** Words take so much of the height, or of a wide frame's width, and less where that hides nothing. */
const WORDS = { TALL: [0.295, 0.25], SQUARE: [0.3, 0.275], WIDE: [0.4, 0.35] }
/** The cover is enlarged beyond filling the frame by so much at most, and stands in it at the least in so much of its shorter side. */
const LARGEST = 1.06
const LEAST = { TALL: 1, SQUARE: 0.64, WIDE: 0.78 }
/** A picture is smaller before words hide a head; one that has none stays large. */
const LEAST_WITH = { heads: 0.54, several: 0.55 }
const SIZES = 10
/** Land is as wide as the frame, or a little wider. */
const LAND_SIZES = 2
/** So nearly filling the frame from side to side it does so wholly. */
const NEARLY = 0.05
const PLACES = 4
/** So far it may go up or down in a square frame, in parts of its height. */
const SHIFTS = [-0.24, -0.16, -0.08, 0.08, 0.16, 0.24]
/** Words have so much air to the subject, in parts of the frame's shorter side: there a photograph goes over into them. */
const AIR = { TALL: 0.035, SQUARE: 0.035, WIDE: 0.06 }
/** Words hide so much of the subject at most, a little less than may be: the cells in which it is known are coarse. */
const MOST_HIDDEN = 0.03
/** And so much of things on the whole: a head whose face was not found is a small one. */
const MOST_THINGS = 0.002
/** A picture is worse by what it loses, what it leaves open, and what lies behind its words. */
const COSTS = {
  cut: 4,
  spread: 2.4,
  open: 0.7,
  hidden: 4,
  busy: 3,
  sky: 7,
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
  const sizes = seen.kept.isLand ? LAND_SIZES : SIZES
  const tries = Array.from({ length: sizes + 1 }, (_, step) => step / sizes)
  const find = (rule: Rule) =>
    tries
      .flatMap((share) => findBest(seen, frame, { share, rooms, rule }) ?? [])
      .toSorted((a, b) => a.cost - b.cost)[0]
  return find('THINGS') ?? find('SUBJECT') ?? find('NONE')!
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

/** What is kept whole and clear of words: all things, or the subject and heads, or as much as can be. */
type Rule = 'THINGS' | 'SUBJECT' | 'NONE'

type Try = { share: number; rooms: readonly Box[]; rule: Rule }

function isFree({ subject, head, things }: ReturnType<typeof measureBehind>, rule: Rule): boolean {
  if (rule === 'NONE') return true
  return subject <= MOST_HIDDEN && head === 0 && (rule === 'SUBJECT' || things <= MOST_THINGS)
}

function findBest(seen: Seen, frame: FrameLayout, { share, rooms, rule }: Try): Weighed | undefined {
  const { cover } = seen
  let best: Weighed | undefined
  for (const place of listPlaces(seen, frame, share)) {
    const free = rooms
      .map((words, index) => ({
        words,
        index,
        hidden: measureBehind(seen, place, addAir(words, frame)),
      }))
      .filter(({ hidden }) => isFree(hidden, rule))
    if (free.length === 0) continue
    const crop = findCrop(cover, place, frame)
    const lost = seeLost(seen, crop)
    if (rule !== 'NONE' && !isLittle(lost)) continue
    for (const { words, index, hidden } of free) {
      const cost =
        COSTS.cut * lost.subject +
        COSTS.spread * lost.spread +
        COSTS.open * measureOpen(place, frame, words) +
        COSTS.rim * measureRim(cover, place, frame) +
        COSTS.aside * measureAside(cover, place, frame, words) +
        COSTS.hidden * (hidden.subject + hidden.head) +
        (seen.kept.isLand ? COSTS.sky : COSTS.busy) * hidden.weight +
        LATER[frame.shape] * (index % 2) +
        COSTS.smaller * Math.floor(index / 2)
      if (!best || cost < best.cost) best = { place, words, cost }
    }
  }
  return best
}

/** Since words may stand elsewhere, hardly anything of a subject or a head need be lost, and not much of all there is to see. */
const MOST_LOST = { subject: 0.05, spread: 0.25 }

/** Ground that a landscape loses at its foot counts so much: its peaks and its sky are what it is looked at for. */
const LAND_LOST = 0.15

/** What of a cover a crop leaves out; the ground of a landscape may go on outside. */
export function seeLost({ cover, kept }: Seen, crop: Box): Lost {
  const lost = measureLost(cover, crop)
  return kept.isLand ? { subject: 0, spread: LAND_LOST * lost.spread } : lost
}

export function isLittle({ subject, spread }: Lost): boolean {
  return subject <= MOST_LOST.subject && spread <= MOST_LOST.spread
}

/** Words with the air around them in which a photograph goes over. */
export function addAir({ x, y, width, height }: Box, { shape, size }: FrameLayout): Box {
  const by = AIR[shape] * Math.min(size.width, size.height)
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

function findLeast({ heads }: Kept, shape: FrameLayout['shape']): number {
  if (shape === 'SQUARE' && heads.length > 0) return LEAST_WITH.heads
  return shape === 'WIDE' && heads.length > 1 ? LEAST_WITH.several : LEAST[shape]
}

/** The cover in one size, at its edges and between them: nothing is left open at two sides that face each other. */
function listPlaces({ cover, isCut, kept }: Seen, { size, shape }: FrameLayout, share: number): Box[] {
  // Land goes from side to side: words beside it would be fog. What is cut out stands on the frame's foot.
  const least = (isCut && shape === 'WIDE') || kept.isLand ? 1 : findLeast(kept, shape)
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
