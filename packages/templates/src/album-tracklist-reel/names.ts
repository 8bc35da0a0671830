import { type Box, type ColumnText, type FontStyle, fitColumn, fitText, type PlacedText } from '@songreel/kit'
import type { Words } from './list.ts'

/** Who made it has type between these sizes, and less of it than the album; where the smaller does not fit on a line, two lines. */
const ARTIST = { leastPx: 46, mostPx: 64, ofAlbum: 0.8, oneLine: 80, twoLines: 124 }

/** The album, who made it and a note below each other, at the foot of their room. */
export function fitNames({ album, artist, note }: Words, font: FontStyle, room: Box): PlacedText[] {
  const base = { font, align: 'START', anchor: 'TOP' } as const
  const artistStyle = { ...base, role: 'TEXT', maxSizePx: ARTIST.mostPx, minSizePx: 16, maxLines: 2 } as const
  const artistHeight = artist ? measureArtist(artist, room, { ...artistStyle, maxLines: 1 }) : 1
  const noteHeight = note ? Math.min(50, 0.24 * room.height) : 1
  const albumHeight = room.height - artistHeight - noteHeight - 28
  const albumStyle = { ...base, role: 'DISPLAY', maxSizePx: 124, minSizePx: 18, maxLines: 4 } as const
  const { sizePx } = fitText(album, { width: room.width, height: albumHeight }, albumStyle)
  const maxSizePx = album
    ? Math.max(ARTIST.leastPx, Math.min(ARTIST.mostPx, ARTIST.ofAlbum * sizePx))
    : ARTIST.mostPx
  const texts: ColumnText[] = [
    { text: album, style: albumStyle, maxHeightPx: albumHeight, gapPx: 0 },
    { text: artist, style: { ...artistStyle, maxSizePx }, maxHeightPx: artistHeight, gapPx: 16 },
    {
      text: note,
      style: { ...base, role: 'TEXT', maxSizePx: 44, minSizePx: 12, maxLines: 2 },
      maxHeightPx: noteHeight,
      gapPx: 12,
    },
  ]
  const column = fitColumn(texts, room.width)
  return column.place(room.x, room.y + Math.max(0, room.height - column.heightPx))
}

function measureArtist(artist: string, room: Box, style: Parameters<typeof fitText>[2]): number {
  const { sizePx, isTruncated } = fitText(artist, { width: room.width, height: ARTIST.oneLine }, style)
  const isOneLine = sizePx >= ARTIST.leastPx && !isTruncated
  return isOneLine
    ? Math.min(ARTIST.oneLine, 0.34 * room.height)
    : Math.min(ARTIST.twoLines, 0.4 * room.height)
}

/** On one line the album is so large, and who made it; between them is so much air, of the smaller size. */
const HEADLINE = { albumPx: 92, artistPx: 58, gap: 0.5 }

/** Album and artist on one line at the foot of their room; nothing where they are too long for it, or a note stands below them. */
export function fitHeadline(
  { album, artist, note }: Words,
  font: FontStyle,
  { room, isMirrored }: { room: Box; isMirrored: boolean },
): PlacedText[] | undefined {
  const { albumPx, artistPx, gap } = HEADLINE
  const fit = (text: string, role: 'DISPLAY' | 'TEXT', sizePx: number) =>
    fitText(
      text,
      { width: room.width, height: 1.3 * sizePx },
      {
        font,
        role,
        align: isMirrored ? 'RIGHT' : 'LEFT',
        anchor: 'TOP',
        maxLines: 1,
        maxSizePx: sizePx,
        minSizePx: sizePx,
      },
    )
  const [title, aside] = [fit(album, 'DISPLAY', albumPx), fit(artist, 'TEXT', artistPx)]
  const along = title.ink.right - title.ink.left + gap * artistPx
  const isWhole = !title.isTruncated && !aside.isTruncated
  if (note || !album || !artist || !isWhole || along + aside.ink.right - aside.ink.left > room.width)
    return undefined
  const y = room.y + room.height - title.block.bottom
  const onBaseline = (title.lines[0]?.baseline ?? 0) - (aside.lines[0]?.baseline ?? 0)
  const place = (layout: PlacedText['layout'], at: { x: number; y: number }): PlacedText => ({
    box: { ...at, width: room.width, height: layout.block.bottom },
    layout,
  })
  return [
    place(title, { x: room.x, y }),
    place(aside, { x: room.x + (isMirrored ? -along : along), y: y + onBaseline }),
  ]
}
