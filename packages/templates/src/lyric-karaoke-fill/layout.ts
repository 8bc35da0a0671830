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
  cover: Box
  title: PlacedText
  artist: PlacedText
  /** The places of rows by number: the upper one is filled from its foot, the lower from its head. */
  slots: [Box, Box, Box]
  dotPx: number
  /** What holds type. */
  type: Box[]
}

type PlacedText = { box: Box; text: TextLayout }

/** In pixels of a frame whose short side is 1080. */
const MEASURES = {
  TALL: { cover: 168, titlePx: 54, sizePx: 112, slot: 372, between: 56, maxLines: 3 },
  SQUARE: { cover: 140, titlePx: 46, sizePx: 104, slot: 300, between: 48, maxLines: 3 },
  WIDE: { cover: 264, titlePx: 76, sizePx: 150, slot: 164, between: 56, maxLines: 1 },
}
const BEHIND_HEIGHT = 84
const DOT_PX = 40
/** Of a tall frame's place the lower edge has room for the count-in. */
const HEAD_GAP = 0.26

/** What the picture says. */
export type KaraokeWords = {
  song: Song
  lyrics: Lyrics | undefined
  font: FontStyle
  durationSecs: number
}

/** Cover and names above, the two rows on the lower edge of the safe box. */
export function planKaraoke(size: Size, { song, lyrics, font, durationSecs }: KaraokeWords): KaraokeLayout {
  const frame = planFrame(size)
  const { safe, scale, shape } = frame
  const { cover, titlePx, sizePx, slot, between, maxLines } = MEASURES[shape]
  const bottom = safe.y + safe.height
  const height = scale(slot)
  const lower = { x: safe.x, y: bottom - height, width: safe.width, height }
  const upper = { ...lower, y: lower.y - scale(between) - height }
  const behind = { ...upper, y: upper.y - scale(BEHIND_HEIGHT + 16), height: scale(BEHIND_HEIGHT) }
  const lines = lyrics?.lines ?? []
  const plan = planRows(lines, {
    font,
    sizePx: scale(sizePx),
    width: safe.width,
    height,
    maxLines,
    durationSecs,
  })
  const head = planHead(frame, song, { font, cover: scale(cover), titlePx: scale(titlePx) })
  return {
    ...plan,
    frame,
    ...head,
    slots: [upper, lower, behind],
    dotPx: scale(DOT_PX),
    type: [upper, lower, ...[head.title, head.artist].map(findInkBox)],
  }
}

type HeadPlan = { font: FontStyle; cover: number; titlePx: number }

function planHead({ safe }: FrameLayout, song: Song, { font, cover, titlePx }: HeadPlan) {
  const isRtl = isRightToLeft(song.title)
  const gap = cover * HEAD_GAP * 0.8
  const width = safe.width - cover - gap
  const x = isRtl ? safe.x : safe.x + cover + gap
  const fit = (text: string, maxSizePx: number, role: 'DISPLAY' | 'TEXT', height: number) =>
    fitText(
      text,
      { width, height },
      { font, role, align: isRtl ? 'RIGHT' : 'LEFT', maxSizePx, minSizePx: maxSizePx * 0.36, maxLines: 1 },
    )
  const title = fit(song.title, titlePx, 'DISPLAY', cover * 0.56)
  const artist = fit(song.artist, titlePx * 0.66, 'TEXT', cover * 0.36)
  const between = song.title && song.artist ? cover * 0.09 : 0
  const y = safe.y + (cover - title.block.bottom - between - artist.block.bottom) / 2
  const place = (text: TextLayout, top: number): PlacedText => ({
    box: { x, y: top, width, height: text.block.bottom },
    text,
  })
  return {
    cover: { x: isRtl ? safe.x + safe.width - cover : safe.x, y: safe.y, width: cover, height: cover },
    title: place(title, y),
    artist: place(artist, y + title.block.bottom + between),
  }
}

/** The part of its box that a text fills. */
function findInkBox({ box, text: { ink } }: PlacedText): Box {
  return { ...box, x: box.x + ink.left, width: ink.right - ink.left }
}

/** The box of a row's text in its place. */
export function placeRow({ slots }: Pick<KaraokeLayout, 'slots'>, { slot, side, text }: SungRow): Box {
  const room = slots[slot]
  const { bottom, right } = text.block
  const width = Math.max(1, right)
  const y = slot === 1 ? room.y : room.y + room.height - bottom
  return { x: side === 'LEFT' ? room.x : room.x + room.width - width, y, width, height: bottom }
}
