import type { Box, Cover, FrameLayout } from '@songreel/kit'
import { findBestCrop, isLittle, placeCover, type Seen, weighCrop } from './keeping-crop.ts'

/** Where a photograph stands: the part of the frame that shows it, with straight edges, where the whole cover lies then, and where the words stand beside it. */
export type Composition = { pane: Box; place: Box; words: Box }

/** Words above a photograph take so much of the frame's height, or less where that keeps more of it, and words beside it so much of its width. */
const BANDS = { TALL: [0.33, 0.27], SQUARE: [0.3] }
const COLUMNS = { WIDE: 0.355, SQUARE: 0.292 }
/** Between words and a photograph there is so much air, in parts of the frame's shorter side. */
const AIR = 0.042
/** The next place for words comes where the one before it would lose so much more. */
const NEXT_COST = 0.1

/** One photograph beside one carpet of words, with one straight seam: across the frame, or down it where that keeps more; a cover that bears neither is laid on the words whole, as a print. */
export function composePane(seen: Seen, frame: FrameLayout, isRtl: boolean): Composition {
  const rooms = listRooms(frame, seen, isRtl)
  const tries = rooms.flatMap((room, index) => {
    const crop = findBestCrop(seen, room.pane)
    if (!isLittle(seen, crop)) return []
    const cost = weighCrop(seen, crop) + NEXT_COST * index
    return [{ ...room, cost, place: placeCover(seen.cover, crop, room.pane) }]
  })
  const [best] = tries.toSorted((a, b) => a.cost - b.cost)
  if (best) return { pane: best.pane, place: best.place, words: best.words }
  return layPrint(seen.cover, frame, { room: rooms.findLast(isUnder) ?? rooms[0]!, isRtl })
}

type Room = Pick<Composition, 'pane' | 'words'>

/** A print is laid below words: beside them it would be smaller. */
function isUnder({ pane }: Room): boolean {
  return pane.y > 0
}

/** Seams lie on even pixels, as rows of letters do. */
function snap(px: number): number {
  return 2 * Math.round(px / 2)
}

/** The last one leaves the photograph most. */
function listRooms(frame: FrameLayout, { kept }: Seen, isRtl: boolean): Room[] {
  const { shape } = frame
  if (shape === 'WIDE') return [planColumn(frame, COLUMNS.WIDE, isRtl)]
  const bands = BANDS[shape].map((share) => planBand(frame, share))
  // Land goes from side to side.
  if (shape === 'TALL' || kept.isLand) return bands
  return [...bands, planColumn(frame, COLUMNS.SQUARE, isRtl)]
}

function measureAir({ size }: FrameLayout): number {
  return AIR * Math.min(size.width, size.height)
}

function planBand(frame: FrameLayout, share: number): Room {
  const { safe, size } = frame
  const words = { ...safe, height: share * size.height }
  const y = snap(words.y + words.height + measureAir(frame))
  return { words, pane: { x: 0, y, width: size.width, height: size.height - y } }
}

function planColumn(frame: FrameLayout, share: number, isRtl: boolean): Room {
  const { safe, size } = frame
  const width = share * size.width
  const taken = snap(safe.x + width + measureAir(frame))
  const pane = { x: isRtl ? 0 : taken, y: 0, width: size.width - taken, height: size.height }
  return { words: { ...safe, x: isRtl ? size.width - safe.x - width : safe.x, width }, pane }
}

/** A print is so far from the frame's edges, in parts of what words are. */
const PRINT_MARGIN = 0.5

/** The whole cover where a photograph would stand, towards the side where reading ends. */
function layPrint(
  { width, height }: Cover,
  { safe, size }: FrameLayout,
  { room: { pane, words }, isRtl }: { room: Room; isRtl: boolean },
): Composition {
  const margin = PRINT_MARGIN * safe.x
  const [left, top] = [pane.x || margin, pane.y || margin]
  const isAtRight = pane.x + pane.width >= size.width
  const right = isAtRight ? size.width - margin : pane.x + pane.width
  const bottom = size.height - margin
  const scale = Math.min((right - left) / width, (bottom - top) / height)
  const print = { width: snap(scale * width), height: snap(scale * height) }
  const place = { ...print, x: snap(isRtl ? left : right - print.width), y: snap(bottom - print.height) }
  return { pane: place, place, words }
}
