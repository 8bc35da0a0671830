import {
  type Box,
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type ShotWindow,
  type Size,
} from '@songreel/kit'
import { planTag, type Tag } from './tag.ts'

/** What the title card says; anything may be empty. */
export type Words = { title: string; artist: string; note: string }

/** The title card, in pixels of the design, whose short side is 1080. */
export type Layout = {
  /** The cover and a field of colour with the type on it, and where both go to when the picture takes the whole frame. */
  panel: Box
  exit: { x: number; y: number }
  /** Where the picture is while the card stands. */
  window: ShotWindow
  title: PlacedText
  artist: PlacedText
  note: PlacedText
  /** The cover, flush with the frame's edges. */
  art: Box
  /** What names the song between the cards, at the foot of the picture unless it hides less elsewhere; absent without names. */
  tag?: Tag
  /** Where type may stand. */
  safe: Box
}

/** What a card is planned for; `ratio` is the cover's width by its height. */
export type LayoutWish = { size: Size; words: Words; font: FontStyle; isTurned: boolean; ratio?: number }

const PAD = 56
/** Between title, artist and note. */
const GAP = 26
/** No cover is lower than this part of its width: a banner is cut at its ends. */
const LOWEST = 0.56
/** A long title above or below a cover takes some of its height. */
const LONG_TITLE = 36
const LONG_TITLE_ART = 0.82
/** And in one that is hardly higher than wide the names keep so much of it. */
const NAMES_PX = 300
/** The card's part of a wide frame: of its width, and at most of its height. */
const WIDE_PANEL = { width: 0.385, height: 0.685 }

type Card = Omit<Layout, 'tag' | 'safe'>
type Plan = Required<LayoutWish> & { safe: Box; isMirrored: boolean }

/** Three fields without a gap: the cover, the names on colour, and the picture. Their order depends on shape, script and variation. */
export function planLayout({ ratio = 1, ...wish }: LayoutWish): Layout {
  const { safe, shape } = planFrame(wish.size)
  const isMirrored = isRightToLeft(wish.words.title || wish.words.artist)
  const plan = { ...wish, ratio, safe, isMirrored }
  const card = { TALL: planTall, SQUARE: planSquare, WIDE: planWide }[shape](plan)
  const tag = planTag(safe, wish.words, { font: wish.font, isMirrored })
  return { ...card, safe, ...(tag && { tag }) }
}

/** Below each other: cover, names and picture; turned, the other way round. */
function planTall({ size, words, font, isTurned, ratio, safe, isMirrored }: Plan): Card {
  const highest = words.title.length > LONG_TITLE ? LONG_TITLE_ART * size.width : size.width
  const room = safe.y + safe.height - PAD - NAMES_PX
  const artHeight = Math.min(highest, room, limitHeight(size.width, ratio))
  const height = isTurned ? size.height - artHeight - safe.y - PAD : safe.y + safe.height - artHeight - PAD
  const column = fitWords(
    words,
    { font, isMirrored, titlePx: 190, artistPx: 72 },
    { width: safe.width, height },
  )
  const panelHeight = artHeight + (column.heightPx > 0 ? column.heightPx + 2 * PAD : 0)
  const whole = { x: 0, y: 0, ...size }
  const y = isTurned ? size.height - panelHeight : 0
  return {
    panel: { ...whole, y, height: panelHeight },
    exit: { x: 0, y: isTurned ? panelHeight : -panelHeight },
    window: { box: { ...whole, y: isTurned ? 0 : panelHeight, height: size.height - panelHeight } },
    art: { ...whole, y: isTurned ? size.height - artHeight : 0, height: artHeight },
    ...nameTexts(column.place(safe.x, isTurned ? y + PAD : artHeight + PAD)),
  }
}

