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
/** In a square a crop shows at least so much of the cover: a band of less cuts off what a subject stands on. */
const LEAST_SHOWN = 0.8

/** One photograph beside one carpet of words, with one straight seam: across the frame, or down it where that keeps more; a cover that bears neither lies whole in a corner. */
export function composePane(seen: Seen, frame: FrameLayout, isRtl: boolean): Composition {
  const rooms = listRooms(frame, seen, isRtl)
  const tries = rooms.flatMap((room, index) => {
    const crop = findBestCrop(seen, room.pane)
    if (!isLittle(seen, crop) || (frame.shape === 'SQUARE' && measureShown(seen.cover, crop) < LEAST_SHOWN))
      return []
    const cost = weighCrop(seen, crop) + NEXT_COST * index
    return [{ ...room, cost, place: placeCover(seen.cover, crop, room.pane) }]
  })
  const [best] = tries.toSorted((a, b) => a.cost - b.cost)
  if (best) return { pane: best.pane, place: best.place, words: best.words }
  return layInCorner(seen.cover, rooms.findLast(isUnder) ?? rooms[0]!, isRtl)
}

type Room = Pick<Composition, 'pane' | 'words'>

/** A whole cover lies below words: beside them it would be smaller. */
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

/** The whole cover where a photograph would stand, flush with the frame's foot and the side where reading ends: between a picture and an edge letters would be slivers. */
function layInCorner({ width, height }: Cover, { pane, words }: Room, isRtl: boolean): Composition {
  const scale = Math.min(pane.width / width, pane.height / height)
  const size = { width: snap(scale * width), height: snap(scale * height) }
  const x = isRtl ? pane.x : pane.x + pane.width - size.width
  const place = { ...size, x, y: pane.y + pane.height - size.height }
  return { pane: place, place, words }
}

function measureShown(cover: Cover, crop: Box): number {
  return (crop.width * crop.height) / (cover.width * cover.height)
}
