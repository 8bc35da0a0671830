import { type Box, type FontStyle, fitText, type TextBox, type TextLayout } from '@songreel/kit'

/** A text that has found its place: its box in the frame, and how it is set inside. */
export type PlacedText = { box: Box; layout: TextLayout }

/** Artist and note; their boxes count from the top of the two. */
export type Credits = { artist: PlacedText; note: PlacedText; height: number }

/** How the credits are set, in pixels of the frame. */
export type CreditsStyle = CreditType & { artistPx: number; notePx: number; between: number }

/** The font, and the side on which all texts stand. */
export type CreditType = { font: FontStyle; align: 'LEFT' | 'RIGHT' }

type CreditWords = { artist: string; note: string }

/** The artist's share of a line that has the note at its other end. */
const ARTIST_SHARE = 0.6

/** The note below the artist. */
export function stackCredits({ artist, note }: CreditWords, { x, width }: Box, style: CreditsStyle): Credits {
  const { artistPx, notePx } = style
  const first = fitCredit(artist, { width, height: artistPx * 2.4 }, artistPx, style)
  const second = fitCredit(note, { width, height: notePx * 2.4 }, notePx, style)
  const gap = measureHeight(first) > 0 && measureHeight(second) > 0 ? style.between : 0
  const secondTop = measureHeight(first) + gap
  return {
    artist: { layout: first, box: { x, y: 0, width, height: measureHeight(first) } },
    note: { layout: second, box: { x, y: secondTop, width, height: measureHeight(second) } },
    height: secondTop + measureHeight(second),
  }
}

/** The note on the artist's line, at the other end of it; alone it stands where the artist would. */
export function joinCredits({ artist, note }: CreditWords, room: Box, style: CreditsStyle): Credits {
  const { artistPx, notePx, align } = style
  const share = artist === '' ? 0 : note === '' ? 1 : ARTIST_SHARE
  const artistWidth = room.width * share
  const noteWidth = room.width - artistWidth
  const height = artistPx * 2.2
  const opposite = (align === 'RIGHT') === share > 0 ? 'LEFT' : 'RIGHT'
  const first = fitCredit(artist, { width: artistWidth, height }, artistPx, style)
  const second = fitCredit(note, { width: noteWidth, height }, notePx, { ...style, align: opposite })
  const baseline = Math.max(firstBaseline(first), firstBaseline(second))
  const place = (layout: TextLayout, x: number, width: number): PlacedText => ({
    layout,
    box: { x, y: baseline - firstBaseline(layout), width, height: measureHeight(layout) },
  })
  const placed = {
    artist: place(first, align === 'RIGHT' ? room.x + noteWidth : room.x, artistWidth),
    note: place(second, align === 'RIGHT' ? room.x : room.x + artistWidth, noteWidth),
  }
  const bottoms = [placed.artist, placed.note].map(({ box }) => (box.height > 0 ? box.y + box.height : 0))
  return { ...placed, height: Math.max(...bottoms) }
}

/** Sets the title. */
export function fitTitle(
  text: string,
  box: TextBox,
  font: FontStyle,
  maxSizePx: number,
  maxLines: number,
): TextLayout {
  return fitText(text, box, { font, role: 'DISPLAY', maxSizePx, minSizePx: maxSizePx * 0.26, maxLines })
}

/** Sets any text beside the title: on one line, or smaller on more. */
export function fitCredit(text: string, box: TextBox, maxSizePx: number, type: CreditType): TextLayout {
  const { font, align } = type
  return fitText(text, box, {
    font,
    role: 'TEXT',
    maxSizePx,
    minSizePx: maxSizePx * 0.66,
    maxLines: 1,
    align,
  })
}

/** The side on which the title's script begins. */
export function chooseAlign(title: TextLayout): CreditType['align'] {
  return title.type.direction === 'rtl' && title.lines.length > 0 ? 'RIGHT' : 'LEFT'
}

/** Height of a text from its box's top; 0 when it is empty. */
export function measureHeight(layout: TextLayout): number {
  return layout.block.bottom
}

function firstBaseline(layout: TextLayout): number {
  return layout.lines[0]?.baseline ?? 0
}
