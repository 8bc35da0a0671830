import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'

/** What stands beside the box; each may be empty. */
export type Words = { kicker: string; title: string; artist: string }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  box: Box
  texts: PlacedText[]
  /** How much of its side the floor mirrors: a reflection ends before the frame does. */
  mirrored: number
}

/** How thick a box is, how much of it the floor mirrors, and how wide it gets as it turns, in parts of its side. */
export const THICKNESS = 0.13
const MIRRORED = 0.3
export const WIDEST = 1.14
const GAP_PX = 64
/** What stands nearest to the eye reaches so much lower. */
const NEARER = 1.25
/**
 * Above the box is air: a corner that comes nearer rises. Below, its reflection needs a little. It is as wide as its turns allow that
 * stands on the edge of the safe box.
 */
const TALL = { titlePx: 190, artistPx: 80, titleShare: 0.155, gapPx: 118, foot: 0.905, share: 0.85 }
/** In a square the title takes the head from edge to edge, and the box all that is left below it: it stands at the far edge, where lines end, and its shadow falls into the room beside it. */
const SQUARE = { titlePx: 190, artistPx: 60, titleShare: 0.13, gapPx: 48, foot: 0.94, share: 0.8 }

/** Wide frames: the box stands beside the type. Tall ones: below it, on its edge, low in the frame. Squares: below it, at the other edge. */
export function planLayout(size: Size, words: Words, font: FontStyle): Layout {
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const isTall = shape === 'TALL'
  const wish = { font, isMirrored }
  if (shape === 'WIDE') {
    const side = Math.min(0.72 * size.height, 0.44 * size.width)
    const room = Math.min(safe.width - WIDEST * side - GAP_PX, 1.3 * size.height)
    const type = fitType(words, room, { ...wish, titlePx: 190, artistPx: 84, titleHeight: 0.6 * safe.height })
    // Type and box stand as a pair in the middle, however wide the frame.
    const spare = (safe.width - room - GAP_PX - WIDEST * side) / 2
    const typeX = isMirrored ? safe.x + safe.width - spare - room : safe.x + spare
    const middle = isMirrored
      ? safe.x + spare + (WIDEST * side) / 2
      : safe.x + safe.width - spare - (WIDEST * side) / 2
    const box = { x: middle - side / 2, y: 0.86 * size.height - side, width: side, height: side }
    const mirrored = planMirrored(size, box)
    return { box, mirrored, texts: type.place(typeX, safe.y + (safe.height - type.heightPx) / 2) }
  }
  const { titlePx, artistPx, titleShare, gapPx, foot, share } = isTall ? TALL : SQUARE
  const titleHeight = titleShare * size.height
  const type = fitType(words, safe.width, { ...wish, titlePx, artistPx, titleHeight })
  const top = type.heightPx > 0 ? safe.y + type.heightPx + gapPx : safe.y
  const bottom = foot * size.height
  const side = Math.min(share * size.width, bottom - top)
  // As it is when it faces the eye: in a tall frame on the type's edge, in a square across from it.
  const along = isTall === isMirrored ? 1 : 0
  const x = safe.x + along * (safe.width - side)
  const box = { x, y: bottom - side, width: side, height: side }
  // What is left over goes above and below the type.
  const texts = type.place(safe.x, safe.y + Math.max(0, bottom - side - top) / 2)
  return { box, mirrored: planMirrored(size, box), texts }
}

function planMirrored({ height }: Size, box: Box): number {
  const room = height - box.y - box.height
  return Math.min(MIRRORED, room / box.height / NEARER)
}

type TypeWish = {
  font: FontStyle
  isMirrored: boolean
  titlePx: number
  artistPx: number
  titleHeight: number
}

function fitType({ kicker, title, artist }: Words, width: number, wish: TypeWish) {
  const { font, isMirrored, titlePx, artistPx, titleHeight } = wish
  const align = isMirrored ? 'RIGHT' : 'LEFT'
  const base = { font, anchor: 'TOP', align } as const
  const texts: ColumnText[] = [
    {
      text: kicker,
      style: { ...base, role: 'TEXT', maxSizePx: 40, minSizePx: 26, maxLines: 2 },
      maxHeightPx: 100,
      gapPx: 0,
    },
    {
      text: title,
      style: { ...base, role: 'DISPLAY', maxSizePx: titlePx, minSizePx: 40, maxLines: 4 },
      maxHeightPx: titleHeight,
      gapPx: 20,
    },
    {
      text: artist,
      style: { ...base, role: 'TEXT', maxSizePx: artistPx, minSizePx: 30, maxLines: 2 },
      maxHeightPx: 110,
      gapPx: 22,
    },
  ]
  return fitColumn(texts, width)
}
