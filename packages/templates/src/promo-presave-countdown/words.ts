import { type Box, type ColumnText, fitColumn, fitLogoSize, type PlacedText, type Size } from '@songreel/kit'
import { fitCall, fitGrid } from './call.ts'
import { largeStyle, smallStyle, type Wording } from './wording.ts'

type TextName = 'kicker' | 'title' | 'artist' | 'date' | 'cta' | 'link'
type Placed<Name extends TextName> = { texts: Record<Name, PlacedText>; logo?: Box }

/** Between what belongs together. */
const GAP_PX = { line: 12, artist: 18 }
/** How high a logo may be below the day, and the air above it. */
const LOGO_PX = { beside: 120, below: 150, gap: 40 }
/** The largest sizes of what is named on both shapes. */
const MOST_PX = { kicker: 44 }

/** The day, in type of at most `sizePx`. */
function describeDate(
  wording: Wording,
  { sizePx, maxHeightPx, maxLines = 2 }: { sizePx: number; maxHeightPx: number; maxLines?: number },
): ColumnText {
  const style = { ...largeStyle(wording), maxSizePx: sizePx, minSizePx: 30, maxLines, lineHeight: 1.02 }
  return { text: wording.words.date, style, maxHeightPx, gapPx: 0 }
}

/** The song below the number of a tall frame, from edge to edge. */
const TALL_SONG_PX = { titleHeight: 250, artist: 66 }

/** The song of a tall frame: its title is second only to the number. */
export function fitSong(
  wording: Wording,
  { width, title }: { width: number; title: number },
): { heightPx: number; place(x: number, y: number): Record<SongName, PlacedText> } {
  const column = fitColumn(describeSong(wording, { ...TALL_SONG_PX, title }), width)
  return {
    heightPx: column.heightPx,
    place: (x, y) => {
      const [kicker, title, artist] = column.place(x, y)
      if (!kicker || !title || !artist) throw new TypeError('the column has three texts')
      return { kicker, title, artist }
    },
  }
}

type SongName = 'kicker' | 'title' | 'artist'

/** Beside the number the day is no larger than this, and in a language with long words on one line more. */
const BESIDE_DATE = { sizePx: 104, maxLines: 3 }
/** So little height it has at least where a logo stands below it. */
const LEAST_DATE_PX = 130

/** A tall frame's words beside the number: the day, and the logo. */
export function fitBeside(
  wording: Wording,
  { width, height }: Size,
): { heightPx: number; place(x: number, y: number): { texts: Record<'date', PlacedText>; logo?: Box } } {
  const { isMirrored, logo } = wording
  const mark = logo && fitLogoSize(logo, { width, height: LOGO_PX.beside })
  const markPx = mark ? LOGO_PX.gap + mark.height : 0
  const maxHeightPx = Math.max(LEAST_DATE_PX, height - markPx)
  const column = fitColumn([describeDate(wording, { ...BESIDE_DATE, maxHeightPx })], width)
  return {
    heightPx: column.heightPx + markPx,
    place: (x, y) => {
      const [date] = column.place(x, y)
      if (!date) throw new TypeError('the day has a date')
      if (!mark) return { texts: { date } }
      const left = isMirrored ? x + width - mark.width : x
      return { texts: { date }, logo: { x: left, y: y + column.heightPx + LOGO_PX.gap, ...mark } }
    },
  }
}

/** The words of a square: the day beside the song is clearly the second of the two. */
const SQUARE_PX = {
  song: { title: 112, titleHeight: 214, artist: 64 },
  /** Above a row that spans the frame, so that the cover stays large. */
  aboveRow: { title: 100, titleHeight: 190, artist: 60 },
  date: 68,
  dateHeight: 230,
  aboveCall: 58,
}

/** A square's words: the day and the song side by side, with the logo below the day, and below both, from side to side, what to do and where. */
export function fitColumns(
  wording: Wording,
  { day: dayWidth, song: songWidth, row: rowWidth }: Record<'day' | 'song' | 'row', number>,
): { heightPx: number; place(dayX: number, songX: number, y: number): Placed<TextName> } {
  const { isMirrored, logo } = wording
  const grid = fitGrid(wording, dayWidth, songWidth)
  const row = grid ?? fitCall(wording, rowWidth)
  const rowPx = row.heightPx > 0 ? SQUARE_PX.aboveCall + row.heightPx : 0
  const song = fitColumn(describeSong(wording, grid ? SQUARE_PX.song : SQUARE_PX.aboveRow), songWidth)
  const { date: sizePx, dateHeight: maxHeightPx } = SQUARE_PX
  const day = fitColumn([describeDate(wording, { sizePx, maxHeightPx, maxLines: 3 })], dayWidth)
  const mark = logo && fitLogoSize(logo, { width: dayWidth, height: LOGO_PX.below })
  const dayPx = day.heightPx + (mark ? LOGO_PX.gap + mark.height : 0)
  const columnsPx = Math.max(song.heightPx, dayPx)
  return {
    heightPx: columnsPx + rowPx,
    place: (dayX, songX, y) => {
      const [kicker, title, artist] = song.place(songX, y)
      const [date] = day.place(dayX, y)
      if (!kicker || !title || !artist || !date) throw new TypeError('each column has its texts')
      const rowY = y + columnsPx + SQUARE_PX.aboveCall
      const calls =
        'placeBoth' in row ? row.placeBoth(dayX, songX, rowY) : row.place(Math.min(dayX, songX), rowY)
      const texts = { kicker, title, artist, date, ...calls }
      if (!mark) return { texts }
      const x = isMirrored ? dayX + dayWidth - mark.width : dayX
      return { texts, logo: { x, y: y + columnsPx - mark.height, ...mark } }
    },
  }
}

function describeSong(
  wording: Wording,
  most: { title: number; titleHeight: number; artist: number },
): ColumnText[] {
  const { words } = wording
  const small = smallStyle(wording)
  return [
    {
      text: words.kicker,
      style: { ...small, maxSizePx: MOST_PX.kicker, maxLines: 2 },
      maxHeightPx: 96,
      gapPx: 0,
    },
    {
      text: words.title,
      style: { ...largeStyle(wording), maxSizePx: most.title, maxLines: 5 },
      maxHeightPx: most.titleHeight,
      gapPx: GAP_PX.line,
    },
    {
      text: words.artist,
      style: { ...small, maxSizePx: most.artist },
      maxHeightPx: 1.4 * most.artist,
      gapPx: GAP_PX.artist,
    },
  ]
}
