import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  fitLogoSize,
  fitText,
  type PlacedText,
  type Size,
} from '@songreel/kit'

/** What there is to say; only number and date are always there. */
export type Words = {
  number: string
  unit: string
  date: string
  cta: string
  link: string
  kicker: string
  title: string
  artist: string
}

/** How it is said, and whose logo stands below it. */
export type Wording = { words: Words; font: FontStyle; isMirrored: boolean; logo?: Size | undefined }

type TextName = 'kicker' | 'title' | 'artist' | 'date' | 'cta' | 'link'
type Placed<Name extends TextName> = { texts: Record<Name, PlacedText>; logo?: Box }

/** Between what belongs together. */
const GAP_PX = { line: 12 }
/** How high a logo may be below the names, and the air above it. */
const LOGO_PX = { beside: 120, below: 150, gap: 40 }
/** The largest sizes of what is named on both shapes. */
const MOST_PX = { kicker: 44, cta: 58, link: 54 }
/** No word is smaller, as long as its place holds it. */
export const LEAST_PX = 32

/** The day, in type of at most `sizePx`: on one line unless two hold it larger. */
export function describeDate(wording: Wording, sizePx: number, maxHeightPx: number): ColumnText {
  const style = { ...largeStyle(wording), maxSizePx: sizePx, minSizePx: 30, maxLines: 2, lineHeight: 1.02 }
  return { text: wording.words.date, style, maxHeightPx, gapPx: 0 }
}

type SongName = 'kicker' | 'title' | 'artist'

/** Beside a number the title and the artist, who may have two lines, have so much of its height. */
const BESIDE = { title: 0.54, artist: 0.42 }

/** A tall frame's words beside the number: the song, and the logo. */
export function fitBeside(
  wording: Wording,
  { width, height }: Size,
): { heightPx: number; place(x: number, y: number): Placed<SongName> } {
  const { isMirrored, logo } = wording
  const song = describeSong(wording, {
    title: 104,
    titleHeight: BESIDE.title * height,
    artist: 62,
    artistHeight: BESIDE.artist * height,
  })
  const column = fitColumn(song, width)
  const mark = logo && fitLogoSize(logo, { width, height: LOGO_PX.beside })
  return {
    heightPx: column.heightPx + (mark ? LOGO_PX.gap + mark.height : 0),
    place: (x, y) => {
      const [kicker, title, artist] = column.place(x, y)
      if (!kicker || !title || !artist) throw new TypeError('the column has three texts')
      const texts = { kicker, title, artist }
      if (!mark) return { texts }
      const left = isMirrored ? x + width - mark.width : x
      return { texts, logo: { x: left, y: y + column.heightPx + LOGO_PX.gap, ...mark } }
    },
  }
}

/** Between what to do and where, on one line; in smaller type than this they stand on two. The air above them in a square. */
const CALL = { gap: 40, leastPx: 40, above: 30 }
/** How large both may be in a tall frame: on lines of their own, or on one to save height. */
export const TALL_CALLS = [
  { cta: 64, link: 82, leastPx: 60 },
  { cta: 64, link: 64, leastPx: CALL.leastPx },
] as const

type CallSizes = Record<'cta' | 'link' | 'leastPx', number>

/** A line below the day: what to do at its beginning, and where at its end; or a line for each. */
export function fitCall(
  wording: Wording,
  width: number,
  most: CallSizes = { ...MOST_PX, leastPx: CALL.leastPx },
): { heightPx: number; place(x: number, y: number): Record<'cta' | 'link', PlacedText> } {
  const call = describeCall(wording, most)
  const free = width - CALL.gap
  const [wide, address] = call.map((text) => fitColumn([text], 4 * width).inkWidthPx) as [number, number]
  const share = Math.min(1, free / Math.max(1, wide + address))
  const sizePx = Math.min(...call.map(({ style }) => style.maxSizePx)) * share
  const isOne = sizePx >= most.leastPx
  const columns = call.map((text, i) => {
    const style = isOne ? { ...text.style, maxSizePx: sizePx } : text.style
    const align = i === 0 ? text.style.align : wording.isMirrored ? 'LEFT' : 'RIGHT'
    return fitColumn([{ ...text, style: isOne && wide > 0 ? { ...style, align } : style }], width)
  })
  const [cta, link] = columns
  if (!cta || !link) throw new TypeError('there are two texts')
  const below = isOne || cta.heightPx === 0 ? 0 : cta.heightPx + GAP_PX.line
  return {
    heightPx: Math.max(cta.heightPx, link.heightPx > 0 ? below + link.heightPx : 0),
    place: (x, y) => {
      const [first] = cta.place(x, y)
      const [second] = link.place(x, y + below)
      if (!first || !second) throw new TypeError('each has one text')
      return { cta: first, link: second }
    },
  }
}

