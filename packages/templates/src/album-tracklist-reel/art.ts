import {
  type Box,
  type Croppable,
  cropToFill,
  findKeepingCrop,
  keepsSubject,
  measureLost,
  type Size,
} from '@songreel/kit'

/** A cover shows so much of itself, or stands whole: a strip of it is no cover, even where its subject is kept. */
export const LEAST_SHOWN = 0.68

/** Whether a box that the cover fills leaves its subject and nearly all else. */
export function canFill(art: Croppable, box: Size): boolean {
  const crop = findKeepingCrop(art, box)
  return crop !== undefined && crop.width * crop.height >= (LEAST_SHOWN - 1e-3) * art.width * art.height
}

/** How many times as wide as high a cover may be where a square of it would cut into it. */
const WIDER = [1, 1.12, 1.24]

/** Where a cover could as well be wider, no more than this part of all there is to see is cut: those at the edges of a group. */
const MOST_SPREAD = 0.1

/** A cover at a side, as high as its room and as wide as it must be, up to so much; all of it where that is not enough, or, if it should fill its height, where that cuts into it. */
export function fitBeside(
  art: Croppable,
  room: { side: number; mostWidth: number; isFilled?: boolean },
): Box {
  const { side, mostWidth, isFilled = false } = room
  const boxes = WIDER.map((ratio) => ({ x: 0, y: 0, width: Math.min(ratio * side, mostWidth), height: side }))
  const kept = boxes.filter((box) => canFill(art, box))
  const calm = kept.find((box) => measureLost(art, cropToFill(art, box)).spread <= MOST_SPREAD)
  const filled = calm ?? (isFilled ? kept.at(-1) : undefined)
  if (filled) return filled
  const width = Math.min(mostWidth, (side * art.width) / art.height)
  return { x: 0, y: 0, width, height: (width * art.height) / art.width }
}

/** What a box shows of a cover: where nobody looks out of it, from its head on if that keeps its subject, for a landscape without its summits is none. */
export function cropArt(art: Croppable, box: Size): Box {
  const usual = cropToFill(art, box)
  const fromHead = { ...usual, y: 0 }
  const hasFaces = (art.salience?.faces ?? []).length > 0
  return !hasFaces && keepsSubject(art, fromHead) ? fromHead : usual
}
