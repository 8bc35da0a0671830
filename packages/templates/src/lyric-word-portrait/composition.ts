import {
  type Box,
  type Cover,
  type FrameLayout,
  findSubject,
  type Lost,
  measureLost,
  mix,
} from '@songreel/kit'

/** Where the whole cover lies in the frame, and where the words stand in it. */
export type Composition = { place: Box; words: Box }

/** Words take so much of the height, or of a wide frame's width, and less where that hides nothing. */
const WORDS = { TALL: [0.31, 0.25], SQUARE: [0.3, 0.265], WIDE: [0.4, 0.35] }
/** The cover is enlarged beyond filling the frame by so much at most, and stands in it at the least in so much of its shorter side. */
const LARGEST = 1.06
const LEAST = { TALL: 1, SQUARE: 0.66, WIDE: 1 }
const SIZES = 10
const PLACES = 4
/** So far it may go up or down in a square frame, in parts of its height. */
const SHIFTS = [-0.24, -0.16, -0.08, 0.08, 0.16, 0.24]
/** Words have so much air to the subject, in parts of the frame's shorter side. */
const AIR = 0.02
/** Words hide so much of the subject at most, a little less than may be: the cells in which it is known are coarse. */
const MOST_HIDDEN = 0.03
/** A picture is worse by what it loses, what it leaves open, and what lies behind its words. */
const COSTS = { cut: 4, spread: 1.7, open: 0.7, hidden: 4, busy: 2, aside: 0.4, later: 0.06, smaller: 0.12 }

/**
 * The picture in which the words have a place that is neither on its subject nor on a face: it fills the frame as far as it can
 * without losing much, and where there is no such place in it it stands lower or further aside, and its edge goes on behind the
 * words.
 */
export function compose(cover: Cover, frame: FrameLayout, isRtl: boolean): Composition {
  const rooms = listRooms(frame, isRtl)
  const tries = Array.from({ length: SIZES + 1 }, (_, step) => step / SIZES)
  const find = (isStrict: boolean) =>
    tries
      .flatMap((share) => findBest(cover, frame, { share, rooms, isStrict }) ?? [])
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

type Weighed = Composition & { cost: number }

type Try = { share: number; rooms: readonly Box[]; isStrict: boolean }

function findBest(cover: Cover, frame: FrameLayout, { share, rooms, isStrict }: Try): Weighed | undefined {
  let best: Weighed | undefined
  for (const place of listPlaces(cover, frame, share)) {
    const free = rooms
      .map((words, index) => ({
        words,
        index,
        hidden: measureBehind(cover, place, grow(words, AIR * Math.min(frame.size.width, frame.size.height))),
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
        COSTS.open * measureOpen(cover, { place, crop, frame }) +
        COSTS.aside * measureAside(cover, place, frame, words) +
        COSTS.hidden * (hidden.subject + hidden.face) +
        COSTS.busy * hidden.weight +
        COSTS.later * (index % 2) +
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
function listPlaces(cover: Cover, { size, shape }: FrameLayout, share: number): Box[] {
  const fits = [size.width / cover.width, size.height / cover.height]
  const scale = mix(LARGEST * Math.max(...fits), LEAST[shape] * Math.min(...fits), share)
  const [width, height] = [scale * cover.width, scale * cover.height]
  const listStarts = (length: number, within: number) => {
    const room = within - length
    if (room > 0) return [0, room]
    return Array.from({ length: PLACES + 1 }, (_, i) => (room * i) / PLACES)
  }
  // A square picture in a square frame goes up or down to make room, and stands in the middle where it is smaller.
  const down = shape === 'SQUARE' ? SHIFTS.map((shift) => shift * size.height) : []
  const across = shape === 'SQUARE' && width < size.width
  const columns = across ? [(size.width - width) / 2] : listStarts(width, size.width)
  return columns.flatMap((x) =>
    [...listStarts(height, size.height), ...down].map((y) => ({ x, y, width, height })),
  )
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

type Shown = { place: Box; crop: Box; frame: FrameLayout }

/** How much of the frame the cover leaves open. */
function measureOpen(cover: Cover, { place, crop, frame: { size } }: Shown): number {
  const perPx = cover.width / place.width
  return 1 - (crop.width * crop.height) / (perPx * perPx * size.width * size.height)
}

/** How far the subject's middle is from the middle of what the words leave free, in frames. */
function measureAside({ salience }: Cover, place: Box, { size, shape }: FrameLayout, words: Box): number {
  const { box } = findSubject(salience)
  if (!box) return 0
  const middle = (start: number, length: number) => start + length / 2
  const free = (from: number, length: number, whole: number) =>
    middle(from, length) < whole / 2 ? (from + length + whole) / 2 : from / 2
  const x = place.x + middle(box.x, box.width) * place.width
  const y = place.y + middle(box.y, box.height) * place.height
  const wishedX = shape === 'WIDE' ? free(words.x, words.width, size.width) : size.width / 2
  const wishedY = shape === 'WIDE' ? size.height / 2 : free(words.y, words.height, size.height)
  return Math.abs(x - wishedX) / size.width + Math.abs(y - wishedY) / size.height
}

/** Faces are kept clear of by so much of their size. */
const FACE_AIR = 0.04

/** What lies behind a box: of the subject and of all there is to see, 0 to 1, and of the face that lies deepest in it. */
export function measureBehind({ salience }: Cover, place: Box, box: Box) {
  const left = (box.x - place.x) / place.width
  const top = (box.y - place.y) / place.height
  const right = left + box.width / place.width
  const bottom = top + box.height / place.height
  const { columns, rows, weights, faces } = findSubject(salience)
  let [subject, weight, all] = [0, 0, 0]
  for (let i = 0; i < weights.length; i++) {
    const [x, y] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
    all += salience.weights[i]!
    if (x < left || x > right || y < top || y > bottom) continue
    subject += weights[i]!
    weight += salience.weights[i]!
  }
  const depths = faces.map((face) => {
    const [airX, airY] = [FACE_AIR * face.width, FACE_AIR * face.height]
    const across = Math.min(right, face.x + face.width + airX) - Math.max(left, face.x - airX)
    const down = Math.min(bottom, face.y + face.height + airY) - Math.max(top, face.y - airY)
    return across > 0 && down > 0 ? (across * down) / (face.width * face.height) : 0
  })
  return { subject, face: Math.max(0, ...depths), weight: weight / Math.max(1e-9, all) }
}