/** The song of a square: above a row that spans the frame it is smaller, so that the cover stays large. */
const SONG_PX = {
  alone: { title: 128, titleHeight: 250, artist: 70 },
  aboveRow: { title: 108, titleHeight: 210, artist: 62 },
}

/** Whether a column holds an address on one line, in type that is large enough. */
function holdsAddress({ text, style, maxHeightPx }: ColumnText, width: number): boolean {
  const { lines, sizePx } = fitText(text, { width, height: maxHeightPx }, { ...style, minSizePx: 1 })
  return lines.length === 0 || (lines.length === 1 && sizePx >= CALL.leastPx)
}

/** A square's words in two columns: the day and what to do, and the song with the logo below it. An address that is too long for that stands below both. */
export function fitColumns(
  wording: Wording,
  { day: dayWidth, song: songWidth, row: rowWidth }: Record<'day' | 'song' | 'row', number>,
): { heightPx: number; place(dayX: number, songX: number, y: number): Placed<TextName> } {
  const { isMirrored, logo } = wording
  const [cta, link] = describeCall(wording)
  const date = describeDate(wording, 90, 187)
  const isNarrow = !holdsAddress(link, dayWidth)
  const song = fitColumn(describeSong(wording, isNarrow ? SONG_PX.aboveRow : SONG_PX.alone), songWidth)
  const day = fitColumn(isNarrow ? [date] : [date, { ...cta, gapPx: 2 * GAP_PX.line }, link], dayWidth)
  const row = isNarrow ? fitCall(wording, rowWidth) : undefined
  const rowPx = row ? CALL.above + row.heightPx : 0
  const mark = logo && fitLogoSize(logo, { width: songWidth, height: LOGO_PX.below })
  const songPx = song.heightPx + (mark ? LOGO_PX.gap + mark.height : 0)
  const columnsPx = Math.max(songPx, day.heightPx)
  return {
    heightPx: columnsPx + rowPx,
    place: (dayX, songX, y) => {
      const [kicker, title, artist] = song.place(songX, y)
      const [when, call, address] = day.place(dayX, y)
      if (!kicker || !title || !artist || !when) throw new TypeError('each column has its texts')
      const below = row?.place(Math.min(dayX, songX), y + columnsPx + CALL.above)
      const calls = below ?? (call && address && { cta: call, link: address })
      if (!calls) throw new TypeError('what to do stands in a column or below both')
      const texts = { kicker, title, artist, date: when, ...calls }
      if (!mark) return { texts }
      const x = isMirrored ? songX + songWidth - mark.width : songX
      return { texts, logo: { x, y: y + columnsPx - mark.height, ...mark } }
    },
  }
}

function describeSong(
  wording: Wording,
  most: { title: number; titleHeight: number; artist: number; artistHeight?: number },
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
      style: { ...small, maxSizePx: most.artist, maxLines: most.artistHeight ? 2 : 1, lineHeight: 1.08 },
      maxHeightPx: most.artistHeight ?? 1.4 * most.artist,
      gapPx: GAP_PX.line,
    },
  ]
}

function describeCall(
  wording: Wording,
  most: Pick<CallSizes, 'cta' | 'link'> = MOST_PX,
): [ColumnText, ColumnText] {
  const { cta, link } = wording.words
  const small = smallStyle(wording)
  return [
    { text: cta, style: { ...small, maxSizePx: most.cta }, maxHeightPx: 1.3 * most.cta, gapPx: GAP_PX.line },
    {
      text: link,
      style: { ...small, maxSizePx: most.link, isAddress: true },
      maxHeightPx: 144,
      gapPx: GAP_PX.line,
    },
  ]
}

function smallStyle(wording: Wording) {
  return { ...baseStyle(wording), role: 'TEXT', minSizePx: LEAST_PX, maxLines: 1 } as const
}

function largeStyle(wording: Wording) {
  return { ...baseStyle(wording), role: 'DISPLAY', minSizePx: 20, lineHeight: 1 } as const
}

function baseStyle({ font, isMirrored }: Wording) {
  return { font, anchor: 'TOP', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
}
