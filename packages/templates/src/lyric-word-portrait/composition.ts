import {
  type Box,
  type Cover,
  type FrameLayout,
  findSubject,
  type Lost,
  measureLost,
  mix,
  type Subject,
} from '@songreel/kit'
import type { Cut } from './cut.ts'
import { RIM } from './sight.ts'

/** Where the whole cover lies in the frame, and where the words stand in it. */
export type Composition = { place: Box; words: Box }

type Cells = Pick<Subject, 'columns' | 'rows' | 'weights'>

/** A cover, whether something is cut out of it, and what in it must not stand behind words: what can be cut out, with its hair and shoulders, or what stands out. */
export type Seen = { cover: Cover; isCut: boolean; standing: Cells & Pick<Subject, 'faces'> }

/** Cells along a side in which a cut is known well enough to keep clear of it. */
const CELLS = 36

/** Knows what of a cover words must keep clear of. */
export function see(cover: Cover, cut: Cut | undefined): Seen {
  const isCut = cut !== undefined
  const subject = findSubject(cover.salience)
  if (cut?.kind !== 'SUBJECT') return { cover, isCut, standing: subject }
  const { columns, rows, values } = cut.matte
  const weights = new Float32Array(CELLS * CELLS)
  const whole = values.reduce((sum, value) => sum + value, 0)
  for (const [i, value] of values.entries()) {
    const [x, y] = [(i % columns) / columns, Math.floor(i / columns) / rows]
    weights[Math.floor(y * CELLS) * CELLS + Math.floor(x * CELLS)]! += value / whole
  }
  return { cover, isCut, standing: { columns: CELLS, rows: CELLS, weights, faces: subject.faces } }
}

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

/** How much of the frame the cover leaves open beside or below the words: behind them nothing is missed. */
function measureOpen(place: Box, { size, shape }: FrameLayout, words: Box): number {
  const rest = (from: number, length: number, whole: number): [number, number] =>
    from + length / 2 < whole / 2 ? [from + length, whole] : [0, from]
  const [left, right] = shape === 'WIDE' ? rest(words.x, words.width, size.width) : [0, size.width]
  const [top, bottom] = shape === 'WIDE' ? [0, size.height] : rest(words.y, words.height, size.height)
  const across = Math.min(right, place.x + place.width) - Math.max(left, place.x)
  const down = Math.min(bottom, place.y + place.height) - Math.max(top, place.y)
  return 1 - (Math.max(0, across) * Math.max(0, down)) / ((right - left) * (bottom - top))
}

/** How much of all there is to see lies at the left or right edge of a picture that lies in the frame, 0 to 1. */
function measureRim({ salience }: Cover, place: Box, { size }: FrameLayout): number {
  const { columns, weights } = salience
  const side = Math.min(size.width, size.height)
  const rim = (RIM.share * side) / place.width
  const bleedPx = RIM.bleeds * side
  const [isLeft, isRight] = [place.x > bleedPx, place.x + place.width < size.width - bleedPx]
  if (!isLeft && !isRight) return 0
  return weights.reduce((sum, weight, i) => {
    const across = ((i % columns) + 0.5) / columns
    return (isLeft && across < rim) || (isRight && across > 1 - rim) ? sum + weight : sum
  }, 0)
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
export function measureBehind({ cover: { salience }, standing }: Seen, place: Box, box: Box) {
  const left = (box.x - place.x) / place.width
  const top = (box.y - place.y) / place.height
  const right = left + box.width / place.width
  const bottom = top + box.height / place.height
  const sumBehind = ({ columns, rows, weights }: Cells) =>
    weights.reduce((sum, part, i) => {
      const [x, y] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
      return x < left || x > right || y < top || y > bottom ? sum : sum + part
    }, 0)
  const all = salience.weights.reduce((sum, part) => sum + part, 0)
  const depths = standing.faces.map((face) => {
    const [airX, airY] = [FACE_AIR * face.width, FACE_AIR * face.height]
    const across = Math.min(right, face.x + face.width + airX) - Math.max(left, face.x - airX)
    const down = Math.min(bottom, face.y + face.height + airY) - Math.max(top, face.y - airY)
    return across > 0 && down > 0 ? (across * down) / (face.width * face.height) : 0
  })
  return {
    subject: sumBehind(standing),
    face: Math.max(0, ...depths),
    weight: sumBehind(salience) / Math.max(1e-9, all),
  }
}
