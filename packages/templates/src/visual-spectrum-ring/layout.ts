import {
  type Box,
  type FontStyle,
  isRightToLeft,
  type PlacedText,
  placeInside,
  planFrame,
  type RingCircle,
  type Size,
} from '@songreel/kit'
import { fitNames, fitPoster, type Words } from './fit-names.ts'

/** Where the cover, its ring and the type stand. */
export type Layout = {
  /** The cover, at rest. */
  disc: RingCircle
  /** What the bars stand on. */
  foot: RingCircle
  /** The length of the longest bar. */
  barLength: number
  texts: PlacedText[]
  /** Length of one pixel of a 1080-pixel short side. */
  unit: number
  align: 'LEFT' | 'RIGHT'
}

/** Who chooses: the caller's font, and the side that the cover leans to, -1 or 1. */
export type LayoutWish = { font: FontStyle; side: number }

/** The cover grows by this much at the loudest bass, and the bars' foot with it. */
export const SWELL = 0.055
/** Of the whole ring's reach: the disc's radius, and the air between it and the bars. */
const DISC_SHARE = 0.7
const AIR_SHARE = 0.04
/** Between the longest bar of the swollen ring and the edge of a wide frame, and of a tall one, where most bars end on the edge of the type then; in others all of them do. */
const EDGE_PX = { WIDE: 48, TALL: 24 }
const GAP_PX = 36
/** In a tall frame the disc ends above what a platform lays over it, unless the ring were smaller than this part of the width then. */
const LEAST_TALL = 0.84

/** Tall frames have their type above the ring, wide ones beside it, others below it. */
export function planLayout(size: Size, words: Words, { font, side }: LayoutWish): Layout {
  const { shape, safe, scale } = planFrame(size)
  const align = isRightToLeft(words.title || words.artist) ? 'RIGHT' : 'LEFT'
  const [unit, edge, gap] = [scale(1), scale(EDGE_PX.WIDE), scale(GAP_PX)]
  const wish = { font, align, unit } as const
  const plan = (room: Box, alignX: number, alignY: number) => planRing(room, { alignX, alignY })
  if (shape === 'WIDE') {
    const reach = Math.min(size.height / 2 - edge, 0.28 * size.width)
    const isRingLeft = (align === 'RIGHT' ? 1 : -1) * side > 0
    const x = isRingLeft ? edge : size.width - edge - 2 * reach
    const left = isRingLeft ? x + 2 * reach + 1.4 * gap : safe.x
    const width = (isRingLeft ? safe.x + safe.width : x - 1.4 * gap) - left
    const column = fitNames(words, width, {
      ...wish,
      titlePx: Math.min(330, (0.44 * width) / unit),
      lines: 2,
    })
    const room = { x, y: edge, width: 2 * reach, height: size.height - 2 * edge }
    const texts = column.place(left, safe.y + safe.height - column.heightPx)
    return { ...plan(room, isRingLeft ? 0 : 1, 0.5), texts, unit, align }
  }
  if (shape === 'TALL') {
    const column = fitNames(words, safe.width, { ...wish, titlePx: 270, lines: 2 })
    const top = safe.y + column.heightPx + (column.heightPx > 0 ? gap : 0)
    const most = size.width / 2 - scale(EDGE_PX.TALL)
    const clear = (safe.y + safe.height - top) / (1 + DISC_SHARE)
    const reach = Math.min(most, (size.height - edge - top) / 2, Math.max(LEAST_TALL * most, clear))
    const room = { x: size.width / 2 - reach, y: top, width: 2 * reach, height: 2 * reach }
    const texts = column.place(safe.x, safe.y)
    return { ...plan(room, 0.5, 0), texts, unit, align }
  }
  return { ...planUpright(size, words, wish), unit, align }
}

type UprightWish = Omit<LayoutWish, 'side'> & Pick<Layout, 'align' | 'unit'>

/** The ring above the names, in the middle. In a square the label stands opposite the artist, so that the ring has the height. */
function planUpright(size: Size, words: Words, wish: UprightWish): Omit<Layout, 'unit' | 'align'> {
  const { safe, scale } = planFrame(size)
  const isSquare = size.width / size.height > 0.9
  const column = isSquare
    ? fitPoster(words, safe.width, { ...wish, titlePx: 158, lines: 1 })
    : fitNames(words, safe.width, { ...wish, titlePx: 230, lines: 2 })
  const y = safe.y + safe.height - column.heightPx
  const bottom = y - (column.heightPx > 0 ? scale(GAP_PX) : 0)
  const room = { x: safe.x, y: safe.y, width: safe.width, height: bottom - safe.y }
  const ring = planRing(room, { alignX: 0.5, alignY: 1 })
  return { ...ring, texts: column.place(safe.x, y) }
}

/** How far the ring reaches from its middle at its loudest. */
export function reachOf({ foot, barLength }: Pick<Layout, 'foot' | 'barLength'>): number {
  return foot.radius * (1 + SWELL) + barLength
}

/** The cover's disc and a ring around it, as large as the room is. */
function planRing(
  room: Box,
  { alignX, alignY }: { alignX: number; alignY: number },
): Pick<Layout, 'disc' | 'foot' | 'barLength'> {
  const box = placeInside(room, 1, alignX, alignY)
  const reach = box.width / 2
  const [x, y] = [box.x + reach, box.y + reach]
  const radius = (DISC_SHARE + AIR_SHARE) * reach
  return {
    disc: { x, y, radius: DISC_SHARE * reach },
    foot: { x, y, radius },
    barLength: reach - radius * (1 + SWELL),
  }
}
