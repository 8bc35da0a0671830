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

/** What stands beside the record; each may be empty. */
export type Words = { kicker: string; title: string; artist: string }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  sleeve: Box
  /** The disc when it is wholly inside of its sleeve. */
  disc: { x: number; y: number; radius: number }
  /** The way out: one of the two is 0, the other -1 or 1. */
  way: { x: number; y: number }
  kicker: PlacedText
  title: PlacedText
  artist: PlacedText
}

/** How far a disc comes out, as a part of its diameter: its label has just left the sleeve. */
export const FARTHEST_OUT = 0.68
/** A record is a little smaller than its sleeve. */
const DISC_SHARE = 0.955
const GAP_PX = 56

type Plan = { safe: Box; size: Size; words: Words; font: FontStyle; isMirrored: boolean }

/** Tall frames: the disc rises out of its sleeve below the type. All others: it comes out sideways. */
export function planLayout(size: Size, words: Words, font: FontStyle): Layout {
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const plan = { safe, size, words, font, isMirrored }
  if (shape === 'TALL') return planTall(plan)
  return shape === 'WIDE' ? planWide(plan) : planSquare(plan)
}

/** How much room sleeve and disc take together, in sleeves. */
const ART_LENGTH = 1 + FARTHEST_OUT * DISC_SHARE
/** Pictures may stand in the lowest part of a tall frame, which belongs to the platform's captions: this much is left below the sleeve. */
const TALL_FOOT_PX = 64

/** Type, record and sleeve on one axis, as large as the frame lets them be. */
function planTall({ safe, size, words, font, isMirrored }: Plan): Layout {
  const middle = size.width / 2
  const width = 2 * Math.min(middle - safe.x, safe.x + safe.width - middle)
  const type = fitType(words, width, { font, isMirrored, align: 'CENTER', titlePx: 216, titleHeight: 290 })
  const discTop = safe.y + type.heightPx + (type.heightPx > 0 ? GAP_PX : 0)
  const bottom = size.height - TALL_FOOT_PX
  const side = floor8(Math.min(safe.width, (bottom - discTop) / ART_LENGTH))
  const free = bottom - discTop - side * ART_LENGTH
  // What is left over goes above and below alike, so that a short title does not leave a hole.
  const sleeve = { x: middle - side / 2, y: bottom - side - free / 2, width: side, height: side }
  return { ...placeArt(sleeve, { x: 0, y: -1 }), ...placeType(type, middle - width / 2, safe.y + free / 4) }
}

/** Of a wide safe box sleeve and record take so much, the type the rest. */
const WIDE_ART = 0.69

function planWide({ safe, words, font, isMirrored }: Plan): Layout {
  const side = floor8(Math.min(0.9 * safe.height, (WIDE_ART * safe.width) / ART_LENGTH))
  const artWidth = side * ART_LENGTH
  const width = safe.width - artWidth - GAP_PX
  const type = fitType(words, width, { font, isMirrored, titlePx: 168, titleHeight: 0.6 * safe.height })
  const sleeveX = isMirrored ? safe.x + safe.width - side : safe.x
  const sleeve = { x: sleeveX, y: safe.y + (safe.height - side) / 2, width: side, height: side }
  const x = isMirrored ? safe.x : safe.x + artWidth + GAP_PX
  const y = sleeve.y + side - type.heightPx
  return { ...placeArt(sleeve, { x: isMirrored ? -1 : 1, y: 0 }), ...placeType(type, x, Math.max(safe.y, y)) }
}

function planSquare({ safe, words, font, isMirrored }: Plan): Layout {
  const type = fitType(words, safe.width, { font, isMirrored, titlePx: 168, titleHeight: 0.24 * safe.height })
  const gap = type.heightPx > 0 ? 0.75 * GAP_PX : 0
  const room = safe.height - type.heightPx - gap
  const side = floor8(Math.min(safe.width / ART_LENGTH, room))
  const free = room - side
  const sleeve = {
    x: isMirrored ? safe.x + safe.width - side : safe.x,
    y: safe.y + free / 3,
    width: side,
    height: side,
  }
  const typeTop = safe.y + safe.height - type.heightPx - free / 3
  return { ...placeArt(sleeve, { x: isMirrored ? -1 : 1, y: 0 }), ...placeType(type, safe.x, typeTop) }
}

function placeArt(sleeve: Box, way: Layout['way']): Pick<Layout, 'sleeve' | 'disc' | 'way'> {
  const { x, y, width } = sleeve
  return { sleeve, way, disc: { x: x + width / 2, y: y + width / 2, radius: (DISC_SHARE * width) / 2 } }
}

type TypeWish = {
  font: FontStyle
  isMirrored: boolean
  align?: 'CENTER'
  titlePx: number
  titleHeight: number
}

function fitType({ kicker, title, artist }: Words, width: number, wish: TypeWish) {
  const { font, isMirrored, titlePx, titleHeight } = wish
  const base = { font, anchor: 'TOP', align: wish.align ?? (isMirrored ? 'RIGHT' : 'LEFT') } as const
  const isShort = kicker.length <= 28
  const texts: ColumnText[] = [
    {
      text: kicker,
      style: {
        ...base,
        role: 'TEXT',
        maxSizePx: 42,
        minSizePx: 26,
        maxLines: 2,
        ...(isShort && font !== 'SERIF' && { uppercase: true, tracking: 0.08 }),
      },
      maxHeightPx: 110,
      gapPx: 0,
    },
    {
      text: title,
      style: { ...base, role: 'DISPLAY', maxSizePx: titlePx, minSizePx: 40, maxLines: 2 },
      maxHeightPx: titleHeight,
      gapPx: 20,
    },
    {
      text: artist,
      style: { ...base, role: 'TEXT', maxSizePx: 72, minSizePx: 30, maxLines: 1 },
      maxHeightPx: 110,
      gapPx: 24,
    },
  ]
  return fitColumn(texts, width)
}

function placeType(column: ReturnType<typeof fitColumn>, x: number, y: number) {
  const [kicker, title, artist] = column.place(x, y) as [PlacedText, PlacedText, PlacedText]
  return { kicker, title, artist }
}

function floor8(value: number): number {
  return Math.floor(value / 8) * 8
}
