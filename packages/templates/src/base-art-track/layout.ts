import {
  type Box,
  type ColumnText,
  type FontStyle,
  type FrameLayout,
  fitColumn,
  insetBox,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'

/** Where everything of the art track stands. */
export type TrackLayout = {
  frame: FrameLayout
  /** The sheet of paper, and the cover on it. */
  sheet: Box
  cover: Box
  /** The card beside the print; of no size where there is nothing to say. */
  label: Box
  texts: PlacedText[]
  /** How far the song is. */
  line: Box
}

/** What is said about the song. */
export type TrackWords = {
  title: string
  artist: string
  note: string
  font: FontStyle
  /** The print's width in heights, at least 1. Default 1, as covers are. */
  ratio?: number
}

/** In pixels of a frame whose short side is 1080. */
const MEASURES = {
  TALL: {
    side: 984,
    border: 40,
    titlePx: 100,
    artistPx: 76,
    notePx: 58,
    pad: 40,
    gap: 48,
    width: 795,
    titleHeight: 200,
    linePx: 6,
  },
  SQUARE: {
    side: 830,
    border: 26,
    titlePx: 64,
    artistPx: 46,
    notePx: 36,
    pad: 26,
    gap: 28,
    width: 780,
    titleHeight: 110,
    linePx: 4,
  },
  WIDE: {
    side: 976,
    border: 40,
    titlePx: 80,
    artistPx: 58,
    notePx: 46,
    pad: 40,
    gap: 84,
    width: 600,
    titleHeight: 420,
    linePx: 5,
  },
}
/** How far a wide frame's print hangs from the edge, and a square one's from the top. */
const WIDE_LEFT_PX = 104
const SQUARE_TOP_PX = 40
const WIDEST_PX = 984
/** A label is never narrower than this part of what its text may take: one word would be a tag. */
const LABEL = { least: 0.5 }

/** The print is as large as the frame allows; its label hangs below it, or beside it in a wide frame. */
export function planTrack(size: Size, words: TrackWords): TrackLayout {
  const frame = planFrame(size)
  const { safe, scale, shape } = frame
  const measures = MEASURES[shape]
  const isMirrored = isRightToLeft(words.title || words.artist)
  const pad = scale(measures.pad)
  const column = fitColumn(listTexts(words, frame, isMirrored), scale(measures.width))
  const isSilent = column.heightPx === 0
  const height = isSilent ? 0 : column.heightPx + 2 * pad + scale(measures.linePx) + 0.6 * pad
  const sheet = placeSheet(frame, { labelHeight: height - pad, isMirrored, ratio: words.ratio ?? 1 })
  // No wider than what it says, as a museum's: beside it there is wall, on which the light falls.
  const width = Math.max(column.inkWidthPx + 2 * pad, isSilent ? 0 : LABEL.least * scale(measures.width))
  const inner =
    shape === 'WIDE'
      ? isMirrored
        ? sheet.x - scale(measures.gap) - width
        : sheet.x + sheet.width + scale(measures.gap)
      : 0
  const beside = isMirrored ? sheet.x + sheet.width - width : sheet.x
  const kept = Math.max(safe.x - pad, Math.min(safe.x + safe.width + pad - width, beside))
  const x = shape === 'WIDE' ? inner : kept
  const lowest = safe.y + safe.height + pad
  const bottom = shape === 'WIDE' ? Math.min(sheet.y + sheet.height, lowest) : lowest
  const label = { x, y: bottom - height, width, height }
  // Texts are set in the whole width of the column: on the right their ink stands at its end.
  const textEnd = Math.min(label.x + width - pad, safe.x + safe.width)
  const textX = isMirrored ? textEnd - scale(measures.width) : label.x + pad
  const lineHeight = Math.max(1, Math.round(scale(measures.linePx)))
  return {
    frame,
    sheet,
    cover: insetBox(sheet, 2 * Math.round(scale(measures.border) / 2)),
    label,
    texts: column.place(textX, label.y + pad),
    line: {
      x: label.x + pad,
      y: Math.round(bottom - pad - lineHeight),
      width: isSilent ? 0 : Math.min(width - 2 * pad, scale(measures.width)),
      height: lineHeight,
    },
  }
}

/** On whole pixels, or the print's edges would be soft. */
function placeSheet(
  { size, safe, scale, shape }: FrameLayout,
  { labelHeight, isMirrored, ratio }: { labelHeight: number; isMirrored: boolean; ratio: number },
): Box {
  const even = (value: number) => 2 * Math.round(value / 2)
  const { side: wished, gap } = MEASURES[shape]
  if (shape === 'WIDE') {
    const side = even(scale(wished))
    const x = even(scale(WIDE_LEFT_PX))
    return {
      x: isMirrored ? size.width - x - side : x,
      y: even((size.height - side / ratio) / 2),
      width: side,
      height: even(side / ratio),
    }
  }
  const foot = safe.y + safe.height - labelHeight - (labelHeight > 0 ? scale(gap) : 0)
  const top = shape === 'SQUARE' ? scale(SQUARE_TOP_PX) : 0
  const side = Math.min(scale(wished), foot - top)
  // A flat print of a square frame may be wider than a square one.
  const width = even(Math.min(scale(WIDEST_PX), side * ratio))
  const height = even(width / ratio)
  return { x: even((size.width - width) / 2), y: even(foot - height), width, height }
}

/** Title, artist, and everything else in the smallest type. */
function listTexts(
  { title, artist, note, font }: TrackWords,
  { scale, shape }: FrameLayout,
  isMirrored: boolean,
): ColumnText[] {
  const { titlePx, artistPx, notePx, titleHeight } = MEASURES[shape]
  const align = isMirrored ? ('RIGHT' as const) : ('LEFT' as const)
  const set = (
    text: string,
    role: 'DISPLAY' | 'TEXT',
    sizePx: number,
    rest: { maxHeightPx: number; gapPx: number; maxLines: number },
  ): ColumnText => ({
    text,
    maxHeightPx: rest.maxHeightPx,
    gapPx: rest.gapPx,
    style: {
      font,
      role,
      align,
      maxSizePx: scale(sizePx),
      minSizePx: scale(Math.min(sizePx, 22)),
      maxLines: rest.maxLines,
    },
  })
  const gapPx = scale(0.3 * artistPx)
  const small = { gapPx, maxLines: 1 }
  // A square frame has no room for a third line.
  const isShort = shape === 'SQUARE'
  const joined = [artist, ...(isShort ? [note] : [])].filter(Boolean).join(' · ')
  return [
    set(title, 'DISPLAY', titlePx, { maxHeightPx: scale(titleHeight), gapPx: 0, maxLines: 2 }),
    set(joined, 'TEXT', artistPx, { ...small, maxHeightPx: scale((shape === 'WIDE' ? 4 : 2.3) * artistPx) }),
    ...(isShort
      ? []
      : [set(note, 'TEXT', notePx, { ...small, maxHeightPx: scale((shape === 'WIDE' ? 5 : 2.4) * notePx) })]),
  ]
}
