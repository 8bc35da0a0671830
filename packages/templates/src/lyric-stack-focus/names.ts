import { type Box, type FrameLayout, fitText, type TextLayout } from '@songreel/kit'
import type { StackWords } from './rows.ts'

type NamesWish = { titlePx: number; isRtl: boolean }
type PlacedText = { box: Box; text: TextLayout }
type Names = { title: PlacedText; artist: PlacedText }

/** The artist's name, of the title's size, and what lies between the two. */
const ARTIST_SHARE = 0.76
const NAMES_GAP = 0.22
/** Letters of large type stand close: in small type li would be read as ll. */
const SMALL = { tracking: 0 }
/** On one line, what parts them. */
const ASIDE = 0.34

/** Lines and names in what the cover leaves: names above the lines in a tall frame, below them in a wide one. */
export function planAround(
  { safe, shape, size }: FrameLayout,
  { song, font }: StackWords,
  { print, isRtl, titlePx, gap }: NamesWish & { print: Box; gap: number },
): Names & { window: Box } {
  const beside = shape === 'TALL' ? 0 : print.width + gap - safe.x
  const column = { ...safe, x: isRtl ? safe.x : safe.x + beside, width: safe.width - beside }
  const fit = (text: string, role: 'DISPLAY' | 'TEXT', maxSizePx: number, { width }: Box = column) =>
    fitText(
      text,
      { width, height: 1.4 * maxSizePx },
      {
        font,
        role,
        align: isRtl ? 'RIGHT' : 'LEFT',
        maxSizePx,
        minSizePx: (role === 'TEXT' ? 0.7 : 0.42) * maxSizePx,
        maxLines: 1,
        ...SMALL,
      },
    )
  const title = fit(song.title, 'DISPLAY', titlePx)
  const fitArtist = (room: Box) => fit(song.artist, 'TEXT', ARTIST_SHARE * titlePx, room)
  const artist = fitArtist(column)
  const along = song.title && song.artist ? widthOf(title) + ASIDE * titlePx : 0
  const aside = { ...column, x: isRtl ? column.x : column.x + along, width: column.width - along }
  // Where lines need the height, the artist follows the title on its line.
  const isInLine = shape === 'TALL' && widthOf(artist) <= aside.width - 1
  const between = song.title && song.artist ? NAMES_GAP * titlePx : 0
  const below = title.block.bottom + between
  const height = isInLine ? Math.max(title.block.bottom, artist.block.bottom) : below + artist.block.bottom
  const bottom = safe.y + safe.height
  const top = shape === 'TALL' ? safe.y : bottom - height
  const place = (text: TextLayout, y: number, { x, width }: Box = column): PlacedText => ({
    box: { x, y, width, height: text.block.bottom },
    text,
  })
  const onBaseline = (title.lines[0]?.baseline ?? 0) - (artist.lines[0]?.baseline ?? 0)
  const linesTop = shape === 'TALL' ? top + height + gap : safe.y
  const linesBottom = shape === 'WIDE' ? top - gap : Math.min(print.y, size.height) - gap
  const lines = shape === 'WIDE' ? column : safe
  return {
    window: { ...lines, y: linesTop, height: linesBottom - linesTop },
    title: place(title, top, isInLine && along > 0 && !isRtl ? { ...column, width: along } : column),
    artist: isInLine
      ? place(fitArtist(aside), top + (along > 0 ? onBaseline : 0), aside)
      : place(artist, top + below),
  }
}

function widthOf({ ink }: TextLayout): number {
  return Math.ceil(ink.right - ink.left)
}

/** A cover that takes more of the width leaves the names room for two lines each. */
const LARGE = 0.25

/** A cover with title and artist beside it. */
export function planHead(
  safe: Box,
  { song, font }: StackWords,
  { cover, titlePx, isRtl }: NamesWish & { cover: number },
): Names & { cover: Box; bottom: number } {
  const isLarge = cover > LARGE * safe.width
  const gap = cover * (isLarge ? 0.13 : 0.24)
  const width = safe.width - cover - gap
  const x = isRtl ? safe.x : safe.x + cover + gap
  const align = isRtl ? 'RIGHT' : 'LEFT'
  const fit = (text: string, maxSizePx: number, role: 'DISPLAY' | 'TEXT', height: number) =>
    fitText(
      text,
      { width, height },
      { font, role, align, maxSizePx, minSizePx: maxSizePx * 0.35, maxLines: isLarge ? 2 : 1, ...SMALL },
    )
  // A cover may reach beyond what platforms leave to type.
  const high = Math.min(cover, safe.height)
  const title = fit(song.title, titlePx, 'DISPLAY', high * 0.55)
  const artist = fit(song.artist, titlePx * 0.78, 'TEXT', high * 0.36)
  const between = song.title && song.artist ? high * (isLarge ? 0.05 : 0.09) : 0
  const y = safe.y + (high - title.block.bottom - between - artist.block.bottom) / 2
  const place = (text: TextLayout, top: number) => ({
    box: { x, y: top, width, height: text.block.bottom },
    text,
  })
  return {
    cover: { x: isRtl ? safe.x + safe.width - cover : safe.x, y: safe.y, width: cover, height: cover },
    title: place(title, y),
    artist: place(artist, y + title.block.bottom + between),
    bottom: safe.y + cover,
  }
}
