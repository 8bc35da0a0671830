import {
  type Box,
  type FontStyle,
  fitLogoSize,
  insetBox,
  isRightToLeft,
  type NameColumn,
  type Names,
  planFrame,
  planNameColumn,
  type Size,
} from '@songreel/kit'

/** Where the cover and the type stand. */
export type Layout = Pick<NameColumn, 'texts' | 'align' | 'unit'> & {
  /** The cover when all of it is at home; on whole, even pixels. */
  cover: Box
  /** What type and logo cover, with some air: pieces shrink away there. */
  quiet: Box
  /** A brand's logo: above the type in a tall frame, beside it in a square one; a wide one has a corner for it. */
  logo?: Box
}

/** In pixels of a frame whose short side is 1080. */
const AIR_PX = 30
const GAP_PX = 72
const MARGIN_PX = 56
/** Around the cover there is room for its pieces on all sides: so much of the frame's shorter side it takes at most. */
const SIDE = 0.92
/** So far below the safe box's upper edge type begins in a tall frame, or lower where a brand's logo stands there. */
const DROP_PX = 104
const LOGO_PX = { width: 300, height: 110, air: 72 }
/** Below a tall frame's cover is so much room for its pieces. */
const FOOT_PX = 150
/** How far a wide frame's cover keeps from the edge, as a part of the frame's width. */
const WIDE_MARGIN = 0.065
/** Beside it names have at least so much room: a frame that is hardly wider than high has a smaller cover. */
const LEAST_COLUMN_PX = 320

/** The cover is as large as its halo of pieces allows. Type stands above it in a tall frame, whose foot the cover fills, else below it or beside it; above each other, both begin at one edge. */
export function planLayout(size: Size, names: Names, font: FontStyle, logoSize?: Size): Layout {
  const { safe, shape, scale } = planFrame(size)
  const mark = logoSize && shape !== 'WIDE' ? sizeMark(size, logoSize) : undefined
  const besides = mark && shape === 'SQUARE' ? mark.width + scale(GAP_PX) : 0
  const column = planColumn(size, names, font, besides)
  const { unit, align } = column
  const aboveType = mark ? Math.max(scale(DROP_PX), mark.height + scale(LOGO_PX.air)) : scale(DROP_PX)
  const drop = shape === 'TALL' ? aboveType : 0
  const lower = (each: Box) => ({ ...each, y: each.y + drop })
  const box = lower(column.box)
  const texts = column.texts.map((text) => ({ ...text, box: lower(text.box) }))
  const isMirrored = isRightToLeft(names.title || names.artist)
  const logo = mark && placeMark(size, mark, isMirrored)
  const quiet = insetBox(logo ? joinBoxes(box, logo) : box, -AIR_PX * unit)
  const placed = { texts, unit, align, quiet, ...(logo && { logo }) }
  if (shape === 'WIDE') {
    const side = findWideSide(size)
    const x = isMirrored ? WIDE_MARGIN * size.width : (1 - WIDE_MARGIN) * size.width - side
    return { ...placed, cover: makeEven({ x, y: (size.height - side) / 2, width: side, height: side }) }
  }
  if (shape === 'TALL') return { ...placed, cover: placeBelow(size, box, isMirrored) }
  const typeTop = box.height > 0 ? box.y : box.y + box.height
  const foot = Math.min(typeTop, logo?.y ?? typeTop) - scale(GAP_PX)
  const side = Math.min(size.width - 2 * safe.x, foot - scale(MARGIN_PX))
  const x = isMirrored ? size.width - safe.x - side : safe.x
  return { ...placed, cover: makeEven({ x, y: foot - side, width: side, height: side }) }
}

function sizeMark(size: Size, logo: Size): Size {
  const { scale } = planFrame(size)
  return fitLogoSize(logo, { width: scale(LOGO_PX.width), height: scale(LOGO_PX.height) })
}

/** At the head of a tall frame, where its type begins; at the foot of a square one, where its lines end. */
function placeMark(size: Size, { width, height }: Size, isMirrored: boolean): Box {
  const { safe, shape } = planFrame(size)
  const isAtStart = shape === 'TALL'
  const x = isAtStart === isMirrored ? safe.x + safe.width - width : safe.x
  return { x, y: isAtStart ? safe.y : safe.y + safe.height - height, width, height }
}

/** Around two boxes; an empty one doesn't count. */
function joinBoxes(box: Box, other: Box): Box {
  if (box.width <= 0 || box.height <= 0) return other
  const [x, y] = [Math.min(box.x, other.x), Math.min(box.y, other.y)]
  return {
    x,
    y,
    width: Math.max(box.x + box.width, other.x + other.width) - x,
    height: Math.max(box.y + box.height, other.y + other.height) - y,
  }
}

/** Below the type and at its edge; both edges of the frame are as far from it where it can be so large. */
function placeBelow(size: Size, box: Box, isMirrored: boolean): Box {
  const { safe, scale } = planFrame(size)
  const top = box.height > 0 ? box.y + box.height + scale(GAP_PX) : safe.y
  const foot = size.height - scale(FOOT_PX)
  const side = Math.min(size.width - 2 * safe.x, foot - top)
  const x = isMirrored ? size.width - safe.x - side : safe.x
  return makeEven({ x, y: top + (foot - top - side) / 2, width: side, height: side })
}

/** The cover in a wide frame: as high as that, if the names have room beside it. */
function findWideSide(size: Size): number {
  const { safe, scale } = planFrame(size)
  return Math.min(
    SIDE * size.height,
    (1 - WIDE_MARGIN) * size.width - safe.x - scale(GAP_PX + LEAST_COLUMN_PX),
  )
}

function makeEven({ x, y, width, height }: Box): Box {
  const even = (value: number) => 2 * Math.round(value / 2)
  return { x: even(x), y: even(y), width: even(width), height: even(height) }
}

const STYLES = {
  TALL: { titlePx: 210, artistPx: 68, labelPx: 46, titleHeight: 330 },
  SQUARE: { titlePx: 80, artistPx: 40, labelPx: 34, titleHeight: 150 },
  WIDE: { titlePx: 120, artistPx: 48, labelPx: 34, titleHeight: 560 },
}

function planColumn(size: Size, names: Names, font: FontStyle, spare: number) {
  const { safe, scale } = planFrame(size)
  const beside = (1 - WIDE_MARGIN) * size.width - findWideSide(size) - safe.x - scale(GAP_PX)
  return planNameColumn(size, names, {
    font,
    edge: planFrame(size).shape === 'TALL' ? 'TOP' : 'FOOT',
    maxWidthInHeights: beside / size.height,
    spare,
    styles: ({ shape, unit }) => {
      const { titlePx, artistPx, labelPx, titleHeight } = STYLES[shape]
      return {
        label: {
          maxSizePx: labelPx * unit,
          minSizePx: 22 * unit,
          maxLines: 2,
          maxHeightPx: 84 * unit,
          gapPx: 0,
        },
        title: {
          maxSizePx: titlePx * unit,
          minSizePx: 30 * unit,
          lineHeight: 1,
          maxHeightPx: titleHeight * unit,
          gapPx: 14 * unit,
        },
        artist: {
          maxSizePx: artistPx * unit,
          minSizePx: 22 * unit,
          maxLines: 1,
          maxHeightPx: 2.2 * artistPx * unit,
          gapPx: 16 * unit,
        },
      }
    },
  })
}
