import {
  type Box,
  type FontStyle,
  isRightToLeft,
  type Names,
  type PlacedText,
  placeInside,
  planFrame,
  planNameColumn,
  type Size,
} from '@songreel/kit'

/** Where the type stands. */
export type Layout = {
  texts: PlacedText[]
  /** What the type covers: the flow is dark there. */
  quiet: Box
  /** Where the whole cover stands, if the type leaves room. */
  stamp?: Box
  /** Of its corners. */
  radius: number
  unit: number
  shape: ReturnType<typeof planFrame>['shape']
  align: 'LEFT' | 'RIGHT'
}

/** The largest title, of the column's width. */
const TITLE_SHARE = { TALL: 0.34, SQUARE: 0.29, WIDE: 0.42 }

/** The title is as large as the cover lets it be, at the foot of the safe box; the cover stands above it, or beside it in a wide frame. */
export function planLayout(size: Size, names: Names, font: FontStyle, coverRatio = 1): Layout {
  const beside = placeBeside(size, names, coverRatio)
  const { texts, box, unit, align } = planNameColumn(size, names, {
    font,
    edge: 'FOOT',
    maxWidthInHeights: Number.POSITIVE_INFINITY,
    spare: beside ? beside.width + planFrame(size).scale(STAMP_PX.beside) : 0,
    styles: ({ safe, shape, unit, width }) => ({
      label: { maxSizePx: 54 * unit, minSizePx: 24 * unit, maxLines: 2, maxHeightPx: 120 * unit, gapPx: 0 },
      title: {
        maxSizePx: TITLE_SHARE[shape] * width * (font === 'SERIF' ? 1 : 0.72),
        minSizePx: 40 * unit,
        maxLines: 3,
        lineHeight: 0.88,
        maxHeightPx: shape === 'TALL' ? leaveRoom(size, coverRatio) : 0.58 * safe.height,
        gapPx: 20 * unit,
      },
      artist: {
        maxSizePx: 76 * unit,
        minSizePx: 24 * unit,
        maxLines: 1,
        maxHeightPx: 96 * unit,
        gapPx: 28 * unit,
      },
    }),
  })
  const stamp = beside ?? placeAbove(size, box, { coverRatio, align })
  const { shape } = planFrame(size)
  return { texts, quiet: box, unit, shape, align, radius: RADIUS_PX * unit, ...(stamp && { stamp }) }
}

/** In a tall frame the title takes at least so much of the safe box's height, and more where the cover leaves it. */
const TALL_TITLE = { least: 0.15, most: 0.58 }
/** The other names, in pixels of a short side of 1080. */
const OTHERS_PX = 204

/** How high the title of a tall frame may be: the cover comes first, as wide as the safe box. */
function leaveRoom(size: Size, coverRatio: number): number {
  const { safe, scale } = planFrame(size)
  const unit = scale(1)
  const foot = safe.y + safe.height
  const cover = Math.min(STAMP_PX.TALL * unit, (size.width - 2 * safe.x) / coverRatio)
  const most = TALL_TITLE.most * safe.height
  return Math.min(
    most,
    Math.max(TALL_TITLE.least * safe.height, foot - safe.x - cover - (STAMP_PX.gap + OTHERS_PX) * unit),
  )
}

/** The cover's greatest height above the type and its least, and the air between the two, in pixels of a short side of 1080. */
const STAMP_PX = { TALL: 950, SQUARE: 780, least: 150, gap: 48, beside: 72 }
const RADIUS_PX = 6
/** In a wide frame the cover takes so much of the safe box. */
const BESIDE_SHARE = 0.545

/** In a wide frame: at the end of the safe box, on the type's lowest line. */
function placeBeside(size: Size, { title, artist }: Names, coverRatio: number): Box | undefined {
  const { safe, shape } = planFrame(size)
  if (shape !== 'WIDE') return undefined
  const width = BESIDE_SHARE * safe.width
  const isMirrored = isRightToLeft(title || artist)
  const room = { ...safe, x: isMirrored ? safe.x : safe.x + safe.width - width, width }
  return toEven(placeInside(room, coverRatio, isMirrored ? 0 : 1, 1))
}

type Above = { coverRatio: number; align: Layout['align'] }

/**
 * As large as the room above the type, with the type's margin on every side that faces the frame's edge. In a square it stands across from
 * the type's edge, and leaves the other corner to the silk.
 */
function placeAbove(size: Size, type: Box, { coverRatio, align }: Above): Box | undefined {
  const { safe, shape, scale } = planFrame(size)
  const isTall = shape === 'TALL'
  const top = safe.x
  const most = scale(isTall ? STAMP_PX.TALL : STAMP_PX.SQUARE)
  const height = Math.min(most, type.y - scale(STAMP_PX.gap) - top)
  if (height < scale(STAMP_PX.least)) return undefined
  const end = align === 'RIGHT' ? 0 : 1
  const room = { x: safe.x, y: top, width: size.width - 2 * safe.x, height }
  if (!isTall) return toEven(placeInside(room, coverRatio, end, 0))
  const stamp = placeInside(room, coverRatio, 0, 0)
  return toEven(
    stamp.width > room.width - 2 ? stamp : placeInside({ ...safe, y: top, height }, coverRatio, 1 - end, 0),
  )
}

/** On whole pixels, so that the cover rests there as it is. */
function toEven({ x, y, width, height }: Box): Box {
  const [evenWidth, evenHeight] = [2 * Math.floor(width / 2), 2 * Math.floor(height / 2)]
  return { x: Math.round(x), y: Math.round(y), width: evenWidth, height: evenHeight }
}
