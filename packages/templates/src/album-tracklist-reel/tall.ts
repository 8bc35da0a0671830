import type { Box, Croppable, Size } from '@songreel/kit'
import { canFill, LEAST_SHOWN } from './art.ts'
import { fitRow, type ListPlan, planReadable, type Stack, sumRows, type Wording } from './list.ts'
import { fitHeadline } from './names.ts'

/** A frame's plan: the cover, the room of the names, whether these share a line, and the list. */
export type Plan = ListPlan & { cover: Box; names: Box; isInLine?: boolean }

/** In pixels of a frame whose short side is 1080: names on one line or below each other, a note below these, and the air around them. */
const NAMES = { linePx: 98, columnPx: 216, notePx: 48, gap: 22 }
/** How high rows are, best first: type on the lowest is read on a phone. How much of a cover they leave if they can. */
const ROWS_PX = [90, 80, 72, 66]
const WELL_SHOWN = 0.8
/** Names and list stand so much lower than they could at most: above a longer way down to the cover, the head would be a hole. */
const MOST_LOWER = 300
/** Bands below the list grow to the frame's foot: as high as rows, they would be a list without songs. */
const GROWTH = 1.32

type TallPlan = Wording & { art: Croppable; isMirrored: boolean }

/**
 * The cover at the foot, where platforms leave room for pictures only, below names and list: as wide as the frame if that keeps its subject and
 * nearly all else and leaves room for the list. Where there are too few songs to reach down to it, it is at the head; where too many, all of it in a
 * corner there, with the names beside it.
 */
export function planTall(size: Size, safe: Box, plan: TallPlan): Plan {
  return planHero(size, safe, plan) ?? planCorner(size, safe, plan)
}

function planHero(size: Size, safe: Box, plan: TallPlan): Plan | undefined {
  const { words, font, art, isMirrored } = plan
  const isInLine = fitHeadline(words, font, { room: safe, isMirrored }) !== undefined
  const columnPx = NAMES.columnPx + (words.note ? NAMES.notePx : 0)
  const namesPx = isInLine ? NAMES.linePx : columnPx
  const listY = safe.y + namesPx + NAMES.gap
  const { stack, broken } = planReadable(plan, safe, ROWS_PX[0]!, safe.y + safe.height - listY)
  const height = findHeight(size, art, { roomPx: size.height - NAMES.gap - listY, stack })
  if (height === undefined) return undefined
  const wide = { x: 0, width: size.width, height }
  const roomPx = Math.min(safe.y + safe.height, size.height - height - NAMES.gap) - listY
  const rowsPx = sumRows(fitRow(roomPx, stack), stack)
  const lower = size.height - height - NAMES.gap - listY - rowsPx
  const isAtFoot = lower <= MOST_LOWER
  const namesY = isAtFoot ? safe.y + lower : height + NAMES.gap
  const y = namesY + namesPx + NAMES.gap
  const coverY = isAtFoot ? size.height - height : 0
  return {
    cover: { ...wide, y: coverY },
    names: { ...safe, y: namesY, height: namesPx },
    isInLine,
    broken,
    ...placeList(size, safe, { y, stack, bottom: isAtFoot ? coverY : size.height }),
  }
}

/** How high a cover as wide as the frame is beside rows that can be read: the higher the rows, the better, as long as it shows enough of itself. */
function findHeight(
  size: Size,
  art: Croppable,
  { roomPx, stack }: { roomPx: number; stack: Stack },
): number | undefined {
  const wholePx = (size.width * art.height) / art.width
  const heights = ROWS_PX.map((rowPx) => Math.min(size.width, wholePx, roomPx - sumRows(rowPx, stack)))
  const find = (shown: number) =>
    heights.find((height) => height >= shown * wholePx && canFill(art, { width: size.width, height }))
  return find(WELL_SHOWN) ?? find(LEAST_SHOWN)
}

/** A whole cover in the corner is so wide, less where that makes rows lower than they should be; names beside it need so much height. */
const CORNER = { mostPx: 600, leastPx: 490, rowPx: 62, gap: 36, namesPx: 220 }

function planCorner(size: Size, safe: Box, plan: TallPlan): Plan {
  const { art, isMirrored } = plan
  const below = safe.y + safe.height - CORNER.gap
  const { stack, broken } = planReadable(plan, safe, ROWS_PX[0]!, below - CORNER.leastPx)
  const side = Math.max(CORNER.leastPx, Math.min(CORNER.mostPx, below - sumRows(CORNER.rowPx, stack)))
  const width = Math.min(side, (side * art.width) / art.height)
  const height = (width * art.height) / art.width
  // A low cover hangs so deep that the names have room beside it.
  const y = Math.max(0, safe.y + CORNER.namesPx - height)
  const cover = { x: isMirrored ? size.width - width : 0, y, width, height }
  const [from, to] = isMirrored ? [safe.x, cover.x - CORNER.gap] : [width + CORNER.gap, safe.x + safe.width]
  return {
    cover,
    names: { x: from, y: safe.y, width: to - from, height: y + height - safe.y },
    broken,
    ...placeList(size, safe, { y: y + height + CORNER.gap, stack, bottom: size.height }),
  }
}

/** From its head to the safe box's foot, in rows as high as they may be; the bands go on to the frame's foot, or to the cover there. */
function placeList(
  size: Size,
  safe: Box,
  { y, stack, bottom }: { y: number; stack: Stack; bottom: number },
): Pick<Plan, 'list' | 'bands'> {
  const room = Math.min(safe.y + safe.height, bottom - (bottom < size.height ? NAMES.gap : 0)) - y
  return {
    list: { ...safe, y, height: Math.min(room, sumRows(fitRow(room, stack), stack)) },
    bands: { x: 0, width: size.width, bottom, growth: GROWTH },
  }
}
