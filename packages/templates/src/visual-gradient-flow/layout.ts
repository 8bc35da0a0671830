import {
  type Box,
  type FontStyle,
  type Names,
  type PlacedText,
  planFrame,
  planNameColumn,
  type Size,
} from '@songreel/kit'

/** Where the type stands. */
export type Layout = {
  texts: PlacedText[]
  /** What the type covers: the flow is dark there. */
  quiet: Box
  /** Where the whole cover stands as a stamp, if the type leaves room. */
  stamp?: Box
  unit: number
  align: 'LEFT' | 'RIGHT'
}

/** The title is as large as the safe box lets it be, at its foot; artist and label are small beside it. */
export function planLayout(size: Size, names: Names, font: FontStyle): Layout {
  const { texts, box, unit, align } = planNameColumn(size, names, {
    font,
    edge: 'FOOT',
    maxWidthInHeights: 1.55,
    styles: ({ safe, shape, unit, width }) => ({
      label: { maxSizePx: 54 * unit, minSizePx: 24 * unit, maxLines: 2, maxHeightPx: 120 * unit, gapPx: 0 },
      title: {
        maxSizePx: (shape === 'WIDE' ? 0.24 : 0.34) * width * (font === 'SERIF' ? 1 : 0.72),
        minSizePx: 40 * unit,
        maxLines: 3,
        lineHeight: 0.88,
        maxHeightPx: 0.58 * safe.height,
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
  const stamp = placeStamp(size, box, { unit, align })
  return { texts, quiet: box, unit, align, ...(stamp && { stamp }) }
}

/** The stamp's side, its least side, and the air between it and the type, in pixels of a short side of 1080. */
const STAMP_PX = { TALL: 340, SQUARE: 250, WIDE: 300, least: 150, gap: 56 }

/** At the head of the safe box, on the edge that the type has. */
function placeStamp(size: Size, type: Box, { unit, align }: Pick<Layout, 'unit' | 'align'>): Box | undefined {
  const { safe, shape } = planFrame(size)
  const side = 2 * Math.floor(Math.min(STAMP_PX[shape] * unit, type.y - STAMP_PX.gap * unit - safe.y) / 2)
  if (side < STAMP_PX.least * unit) return undefined
  const x = Math.round(align === 'RIGHT' ? safe.x + safe.width - side : safe.x)
  return { x, y: Math.round(safe.y), width: side, height: side }
}
