import type { Box, Size } from '../geometry.ts'
import type { Cover } from './create-cover.ts'
import { cropToFill, SOFT_EDGE, TRIES } from './crop-to-fill.ts'
import { findPeople, keepsPeople } from './keep-people.ts'
import { findSubject } from './subject.ts'

/** A found face is a square around brow and chin: so much of its width are the cheeks, and beside them there is hair. */
const CHEEKS = 0.82
/** Of a thing that stands free so much must be seen, or else it is cut. */
const LEAST_SEEN = 0.95
/** So much more another place must show to be better. */
const WORTH_SLIDING = 0.01
/** What stands out most weighs by this power: a ladybird is more than all of the leaf that it sits on. */
const KEENNESS = 3
/** A thing's free end has so much of the crop's width before it, and is worth so much of what stands out most elsewhere. */
const FREE_AIR = 0.11
const LEAST_AT_END = 0.76

/** The crop in the frame's own shape, where that cuts nobody at the cheeks, no group, and next to nothing of a thing that stands free. */
export function findTightCrop(cover: Cover, size: Size): Box | undefined {
  const { box, faces } = findSubject(cover.salience)
  if (faces.length > 0) return cropAroundPeople(cover, size)
  const isFree = box && box.x > 0 && box.x + box.width < 1
  if (!isFree) return undefined
  const { crop, shown } = slideToMost(cover, size)
  return shown >= LEAST_SEEN ? crop : undefined
}

/** Of a thing that the cover itself cuts nothing is whole: a crop keeps the end that is free, or else what stands out most. */
export function cropCutThing(cover: Cover, size: Size): Box {
  const { crop, keen } = slideToMost(cover, size)
  const { box } = findSubject(cover.salience)
  const [isLeftFree, isRightFree] = box ? [box.x > 0, box.x + box.width < 1] : [false, false]
  if (!box || isLeftFree === isRightFree) return crop
  const air = FREE_AIR * crop.width
  const start = isLeftFree ? box.x * cover.width - air : (box.x + box.width) * cover.width + air - crop.width
  const x = Math.max(0, Math.min(cover.width - crop.width, start))
  return measureSeen(cover, { ...crop, x }, KEEN) >= LEAST_AT_END * keen ? { ...crop, x } : crop
}

/** Around the middle of all heads. */
function cropAroundPeople(cover: Cover, size: Size): Box | undefined {
  const crop = cropToFill(cover, size)
  const people = findPeople(cover)
  const { faces } = findSubject(cover.salience)
  const [left, right] = findEnds(people.length > 1 ? people : faces)
  const middle = ((left + right) / 2) * cover.width
  const x = Math.max(0, Math.min(cover.width - crop.width, middle - crop.width / 2))
  const moved = { ...crop, x }
  if (people.length > 1) return keepsPeople(cover, moved) ? moved : undefined
  const beside = ((1 - CHEEKS) / 2) * (right - left)
  const [from, to] = [(left + beside) * cover.width, (right - beside) * cover.width]
  return from >= x && to <= x + crop.width ? moved : undefined
}

function findEnds(boxes: readonly Box[]): [number, number] {
  return [Math.min(...boxes.map(({ x }) => x)), Math.max(...boxes.map(({ x, width }) => x + width))]
}

/** How cells weigh, and how softly a crop ends. */
export type Measure = { power: number; soft: number }
/** As somebody looks who sees at first only what stands out most. */
export const KEEN: Measure = { power: KEENNESS, soft: SOFT_EDGE }
const PLAIN: Measure = { power: 1, soft: 0 }

/** The crop that shows most of what stands out most, and how much of that and of the subject it shows. */
function slideToMost(cover: Cover, size: Size): { crop: Box; keen: number; shown: number } {
  const crop = cropToFill(cover, size)
  const room = cover.width - crop.width
  const best = { x: 0, keen: Number.NEGATIVE_INFINITY }
  for (let i = 0; i <= TRIES; i++) {
    const x = (room * i) / TRIES
    const keen = measureSeen(cover, { ...crop, x }, KEEN)
    if (keen > best.keen + WORTH_SLIDING) Object.assign(best, { x, keen })
  }
  const found = { ...crop, x: best.x }
  return { crop: found, keen: best.keen, shown: measureSeen(cover, found, PLAIN) }
}

/** How much of the subject a crop shows from side to side, 0 to 1. */
export function measureSeen({ salience, width }: Cover, crop: Box, { power, soft }: Measure): number {
  const { columns, weights } = findSubject(salience)
  let [all, seen] = [0, 0]
  for (const [i, each] of weights.entries()) {
    const weight = each ** power
    const place = ((((i % columns) + 0.5) / columns) * width - crop.x) / crop.width
    const inside = Math.min(place, 1 - place)
    all += weight
    if (inside > 0) seen += weight * Math.min(1, soft > 0 ? inside / soft : 1)
  }
  return all > 0 ? seen / all : 1
}
