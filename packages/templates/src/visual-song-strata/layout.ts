import {
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'

/** Where the sky ends and what is written into it. */
export type Layout = {
  texts: PlacedText[]
  /** Where the farthest ridge stands, in pixels from the top. */
  horizon: number
  unit: number
  align: 'LEFT' | 'RIGHT'
}

/** What there is to say; each may be empty. */
export type Words = { label: string; title: string; artist: string }

/** Peaks rise above the horizon by up to this part of the shorter side. */
const PEAK_ROOM = 0.1

/** Type stands at the top of the safe box; the land begins below it. */
export function planLayout(size: Size, words: Words, font: FontStyle): Layout {
  const { safe, scale, shape } = planFrame(size)
  const unit = scale(1)
  const align = isRightToLeft(words.title || words.artist) ? 'RIGHT' : 'LEFT'
  const isWide = shape === 'WIDE'
  const width = isWide ? Math.min(safe.width, 1.4 * size.height) : safe.width
  const titlePx = (isWide ? 0.105 : 0.128) * width * (font === 'CONDENSED' ? 1.6 : font === 'MONO' ? 1 : 1.2)
  const common = { font, align } as const
  const text = { ...common, role: 'TEXT', minSizePx: 22 * unit } as const
  const isShort = words.label.length <= LONGEST_CAPITALS
  const room = (shape === 'TALL' ? 0.4 : 0.46) * safe.height
  const column = fitColumn(
    [
      {
        text: words.label,
        style: {
          ...text,
          maxSizePx: 34 * unit,
          maxLines: 2,
          ...(isShort && { uppercase: true, tracking: 0.12 }),
        },
        maxHeightPx: Math.min(90 * unit, 0.25 * room),
        gapPx: 0,
      },
      {
        text: words.title,
        style: { ...common, role: 'DISPLAY', maxSizePx: titlePx, minSizePx: 30 * unit, maxLines: 2 },
        maxHeightPx: Math.min(2.3 * titlePx, 0.55 * room),
        gapPx: 24 * unit,
      },
      {
        text: words.artist,
        style: { ...text, maxSizePx: 44 * unit, maxLines: 1 },
        maxHeightPx: Math.min(64 * unit, 0.2 * room),
        gapPx: 22 * unit,
      },
    ],
    width,
  )
  const x = align === 'RIGHT' ? safe.x + safe.width - width : safe.x
  const below = safe.y + column.heightPx + PEAK_ROOM * Math.min(size.width, size.height)
  return {
    texts: column.place(x, safe.y),
    horizon: Math.max(below, (shape === 'TALL' ? 0.36 : 0.42) * size.height),
    unit,
    align,
  }
}

const LONGEST_CAPITALS = 28
