import {
  type Box,
  type FontStyle,
  insetBox,
  type Names,
  type PlacedText,
  planFrame,
  planNameColumn,
  type Size,
} from '@songreel/kit'

/** Where the type stands and where the particles come from. */
export type Layout = {
  texts: PlacedText[]
  /** What the type covers, with some air: particles dim there. */
  quiet: Box
  /** The point that all particles fly from. */
  origin: { x: number; y: number }
  unit: number
  align: 'LEFT' | 'RIGHT'
}

const AIR_PX = 28

/** Title and artist stand at the foot of the safe box, the flight begins above them and off the middle. */
export function planLayout(
  size: Size,
  names: Names,
  { font, side }: { font: FontStyle; side: number },
): Layout {
  const { shape } = planFrame(size)
  const { texts, box, unit, align } = planColumn(size, names, font)
  return {
    texts,
    quiet: insetBox(box, -AIR_PX * unit),
    origin: {
      x: size.width * (0.5 + 0.16 * side),
      y: shape === 'WIDE' ? size.height * 0.42 : Math.max(0.3 * size.height, box.y * 0.52),
    },
    unit,
    align,
  }
}

function planColumn(size: Size, names: Names, font: FontStyle) {
  return planNameColumn(size, names, {
    font,
    edge: 'FOOT',
    maxWidthInHeights: 1.25,
    styles: ({ safe, shape, unit, width }) => {
      const titlePx = (shape === 'WIDE' ? 0.17 : 0.21) * width * (font === 'CONDENSED' ? 1.3 : 1)
      return {
        label: { maxSizePx: 48 * unit, minSizePx: 24 * unit, maxLines: 2, maxHeightPx: 110 * unit, gapPx: 0 },
        title: {
          maxSizePx: titlePx,
          minSizePx: 36 * unit,
          lineHeight: 0.94,
          maxHeightPx: Math.min(0.5 * safe.height, titlePx * 2.8),
          gapPx: 26 * unit,
        },
        artist: {
          maxSizePx: 60 * unit,
          minSizePx: 24 * unit,
          maxLines: 1,
          maxHeightPx: 88 * unit,
          gapPx: 26 * unit,
        },
      }
    },
  })
}
