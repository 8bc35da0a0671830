import {
  type Box,
  type FontStyle,
  type Names,
  type PlacedText,
  planNameColumn,
  type Size,
} from '@songreel/kit'

/** Where the type stands. */
export type Layout = {
  texts: PlacedText[]
  /** What the type covers: the flow is dark there. */
  quiet: Box
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
        maxSizePx: 68 * unit,
        minSizePx: 24 * unit,
        maxLines: 1,
        maxHeightPx: 96 * unit,
        gapPx: 28 * unit,
      },
    }),
  })
  return { texts, quiet: box, unit, align }
}
