import {
  type Box,
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type PlacedText,
  planFrame,
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

/** What there is to say; each may be empty. */
export type Words = { label: string; title: string; artist: string }

/** Title and artist stand at the foot of the safe box, the flight begins above them and off the middle. */
export function planLayout(
  size: Size,
  words: Words,
  { font, side }: { font: FontStyle; side: number },
): Layout {
  const { safe, scale, shape } = planFrame(size)
  const unit = scale(1)
  const align = isRightToLeft(words.title || words.artist) ? 'RIGHT' : 'LEFT'
  const isWide = shape === 'WIDE'
  const width = isWide ? Math.min(safe.width, 1.25 * size.height) : safe.width
  const titlePx = (isWide ? 0.17 : 0.21) * width * (font === 'CONDENSED' ? 1.3 : 1)
  const common = { font, align } as const
  const text = { ...common, role: 'TEXT', minSizePx: 24 * unit } as const
  const title = { ...common, role: 'DISPLAY', minSizePx: 36 * unit, lineHeight: 0.94 } as const
  const column = fitColumn(
    [
      {
        text: words.label,
        style: { ...text, maxSizePx: 48 * unit, maxLines: 2 },
        maxHeightPx: 110 * unit,
        gapPx: 0,
      },
      {
        text: words.title,
        style: { ...title, maxSizePx: titlePx },
        maxHeightPx: Math.min(0.5 * safe.height, titlePx * 2.8),
        gapPx: 26 * unit,
      },
      {
        text: words.artist,
        style: { ...text, maxSizePx: 60 * unit, maxLines: 1 },
        maxHeightPx: 88 * unit,
        gapPx: 26 * unit,
      },
    ],
    width,
  )
  const x = align === 'RIGHT' ? safe.x + safe.width - width : safe.x
  const y = safe.y + safe.height - column.heightPx
  const air = 28 * unit
  const inkX = align === 'RIGHT' ? x + width - column.inkWidthPx : x
  return {
    texts: column.place(x, y),
    quiet: {
      x: inkX - air,
      y: y - air,
      width: column.inkWidthPx + 2 * air,
      height: column.heightPx + 2 * air,
    },
    origin: {
      x: size.width * (0.5 + 0.16 * side),
      y: isWide ? size.height * 0.42 : Math.max(0.3 * size.height, y * 0.52),
    },
    unit,
    align,
  }
}
