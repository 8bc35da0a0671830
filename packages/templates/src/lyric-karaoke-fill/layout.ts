import {
  type Box,
  type FontStyle,
  type FrameLayout,
  fitText,
  isRightToLeft,
  type Lyrics,
  planFrame,
  type Size,
  type Song,
  type TextLayout,
} from '@songreel/kit'
import { planRows, type RowPlan, type SungRow } from './rows.ts'

/** Where everything stands. */
export type KaraokeLayout = RowPlan & {
  frame: FrameLayout
  /** The cover: it reaches the frame's edge on all sides but one. */
  cover: Box
  /** Where type stands. */
  room: Box
  title: PlacedText
  artist: PlacedText
  /** The places of rows by number: the upper one is filled from its foot, the lower from its head. */
  slots: [Box, Box, Box]
  ballPx: number
}

type PlacedText = { box: Box; text: TextLayout }

/** In pixels of a frame whose short side is 1080. */
const MEASURES = {
  TALL: { titlePx: 46, sizePx: 104, slot: 224, between: 50, maxLines: 2, gap: 34 },
  SQUARE: { titlePx: 40, sizePx: 84, slot: 184, between: 40, maxLines: 2, gap: 30 },
  WIDE: { titlePx: 48, sizePx: 108, slot: 362, between: 60, maxLines: 3, gap: 60 },
}
const BEHIND_PX = 66
const BALL_PX = 34

/** What the picture says. */
export type KaraokeWords = {
  song: Song
  lyrics: Lyrics | undefined
  font: FontStyle
  durationSecs: number
  /** A film or a photograph fills the frame: the cover is a small card beside the names. */
  isOverPicture?: boolean
}

/**
 * The whole cover, edge to edge, and the rows in front of the rays beside it. In a tall frame platforms write over the
 * lower quarter, so the rows stand above the cover; in a wide one beside it.
 */
export function planKaraoke(size: Size, words: KaraokeWords): KaraokeLayout {
  const { song, lyrics, font, durationSecs, isOverPicture = false } = words
  const frame = planFrame(size)
  const { scale, shape } = frame
  const { sizePx, slot, between, maxLines, titlePx, gap } = MEASURES[shape]
  const isMirrored = isRightToLeft(song.title)
  const room = isOverPicture ? findLowRoom(frame, isMirrored) : findRoom(frame, isMirrored, scale(gap))
  const card = placeCard(room, scale(CARD_PX), isMirrored)
  const beside = isOverPicture ? leaveCard(room, card, scale(CARD_GAP), isMirrored) : room
  const names = planNames(beside, song, { font, titlePx: scale(titlePx), isMirrored })
  const lines = lyrics?.lines ?? []
  const behindPx = lines.some(({ isBackground }) => isBackground) ? scale(BEHIND_PX) : 0
  const height = scale(slot) - behindPx / 2
  const lower = { ...room, y: room.y + room.height - height, height }
  const upper = { ...lower, y: lower.y - scale(between) - height }
  const behind = { ...upper, y: upper.y - behindPx - scale(10), height: Math.max(1, behindPx) }
  const plan = planRows(lines, {
    font,
    sizePx: scale(sizePx),
    width: room.width,
    height,
    maxLines,
    durationSecs,
  })
  return {
    ...plan,
    frame,
    ...names,
    cover: isOverPicture ? card : findCover(frame, room, isMirrored, scale(gap)),
    room,
    slots: [upper, lower, behind],
    ballPx: scale(BALL_PX),
  }
}

/** The part of the cover that is given up at most in a tall frame, where rows need the room. */
const CUT = 0.09

/** Where type may stand. */
function findRoom({ size, safe, shape }: FrameLayout, isMirrored: boolean, gap: number): Box {
  if (shape === 'WIDE') {
    const width = size.width - size.height - safe.x - gap
    return { ...safe, x: isMirrored ? size.width - safe.x - width : safe.x, width }
  }
  const foot = size.height - (1 - CUT) * size.width - gap
  return { ...safe, height: Math.min(safe.y + safe.height, foot) - safe.y }
}

/** Over a picture, in pixels of a short side of 1080: the card with the cover, and the gap beside it. */
const CARD_PX = 132
const CARD_GAP = 32
/** How much of a tall frame's safe box the type has, and of a wide one's width. */
const LOW = { TALL: 0.66, SQUARE: 0.66, WIDE: 0.56 }

function findLowRoom({ safe, shape }: FrameLayout, isMirrored: boolean): Box {
  if (shape === 'WIDE') {
    const width = LOW.WIDE * safe.width
    return { ...safe, x: isMirrored ? safe.x + safe.width - width : safe.x, width }
  }
  const height = LOW[shape] * safe.height
  return { ...safe, y: safe.y + safe.height - height, height }
}

function placeCard(room: Box, side: number, isMirrored: boolean): Box {
  return { x: isMirrored ? room.x + room.width - side : room.x, y: room.y, width: side, height: side }
}

function leaveCard(room: Box, card: Box, gap: number, isMirrored: boolean): Box {
  const width = room.width - card.width - gap
  return { ...room, x: isMirrored ? room.x : room.x + room.width - width, width }
}

/** The rest of the frame. */
function findCover({ size, shape }: FrameLayout, room: Box, isMirrored: boolean, gap: number): Box {
  const even = (value: number) => 2 * Math.round(value / 2)
  if (shape === 'WIDE') {
    const side = size.height
    return { x: isMirrored ? 0 : size.width - side, y: 0, width: side, height: side }
  }
  const y = even(room.y + room.height + gap)
  return { x: 0, y, width: size.width, height: size.height - y }
}

type NamesPlan = { font: FontStyle; titlePx: number; isMirrored: boolean }

/** Title and artist in small type at the room's head. */
function planNames(room: Box, song: Song, { font, titlePx, isMirrored }: NamesPlan) {
  const fit = (text: string, maxSizePx: number, role: 'DISPLAY' | 'TEXT') =>
    fitText(
      text,
      { width: room.width, height: 1.2 * maxSizePx },
      {
        font,
        role,
        align: isMirrored ? 'RIGHT' : 'LEFT',
        maxSizePx,
        minSizePx: maxSizePx * 0.36,
        maxLines: 1,
      },
    )
  const title = fit(song.title, titlePx, 'DISPLAY')
  const artist = fit(song.artist, titlePx * 0.72, 'TEXT')
  const place = (text: TextLayout, y: number): PlacedText => ({
    box: { x: room.x, y, width: room.width, height: text.block.bottom },
    text,
  })
  const below = title.block.bottom + (song.title ? 0.26 * titlePx : 0)
  return { title: place(title, room.y), artist: place(artist, room.y + below) }
}

/** The box of a row's text in its place. */
export function placeRow({ slots }: Pick<KaraokeLayout, 'slots'>, { slot, side, text }: SungRow): Box {
  const room = slots[slot]
  const { bottom, right } = text.block
  const width = Math.max(1, right)
  const y = slot === 1 ? room.y : room.y + room.height - bottom
  return { x: side === 'LEFT' ? room.x : room.x + room.width - width, y, width, height: bottom }
}
