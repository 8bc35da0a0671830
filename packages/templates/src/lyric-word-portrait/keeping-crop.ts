import { type Box, type Cover, findSubject, type Lost, measureLost } from '@songreel/kit'
import type { Kept } from './kept.ts'

/** A cover, and what of it must be seen whole. */
export type Seen = { cover: Cover; kept: Kept }

/** A crop may lose so much of a subject or a head, and of all there is to see: the kit's own rule for a crop that keeps its subject, up to a whole seventh: heads are known in cells. */
const MOST_LOST = { subject: 0.145, spread: 0.25 }
/** A crop is worse by what it loses, and by how far its subject is from its middle. */
const COSTS = { subject: 4, spread: 1, aside: 0.3 }
/** So many places of a crop are tried along each axis. */
const STEPS = 20
/** A head is whole where a crop leaves out no more than these parts of the cover: a little hair beside it, but not its crown. */
const HEAD_SLACK = { across: 0.05, down: 0.005 }

/** The crop of a cover's that keeps most in a pane. */
export function findBestCrop(seen: Seen, pane: Box): Box {
  const { width, height } = seen.cover
  const scale = Math.max(pane.width / width, pane.height / height)
  const [seenWidth, seenHeight] = [pane.width / scale, pane.height / scale]
  const listStarts = (room: number) =>
    room < 0.5 ? [0] : Array.from({ length: STEPS + 1 }, (_, i) => (i * room) / STEPS)
  return listStarts(width - seenWidth)
    .flatMap((x) =>
      listStarts(height - seenHeight).map((y) => ({ x, y, width: seenWidth, height: seenHeight })),
    )
    .map((crop) => ({ crop, cost: weighCrop(seen, crop) + (keepsHeads(seen, crop) ? 0 : 1) }))
    .toSorted((a, b) => a.cost - b.cost)[0]!.crop
}

/** How much worse a crop is than the whole cover. */
export function weighCrop(seen: Seen, crop: Box): number {
  const { subject, spread } = seeLost(seen, crop)
  return COSTS.subject * subject + COSTS.spread * spread + COSTS.aside * measureAside(seen.cover, crop)
}

/** How far the subject's middle is from a crop's, in crops. */
function measureAside({ salience, width, height }: Cover, crop: Box): number {
  const { box } = findSubject(salience)
  const subject = box ?? { x: 0, y: 0, width: 1, height: 1 }
  const x = (subject.x + subject.width / 2) * width - crop.x - crop.width / 2
  const y = (subject.y + subject.height / 2) * height - crop.y - crop.height / 2
  return Math.abs(x) / crop.width + Math.abs(y) / crop.height
}

/** Whether a crop loses so little that it is the better picture. */
export function isLittle(seen: Seen, crop: Box): boolean {
  const { subject, spread } = seeLost(seen, crop)
  return subject <= MOST_LOST.subject && spread <= MOST_LOST.spread && keepsHeads(seen, crop)
}

/** Whether nothing is cut of those whose faces were found; of a crowd around them somebody may be. */
export function keepsHeads({ cover, kept }: Seen, crop: Box): boolean {
  return kept.found.every(({ x, y, width, height }) => {
    const [across, down] = [crop.x / cover.width, crop.y / cover.height]
    const isAcross = reaches([x, x + width], [across, across + crop.width / cover.width], HEAD_SLACK.across)
    return isAcross && reaches([y, y + height], [down, down + crop.height / cover.height], HEAD_SLACK.down)
  })
}

/** Whether what is seen reaches from a start to an end; beyond a cover's own edge there is nothing to see. */
function reaches([start, end]: [number, number], [from, to]: [number, number], slack: number): boolean {
  return Math.max(0, start) >= from - slack && Math.min(1, end) <= to + slack
}

/** Ground that a landscape loses at its foot counts so much: its peaks and its sky are what it is looked at for. */
const LAND_LOST = 0.15

/** What of a cover a crop leaves out; the ground of a landscape may go on outside. */
export function seeLost({ cover, kept }: Seen, crop: Box): Lost {
  const lost = measureLost(cover, crop)
  return kept.isLand ? { subject: 0, spread: LAND_LOST * lost.spread } : lost
}

/** Where the whole cover lies when a pane shows this crop of it. */
export function placeCover(cover: Cover, crop: Box, pane: Box): Box {
  const scale = pane.width / crop.width
  return {
    x: pane.x - scale * crop.x,
    y: pane.y - scale * crop.y,
    width: scale * cover.width,
    height: scale * cover.height,
  }
}

/** What of the cover a box of the frame shows, in the cover's pixels. */
export function findCrop(cover: Cover, place: Box, box: Box): Box {
  const [left, top] = [Math.max(box.x, place.x), Math.max(box.y, place.y)]
  const right = Math.min(box.x + box.width, place.x + place.width)
  const bottom = Math.min(box.y + box.height, place.y + place.height)
  const perPx = cover.width / place.width
  return {
    x: perPx * (left - place.x),
    y: perPx * (top - place.y),
    width: perPx * (right - left),
    height: perPx * (bottom - top),
  }
}
