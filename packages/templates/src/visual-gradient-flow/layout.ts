import {
  type Box,
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type PlacedText,
  planFrame,
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

/** What there is to say; each may be empty. */
export type Words = { label: string; title: string; artist: string }

/** The title is as large as the safe box lets it be, at its foot; artist and label are small beside it. */
export function planLayout(size: Size, words: Words, font: FontStyle): Layout {
  const { safe, scale, shape } = planFrame(size)
  const unit = scale(1)
  const align = isRightToLeft(words.title || words.artist) ? 'RIGHT' : 'LEFT'
  const width = shape === 'WIDE' ? Math.min(safe.width, 1.55 * size.height) : safe.width
  const titlePx = (shape === 'WIDE' ? 0.24 : 0.34) * width * (font === 'SERIF' ? 1 : 0.72)
  const common = { font, align } as const
  const text = { ...common, role: 'TEXT', minSizePx: 24 * unit } as const
  const title = { ...common, role: 'DISPLAY', minSizePx: 40 * unit, maxLines: 3, lineHeight: 0.88 } as const
  const column = fitColumn(
    [
      {
        text: words.label,
        style: { ...text, maxSizePx: 54 * unit, maxLines: 2 },
        maxHeightPx: 120 * unit,
        gapPx: 0,
      },
      {
        text: words.title,
        style: { ...title, maxSizePx: titlePx },
        maxHeightPx: 0.58 * safe.height,
        gapPx: 20 * unit,
      },
      {
        text: words.artist,
        style: { ...text, maxSizePx: 68 * unit, maxLines: 1 },
        maxHeightPx: 96 * unit,
        gapPx: 28 * unit,
      },
    ],
    width,
  )
  const x = align === 'RIGHT' ? safe.x + safe.width - width : safe.x
  const y = safe.y + safe.height - column.heightPx
  const inkX = align === 'RIGHT' ? x + width - column.inkWidthPx : x
  return {
    texts: column.place(x, y),
    quiet: { x: inkX, y, width: column.inkWidthPx, height: column.heightPx },
    unit,
    align,
  }
}
