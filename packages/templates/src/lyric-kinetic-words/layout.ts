import {
  type Box,
  type Cover,
  type FontStyle,
  type FrameLayout,
  fitText,
  isRightToLeft,
  type Size,
  type Song,
  type TextLayout,
} from '@songreel/kit'
import type { Edge } from './photo.ts'
import type { Phrase } from './phrases.ts'

/** Title and artist, and the room of the words. */
export type Head = { texts: HeadText[]; below: Box }
type HeadText = { text: TextLayout; box: Box; isTitle: boolean }

/** In pixels of a frame whose short side is 1080. */
const HEAD = { TALL: { px: 64, gap: 44 }, SQUARE: { px: 46, gap: 36 }, WIDE: { px: 46, gap: 36 } }
/** From the title to the artist on the same line, and from line to line, of their size. */
const ASIDE = 0.55
const BELOW = 0.22

/** The picture has at least this part of the frame's height. */
const LEAST_PHOTO = { TALL: 0.36, SQUARE: 0.42, WIDE: 0.34 }
/** Between the words and the picture, in pixels of a short side of 1080. */
const PHOTO_GAP = 60

/** Where the picture begins under each phrase, and where the bands come from: the middle of what is always seen of it. */
export function planPhoto(
  { size, scale, shape }: FrameLayout,
  phrases: readonly Phrase[],
  { below, cover }: { below: Box; cover: Size },
) {
  const gap = scale(PHOTO_GAP)
  // No higher than the whole cover across the frame: beyond that it would lose its sides.
  const highest = size.height - (size.width * cover.height) / cover.width
  const lowest = below.y + below.height + gap
  const front = phrases.filter(({ isBackground }) => !isBackground)
  const edges = front.flatMap(({ startSecs, endSecs, bottom }, i): Edge[] => {
    const own = { secs: startSecs, y: Math.min(lowest, Math.max(highest, bottom + gap)) }
    // Where nobody sings it leaves room for the sign of that.
    return endSecs < (front[i + 1]?.startSecs ?? endSecs) ? [own, { secs: endSecs, y: lowest }] : [own]
  })
  const height = LEAST_PHOTO[shape] * size.height
  return {
    edges: edges.length > 0 ? edges : [{ secs: 0, y: lowest }],
    middle: { x: size.width / 2, y: size.height - height / 2 },
  }
}

/** Title and artist at the top, on one line if both fit, else below each other; the words have what is left above the picture. */
export function planHead(frame: FrameLayout, song: Song, font: FontStyle): Head {
  const { size, safe, scale, shape } = frame
  const texts = placeHead(frame, song, font)
  const foot = (1 - LEAST_PHOTO[shape]) * size.height - scale(PHOTO_GAP)
  const top = Math.max(safe.y, ...texts.map(({ box }) => box.y + box.height)) + scale(HEAD[shape].gap)
  return { texts, below: { ...safe, y: top, height: Math.min(safe.y + safe.height, foot) - top } }
}

function placeHead({ safe, scale, shape }: FrameLayout, song: Song, font: FontStyle): HeadText[] {
  const px = scale(HEAD[shape].px)
  const isRtl = isRightToLeft(song.title)
  const align = isRtl ? 'RIGHT' : 'LEFT'
  const fit = (text: string) =>
    fitText(
      text,
      { width: safe.width, height: 1.3 * px },
      { font, role: 'TEXT', align, maxSizePx: px, minSizePx: px * 0.3, maxLines: 1 },
    )
  const [title, artist] = [fit(song.title), fit(song.artist)]
  const [titleWidth, artistWidth] = [title, artist].map(({ ink }) => ink.right - ink.left) as [number, number]
  const along = song.title === '' ? 0 : titleWidth + ASIDE * px
  const isOneLine = along + artistWidth <= safe.width
  const below = song.title === '' ? 0 : title.block.bottom + BELOW * px
  const onBaseline = (title.lines[0]?.baseline ?? 0) - (artist.lines[0]?.baseline ?? 0)
  const beside = { x: safe.x + (isRtl ? -along : along), y: safe.y + (along > 0 ? onBaseline : 0) }
  const place = ({ block }: TextLayout, at: { x: number; y: number }) => ({
    ...at,
    width: safe.width,
    height: block.bottom,
  })
  return [
    { text: title, box: place(title, safe), isTitle: true },
    {
      text: artist,
      box: place(artist, isOneLine ? beside : { x: safe.x, y: safe.y + below }),
      isTitle: false,
    },
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
    texts: stackNames(frame, { song, font, room, isSmall: true }),
    below: { ...safe, y: top, height: safe.y + safe.height - top },
  }
}

