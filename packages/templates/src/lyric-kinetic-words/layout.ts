import {
  type Box,
  type Cover,
  type FontStyle,
  type FrameLayout,
  fitText,
  isRightToLeft,
  type Song,
  type TextLayout,
} from '@songreel/kit'
import type { Edge } from './photo.ts'
import type { Phrase } from './phrases.ts'

/** Title and artist, and the room of the words. */
export type Head = { texts: HeadText[]; below: Box }
type HeadText = { text: TextLayout; box: Box; isTitle: boolean }

/** In pixels of a frame whose short side is 1080. */
const HEAD = { TALL: { px: 50, gap: 44 }, SQUARE: { px: 36, gap: 36 }, WIDE: { px: 36, gap: 36 } }

/** The picture has at least this part of the frame's height. */
const LEAST_PHOTO = { TALL: 0.36, SQUARE: 0.34, WIDE: 0.34 }
/** Between the words and the picture, in pixels of a short side of 1080. */
const PHOTO_GAP = 44

/** Where the picture begins under each phrase, and where the bands come from: the middle of what is always seen of it. */
export function planPhoto({ size, scale, shape }: FrameLayout, phrases: readonly Phrase[], below: Box) {
  const gap = scale(PHOTO_GAP)
  const lowest = below.y + below.height + gap
  const front = phrases.filter(({ isBackground }) => !isBackground)
  const edges = front.flatMap(({ startSecs, endSecs, bottom }, i): Edge[] => {
    const own = { secs: startSecs, y: Math.min(lowest, bottom + gap) }
    // Where nobody sings it leaves room for the sign of that.
    return endSecs < (front[i + 1]?.startSecs ?? endSecs) ? [own, { secs: endSecs, y: lowest }] : [own]
  })
  const height = LEAST_PHOTO[shape] * size.height
  return {
    edges: edges.length > 0 ? edges : [{ secs: 0, y: lowest }],
    middle: { x: size.width / 2, y: size.height - height / 2 },
  }
}

/** Title and artist on one line at the top; the words have what is left above the picture. */
export function planHead({ size, safe, scale, shape }: FrameLayout, song: Song, font: FontStyle): Head {
  const { px, gap } = HEAD[shape]
  const isRtl = isRightToLeft(song.title)
  const height = scale(px * 1.3)
  const fit = (text: string, align: 'LEFT' | 'RIGHT', share: number) =>
    fitText(
      text,
      { width: safe.width * share, height },
      { font, role: 'TEXT', align, maxSizePx: scale(px), minSizePx: scale(px * 0.3), maxLines: 1 },
    )
  const title = fit(song.title, isRtl ? 'RIGHT' : 'LEFT', song.artist ? 0.56 : 1)
  const artist = fit(song.artist, isRtl ? 'LEFT' : 'RIGHT', song.title ? 0.4 : 1)
  const place = (text: typeof title, width: number, isEnd: boolean): Box => ({
    x: isEnd ? safe.x + safe.width - width : safe.x,
    y: safe.y,
    width,
    height: text.block.bottom,
  })
  const taken = height + scale(gap)
  const foot = (1 - LEAST_PHOTO[shape]) * size.height - scale(PHOTO_GAP)
  return {
    texts: [
      { text: title, box: place(title, safe.width * (song.artist ? 0.56 : 1), isRtl), isTitle: true },
      { text: artist, box: place(artist, safe.width * (song.title ? 0.4 : 1), !isRtl), isTitle: false },
    ],
    below: { ...safe, y: safe.y + taken, height: Math.min(safe.y + safe.height, foot) - safe.y - taken },
  }
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

/** A cover that must be whole stands in a lower corner: its height, of the frame's. */
const PRINT = { TALL: 0.45, SQUARE: 0.52, WIDE: 0.52 }
const WIDEST_PRINT = 0.82
/** Beside it, in pixels of a short side of 1080: the names. */
const BESIDE = { gap: 40, titlePx: 64, artistPx: 46, between: 14 }
const SMALL = { titlePx: 46, artistPx: 36 }

/** The names and the words' room where the whole cover stands in a corner. */
export type PrintStage = Head & { print: Box }

/** The whole cover in a lower corner, the words above all of it; in a square frame the names stand beside it, and the words begin higher. */
export function planPrintStage(
  frame: FrameLayout,
  { song, font, cover, isLeft }: { song: Song; font: FontStyle; cover: Cover; isLeft: boolean },
): PrintStage {
  const { size, safe, scale, shape } = frame
  const ratio = cover.width / cover.height
  const height = Math.min(PRINT[shape] * size.height, (WIDEST_PRINT * size.width) / ratio)
  const width = ratio * height
  const print = { x: isLeft ? 0 : size.width - width, y: size.height - height, width, height }
  const foot = print.y - scale(PHOTO_GAP)
  if (shape === 'TALL') {
    const { texts, below } = planHead(frame, song, font)
    return { print, texts, below: { ...below, height: foot - below.y } }
  }
  const gap = scale(BESIDE.gap)
  const x = isLeft ? width + gap : safe.x
  const room = {
    x,
    y: print.y,
    width: (isLeft ? safe.x + safe.width : print.x - gap) - x,
    height: safe.y + safe.height - print.y,
  }
  return { print, texts: stackNames(frame, { song, font, room }), below: { ...safe, height: foot - safe.y } }
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
