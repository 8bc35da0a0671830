import {
  type Box,
  type FontStyle,
  type FrameLayout,
  fitText,
  isRightToLeft,
  type Song,
  type TextLayout,
} from '@songreel/kit'

/** Title and artist, and what they leave to the words. */
export type Head = { texts: HeadText[]; below: Box }

/** A name, set in its place. */
export type HeadText = { text: TextLayout; box: Box; isTitle: boolean }

/** In pixels of a frame whose short side is 1080. */
const HEAD = { TALL: { px: 64, gap: 44 }, SQUARE: { px: 58, gap: 36 }, WIDE: { px: 46, gap: 36 } }
/** From the title to the artist on the same line, and from line to line, of their size. */
const ASIDE = 0.55
const BELOW = 0.22

/** Title and artist at the top, on one line if both fit, else below each other; the words have what is below. */
export function planHead(frame: FrameLayout, song: Song, font: FontStyle): Head {
  const { safe, scale, shape } = frame
  const texts = placeHead(frame, song, font)
  const top = Math.max(safe.y, ...texts.map(({ box }) => box.y + box.height)) + scale(HEAD[shape].gap)
  return { texts, below: { ...safe, y: top, height: safe.y + safe.height - top } }
}

function placeHead({ safe, scale, shape }: FrameLayout, song: Song, font: FontStyle): HeadText[] {
  return placeNames(safe, { song, font, px: scale(HEAD[shape].px) })
}

/** Below a cover that lies across the head of a frame the names are one line, if they fit. */
export function planCaption(
  { scale, shape }: FrameLayout,
  wish: { song: Song; font: FontStyle; room: Box },
): HeadText[] {
  return placeNames(wish.room, { ...wish, px: scale(HEAD[shape].px) })
}

/** Beside a cover in a corner: the title in a few lines, and the artist below it, in pixels of a short side of 1080. */
const COLUMN = {
  titlePx: 64,
  artistPx: 48,
  leastPx: 26,
  between: 18,
  title: 0.68,
  lines: { title: 4, artist: 2 },
}

/** Title and artist below each other, at the head of a column. */
export function planColumn(
  { scale }: FrameLayout,
  { song, font, room }: { song: Song; font: FontStyle; room: Box },
): HeadText[] {
  const align = isRightToLeft(song.title) ? 'RIGHT' : 'LEFT'
  const between = scale(COLUMN.between)
  const fit = (text: string, height: number, px: number, maxLines: number) =>
    fitText(
      text,
      { width: room.width, height },
      { font, role: 'TEXT', align, maxSizePx: scale(px), minSizePx: scale(COLUMN.leastPx), maxLines },
    )
  const title = fit(song.title, COLUMN.title * room.height, COLUMN.titlePx, COLUMN.lines.title)
  const below = song.title === '' ? 0 : title.block.bottom + between
  const artist = fit(song.artist, room.height - below, COLUMN.artistPx, COLUMN.lines.artist)
  const place = (text: TextLayout, y: number) => ({ ...room, y: room.y + y, height: text.block.bottom })
  return [
    { text: title, box: place(title, 0), isTitle: true },
    { text: artist, box: place(artist, below), isTitle: false },
  ]
}

type Names = { song: Song; font: FontStyle; px: number }

/** Title and artist at the head of a room, on one line if both fit, else below each other. */
function placeNames(room: Box, { song, font, px }: Names): HeadText[] {
  const isRtl = isRightToLeft(song.title)
  const align = isRtl ? 'RIGHT' : 'LEFT'
  const fit = (text: string) =>
    fitText(
      text,
      { width: room.width, height: 1.3 * px },
      { font, role: 'TEXT', align, maxSizePx: px, minSizePx: px * 0.3, maxLines: 1 },
    )
  const [title, artist] = [fit(song.title), fit(song.artist)]
  const [titleWidth, artistWidth] = [title, artist].map(({ ink }) => ink.right - ink.left) as [number, number]
  const along = song.title === '' ? 0 : titleWidth + ASIDE * px
  const isOneLine = along + artistWidth <= room.width
  const below = song.title === '' ? 0 : title.block.bottom + BELOW * px
  const onBaseline = (title.lines[0]?.baseline ?? 0) - (artist.lines[0]?.baseline ?? 0)
  const artistX = isOneLine ? (isRtl ? -along : along) : 0
  const artistY = isOneLine ? (along > 0 ? onBaseline : 0) : below
  const place = ({ block }: TextLayout, x: number, y: number) => ({
    x: room.x + x,
    y: room.y + y,
    width: room.width,
    height: block.bottom,
  })
  return [
    { text: title, box: place(title, 0, 0), isTitle: true },
    { text: artist, box: place(artist, artistX, artistY), isTitle: false },
  ]
}

/** Over a picture: from where on of the safe box's height names and words stand, and the cover beside the names. */
const OVER = {
  TALL: { from: 0.38, cover: 132 },
  SQUARE: { from: 0.34, cover: 112 },
  WIDE: { from: 0.3, cover: 112 },
}

/** A film or a photograph fills the frame: the cover is a small card beside the names, and the words have the room below. */
export function planOverStage(frame: FrameLayout, song: Song, font: FontStyle): PrintStage {
  const { safe, scale, shape } = frame
  const { from, cover } = OVER[shape]
  const isRtl = isRightToLeft(song.title)
  const side = scale(cover)
  const y = safe.y + from * safe.height
  const width = safe.width - side - scale(BESIDE.gap)
  const room = { x: isRtl ? safe.x : safe.x + safe.width - width, y, width, height: side }
  const top = y + side + scale(HEAD[shape].gap)
  return {
    print: { x: isRtl ? safe.x + safe.width - side : safe.x, y, width: side, height: side },
    texts: stackNames(frame, { song, font, room }),
    below: { ...safe, y: top, height: safe.y + safe.height - top },
  }
}

/** Beside it, in pixels of a short side of 1080: the names. */
const BESIDE = { gap: 40, titlePx: 56, artistPx: 52, between: 16 }

/** The names and the words' room beside and below a small card. */
export type PrintStage = Head & { print: Box }

/** Title and artist below each other, at the foot of a room. */
function stackNames(
  { scale }: FrameLayout,
  { song, font, room }: { song: Song; font: FontStyle; room: Box },
): HeadText[] {
  const align = isRightToLeft(song.title) ? 'RIGHT' : 'LEFT'
  const fit = (text: string, px: number, share: number) =>
    fitText(
      text,
      { width: room.width, height: share * room.height },
      { font, role: 'TEXT', align, maxSizePx: scale(px), minSizePx: scale(26), maxLines: 1 },
    )
  const artist = fit(song.artist, BESIDE.artistPx, 0.42)
  const title = fit(song.title, BESIDE.titlePx, 0.5)
  const artistY = room.y + room.height - artist.block.bottom
  const titleY = artistY - (song.artist ? scale(BESIDE.between) : 0) - title.block.bottom
  const place = (text: TextLayout, y: number) => ({ ...room, y, height: text.block.bottom })
  return [
    { text: title, box: place(title, titleY), isTitle: true },
    { text: artist, box: place(artist, artistY), isTitle: false },
  ]
}
