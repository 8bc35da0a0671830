import {
  type Box,
  type Cover,
  type FontStyle,
  fitText,
  type Size,
  type StackedText,
  stackTexts,
  type TextStack,
} from '@songreel/kit'

/** What the credits at both ends say; each may be empty. */
export type Words = { title: string; artist: string; note: string }

/** Texts that stand and move as one; all places are from its own top left corner. */
export type Block = Size & { texts: readonly StackedText[] }

/** What a film is planned for. */
export type LayoutWish = {
  size: Size
  words: Words
  font: FontStyle
  cover: Pick<Cover, 'width' | 'height'>
  logoSize?: Size | undefined
}

export type Shape = 'TALL' | 'SQUARE' | 'WIDE'

/** A wish, and the frame that it is planned in. */
export type Plan = LayoutWish & { safe: Box; shape: Shape; isMirrored: boolean }

/** Of the names on the film and on the last picture, in pixels of the design. */
const ARTIST_PX = {
  TALL: { film: 66, last: 100 },
  SQUARE: { film: 56, last: 80 },
  WIDE: { film: 56, last: 84 },
}
/** Between a title and the names below it. */
export const GAP = 40
/** A title in several rows stands as tight as a film's. */
const TITLE_LEADING = 0.92
const NOTE_PX = 42
/** Of a room the names take no more than this, so that a long title is seen as well. */
const NAMES_SHARES = { film: { artist: 0.28, note: 0.2 }, last: { artist: 0.8, note: 0.5 } }

/** A title in up to three rows. */
export function setTitle({ words, font, isMirrored }: Plan, room: Size, maxSizePx: number): TextStack {
  const style = { font, role: 'DISPLAY', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const sizes = { maxSizePx, minSizePx: 0.12 * maxSizePx, maxLines: 3, lineHeight: TITLE_LEADING }
  return stackTexts([fitText(words.title, room, { ...style, ...sizes })], 0)
}

/** The artist in display type, which is upright and strong in every voice, and the note below, in a room that they share with the title. */
export function setNames(
  { words, font, shape, isMirrored }: Plan,
  { width, height }: Size,
  place: keyof (typeof ARTIST_PX)['TALL'],
): TextStack {
  const artistPx = ARTIST_PX[shape][place]
  const shares = NAMES_SHARES[place]
  const base = { font, align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const artist = fitText(
    words.artist,
    { width, height: Math.min(2.2 * artistPx, shares.artist * height) },
    { ...base, role: 'DISPLAY', maxSizePx: artistPx, minSizePx: 24, maxLines: 2 },
  )
  const note = fitText(
    words.note,
    { width, height: Math.min(2.4 * NOTE_PX, shares.note * height) },
    { ...base, role: 'TEXT', maxSizePx: NOTE_PX, minSizePx: 18, maxLines: 2 },
  )
  return stackTexts([artist, note], 0.4 * GAP)
}
