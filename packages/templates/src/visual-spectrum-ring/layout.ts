import {
  type Box,
  type FontStyle,
  isRightToLeft,
  type PlacedText,
  placeInside,
  planFrame,
  type RingOutline,
  type Size,
} from '@songreel/kit'
import { fitNames, fitPoster, type Words } from './fit-names.ts'

/** Where the cover, its ring and the type stand. */
export type Layout = {
  /** The cover, at rest. */
  print: Box
  /** What the bars stand on. */
  foot: RingOutline
  /** The length of the longest bar. */
  barLength: number
  texts: PlacedText[]
  /** Length of one pixel of a 1080-pixel short side. */
  unit: number
  align: 'LEFT' | 'RIGHT'
}

/** Who chooses: the caller's font, the side that the cover leans to, -1 or 1, and the cover's width in its height. */
export type LayoutWish = { font: FontStyle; side: number; ratio: number }

/** The cover grows by this much at the loudest bass, and the bars' foot with it. */
export const SWELL = 0.055
/** Of the whole ring's reach: the cover's longer half, the air between it and the bars, and the radius of the ring's corners. */
const COVER_SHARE = 0.72
const AIR_SHARE = 0.055
const CORNER_SHARE = 0.19
/** Between the longest bar of the swollen ring and the edge of a wide frame, and of a tall one, where most bars end on the edge of the type then; in others all of them do. */
const EDGE_PX = { WIDE: 48, TALL: 24 }
const GAP_PX = 36

/** Tall frames have their type above the ring, wide ones beside it, others below it. */
export function planLayout(size: Size, words: Words, { font, side, ratio }: LayoutWish): Layout {
  const { shape, safe, scale } = planFrame(size)
  const align = isRightToLeft(words.title || words.artist) ? 'RIGHT' : 'LEFT'
  const [unit, edge, gap] = [scale(1), scale(EDGE_PX.WIDE), scale(GAP_PX)]
  const wish = { font, align, unit } as const
  const plan = (room: Box, alignX: number, alignY: number) => planRing(room, ratio, { alignX, alignY })
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
    const side = scale(EDGE_PX.TALL)
    const room = { x: side, y: top, width: size.width - 2 * side, height: size.height - edge - top }
    const texts = column.place(safe.x, safe.y)
    return { ...plan(room, 0.5, 0), texts, unit, align }
  }
  return { ...planUpright(size, words, { ...wish, ratio }), unit, align }
}

type UprightWish = Omit<LayoutWish, 'side'> & Pick<Layout, 'align' | 'unit'>

/** The ring above the names, in the middle. In a square the label stands opposite the artist, so that the ring has the height. */
function planUpright(
  size: Size,
  words: Words,
  { ratio, ...wish }: UprightWish,
): Omit<Layout, 'unit' | 'align'> {
  const { safe, scale } = planFrame(size)
  const isSquare = size.width / size.height > 0.9
  const column = isSquare
    ? fitPoster(words, safe.width, { ...wish, titlePx: 158, lines: 1 })
    : fitNames(words, safe.width, { ...wish, titlePx: 230, lines: 2 })
  const y = safe.y + safe.height - column.heightPx
  const bottom = y - (column.heightPx > 0 ? scale(GAP_PX) : 0)
  const room = { x: safe.x, y: safe.y, width: safe.width, height: bottom - safe.y }
  const ring = planRing(room, ratio, { alignX: 0.5, alignY: 1 })
  return { ...ring, texts: column.place(safe.x, y) }
}
/** How far the ring reaches from its middle at its loudest. */
export function reachOf({ foot, barLength }: Pick<Layout, 'foot' | 'barLength'>): { x: number; y: number } {
  const { radius, straightX = 0, straightY = 0 } = foot
  const grown = (straight: number) => (straight + radius) * (1 + SWELL) + barLength
  return { x: grown(straightX), y: grown(straightY) }
}

/** The whole cover and a ring around it, as large as the room is. */
function planRing(
  room: Box,
  ratio: number,
  { alignX, alignY }: { alignX: number; alignY: number },
): Pick<Layout, 'print' | 'foot' | 'barLength'> {
  const reach = Math.min(room.width, room.height) / 2
  const half = COVER_SHARE * reach
  const [across, down] = ratio > 1 ? [half, half / ratio] : [half * ratio, half]
  const air = AIR_SHARE * reach
  const radius = Math.min(CORNER_SHARE * reach, across + air, down + air)
  const barLength = reach - (half + air) * (1 + SWELL)
  const around = (1 + SWELL) * air + barLength
  const [width, height] = [across, down].map((side) => 2 * ((1 + SWELL) * side + around)) as [number, number]
  const box = placeInside(room, width / height, alignX, alignY)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  return {
    print: { x: x - across, y: y - down, width: 2 * across, height: 2 * down },
    foot: { x, y, radius, straightX: across + air - radius, straightY: down + air - radius },
    barLength,
  }
}