/** Cover and names share one half, the picture has the other. */
function planSquare({ size, words, font, isTurned, safe, isMirrored }: Plan): Card {
  const side = (0.5 + 0.24 * (size.height / size.width - 1)) * size.width
  const y = isTurned ? size.height - side : 0
  const width = size.width - side - safe.x - PAD
  const height = side - safe.y - 0.8 * PAD
  const column = fitWords(words, { font, isMirrored, titlePx: 150, artistPx: 54 }, { width, height })
  const bottom = isTurned ? safe.y + safe.height : side - 0.8 * PAD
  const whole = { x: 0, y: 0, ...size }
  return {
    panel: { ...whole, y, height: side },
    exit: { x: 0, y: isTurned ? side : -side },
    window: { box: { ...whole, y: isTurned ? 0 : side, height: size.height - side } },
    art: { x: isMirrored ? 0 : size.width - side, y, width: side, height: side },
    ...nameTexts(column.place(isMirrored ? side + PAD : safe.x, bottom - column.heightPx)),
  }
}

/** A column at one side, the names below the cover. */
function planWide({ size, words, font, isTurned, ratio, safe, isMirrored }: Plan): Card {
  const width = Math.min(WIDE_PANEL.width * size.width, WIDE_PANEL.height * size.height)
  const isRight = isTurned !== isMirrored
  const highest = words.title.length > LONG_TITLE ? LONG_TITLE_ART * width : width
  const artHeight = Math.min(highest, limitHeight(width, ratio))
  const x = isRight ? size.width - width : 0
  // Names have as much air at the picture as at the frame.
  const room = { width: width - 2 * safe.x, height: safe.y + safe.height - artHeight - 0.8 * PAD }
  const column = fitWords(words, { font, isMirrored, titlePx: 150, artistPx: 56 }, room)
  const textX = x + safe.x
  return {
    panel: { x, y: 0, width, height: size.height },
    exit: { x: isRight ? width : -width, y: 0 },
    window: { box: { x: isRight ? 0 : width, y: 0, width: size.width - width, height: size.height } },
    art: { x, y: 0, width, height: artHeight },
    ...nameTexts(column.place(textX, safe.y + safe.height - column.heightPx)),
  }
}

/** As high as the whole cover is at this width, but no higher than a square. */
function limitHeight(width: number, ratio: number): number {
  return Math.round(Math.max(LOWEST * width, Math.min(width, width / ratio)))
}

function nameTexts([title, artist, note]: PlacedText[]): Pick<Layout, 'title' | 'artist' | 'note'> {
  if (!artist || !title || !note) throw new TypeError('the column has three texts')
  return { title, artist, note }
}

type TypeWish = { font: FontStyle; isMirrored: boolean; titlePx: number; artistPx: number }

/** The title in display type, and below it the artist in a lighter and smaller one. */
function fitWords({ title, artist, note }: Words, wish: TypeWish, box: Size) {
  const { font, isMirrored, titlePx, artistPx } = wish
  const style = { font, role: 'TEXT', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const artistHeight = artist ? Math.min(1.35 * artistPx, 0.4 * box.height) : 1
  const noteHeight = note ? 0.22 * box.height : 1
  const gaps = GAP * [artist, note].filter(Boolean).length
  return fitColumn(
    [
      {
        text: title,
        style: {
          ...style,
          role: 'DISPLAY',
          maxSizePx: titlePx,
          minSizePx: 24,
          maxLines: 3,
          lineHeight: 0.98,
        },
        maxHeightPx: box.height - artistHeight - noteHeight - gaps,
        gapPx: 0,
      },
      {
        text: artist,
        style: { ...style, maxSizePx: artistPx, minSizePx: 26, maxLines: 2 },
        maxHeightPx: artistHeight,
        gapPx: GAP,
      },
      {
        text: note,
        style: { ...style, maxSizePx: 44, minSizePx: 18, maxLines: 3 },
        maxHeightPx: noteHeight,
        gapPx: GAP,
      },
    ],
    box.width,
  )
}
