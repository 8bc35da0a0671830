import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'

/** What the titles at both ends say; each may be empty. */
export type Words = { title: string; artist: string; note: string }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  /** Title, artist and note as the last card has them, below the cover. */
  names: readonly PlacedText[]
  /** So much higher they stand at the beginning: in the middle of what is above the line. */
  lift: number
  /** The cover on the last card, above the names. */
  cover: Box
  /** The room of the sung line: it stands on its lower edge. */
  line: Box
  linePx: number
  /** The part of the frame that is darkened below the line. */
  shade: Box
}

/** In pixels of the design: the type of a line, its room, the largest cover and title, and the gap between them. */
const MEASURES = {
  TALL: { linePx: 132, lineHeight: 430, coverPx: 680, titlePx: 150, gap: 64 },
  SQUARE: { linePx: 104, lineHeight: 300, coverPx: 560, titlePx: 118, gap: 44 },
  WIDE: { linePx: 112, lineHeight: 270, coverPx: 580, titlePx: 132, gap: 44 },
}

/** So much of the height the names take at most: the cover above them stays the larger part. */
const NAMES_SHARE = 0.38

/** One column in the middle, cover and names; and at other times the line, as subtitles have it. */
export function planLayout(size: Size, words: Words, font: FontStyle): Layout {
  const { safe, shape } = planFrame(size)
  const { linePx, lineHeight, coverPx, titlePx, gap } = MEASURES[shape]
  const line = { ...safe, y: safe.y + safe.height - lineHeight, height: lineHeight }
  const room = safe.height
  const column = fitNames(words, font, { width: safe.width, height: NAMES_SHARE * room, titlePx })
  const side = Math.min(coverPx, room - column.heightPx - gap, safe.width)
  const top = safe.y + (room - side - gap - column.heightPx) / 2
  const shadeTop = Math.max(0, line.y - lineHeight)
  return {
    cover: { x: safe.x + (safe.width - side) / 2, y: top, width: side, height: side },
    names: column.place(safe.x, top + side + gap),
    lift: top + side + gap - (safe.y + Math.max(0, (line.y - safe.y - column.heightPx) / 2)),
    line,
    linePx,
    shade: { x: 0, y: shadeTop, width: size.width, height: size.height - shadeTop },
  }
}

type NamesRoom = { width: number; height: number; titlePx: number }

function fitNames({ title, artist, note }: Words, font: FontStyle, { width, height, titlePx }: NamesRoom) {
  const base = { font, align: 'CENTER', anchor: 'TOP' } as const
  const artistHeight = artist ? 0.24 * height : 1
  const noteHeight = note ? 0.18 * height : 1
  const texts: ColumnText[] = [
    {
      text: title,
      style: { ...base, role: 'DISPLAY', maxSizePx: titlePx, minSizePx: 30, maxLines: 3 },
      maxHeightPx: height - artistHeight - noteHeight - 40,
      gapPx: 0,
    },
    {
      text: artist,
      style: { ...base, role: 'TEXT', maxSizePx: 0.44 * titlePx, minSizePx: 22, maxLines: 2 },
      maxHeightPx: artistHeight,
      gapPx: 22,
    },
    {
      text: note,
      style: { ...base, role: 'TEXT', maxSizePx: 36, minSizePx: 18, maxLines: 2 },
      maxHeightPx: noteHeight,
      gapPx: 18,
    },
  ]
  return fitColumn(texts, width)
}