/** A cover that must be whole stands in a lower corner, from the frame's edge on: its height, of the frame's. */
const PRINT = { TALL: 0.49, SQUARE: 0.53, WIDE: 0.45 }
/** Of the frame's width, where names stand beside it. */
const WIDEST_PRINT = 0.62
/** A print that is wider than this, of the frame's width, and yet not as wide as the frame. */
const SLIVER = 0.7
/** Beside it, in pixels of a short side of 1080: the names. */
const BESIDE = { gap: 40, titlePx: 64, artistPx: 52, between: 16 }
const SMALL = { titlePx: 56, artistPx: 52 }

/** The names and the words' room where the whole cover stands at the foot. */
export type PrintStage = Head & { print: Box }

/**
 * The whole cover in the lower corner on the side where words begin, as large as they allow: a part of the poster, no stamp on it. The
 * words have all that is above it. In a tall frame the names stand above the words, in others beside the cover.
 */
export function planPrintStage(
  frame: FrameLayout,
  { song, font, cover }: { song: Song; font: FontStyle; cover: Cover },
): PrintStage {
  const { size, safe, scale, shape } = frame
  const isRtl = isRightToLeft(song.title)
  const ratio = cover.width / cover.height
  const widest = shape === 'TALL' ? size.width : WIDEST_PRINT * size.width
  const most = Math.min(PRINT[shape] * size.height, widest / ratio)
  // A sliver of ground beside it would look like a mistake: then it is as wide as the words.
  const isNearlyFull = ratio * most > SLIVER * size.width && ratio * most < size.width - 1
  const height = isNearlyFull ? Math.min(most, safe.width / ratio) : most
  const width = ratio * height
  const edge = isNearlyFull ? safe : { x: 0, width: size.width }
  const x = isRtl ? edge.x + edge.width - width : edge.x
  const print = { x, y: size.height - height, width, height }
  const bottom = print.y - scale(PHOTO_GAP)
  if (shape === 'TALL') {
    const { texts, below } = planHead(frame, song, font)
    return { print, texts, below: { ...below, height: bottom - below.y } }
  }
  const end = safe.x + safe.width
  const beside = (isRtl ? print.x - safe.x : end - width) - scale(BESIDE.gap)
  const room = {
    x: isRtl ? safe.x : end - beside,
    y: print.y,
    width: beside,
    height: safe.y + safe.height - print.y,
  }
  return {
    print,
    texts: stackNames(frame, { song, font, room }),
    below: { ...safe, height: bottom - safe.y },
  }
}

/** Title and artist below each other, at the foot of a room. */
function stackNames(
  { scale }: FrameLayout,
  { song, font, room, isSmall }: { song: Song; font: FontStyle; room: Box; isSmall?: boolean },
): HeadText[] {
  const align = isRightToLeft(song.title) ? 'RIGHT' : 'LEFT'
  const fit = (text: string, px: number, share: number, maxLines: number) =>
    fitText(
      text,
      { width: room.width, height: share * room.height },
      { font, role: 'TEXT', align, maxSizePx: scale(px), minSizePx: scale(26), maxLines },
    )
  const { titlePx, artistPx } = isSmall ? SMALL : BESIDE
  const lines = isSmall ? 1 : 4
  const artist = fit(song.artist, artistPx, isSmall ? 0.42 : 0.3, Math.min(2, lines))
  const title = fit(song.title, titlePx, isSmall ? 0.5 : 0.6, lines)
  const artistY = room.y + room.height - artist.block.bottom
  const titleY = artistY - (song.artist ? scale(BESIDE.between) : 0) - title.block.bottom
  const place = (text: TextLayout, y: number) => ({ ...room, y, height: text.block.bottom })
  return [
    { text: title, box: place(title, titleY), isTitle: true },
    { text: artist, box: place(artist, artistY), isTitle: false },
  ]
}
