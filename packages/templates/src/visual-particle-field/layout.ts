import {
  type Box,
  type FontStyle,
  fitLogoSize,
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
  /** A brand's logo: above the type in a tall frame, beside it in a square one; a wide one has a corner for it. */
  logo?: Box
}

/** In pixels of a frame whose short side is 1080. */
const GAP_PX = 44
/** Between names and the side at which a wide frame's cover comes apart. */
const BESIDE_PX = 84
const LOGO_PX = { width: 300, height: 110, air: 72 }
/** A square frame's cover has at most so much of its side. */
const SQUARE_SIDE = 0.8
/** Beside it names have at least so much room: a frame that is hardly wider than high has a smaller cover. */
const LEAST_COLUMN_PX = 320

/**
 * The cover is flush with the frame on all sides but those at which it comes apart: there stands the type. In a tall frame that is above
 * it, in a wide one beside it; in a square one below, and the cover is in the corner above.
 */
export function planLayout(
  size: Size,
  names: Names,
  { font, picture = SQUARE, logo: logoSize }: { font: FontStyle; picture?: Size; logo?: Size | undefined },
): Layout {
  const { shape, scale } = planFrame(size)
  const ratio = picture.width / picture.height
  const mark = logoSize && shape !== 'WIDE' ? sizeMark(size, logoSize) : undefined
  const besides = mark && shape === 'SQUARE' ? mark.width + scale(GAP_PX) : 0
  const column = planColumn(size, names, { font, spare: besides, ratio })
  const { unit, align } = column
  const drop = shape === 'TALL' && mark ? mark.height + scale(LOGO_PX.air) : 0
  const lower = (each: Box) => ({ ...each, y: each.y + drop })
  const box = lower(column.box)
  const texts = column.texts.map((text) => ({ ...text, box: lower(text.box) }))
  const isMirrored = isRightToLeft(names.title || names.artist)
  const logo = mark && placeMark(size, mark, isMirrored)
  const side = findSide(size, box, logo)
  const { width, height } =
    ratio === 1 ? { width: side, height: side } : findOwnSize(size, { box, logo, ratio })
  const x = isMirrored ? 0 : size.width - width
  // One that is lower than a square has air below it, too: it comes apart there as well.
  const below =
    width > height
      ? FREE_BELOW[shape] * (size.height - height - (shape === 'TALL' ? box.y + box.height : 0))
      : 0
  const y = shape === 'SQUARE' ? 0 : size.height - height - below
  const cover = makeEven({ x, y, width, height })
  return { texts, unit, align, ...(logo && { logo }), cover }
}

const SQUARE: Size = { width: 1, height: 1 }
/** Of what is free around a cover that is wider than high, so much lies below it. */
const FREE_BELOW = { TALL: 0.44, SQUARE: 0, WIDE: 0 }
/** A square frame's cover that is no square has at most so much of its width; a wide frame's is so many times as wide as a square one. */
const OWN = { square: 0.9, wide: 1.1 }

/** How large a cover is that is shown in its own shape. */
function findOwnSize(
  size: Size,
  { box, logo, ratio }: { box: Box; logo: Box | undefined; ratio: number },
): Size {
  const { shape, scale } = planFrame(size)
  const isTyped = box.height > 0
  const foot = Math.min(isTyped ? box.y : size.height, logo?.y ?? size.height) - scale(GAP_PX)
  const head = isTyped ? box.y + box.height + scale(GAP_PX) : 0
  const most = {
    TALL: { width: size.width, height: size.height - head },
    SQUARE: { width: OWN.square * size.width, height: foot },
    WIDE: { width: findWideWidth(size, ratio), height: size.height },
  }[shape]
  const width = Math.min(most.width, most.height * ratio)
  return { width, height: width / ratio }
}

/** How much of a wide frame's width the cover has. */
function findWideWidth(size: Size, ratio: number): number {
  const side = findWideSide(size)
  return ratio === 1 ? side : Math.min(side * Math.min(ratio, OWN.wide), size.height * ratio)
}

/** How large the cover is: as the frame's shorter side, if the type has its room. */
function findSide(size: Size, box: Box, logo: Box | undefined): number {
  const { shape, scale } = planFrame(size)
  if (shape === 'WIDE') return findWideSide(size)
  const isTyped = box.height > 0
  if (shape === 'TALL')
    return Math.min(size.width, size.height - (isTyped ? box.y + box.height + scale(GAP_PX) : 0))
  const typeTop = Math.min(isTyped ? box.y : size.height, logo?.y ?? size.height)
  return Math.min(SQUARE_SIDE * size.width, typeTop - scale(GAP_PX))
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

/** The cover in a wide frame: as high as that, if the names have room beside it. */
function findWideSide(size: Size): number {
  const { safe, scale } = planFrame(size)
  return Math.min(size.height, size.width - safe.x - scale(BESIDE_PX + LEAST_COLUMN_PX))
}

function makeEven({ x, y, width, height }: Box): Box {
  const even = (value: number) => 2 * Math.round(value / 2)
  return { x: even(x), y: even(y), width: even(width), height: even(height) }
}

const STYLES = {
  TALL: { titlePx: 260, artistPx: 72, labelPx: 46, titleHeight: 350, lineHeight: 0.9, artistGap: 30 },
  SQUARE: { titlePx: 150, artistPx: 46, labelPx: 34, titleHeight: 190, lineHeight: 0.94, artistGap: 18 },
  WIDE: { titlePx: 230, artistPx: 60, labelPx: 36, titleHeight: 640, lineHeight: 0.92, artistGap: 24 },
}

type ColumnWish = { font: FontStyle; spare: number; ratio: number }

function planColumn(size: Size, names: Names, { font, spare, ratio }: ColumnWish) {
  const { safe, scale } = planFrame(size)
  const beside = size.width - findWideWidth(size, ratio) - safe.x - scale(BESIDE_PX)
  return planNameColumn(size, names, {
    font,
    edge: planFrame(size).shape === 'TALL' ? 'TOP' : 'FOOT',
    maxWidthInHeights: beside / size.height,
    spare,
    styles: ({ shape, unit }) => {
      const { titlePx, artistPx, labelPx, titleHeight, lineHeight, artistGap } = STYLES[shape]
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
          lineHeight,
          maxHeightPx: titleHeight * unit,
          gapPx: 14 * unit,
        },
        artist: {
          maxSizePx: artistPx * unit,
          minSizePx: 22 * unit,
          maxLines: 1,
          maxHeightPx: 2.2 * artistPx * unit,
          gapPx: artistGap * unit,
        },
      }
    },
  })
}
