import { type Box, type Cover, type Lost, measureLost } from '@songreel/kit'
import type { Kept } from './kept.ts'

/** A cover, and what of it must be seen whole. */
export type Seen = { cover: Cover; kept: Kept }

/** A head is whole where a crop leaves out no more than these parts of the cover: a little hair beside it, but not its crown. */
const HEAD_SLACK = { across: 0.05, down: 0.005 }

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
