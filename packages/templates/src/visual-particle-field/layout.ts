import {
  type Box,
  type FontStyle,
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
  /** What the type covers, with some air: pieces shrink away there. */
  quiet: Box
}

/** In pixels of a frame whose short side is 1080. */
const AIR_PX = 30
const GAP_PX = 44
const MARGIN_PX = 40
/** How far a wide frame's cover keeps from the edge, as a part of the frame's width. */
const WIDE_MARGIN = 0.065

/** The cover is as large as the frame allows; small type stands low, below it or beside it. */
export function planLayout(size: Size, names: Names, font: FontStyle): Layout {
  const { shape, scale } = planFrame(size)
  const { texts, box, unit, align } = planColumn(size, names, font)
  const isMirrored = isRightToLeft(names.title || names.artist)
  const placed = { texts, unit, align, quiet: insetBox(box, -AIR_PX * unit) }
  if (shape === 'WIDE') {
    const x = isMirrored ? WIDE_MARGIN * size.width : (1 - WIDE_MARGIN) * size.width - size.height
    return { ...placed, cover: makeEven({ x, y: 0, width: size.height, height: size.height }) }
  }
  const foot = (box.height > 0 ? box.y : box.y + box.height) - scale(GAP_PX)
  const isWhole = foot >= size.width
  const side = isWhole ? size.width : Math.min(size.width, foot - scale(MARGIN_PX))
  const x = (size.width - side) / 2
  return { ...placed, cover: makeEven({ x, y: foot - side, width: side, height: side }) }
}

function makeEven({ x, y, width, height }: Box): Box {
  const even = (value: number) => 2 * Math.round(value / 2)
  return { x: even(x), y: even(y), width: even(width), height: even(height) }
}

const STYLES = {
  TALL: { titlePx: 146, artistPx: 56, titleHeight: 310 },
  SQUARE: { titlePx: 64, artistPx: 36, titleHeight: 150 },
  WIDE: { titlePx: 96, artistPx: 44, titleHeight: 560 },
}

function planColumn(size: Size, names: Names, font: FontStyle) {
  const { safe, scale } = planFrame(size)
  const beside = (1 - WIDE_MARGIN) * size.width - size.height - safe.x - scale(GAP_PX)
  return planNameColumn(size, names, {
    font,
    edge: 'FOOT',
    maxWidthInHeights: beside / size.height,
    styles: ({ shape, unit }) => {
      const { titlePx, artistPx, titleHeight } = STYLES[shape]
      return {
        label: { maxSizePx: 32 * unit, minSizePx: 22 * unit, maxLines: 2, maxHeightPx: 84 * unit, gapPx: 0 },
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
